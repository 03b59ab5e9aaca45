//! Every parser against texts that are almost right: the seeds of the fuzz targets, changed at
//! random with a fixed seed.

use crate::parsers::CHECKS;
use rand::{Rng, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Changed texts a parser; the fuzz targets try the millions.
const TEXTS: usize = 5000;
/// Longer seeds are cut: what is wrong shows in the short ones as well.
const LONGEST: usize = 600;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> = fs::read_dir(fuzz().join("seeds").join(name))
        .expect(name)
        .flatten()
        .map(|e| e.path())
        .collect();
    files.sort();
    files.into_iter().map(|path| fs::read(path).expect("a seed")).collect()
}

/// One change: a span is lost, doubled, moved or reversed, or a byte or a text that parsers care
/// about is put in.
fn change(text: &mut Vec<u8>, other: &[u8], random: &mut StdRng) {
    const TOKENS: [&str; 24] = [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "\\",
        ";",
        ":",
        ",",
        "-",
        "x",
        "/",
        "0",
        "99999999999999999999",
        "K",
        "\n",
        "\r",
        "\u{feff}",
        "é",
        "\0",
        "1-0",
        "[FEN \"",
    ];
    let span = |bytes: &[u8], random: &mut StdRng| {
        let start = random.random_range(0..=bytes.len());
        start..random.random_range(start..=bytes.len().min(start + 20))
    };
    let here = span(text, random);
    match random.random_range(0..6) {
        0 => _ = text.drain(here),
        1 => {
            let copy = text[here.clone()].to_vec();
            text.splice(here.start..here.start, copy);
        }
        2 => {
            let there = span(other, random);
            text.splice(here, other[there].iter().copied());
        }
        3 => text[here].reverse(),
        4 => {
            let token = TOKENS.choose(random).expect("tokens");
            text.splice(here.start..here.start, token.bytes());
        }
        _ => text.insert(here.start, random.random()),
    }
}

#[test]
fn seeds_and_texts_almost_like_them_are_read_or_refused() {
    for (name, check) in CHECKS {
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name} has no seeds");
        seeds.iter().for_each(|seed| check(&String::from_utf8_lossy(seed)));
        let mut random = StdRng::seed_from_u64(2026);
        for _ in 0..TEXTS {
            let mut text = seeds.choose(&mut random).expect("seeds").clone();
            text.truncate(LONGEST);
            let other = seeds.choose(&mut random).expect("seeds");
            for _ in 0..random.random_range(1..4) {
                change(&mut text, other, &mut random);
            }
            check(&String::from_utf8_lossy(&text));
        }
    }
}

#[test]
fn very_long_and_very_deep_texts_end() {
    for (_, check) in CHECKS {
        for piece in [
            "(",
            "(;",
            "[",
            "{",
            "\"",
            "1",
            "W:W1",
            "1. e4 ",
            "8/",
            " ",
            "\n",
            "[A \"b\"]\n",
            "\\",
            "$1",
            ";B[aa]",
            "..\t",
        ] {
            check(&piece.repeat(20_000));
        }
    }
}

#[test]
fn every_check_has_a_fuzz_target_of_its_name() {
    let stems = |folder: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(fuzz().join(folder)).expect(folder).flatten();
        entries
            .filter_map(|entry| Some(entry.path().file_stem()?.to_string_lossy().into_owned()))
            .collect()
    };
    let checks: BTreeSet<String> = CHECKS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(stems("fuzz_targets"), checks);
    assert_eq!(stems("seeds"), checks);
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).expect("a manifest");
    for name in checks {
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "fuzz/Cargo.toml does not name {name}"
        );
    }
}
