//! Boards to train a position model on: those of games, and those that somebody has set up.

use anyhow::{Context, Result, bail};
use kibitzer::games::{CellGrid, Game};
use rand::{
    Rng,
    rngs::StdRng,
    seq::{IndexedRandom, SliceRandom},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Of the boards that are of no game: shares of those of a game with men somewhere else, those with
/// men of a whole set anywhere, those with as many men of each kind as of any other, and those with
/// any men. The rest are full of men.
const DISTURBED: f64 = 0.2;
const OF_A_SET: f64 = 0.3;
const OF_ALL_KINDS: f64 = 0.25;
const OF_ANY_MEN: f64 = 0.1;

/// Positions by game.
pub struct Games(Vec<Vec<CellGrid>>);

impl Games {
    /// Reads a file of lines `GAME PLACEMENT`: a name of the game, and where its men stand in the
    /// game's notation (chess: the first field of a FEN).
    pub fn read(path: &Path, game: &dyn Game) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| {
            format!(
                "cannot read {}: write it with tools/chess_positions.py, as \
            train/runs/release.sh does",
                path.display()
            )
        })?;
        let mut games: BTreeMap<&str, Vec<CellGrid>> = BTreeMap::new();
        for (i, line) in text.lines().enumerate() {
            let at = || format!("{}:{}", path.display(), i + 1);
            let (name, placement) = line
                .split_once(' ')
                .with_context(|| format!("{}: this is no 'GAME PLACEMENT'", at()))?;
            games.entry(name).or_default().push(game.from_notation(placement).with_context(at)?);
        }
        if games.is_empty() {
            bail!("{} holds no position", path.display());
        }
        Ok(Self(games.into_values().collect()))
    }

    /// Every `n`th game, and the others.
    pub fn split(self, n: usize) -> (Self, Self) {
        let numbered = self.0.into_iter().enumerate();
        let (held, rest): (Vec<_>, Vec<_>) = numbered.partition(|(i, _)| i % n == 0);
        let games = |numbered: Vec<(usize, Vec<CellGrid>)>| {
            Self(numbered.into_iter().map(|(_, game)| game).collect())
        };
        (games(held), games(rest))
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// The men of the position with most men: those of a whole set.
    pub fn whole_set(&self) -> Vec<u8> {
        let men = |board: &CellGrid| {
            board.cells().iter().copied().filter(|&class| class != 0).collect::<Vec<u8>>()
        };
        self.0.iter().flatten().map(men).max_by_key(Vec::len).unwrap_or_default()
    }

    /// A random position of a random game; as often with both sides exchanged and upside down.
    pub fn draw(&self, rules: &dyn Game, rng: &mut StdRng) -> CellGrid {
        let game = self.0.choose(rng).expect("there are games");
        let board = game.choose(rng).expect("a game has positions");
        if rng.random_bool(0.5) { exchanged(board, rules) } else { board.clone() }
    }
}

/// The board with both sides exchanged and its rows turned over, so that each side sits where the
/// other one did.
fn exchanged(board: &CellGrid, game: &dyn Game) -> CellGrid {
    let mut out = CellGrid::empty(board.rows(), board.cols());
    for row in 0..board.rows() {
        for col in 0..board.cols() {
            out.set(board.rows() - 1 - row, col, game.with_colors_swapped(board.get(row, col)));
        }
    }
    out
}

