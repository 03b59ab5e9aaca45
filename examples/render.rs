//! Renders a folder of labeled photos: `render GAME COUNT SEED SIZE DIR`, where GAME may be `all`.

use kibitzer::{
    dataset::synth::{RenderJob, render_dataset},
    games::GameId,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, count, seed, size, out] = args.as_slice() else {
        return Err("usage: render GAME COUNT SEED SIZE DIR".into());
    };
    let games = if game == "all" { GameId::ALL.to_vec() } else { vec![game.parse()?] };
    let job = RenderJob {
        games,
        count: count.parse()?,
        seed: seed.parse()?,
        long_side: size.parse()?,
        rows: None,
        mixed_sets: false,
        out: out.into(),
    };
    render_dataset(&job, |done, all| eprint!("\r{done}/{all}"))?;
    eprintln!();
    Ok(())
}
