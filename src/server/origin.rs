//! Where browsers find the server's page, when something stands before the server.

use axum::http::{Uri, uri::Scheme};
use std::str::FromStr;

/// What the address of a page begins with: `https://boards.example.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    scheme: Scheme,
    host: String,
    /// The port, where it is not the usual one of the scheme.
    port: Option<u16>,
}

impl Origin {
    /// Whether a browser that says this as `Origin` shows a page of this one.
    pub fn is(&self, said: &str) -> bool {
        said.parse().is_ok_and(|said: Self| said == *self)
    }

    /// Whether a request for this host is one for this origin.
    pub fn has_host(&self, host: &str) -> bool {
        host.eq_ignore_ascii_case(&self.host)
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        read(text).ok_or_else(|| {
            "give what the address of the page begins with, such as https://boards.example.org"
                .to_owned()
        })
    }
}

fn read(text: &str) -> Option<Origin> {
    let uri: Uri = text.parse().ok()?;
    let (scheme, authority) = (uri.scheme()?, uri.authority()?);
    let usual = match scheme.as_str() {
        "http" => 80,
        "https" => 443,
        _ => return None,
    };
    let is_alone = uri.path() == "/" && uri.query().is_none() && !text.contains(['@', '#']);
    let port = authority.port_u16().filter(|&port| port != usual);
    let host = authority.host().to_ascii_lowercase();
    (is_alone && !host.is_empty()).then(|| Origin { scheme: scheme.clone(), host, port })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_a_scheme_a_host_and_a_port() {
        let own: Origin = "https://Boards.example.org:443/".parse().expect("an origin");
        assert!(own.is("https://boards.example.org") && own.has_host("boards.example.org"));
        for other in [
            "http://boards.example.org",
            "https://boards.example.org:8443",
            "https://example.org",
            "null",
            "",
        ] {
            assert!(!own.is(other), "{other}");
        }
        for wrong in ["boards.example.org", "https://a/kibitzer", "ftp://a", "https://a@b", "*"] {
            assert!(wrong.parse::<Origin>().is_err(), "{wrong}");
        }
    }
}
