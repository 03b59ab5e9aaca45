//! What clients have to say to be answered.

use crate::inference::hex;
use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;

/// A secret that clients send as `Authorization: Bearer TOKEN`. Only its hash is held.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl Token {
    /// A token.
    pub fn new(secret: &str) -> Self {
        Self(Sha256::digest(secret).into())
    }

    /// Whether this is the token, in a time that does not depend on how much of it is right.
    pub fn is(&self, secret: &str) -> bool {
        self.0.ct_eq(&Self::new(secret).0).into()
    }

    /// What is said instead by somebody who may watch a game and do no more: HMAC-SHA-256 of the
    /// game's id, hex digits.
    pub fn to_watch(&self, game: &str) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any length is a key");
        mac.update(game.as_bytes());
        hex(&mac.finalize().into_bytes())
    }

    /// Whether this is what lets somebody watch a game.
    pub fn lets_watch(&self, game: &str, said: &str) -> bool {
        self.to_watch(game).as_bytes().ct_eq(said.as_bytes()).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_is_the_token() {
        let token = Token::new("a secret");
        assert!(token.is("a secret") && !token.is("a secre") && !token.is(""));
        assert!(!format!("{token:?}").contains("secret"));
    }

    #[test]
    fn a_game_is_watched_by_what_only_this_token_makes() {
        let token = Token::new("a secret");
        let said = token.to_watch("a");
        assert!(token.lets_watch("a", &said) && !token.lets_watch("b", &said));
        assert!(!Token::new("another").lets_watch("a", &said) && !token.is(&said));
        assert!(!token.lets_watch("a", "") && !token.lets_watch("a", &said[1..]));
    }
}
