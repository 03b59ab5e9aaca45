//! Ids that nobody can guess.

use rand::{TryRngCore, rngs::OsRng};

/// Letters of an id.
const LENGTH: usize = 32;

/// A new id: 128 random bits in hexadecimal; `None` where the system gives no random numbers.
pub fn fresh() -> Option<String> {
    let mut bytes = [0; LENGTH / 2];
    OsRng.try_fill_bytes(&mut bytes).ok()?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether a text can be an id.
pub fn is_id(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_are_no_paths() {
        let (one, other) = (fresh().expect("an id"), fresh().expect("an id"));
        assert!(is_id(&one) && is_id(&other) && one != other);
        for text in ["", "..", "../0123456789abcdef0123456789abcd", &one[1..], &one.to_uppercase()]
        {
            assert!(!is_id(text) || text == one, "{text}");
        }
    }
}
