//! Answering on a socket: connections are bounded, slow ones are cut off, and a stop lets what is
//! under way end.
//!
//! ```
//! use kibitzer::{
//!     inference::ModelStore, recognition::Readers,
//!     server::{Service, Settings, app, listen::{Connections, serve}},
//! };
//! use std::sync::Arc;
//! use tokio::net::TcpListener;
//!
//! # #[tokio::main]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let readers = || Ok(Readers::new(ModelStore::find()?));
//! let service = Arc::new(Service::new(Settings::default(), None, readers)?);
//! let listener = TcpListener::bind("127.0.0.1:0").await?;
//! // At once; a server would wait for `tokio::signal::ctrl_c()`, say.
//! let stop = std::future::ready(());
//! serve(listener, None, app(service), Connections::default(), stop).await?;
//! # Ok(())
//! # }
//! ```

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
    service::TowerToHyperService,
};
use std::{future::Future, io, pin::pin, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsAcceptor;

/// What connections may do.
#[derive(Clone, Copy, Debug)]
pub struct Connections {
    /// Connections at a time; others wait.
    pub most: usize,
    /// Longest wait for the head of a request, for a handshake, and for a client to take more of
    /// an answer.
    pub patience: Duration,
    /// Longest wait for requests that are under way when the server stops.
    pub farewell: Duration,
}

impl Default for Connections {
    fn default() -> Self {
        Self { most: 512, patience: Duration::from_secs(15), farewell: Duration::from_secs(30) }
    }
}

/// Answers until `stop` is there, then lets requests that are under way end.
///
/// # Errors
/// When the socket fails for good.
pub async fn serve(
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    app: Router,
    limits: Connections,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(limits.most));
    let graceful = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let (place, stream) = tokio::select! {
            guest = next(&listener, &places) => guest?,
            () = &mut stop => break,
        };
        let (app, tls, watcher) = (app.clone(), tls.clone(), graceful.watcher());
        tokio::spawn(async move {
            greet(stream, tls, app, limits, watcher).await;
            drop(place);
        });
    }
    drop(listener);
    // Whoever is slower than this loses the connection.
    let _ = timeout(limits.farewell, graceful.shutdown()).await;
    Ok(())
}

/// The next connection, when there is a place for it.
async fn next(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> io::Result<(OwnedSemaphorePermit, TcpStream)> {
    let place = Arc::clone(places).acquire_owned().await.map_err(io::Error::other)?;
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return Ok((place, stream)),
            // A client that is gone already, or no file handle left: others may do better.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

/// Answers the requests of one connection.
async fn greet(
    stream: TcpStream,
    tls: Option<TlsAcceptor>,
    app: Router,
    limits: Connections,
    watcher: Watcher,
) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.patience));
    match tls {
        None => answer(Box::pin(stream), app, limits, watcher).await,
        Some(tls) => {
            let shaken = timeout(limits.patience, tls.accept(Box::pin(stream))).await;
            if let Ok(Ok(stream)) = shaken {
                answer(stream, app, limits, watcher).await;
            }
        }
    }
}

async fn answer(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    app: Router,
    limits: Connections,
    watcher: Watcher,
) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.patience)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app));
    // How a connection ended is its client's business.
    let _ = watcher.watch(connection).await;
}
