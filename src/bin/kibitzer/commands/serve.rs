//! `kibitzer serve`.

use crate::{
    args::Common,
    commands::dataset,
    output::{self, Status},
};
use anyhow::{Context, bail};
use clap::Args;
use kibitzer::{
    dataset::queue::Queued,
    recognition::Readers,
    server::{
        Games, Origin, Service, Settings, Token, app,
        kept::Kept,
        listen::{self, Connections},
        propose, tls,
    },
};
use qrcode::{QrCode, render::unicode::Dense1x2};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    path::PathBuf,
    sync::Arc,
    thread,
};
use tokio::{net::TcpListener, runtime::Runtime};
use tokio_rustls::TlsAcceptor;

/// Shortest token: what others on the network cannot guess.
const SHORTEST_TOKEN: usize = 8;

#[derive(Args)]
#[command(after_help = "A browser gives its camera to secure pages only: for a phone, serve with \
    --tls. SIGHUP loads the models anew, SIGINT and SIGTERM stop after what is under way.")]
pub struct ServeArgs {
    /// Where to listen, an address with a port, or a port of this machine alone: 0.0.0.0:8080 lets
    /// others on the network in, and needs --token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = address)]
    listen: SocketAddr,
    /// What clients have to say, at least 8 letters [default: $KIBITZER_TOKEN]
    #[arg(long, value_name = "SECRET", env = "KIBITZER_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Where browsers find the page when a proxy stands before the server, such as
    /// https://boards.example.org; may be given several times
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<Origin>,
    /// Serve over TLS with cert.pem and key.pem of this folder, made there if it has none
    #[arg(long, value_name = "DIR")]
    tls: Option<PathBuf>,
    /// Keep what people correct in this folder, as a dataset, where they agree
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Have the photos of a queue (kibitzer dataset queue) reviewed on the page /review, in its order,
    /// each with what the models read: what is approved becomes a label in the folder of --keep.
    /// Photos are found as the queue names them
    #[arg(long, value_name = "QUEUE.jsonl", requires = "keep")]
    review_queue: Option<PathBuf>,
    /// Keep the records of games that are followed in this folder, and go on with them after a
    /// restart
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Photos that are read at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    at_once: Option<u16>,
    /// Photos that wait to be read; more are sent away [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=4096))]
    waiting: Option<u16>,
    /// Largest upload in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16,
        value_parser = clap::value_parser!(u16).range(1..=256))]
    max_upload: u16,
}

/// Reads an address to listen on.
fn address(text: &str) -> Result<SocketAddr, String> {
    let here = IpAddr::from(Ipv4Addr::LOCALHOST);
    let port = text.strip_prefix("localhost:").unwrap_or(text).parse();
    text.parse().or_else(|_| port.map(|port| SocketAddr::new(here, port))).map_err(|_| {
        "give an address with a port, such as 127.0.0.1:8080, or a port, such as 8080".to_owned()
    })
}

pub fn run(args: &ServeArgs, common: &Common) -> anyhow::Result<Status> {
    check(args)?;
    let queue = args.review_queue.as_deref();
    let queue = queue.map(|file| dataset::lines(file, "line of a queue")).transpose()?;
    let kept = args.keep.as_ref().map(Kept::open).transpose()?;
    let store = common.store()?;
    let corrections = common.corrections(&store)?;
    let make = move || Ok(Readers::new(store.clone()).all_corrected(corrections.clone()));
    let games = Games::new(args.games.clone())?;
    let service = Arc::new(Service::new(args.settings(), kept, make)?.with_games(games));
    service.load().context("the models cannot be loaded")?;
    let tls = args.tls.as_ref().map(|dir| tls::acceptor(dir, args.names())).transpose()?;
    if let Some(queue) = queue {
        let service = Arc::clone(&service);
        // What is read is shown while the rest is still to be read.
        thread::spawn(move || propose_all(&service, &queue));
    }
    Runtime::new()?.block_on(serve(args, service, tls))?;
    Ok(Status::Done)
}

/// Has the photos of a queue wait for review, and says when all of them do.
fn propose_all(service: &Service, queue: &[Queued]) {
    propose(service, queue, |photo, problem| {
        output::error(&format!("{photo}: {}", problem.detail))
    });
    output::print_or_not("The queue is read: /review has all of it.\n");
}

