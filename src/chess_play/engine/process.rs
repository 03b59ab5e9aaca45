//! The child process of an engine: lines out, lines in with a deadline, and an end in every case.

use super::EngineError;
use crate::games::{
    NotationError,
    chess::uci::{EngineLine, read_line},
};
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

/// The longest line that is read, in bytes.
const LONGEST_LINE: usize = 64 << 10;
/// How many lines wait to be looked at; an engine that says more waits itself.
const LINES_AHEAD: usize = 256;
/// How long an engine may take to end when told to.
const FAREWELL: Duration = Duration::from_millis(500);

/// A line, or that it is longer than any line should be.
type Line = Result<String, ()>;

#[derive(Debug)]
pub(super) struct Process {
    program: PathBuf,
    child: Child,
    /// `None` once the engine was told to end.
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// Lines received.
    count: usize,
}

impl Process {
    pub(super) fn start(program: &Path) -> Result<Self, EngineError> {
        let failed = |source| EngineError::Start { program: program.to_owned(), source };
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(failed)?;
        let (sender, lines) = sync_channel(LINES_AHEAD);
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let process = Self { program: program.to_owned(), child, input, lines, count: 0 };
        let output = output.ok_or_else(|| failed(io::Error::other("it has no output")))?;
        thread::Builder::new().spawn(move || forward(output, &sender)).map_err(failed)?;
        Ok(process)
    }

    /// Says a line to the engine.
    pub(super) fn send(&mut self, command: &str) -> Result<(), EngineError> {
        let line = format!("{command}\n");
        let sent = self
            .input
            .as_mut()
            .map(|input| input.write_all(line.as_bytes()).and_then(|()| input.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(EngineError::Ended(self.program.clone())),
        }
    }

    /// The engine's next line; `expected` is what is waited for.
    pub(super) fn receive(
        &mut self,
        deadline: Instant,
        expected: &'static str,
    ) -> Result<EngineLine, EngineError> {
        let silent = || EngineError::Silent { program: self.program.clone(), expected };
        let nonsense = |fault| EngineError::Nonsense { program: self.program.clone(), fault };
        // A deadline holds for an engine that talks without end, too.
        let left = deadline.checked_duration_since(Instant::now()).ok_or_else(silent)?;
        let line = self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => silent(),
            RecvTimeoutError::Disconnected => EngineError::Ended(self.program.clone()),
        })?;
        self.count += 1;
        let number = self.count;
        let too_long = |()| NotationError {
            message: "a line without end".to_owned(),
            line: number,
            column: LONGEST_LINE + 1,
        };
        line.map_err(too_long).and_then(|line| read_line(&line, number)).map_err(nonsense)
    }
}

#[cfg(test)]
impl Process {
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }
}

/// Passes lines on until the output ends, nobody listens any more, or a line is too long.
fn forward(output: ChildStdout, lines: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = (&mut output).take(LONGEST_LINE as u64).read_until(b'\n', &mut line);
        let ended = !matches!(read, Ok(length) if length > 0);
        let too_long = line.len() == LONGEST_LINE && !line.ends_with(b"\n");
        let text = if too_long { Err(()) } else { Ok(String::from_utf8_lossy(&line).into_owned()) };
        if ended || lines.send(text).is_err() || too_long {
            return;
        }
    }
}

/// The engine is told to end, given a moment, and killed.
impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                _ => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
