//! The first build of the runtime, while cargo builds the user's dependencies.
//!
//! 1. The command locks the build before cargo starts. The
//!    [instructions](super::compiler_wrapper::Instructions) name the lock, and no libraries.
//! 2. A thread builds the runtime, writes instructions with its libraries, and releases the lock.
//! 3. The compiler wrapper waits for the lock at each crate that links the runtime. All other
//!    crates are compiled at once.
//! 4. If the build fails, the wrapper finds no libraries and fails, too. The command reports the
//!    runtime's failure only.

use super::runtime::{OpenBuild, Runtime};
use crate::ui::options::OutputOptions;
use crate::ui::quantity;
use crate::ui::status_line::StatusLine;
use anyhow::anyhow;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;
use tracing::info_span;

/// The runtime of a build that cargo is about to make: built, or being built by a thread.
#[must_use = "the build may be over before the runtime is there"]
#[derive(Debug, Default)]
pub struct PendingRuntime(Option<(JoinHandle<anyhow::Result<()>>, Arc<StatusLine>)>);

impl PendingRuntime {
    /// Builds the runtime in a thread. `built` gets the result before the lock is released.
    pub fn begin(
        build: OpenBuild,
        output: &OutputOptions,
        built: impl FnOnce(&Runtime) -> anyhow::Result<()> + Send + 'static,
    ) -> PendingRuntime {
        let line = Arc::new(StatusLine::new(output));
        let shown = Arc::clone(&line);
        let thread = thread::spawn(move || {
            let _phase = info_span!("runtime").entered();
            let begun = Instant::now();
            let runtime = build.name();
            let what = format!("{runtime}, once for this compiler");
            shown.begin("Building", &what);
            let crates = |built| {
                shown.update("Building", format_args!("{what}: {built} of {} crates", build.crates()));
            };
            built(&build.finish(crates)?)?;
            let time = quantity::seconds(begun.elapsed().as_secs_f64());
            shown.end("Built", format_args!("{runtime} in {time}"));
            Ok(())
        });
        PendingRuntime(Some((thread, line)))
    }

    /// Makes a command print above the status line, if that is redrawn.
    pub fn redirect(&self, command: &mut Command) {
        if self.0.as_ref().is_some_and(|(_, line)| line.is_redrawn()) {
            command.stderr(Stdio::piped());
            if std::env::var_os("CARGO_TERM_COLOR").is_none() && std::env::var_os("NO_COLOR").is_none() {
                command.env("CARGO_TERM_COLOR", "always");
            }
        }
    }

    /// Prints the standard error of a child above the status line, if it was redirected.
    pub fn relay(&self, child: &mut Child) {
        if let (Some((_, line)), Some(from)) = (&self.0, child.stderr.take()) {
            let line = Arc::clone(line);
            thread::spawn(move || relay(from, &line));
        }
    }

    /// Prints a text on standard error, above the status line if there is one.
    pub fn print(&self, text: &str) {
        match &self.0 {
            Some((_, line)) if line.is_redrawn() => line.above(text.as_bytes()),
            _ => anstream::eprint!("{text}"),
        }
    }

    /// Waits until the runtime is built.
    ///
    /// # Errors
    /// If it could not be built.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        match self.0.take() {
            Some((thread, _)) => {
                thread.join().unwrap_or_else(|_| Err(anyhow!("the runtime's build panicked")))
            }
            None => Ok(()),
        }
    }
}

/// A command that fails for another reason waits for the build, too: the next one needs it.
impl Drop for PendingRuntime {
    fn drop(&mut self) {
        _ = self.finish();
    }
}

fn relay(from: impl Read, line: &StatusLine) {
    let mut from = BufReader::new(from);
    let mut text = Vec::new();
    while from.read_until(b'\n', &mut text).is_ok_and(|bytes| bytes > 0) {
        line.above(&text);
        text.clear();
    }
}