fn check(args: &ServeArgs) -> anyhow::Result<()> {
    match &args.token {
        None if !args.listen.ip().is_loopback() => bail!(
            "{} lets others on the network in: give a --token that they have to say, or listen on \
            127.0.0.1",
            args.listen
        ),
        Some(token) if token.len() < SHORTEST_TOKEN => {
            bail!("--token is too easily guessed: give at least {SHORTEST_TOKEN} letters")
        }
        Some(token) if !token.chars().all(|c| c.is_ascii_alphanumeric() || "-._~".contains(c)) => {
            bail!("--token goes into addresses: give letters, digits and -._~ only")
        }
        _ => Ok(()),
    }
}

impl ServeArgs {
    fn settings(&self) -> Settings {
        let usual = Settings::default();
        let bytes = usize::from(self.max_upload) << 20;
        let mut photos = usual.photos;
        photos.max_file_bytes = bytes as u64;
        Settings {
            at_once: self.at_once.map_or(usual.at_once, usize::from),
            waiting: self.waiting.map_or(usual.waiting, usize::from),
            upload_bytes: bytes,
            all_upload_bytes: usual.all_upload_bytes.max(4 * bytes),
            photos,
            token: self.token.as_deref().map(Token::new),
            origins: self.origins.clone(),
            ..usual
        }
    }

    /// The names that a certificate is made for.
    fn names(&self) -> Vec<String> {
        let reached = self.reached().to_string();
        let mut names = vec!["localhost".to_owned(), "127.0.0.1".to_owned(), reached];
        names.dedup();
        names
    }

    /// The address by which others reach this machine.
    fn reached(&self) -> IpAddr {
        let own = self.listen.ip();
        if own.is_unspecified() { outward().unwrap_or(own) } else { own }
    }

    /// Where the page is.
    fn address(&self, port: u16) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        let token = self.token.as_ref().map(|token| format!("#token={token}"));
        let at = SocketAddr::new(self.reached(), port);
        format!("{scheme}://{at}/{}", token.unwrap_or_default())
    }
}

/// The address of the interface that leads outward. Nothing is sent.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // An address that documents use (RFC 5737).
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip())
}

async fn serve(
    args: &ServeArgs,
    service: Arc<Service>,
    tls: Option<TlsAcceptor>,
) -> anyhow::Result<()> {
    let listener = TcpListener::bind(args.listen).await.with_context(|| {
        format!("cannot listen on {}: choose another port with --listen", args.listen)
    })?;
    let address = args.address(listener.local_addr()?.port());
    // Whoever reads the greeting may send signals.
    reload_on_hangup(Arc::clone(&service))?;
    let (stop, games) = (stop_signal()?, Arc::clone(&service));
    let stop = async move {
        stop.await;
        games.games.clear();
    };
    // Nobody has to read on for the server to serve.
    output::print_or_not(&greeting(&address, args));
    listen::serve(listener, tls, app(service), Connections::default(), stop).await?;
    output::print_or_not("Stopped.\n");
    Ok(())
}

/// What a person reads, and a phone's camera.
fn greeting(address: &str, args: &ServeArgs) -> String {
    // Most terminals are dark: what is to be white is drawn.
    let draw = |code: QrCode| {
        let mut picture = code.render::<Dense1x2>();
        picture.dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build()
    };
    let code = QrCode::new(address).map(draw);
    let code = match code {
        Ok(code) if !args.listen.ip().is_loopback() => format!("{code}\n"),
        _ => String::new(),
    };
    format!(
        "{code}Kibitzer reads boards at {address}\nAPI: /openapi.json, /docs. Ctrl-C stops it.\n"
    )
}

#[cfg(unix)]
fn reload_on_hangup(service: Arc<Service>) -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut hangups = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        while hangups.recv().await.is_some() {
            let service = Arc::clone(&service);
            match tokio::task::spawn_blocking(move || service.reload()).await {
                Ok(Ok(())) => output::print_or_not("The models are loaded anew.\n"),
                Ok(Err(error)) => {
                    output::error(&format!("the models stay as they were: {error}"));
                }
                Err(error) => output::error(&error),
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn reload_on_hangup(_: Arc<Service>) -> anyhow::Result<()> {
    Ok(())
}

/// Comes when the server is told to stop.
#[cfg(unix)]
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    Ok(async {
        // Where nothing can be waited for, nothing stops the server but its end.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
