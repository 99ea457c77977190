//! Panics of the code under test: caught, silent, and cheap. With `RUST_BACKTRACE=1` the default
//! hook costs up to 300 µs a panic. Our hook notes the message and the place, and prints nothing
//! while a test case runs.

use crate::probe::{assertion, role};
use once_cell::sync::OnceCell;
use parking_lot::Mutex;
use sbst_model::target::Place;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// True while a test case runs.
static EXECUTING: AtomicBool = AtomicBool::new(false);
/// The last panic on the owner's thread.
static LAST: Mutex<Option<Panic>> = Mutex::new(None);

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Panic {
    /// Its message; empty if its payload is not text.
    pub(crate) message: String,
    pub(crate) place: Option<Place>,
}

/// Puts our hook before the existing one, at the first call.
pub(crate) fn install_hook() {
    static INSTALLED: OnceCell<()> = OnceCell::new();
    INSTALLED.get_or_init(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !EXECUTING.load(Relaxed) {
                previous(info);
            } else if role::is_owner() {
                *LAST.lock() = Some(note(info));
            }
        }));
    });
}

fn note(info: &PanicHookInfo<'_>) -> Panic {
    Panic {
        message: assertion::as_written(info.payload_as_str().unwrap_or_default().to_owned()),
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
pub(crate) fn catch(execution: impl FnOnce()) -> Result<(), Panic> {
    EXECUTING.store(true, Relaxed);
    let result = catch_unwind(AssertUnwindSafe(execution));
    EXECUTING.store(false, Relaxed);
    result.map_err(|payload| {
        // A payload may be anything, with any destructor.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(payload)));
        LAST.lock().take().unwrap_or(Panic { message: String::new(), place: None })
    })
}

/// Runs code that no test runs, within an execution; returns `None` if it panics. What else unwinds
/// it, such as a limit, goes on.
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
