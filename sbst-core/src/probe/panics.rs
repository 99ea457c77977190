//! Panics of the code under test: caught, silent, and cheap. With `RUST_BACKTRACE=1` the default
//! hook costs up to 300 µs for each panic. Our hook notes the message and the place, and does not
//! print while a test case runs.

use crate::probe::{assertion_text, role};
use once_cell::sync::OnceCell;
use parking_lot::Mutex;
use sbst_model::messages::BACKTRACE;
use sbst_model::target::Place;
use std::fs::OpenOptions;
use std::io::Write;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe, PanicHookInfo};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// True while a test case runs.
static EXECUTING: AtomicBool = AtomicBool::new(false);
/// The last panic on the owner's thread.
static LAST: Mutex<Option<Panic>> = Mutex::new(None);
/// The file for backtraces, with the number of written ones.
static TRACES: Mutex<Option<(PathBuf, u32)>> = Mutex::new(None);
/// The most backtraces of a process: a test case is executed several times, and may catch panics.
const MOST_TRACES: u32 = 64;

#[derive(Clone, Debug, PartialEq)]
pub struct Panic {
    /// Its message; empty if its payload is not text.
    pub message: String,
    pub place: Option<Place>,
}

/// Puts our hook before the existing one, at the first call.
pub fn install_hook() {
    static INSTALLED: OnceCell<()> = OnceCell::new();
    INSTALLED.get_or_init(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !EXECUTING.load(Relaxed) {
                previous(info);
            } else if role::is_owner() {
                let panic = note(info);
                trace(&panic);
                *LAST.lock() = Some(panic);
            }
        }));
    });
}

/// Writes the backtraces of later panics to this file.
pub fn trace_to(file: PathBuf) {
    *TRACES.lock() = Some((file, 0));
}

/// Appends the backtrace of a panic on request. Text that cannot be written is dropped.
#[cold]
fn trace(panic: &Panic) {
    let mut traces = TRACES.lock();
    let Some((file, written)) = traces.as_mut().filter(|(_, written)| *written < MOST_TRACES) else { return };
    *written += 1;
    let place = panic.place.as_ref().map(ToString::to_string).unwrap_or_default();
    let trace = std::backtrace::Backtrace::force_capture();
    if let Ok(mut file) = OpenOptions::new().create(true).append(true).open(file) {
        _ = write!(file, "{BACKTRACE}{place}\n{trace}\n");
    }
}

fn note(info: &PanicHookInfo<'_>) -> Panic {
    // Code under test that corrupts memory makes invalid texts.
    let message = String::from_utf8_lossy(info.payload_as_str().unwrap_or_default().as_bytes());
    Panic {
        message: assertion_text::as_written(message.into_owned()),
        place: info.location().map(|location| Place {
            file: location.file().to_owned(),
            line: location.line(),
            column: location.column(),
        }),
    }
}

/// True if the message of the last panic begins with `text`.
pub(crate) fn last_begins_with(text: &str) -> bool {
    role::is_owner() && LAST.lock().as_ref().is_some_and(|panic| panic.message.starts_with(text))
}

/// Runs `execution` and returns the panic that ended it. Unwinding without a panic (by a limit, or
/// by `resume_unwind`) has neither message nor place.
#[inline]
pub fn catch(execution: impl FnOnce()) -> Result<(), Panic> {
    EXECUTING.store(true, Relaxed);
    let result = catch_unwind(AssertUnwindSafe(execution));
    EXECUTING.store(false, Relaxed);
    result.map_err(|payload| {
        // A payload may have any type, and any destructor.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
        LAST.lock().take().unwrap_or(Panic { message: String::new(), place: None })
    })
}

/// Runs code that no test runs, within an execution; returns `None` if it panics. Unwinding for
/// another reason, such as a limit, continues.
pub(crate) fn forgive<T>(asked: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(asked)) {
        Ok(answer) => Some(answer),
        Err(payload) if EXECUTING.load(Relaxed) && LAST.lock().take().is_none() => resume_unwind(payload),
        Err(payload) => {
            let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
            None
        }
    }
}
