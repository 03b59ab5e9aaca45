//! Rule sets by the names that files give them: `RU` is free text.

use crate::games::go::rules::Ruleset;

/// Parts of names in any script, and the rules they stand for. Korean rules count like Japanese
/// ones. Rule sets that count otherwise are left out: stone scoring is what the Chinese used to do.
const PARTS: [(&str, Option<Ruleset>); 22] = [
    ("stone", None),
    ("ancient", None),
    ("japan", Some(Ruleset::Japanese)),
    ("日本", Some(Ruleset::Japanese)),
    ("일본", Some(Ruleset::Japanese)),
    ("korea", Some(Ruleset::Japanese)),
    ("韩国", Some(Ruleset::Japanese)),
    ("韓国", Some(Ruleset::Japanese)),
    ("韓國", Some(Ruleset::Japanese)),
    ("한국", Some(Ruleset::Japanese)),
    ("scoreterritory", Some(Ruleset::Japanese)),
    ("chin", Some(Ruleset::Chinese)),
    ("中国", Some(Ruleset::Chinese)),
    ("中國", Some(Ruleset::Chinese)),
    ("중국", Some(Ruleset::Chinese)),
    ("zealand", Some(Ruleset::NewZealand)),
    ("tromp", Some(Ruleset::NewZealand)),
    ("应氏", Some(Ruleset::Ing)),
    ("應氏", Some(Ruleset::Ing)),
    ("american", Some(Ruleset::Aga)),
    ("french", Some(Ruleset::Aga)),
    ("british", Some(Ruleset::Aga)),
];

/// Whole words of names.
const WORDS: [(&str, Ruleset); 11] = [
    ("jp", Ruleset::Japanese),
    ("kr", Ruleset::Japanese),
    ("cn", Ruleset::Chinese),
    ("aga", Ruleset::Aga),
    ("bga", Ruleset::Aga),
    ("ffg", Ruleset::Aga),
    ("nz", Ruleset::NewZealand),
    ("tt", Ruleset::NewZealand),
    ("goe", Ruleset::Ing),
    ("ing", Ruleset::Ing),
    ("ings", Ruleset::Ing),
];

/// The rules that a file names, where they are ones that we know: `Japanese Rules`, `NZ`,
/// `Chinese (OGS)`, `日本ルール`. A name of two of them is none.
///
/// ```
/// use kibitzer::games::go::{rules::Ruleset, sgf::ruleset_named};
/// assert_eq!(ruleset_named("Japanese Rules"), Some(Ruleset::Japanese));
/// assert_eq!(ruleset_named("house rules"), None);
/// ```
pub fn ruleset_named(name: &str) -> Option<Ruleset> {
    let name = name.to_lowercase();
    let words = || name.split(|c: char| !c.is_alphanumeric());
    let of_words = WORDS.iter().filter(|(word, _)| words().any(|w| w == *word)).map(|w| Some(w.1));
    let of_parts = PARTS.iter().filter(|(part, _)| name.contains(part)).map(|part| part.1);
    let mut found = of_words.chain(of_parts).chain(by_area(&name));
    let first = found.next()?;
    if found.all(|other| other == first) { first } else { None }
}

/// The rules of a name that KataGo makes of its settings: `koSIMPLEscoreAREAtaxNONEsui0whbN`. They
/// differ in what white gets for handicap stones.
fn by_area(name: &str) -> Option<Option<Ruleset>> {
    let bonus = name.split_once("scorearea")?.1;
    Some(match bonus.split_once("whb").map(|(_, bonus)| bonus) {
        Some("n-1") => Some(Ruleset::Aga),
        Some("n") => Some(Ruleset::Chinese),
        _ if bonus.contains("taxall") => None,
        _ => Some(Ruleset::NewZealand),
    })
}

/// Whether a name of New Zealand rules is that of Tromp-Taylor rules, by which no board may come
/// again; KataGo's names say so themselves.
pub(super) fn is_tromp_taylor(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    name.contains("tromp") || name.contains("kopositional") || words.any(|word| word == "tt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tromp_taylor_rules() {
        for name in ["Tromp-Taylor", "TT", "koPOSITIONALscoreAREAtaxNONEsui1"] {
            assert!(is_tromp_taylor(name), "{name}");
        }
        for name in ["NZ", "New Zealand", "koSITUATIONALscoreAREAtaxNONEsui1", "attack", ""] {
            assert!(!is_tromp_taylor(name), "{name}");
        }
    }

    #[test]
    fn names_that_files_give() {
        use Ruleset::{Aga, Chinese, Ing, Japanese, NewZealand};
        for (name, rules) in [
            ("Japanese", Some(Japanese)),
            ("Japanese Rules", Some(Japanese)),
            ("rules: JAPANESE", Some(Japanese)),
            ("日本規則", Some(Japanese)),
            ("Korean", Some(Japanese)),
            ("jp", Some(Japanese)),
            (" chinese ", Some(Chinese)),
            ("Chinese rules (OGS)", Some(Chinese)),
            ("中国规则", Some(Chinese)),
            ("AGA", Some(Aga)),
            ("AGA Rules 2019", Some(Aga)),
            ("NZ", Some(NewZealand)),
            ("New Zealand", Some(NewZealand)),
            ("Tromp-Taylor", Some(NewZealand)),
            ("GOE", Some(Ing)),
            ("Ing's SST", Some(Ing)),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", Some(Japanese)),
            ("koPOSITIONALscoreAREAtaxNONEsui1", Some(NewZealand)),
            ("koSIMPLEscoreAREAtaxNONEsui0whbN", Some(Chinese)),
            ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1", Some(Aga)),
            ("Ancient Chinese", None),
            ("Japanese or Chinese", None),
            ("stone scoring", None),
            ("parking", None),
            ("", None),
        ] {
            assert_eq!(ruleset_named(name), rules, "{name}");
        }
    }
}
