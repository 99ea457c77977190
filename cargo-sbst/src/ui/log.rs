//! The log of a command: its actions, and their durations. It belongs to a bug report.
//!
//! 1. A phase is a span of `tracing`, and the lines of its thread begin with its name. Lines about a
//!    worker have the number of its process.
//! 2. Lines are kept until the target directory is known. Each session has one file in it, and the
//!    last [`KEPT`] files stay.
//! 3. A file that is [`LARGE`] gets no more lines about single workers and crates: a long run has
//!    millions.
//! 4. Times are seconds since the command began. A file that cannot be written ends no run.

use crate::ui::exit_code::ExitCode;
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::backtrace::Backtrace;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use std::{env, panic};
use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::fmt::time::Uptime;

/// The folder of logs in our folder of the target directory.
pub const FOLDER: &str = "logs";
/// The ending of logs, whose names are their numbers.
const EXTENSION: &str = "log";
/// Logs that are kept, the newest one too.
const KEPT: u32 = 5;
/// The size in bytes from which only important lines are written.
const LARGE: usize = 8 << 20;

static LOG: Mutex<Log> = Mutex::new(Log { path: None, file: None, waiting: Vec::new(), size: 0 });

/// The lines of this process.
#[derive(Debug)]
struct Log {
    path: Option<Utf8PathBuf>,
    file: Option<File>,
    /// Lines before there is a file.
    waiting: Vec<u8>,
    size: usize,
}

impl Log {
    /// Rule 2.
    fn open(&mut self, folder: &Utf8Path) -> anyhow::Result<()> {
        if self.file.is_some() {
            return Ok(());
        }
        fs::create_dir_all(folder).with_context(|| format!("failed to create {folder}"))?;
        let path = folder.join(format!("{}.{EXTENSION}", make_room(folder)?));
        let mut file = File::create(&path).with_context(|| format!("failed to write {path}"))?;
        file.write_all(&std::mem::take(&mut self.waiting))
            .with_context(|| format!("failed to write {path}"))?;
        (self.path, self.file) = (Some(path), Some(file));
        Ok(())
    }

    fn write(&mut self, text: &[u8], is_minor: bool) {
        if is_minor && self.size >= LARGE {
            return;
        }
        self.size += text.len();
        match &mut self.file {
            // Rule 4.
            Some(file) => _ = file.write_all(text),
            None => self.waiting.extend(text),
        }
    }
}

/// Removes the oldest logs, and returns the number of the next one.
fn make_room(folder: &Utf8Path) -> anyhow::Result<u32> {
    let mut numbers = Vec::new();
    for entry in folder.read_dir_utf8().with_context(|| format!("failed to read {folder}"))? {
        let path = entry.with_context(|| format!("failed to read {folder}"))?.into_path();
        if path.extension() == Some(EXTENSION) {
            numbers.extend(path.file_stem().and_then(|stem| stem.parse::<u32>().ok()));
        }
    }
    let next = numbers.iter().max().map_or(1, |last| last.saturating_add(1));
    for number in numbers.into_iter().filter(|number| number.saturating_add(KEPT) <= next) {
        // A log that stays is none the worse.
        _ = fs::remove_file(folder.join(format!("{number}.{EXTENSION}")));
    }
    Ok(next)
}

fn log() -> MutexGuard<'static, Log> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A writer of lines, which are minor or not.
#[derive(Debug)]
struct Line {
    is_minor: bool,
}

impl Write for Line {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        log().write(text, self.is_minor);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The maker of writers, by the level of the lines.
struct Lines;

impl MakeWriter<'_> for Lines {
    type Writer = Line;

    fn make_writer(&self) -> Line {
        Line { is_minor: false }
    }

    fn make_writer_for(&self, what: &Metadata<'_>) -> Line {
        Line { is_minor: *what.level() > Level::INFO }
    }
}

/// Begins the log with the command line. Panics are logged from now on.
pub fn begin() {
    let subscriber = tracing_subscriber::fmt()
        .with_writer(Lines)
        .with_timer(Uptime::default())
        .with_ansi(false)
        .with_target(false)
        .with_max_level(Level::DEBUG)
        .with_span_events(FmtSpan::NEW | FmtSpan::CLOSE)
        .finish();
    // Where there is a subscriber already, it takes the events.
    _ = tracing::subscriber::set_global_default(subscriber);
    let arguments: Vec<_> = env::args_os().collect();
    tracing::info!(
        "cargo-sbst {} on {} {}: {arguments:?}",
        env!("CARGO_PKG_VERSION"),
        env::consts::ARCH,
        env::consts::OS
    );
    let show = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        tracing::error!("{info}\n{}", Backtrace::force_capture());
        show(info);
    }));
}

/// Opens a file in our folder of the target directory, unless there is one.
pub fn open(own_folder: &Utf8Path) -> anyhow::Result<()> {
    log().open(&own_folder.join(FOLDER))
}

/// Returns the path of the file, if there is one.
pub fn path() -> Option<Utf8PathBuf> {
    log().path.clone()
}

/// Logs how the command ended.
pub fn end(code: ExitCode) {
    tracing::info!("the command ends: {code:?}");
}

/// The build that a command of cargo makes.
#[derive(Debug)]
pub struct Build(Instant);

impl Build {
    pub fn begin(command: &Command) -> Build {
        let words: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
        tracing::info!("cargo begins: {}", words.join(" "));
        Build(Instant::now())
    }

    /// Logs the result, with the errors of the compiler.
    pub fn end(&self, has_succeeded: bool, errors: usize) {
        let result = if has_succeeded { "succeeded" } else { "failed" };
        tracing::info!("cargo {result} after {:.1?}, {errors} errors", self.0.elapsed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(folder: &Utf8Path) -> Log {
        let mut log = Log { path: None, file: None, waiting: Vec::new(), size: 0 };
        log.write(b"before\n", false);
        log.open(folder).unwrap();
        log
    }

    #[test]
    fn lines_from_before_the_file_come_first_and_a_file_is_opened_once() {
        let directory = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(directory.path()).unwrap().join("logs");
        let mut log = opened(&folder);
        log.open(&folder).unwrap();
        log.write(b"after\n", true);
        assert_eq!(fs::read_to_string(folder.join("1.log")).unwrap(), "before\nafter\n");
        assert_eq!(folder.read_dir_utf8().unwrap().count(), 1);
    }

    #[test]
    fn the_last_logs_are_kept_and_other_files_stay() {
        let directory = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(directory.path()).unwrap();
        fs::write(folder.join("mine.log"), "").unwrap();
        fs::write(folder.join("0.txt"), "").unwrap();
        let paths: Vec<_> = (0..KEPT + 3).map(|_| opened(folder).path.unwrap()).collect();
        assert_eq!(paths.last(), Some(&folder.join("8.log")));
        let mut names: Vec<String> =
            folder.read_dir_utf8().unwrap().map(|entry| entry.unwrap().file_name().to_owned()).collect();
        names.sort();
        assert_eq!(names, ["0.txt", "4.log", "5.log", "6.log", "7.log", "8.log", "mine.log"]);
    }

    #[test]
    fn minor_lines_end_when_the_file_is_large() {
        let directory = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(directory.path()).unwrap();
        let mut log = opened(folder);
        log.size = LARGE;
        log.write(b"minor\n", true);
        log.write(b"major\n", false);
        assert_eq!(fs::read_to_string(folder.join("1.log")).unwrap(), "before\nmajor\n");
    }
}
