//! The process of the expander, and frames to it and from it.

use std::env;
use std::io::{Read, Result, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::answer::{Answer, QUESTION};
use super::sent::Sent;
use crate::tokens::text;

/// The environment variable with the expander's program.
const PROGRAM: &str = "SBST_EXPANDER";
const VERSION: &str = env!("CARGO_PKG_VERSION");

static EXPANDER: Mutex<Option<Expander>> = Mutex::new(None);

struct Expander {
    process: Child,
    input: ChildStdin,
    output: ChildStdout,
}

/// Returns the answer to a request, or the reason why it failed.
pub(crate) fn ask(request: &[u8], sent: &Sent) -> std::result::Result<Vec<u8>, String> {
    let mut current = EXPANDER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut expander = match current.take() {
        Some(expander) => expander,
        None => start()?,
    };
    match expander.ask(request, sent) {
        Ok(answer) => {
            *current = Some(expander);
            Ok(answer)
        }
        // The next expansion starts another one.
        Err(error) => {
            let error = error.to_string();
            let status = expander.end();
            Err(text(&["the expander gave no answer (", &error, ", ", &status, "); take the attribute off"]))
        }
    }
}

fn start() -> std::result::Result<Expander, String> {
    let Some(program) = env::var_os(PROGRAM) else {
        let advice = " names no expander; build with `cargo sbst`, or with the feature `linked`";
        return Err(text(&["the variable ", PROGRAM, advice]));
    };
    let name = program.to_string_lossy().into_owned();
    let failed = |why: &str| text(&["the expander ", &name, " ", why, "; install cargo-sbst again"]);
    let mut command = Command::new(program);
    command.args(env::args_os()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = match command.spawn() {
        Ok(process) => process,
        Err(error) => return Err(failed(&text(&["did not start: ", &error.to_string()]))),
    };
    let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
        return Err(failed("has no input and output"));
    };
    let mut expander = Expander { process, input, output };
    match expander.read() {
        Ok(version) if version == VERSION.as_bytes() => Ok(expander),
        Ok(version) => {
            let version = String::from_utf8_lossy(&version).into_owned();
            Err(failed(&text(&["has version ", &version, ", and the macro ", VERSION])))
        }
        Err(error) => {
            let error = error.to_string();
            let status = expander.end();
            Err(failed(&text(&["did not begin: ", &error, ", ", &status])))
        }
    }
}

impl Expander {
    fn ask(&mut self, request: &[u8], sent: &Sent) -> Result<Vec<u8>> {
        self.write(request)?;
        loop {
            let answer = self.read()?;
            if answer.first() != Some(&QUESTION) {
                return Ok(answer);
            }
            self.write(&Answer::new(&answer, sent).reply())?;
        }
    }

    /// Ends the process. Returns its status.
    fn end(&mut self) -> String {
        _ = self.process.kill();
        match self.process.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        }
    }

    fn read(&mut self) -> Result<Vec<u8>> {
        let mut length = [0; 4];
        self.output.read_exact(&mut length)?;
        let mut content = vec![0; u32::from_le_bytes(length) as usize];
        self.output.read_exact(&mut content)?;
        Ok(content)
    }

    fn write(&mut self, content: &[u8]) -> Result<()> {
        // A write to a process that has ended would end the compiler.
        if let Some(status) = self.process.try_wait()? {
            return Err(std::io::Error::other(status.to_string()));
        }
        self.input.write_all(&(content.len() as u32).to_le_bytes())?;
        self.input.write_all(content)?;
        self.input.flush()
    }
}
