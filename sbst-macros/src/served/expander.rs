//! The process of the expander, and frames to it and from it.

use std::env;
use std::io::{Read, Result, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::answer::{Answer, QUESTION};
use super::sent::Sent;
use crate::tokens::text;

/// The variable in which the command names the expander.
const PROGRAM: &str = "SBST_EXPANDER";
const VERSION: &str = env!("CARGO_PKG_VERSION");

static EXPANDER: Mutex<Option<Expander>> = Mutex::new(None);

struct Expander {
    process: Child,
    input: ChildStdin,
    output: ChildStdout,
}

/// Returns the answer to a request, or why there is none.
pub(crate) fn ask(request: &[u8], sent: &Sent) -> std::result::Result<Vec<u8>, String> {
    // After a panic, the next expansion has a process of its own.
    let mut expander = EXPANDER.lock().unwrap_or_else(PoisonError::into_inner);
    let mut current = match expander.take() {
        Some(current) => current,
        None => start()?,
    };
    match current.ask(request, sent) {
        Ok(answer) => {
            *expander = Some(current);
            Ok(answer)
        }
        Err(error) => {
            _ = current.process.kill();
            let status = match current.process.wait() {
                Ok(status) => status.to_string(),
                Err(error) => error.to_string(),
            };
            let error = error.to_string();
            let advice = ", and ended with `";
            Err(text(&[
                "the expander did not answer (",
                &error,
                ")",
                advice,
                &status,
                "`; leave the attribute out here",
            ]))
        }
    }
}

fn start() -> std::result::Result<Expander, String> {
    let program =
        match env::var_os(PROGRAM) {
            Some(program) => program,
            None => return Err(text(&[
                "`",
                PROGRAM,
                "` names no expander; build with `cargo sbst`, or with the feature `linked` of sbst-macros",
            ])),
        };
    let name = program.to_string_lossy().into_owned();
    let mut command = Command::new(program);
    command.args(env::args_os()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let failed = |error: &str| {
        text(&["the expander `", &name, "` did not start: ", error, "; install cargo-sbst again"])
    };
    let mut process = match command.spawn() {
        Ok(process) => process,
        Err(error) => return Err(failed(&error.to_string())),
    };
    let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
        return Err(failed("it has no input and output"));
    };
    let mut expander = Expander { process, input, output };
    match expander.read() {
        Ok(version) if version == VERSION.as_bytes() => Ok(expander),
        Ok(version) => {
            let version = String::from_utf8_lossy(&version).into_owned();
            Err(text(&[
                "the expander `",
                &name,
                "` has version ",
                &version,
                ", and the macro ",
                VERSION,
                "; install cargo-sbst again",
            ]))
        }
        Err(error) => Err(failed(&error.to_string())),
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

    fn read(&mut self) -> Result<Vec<u8>> {
        let mut length = [0; 4];
        self.output.read_exact(&mut length)?;
        let mut content = vec![0; u32::from_le_bytes(length) as usize];
        self.output.read_exact(&mut content)?;
        Ok(content)
    }

    fn write(&mut self, content: &[u8]) -> Result<()> {
        // Whoever writes to a process that ended is ended by the system.
        if let Some(status) = self.process.try_wait()? {
            return Err(std::io::Error::other(status.to_string()));
        }
        self.input.write_all(&(content.len() as u32).to_le_bytes())?;
        self.input.write_all(content)?;
        self.input.flush()
    }
}
