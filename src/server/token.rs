//! What clients have to say to be answered.

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
}