/// A board as no game has it; `position` is one of a game, `whole_set` the men of one with all its
/// men.
pub fn set_up(position: &CellGrid, whole_set: &[u8], rng: &mut StdRng) -> CellGrid {
    let squares = position.rows() * position.cols();
    let few = rng.random_range(1..=whole_set.len());
    let mut kind = rng.random::<f64>();
    let mut is = |share: f64| {
        kind -= share;
        kind < 0.0
    };
    if is(DISTURBED) {
        return disturbed(position, rng);
    }
    let men: Vec<u8> = if is(OF_A_SET) {
        whole_set.choose_multiple(rng, few).copied().collect()
    } else if is(OF_ALL_KINDS) {
        let mut kinds: Vec<u8> = BTreeSet::from_iter(whole_set).into_iter().copied().collect();
        kinds.shuffle(rng);
        (0..few).map(|i| kinds[i % kinds.len()]).collect()
    } else {
        let count = if is(OF_ANY_MEN) { few } else { rng.random_range(whole_set.len()..=squares) };
        (0..count).map(|_| whole_set[rng.random_range(0..whole_set.len())]).collect()
    };
    let mut cells = vec![0; squares];
    cells[..men.len()].copy_from_slice(&men);
    cells.shuffle(rng);
    CellGrid::from_cells(position.rows(), position.cols(), cells).expect("a class for every square")
}

/// The board with up to half of its men on other squares.
fn disturbed(position: &CellGrid, rng: &mut StdRng) -> CellGrid {
    let mut cells = position.cells().to_vec();
    let men = cells.iter().filter(|&&class| class != 0).count();
    for _ in 0..rng.random_range(1..=(men / 2).max(1)) {
        let (from, to) = (rng.random_range(0..cells.len()), rng.random_range(0..cells.len()));
        cells.swap(from, to);
    }
    CellGrid::from_cells(position.rows(), position.cols(), cells).expect("a class for every square")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kibitzer::games::GameId;
    use rand::SeedableRng;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    fn games(text: &str) -> Result<Games> {
        let dir = tempfile::tempdir()?;
        fs::write(dir.path().join("games.txt"), text)?;
        Games::read(&dir.path().join("games.txt"), GameId::Chess.game())
    }

    fn board(placement: &str) -> CellGrid {
        GameId::Chess.game().from_notation(placement).expect("a placement")
    }

    #[test]
    fn exchanged_sides_sit_where_the_others_did() {
        let chess = GameId::Chess.game();
        let exchanged = |placement: &str| exchanged(&board(placement), chess);
        assert_eq!(exchanged(START), board(START));
        assert_eq!(exchanged("4k3/8/8/8/8/8/PP6/K7"), board("k7/pp6/8/8/8/8/8/4K3"));
    }

    #[test]
    fn games_are_held_out_as_a_whole() {
        let text = (0..20)
            .map(|i| format!("{} {START}\n{} 4k3/8/8/8/8/8/PP6/K7\n", i / 2, i / 2))
            .collect::<String>();
        let (held, rest) = games(&text).expect("games").split(5);
        assert_eq!((held.0.len(), held.len(), rest.0.len(), rest.len()), (2, 8, 8, 32));
    }

    #[test]
    fn a_bad_line_is_named() {
        for (text, place) in
            [("", "no position"), ("a\n", ":1"), (&format!("a {START}\nb 9/8\n"), ":2")]
        {
            let Err(error) = games(text) else { panic!("{text} was read") };
            assert!(format!("{error:#}").contains(place), "{error:#}");
        }
    }

    #[test]
    fn boards_are_set_up_with_men_of_a_set() {
        let (start, mut rng) = (board(START), StdRng::seed_from_u64(1));
        let set: Vec<u8> = start.cells().iter().copied().filter(|&class| class != 0).collect();
        let count = |board: &CellGrid| board.cells().iter().filter(|&&class| class != 0).count();
        let boards: Vec<CellGrid> = (0..400).map(|_| set_up(&start, &set, &mut rng)).collect();
        assert!(
            boards.iter().any(|b| count(b) > 32)
                && boards.iter().any(|b| count(b) < 8)
                && boards.iter().all(|b| count(b) > 0)
        );
        let two_kings = |b: &CellGrid| {
            [6, 12]
                .iter()
                .all(|&king| b.cells().iter().filter(|&&class| class == king).count() == 1)
        };
        assert!(boards.iter().filter(|b| two_kings(b)).count() > 100);
        assert!(boards.iter().all(|b| *b != start));
    }
}
