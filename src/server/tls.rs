//! Certificates: browsers give cameras to secure pages only.
//!
//! ```
//! use kibitzer::server::tls::acceptor;
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path();
//!
//! acceptor(folder, vec!["localhost".to_owned()])?;
//! let made = std::fs::read(folder.join("cert.pem"))?;
//! acceptor(folder, vec!["localhost".to_owned()])?;
//! assert_eq!(std::fs::read(folder.join("cert.pem"))?, made, "it is used again");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::files::{WriteError, write_atomically, write_private};
use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        self, ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    },
};

/// A certificate that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A file cannot be read as PEM.
    #[error("cannot read {path}: {message}; put a certificate and its key there as PEM, or remove \
    both to have new ones made", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A certificate cannot be made.
    #[error("cannot make a certificate: {0}")]
    Make(#[from] rcgen::Error),
    /// Certificate and key do not fit.
    #[error("the certificate cannot be used: {0}; put another pair there, or remove both")]
    Use(#[from] rustls::Error),
}

/// Takes `cert.pem` and `key.pem` of a folder, or makes them there for these names.
///
/// A certificate that is made here is signed by nobody: browsers ask whether to trust it.
///
/// # Errors
/// When they cannot be read, used or written.
pub fn acceptor(folder: &Path, names: Vec<String>) -> Result<TlsAcceptor, TlsError> {
    let (cert, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    if !cert.exists() && !key.exists() {
        make(&cert, &key, names)?;
    }
    let wrong = |path: &Path, message: String| TlsError::Read { path: path.to_owned(), message };
    let chain = CertificateDer::pem_file_iter(&cert)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| wrong(&cert, error.to_string()))?;
    let secret = PrivateKeyDer::from_pem_file(&key).map_err(|e| wrong(&key, e.to_string()))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, secret)?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn make(cert: &Path, key: &Path, names: Vec<String>) -> Result<(), TlsError> {
    let pair = KeyPair::generate()?;
    let mut params = CertificateParams::new(names)?;
    let mut name = DistinguishedName::new();
    name.push(DnType::CommonName, "Kibitzer");
    params.distinguished_name = name;
    let signed = params.self_signed(&pair)?;
    write_private(key, pair.serialize_pem().as_bytes())?;
    Ok(write_atomically(cert, signed.pem().as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_certificate_is_made_once() {
        let dir = tempfile::tempdir().expect("a folder");
        let names = || vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
        acceptor(dir.path(), names()).expect("made");
        let first = fs::read(dir.path().join("cert.pem")).expect("there");
        acceptor(dir.path(), names()).expect("taken");
        assert_eq!(fs::read(dir.path().join("cert.pem")).expect("there"), first);
        fs::write(dir.path().join("key.pem"), "no key").expect("written");
        let error = acceptor(dir.path(), names()).err().expect("no key").to_string();
        assert!(error.contains("key.pem") && error.contains("remove both"), "{error}");
    }
}
