//! `kibitzer serve` as a program: what it refuses to start with, and how it starts and stops.
#![cfg(feature = "server")]

use assert_cmd::{Command, cargo::CommandCargoExt};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::{Child, ChildStdout, Stdio},
    time::Duration,
};

/// A server that runs, killed with the test.
struct Server {
    child: Child,
    /// `None` where nobody reads it.
    said: Option<BufReader<ChildStdout>>,
    address: String,
}

impl Server {
    fn start(args: &[&str]) -> Self {
        let mut command = std::process::Command::cargo_bin("kibitzer").expect("the binary");
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(args);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("starts");
        let mut said = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        said.read_line(&mut line).expect("a line");
        let address = line.split("://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line}")).to_owned();
        Self { child, said: Some(said), address }
    }

    /// The whole answer to a request for a path.
    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("connects");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
        let host = &self.address;
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")
            .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// Sends a signal.
    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = std::process::Command::new("kill").args([name, &pid]).status();
        assert!(sent.expect("kill").success());
    }

    /// The next line that it says.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.said.as_mut().expect("is read").read_line(&mut line).expect("a line");
        line
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn refuses(args: &[&str], words: &[&str]) {
    let output = Command::cargo_bin("kibitzer")
        .expect("the binary")
        .env_remove("KIBITZER_TOKEN")
        .arg("serve")
        .args(args)
        .output()
        .expect("runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(words.iter().all(|word| error.contains(word)), "{error}");
}

#[test]
fn others_are_not_let_in_without_a_token() {
    refuses(&["--listen", "0.0.0.0:0"], &["--token", "127.0.0.1"]);
    refuses(&["--token", "short"], &["at least 8"]);
    refuses(&["--token", "with a space"], &["letters, digits"]);
    refuses(&["--listen", "here"], &["--listen", "such as 8080"]);
    refuses(&["--origin", "boards.example.org"], &["--origin", "https://boards.example.org"]);
    refuses(&["--models", "nowhere"], &["nowhere"]);
    refuses(&["--review-queue", "queue.jsonl"], &["--keep"]);
}

#[test]
fn a_port_that_is_taken_is_named() {
    let server = Server::start(&[]);
    refuses(&["--listen", &server.address], &[&server.address, "--listen"]);
    // A port alone is one of this machine.
    let port = server.address.rsplit(':').next().expect("a port");
    refuses(&["--listen", port], &[&server.address, "--listen"]);
}

#[test]
fn it_starts_answers_and_says_where_it_is() {
    let dir = tempfile::tempdir().expect("a folder");
    let keep = dir.path().join("kept");
    let mut server = Server::start(&["--keep", keep.to_str().expect("UTF-8")]);
    assert!(server.get("/readyz").starts_with("HTTP/1.1 200"));
    assert!(server.get("/v1/info").contains("\"corrections\":true"));
    assert!(fs::metadata(keep.join("secret")).is_ok());
    assert!(server.line().contains("/openapi.json"));
}

#[test]
fn a_queue_waits_for_review() {
    let dir = tempfile::tempdir().expect("a folder");
    let (queue, keep) = (dir.path().join("queue.jsonl"), dir.path().join("kept"));
    let [queue_path, keep] = [&queue, &keep].map(|path| path.to_str().expect("UTF-8"));
    let options = ["--review-queue", queue_path, "--keep", keep];
    refuses(&options, &["queue.jsonl"]);
    fs::write(&queue, "nothing\n").expect("written");
    refuses(&options, &["queue.jsonl, line 1: no line of a queue"]);
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/samples/images/go-00000334.jpg");
    let made = Command::cargo_bin("kibitzer")
        .expect("the binary")
        .args(["dataset", "queue", samples, "--force", "--out", queue_path])
        .output();
    assert!(made.expect("runs").status.success());
    let mut server = Server::start(&options);
    while !server.line().contains("/review has all of it") {}
    assert!(server.get("/v1/corrections").contains("\"place\":1"));
}

#[cfg(unix)]
#[test]
fn it_loads_models_anew_and_stops_when_told_to() {
    let mut server = Server::start(&[]);
    server.line();
    server.signal("-HUP");
    assert_eq!(server.line(), "The models are loaded anew.\n");
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    server.signal("-TERM");
    assert_eq!(server.line(), "Stopped.\n");
    assert_eq!(server.child.wait().expect("ends").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn it_serves_where_nobody_reads_what_it_says() {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let address = free.expect("a free port").to_string();
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = std::process::Command::cargo_bin("kibitzer").expect("the binary");
    let child = command.args(["serve", "--listen", &address]).stdout(writer).spawn();
    let mut server = Server { child: child.expect("starts"), said: None, address };
    while TcpStream::connect(&server.address).is_err() {
        assert_eq!(server.child.try_wait().expect("is known"), None, "it has ended");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
}
