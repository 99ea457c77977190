//! Records the arguments with which the user's own tests call annotated functions, for searches to begin with.
//!
//! 1. The command runs the tests once, with [`ARGUMENTS`] naming a file. Each call appends its arguments to it, as a line,
//!    before it begins, so nothing is lost by how the process ends.
//! 2. Whether to record is asked on the branch of [`step`](crate::limits::step) that other threads than the searching one
//!    take: a search pays nothing.
//! 3. Of each function the first [`MOST_OF_A_FUNCTION`] calls are recorded whose arguments differ.
//! 4. Arguments that cannot be written back are not recorded; once for each function a line says so.

use crate::registry::Target;
use parking_lot::Mutex;
use sbst_model::messages::{to_line, Recorded, ARGUMENTS};
use sbst_model::{NodeKind, TestCase};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::Write as _;
use std::ptr;
use std::sync::OnceLock;

/// Calls of one function that are recorded in a process: a table of cases, not a fuzzer's day.
const MOST_OF_A_FUNCTION: usize = 64;

static LOG: OnceLock<Option<Mutex<Log>>> = OnceLock::new();

thread_local! {
    /// An allocator of the user's may be annotated, too.
    static IS_RECORDING: Cell<bool> = const { Cell::new(false) };
}

struct Log {
    file: File,
    /// The arguments recorded, by function; nothing for those that could not be.
    seen: HashMap<usize, HashSet<Option<String>>>,
}

fn log() -> Option<&'static Mutex<Log>> {
    let open = || {
        let path = std::env::var_os(ARGUMENTS)?;
        let file = File::options().create(true).append(true).open(path).ok()?;
        Some(Mutex::new(Log { file, seen: HashMap::new() }))
    };
    LOG.get_or_init(open).as_ref()
}

/// Whether arguments are recorded in this process.
pub(crate) fn is_on() -> bool {
    !IS_RECORDING.get() && log().is_some()
}

/// A call of `target` to append the arguments to, if another is to be recorded. Then [`record_call`] must follow.
#[cold]
#[inline(never)]
pub fn begin_call(target: &'static Target) -> Option<TestCase> {
    let log = log()?;
    IS_RECORDING.set(true);
    let seen = log.lock().seen.get(&ptr::from_ref(target).addr()).map_or(0, HashSet::len);
    if seen >= MOST_OF_A_FUNCTION {
        IS_RECORDING.set(false);
        return None;
    }
    let mut call = TestCase::new();
    call.open(NodeKind::Statement, 0);
    Some(call)
}

/// Records a call, unless it is the same as one before or not all of its arguments could be written back.
#[cold]
#[inline(never)]
pub fn record_call(target: &'static Target, mut call: TestCase, is_complete: bool) {
    call.close(0);
    if let Some(log) = log() {
        log.lock().record(target, is_complete, &call);
    }
    drop(call);
    IS_RECORDING.set(false);
}

impl Log {
    fn record(&mut self, target: &'static Target, is_complete: bool, test: &TestCase) {
        let seen = self.seen.entry(ptr::from_ref(target).addr()).or_default();
        let test = is_complete.then(|| test.to_hex());
        if seen.insert(test.clone()) {
            if let Ok(line) = to_line(&Recorded { target: target.id(), test }) {
                // In one piece, because other processes that the tests start append to the same file. If the disk is
                // full, fewer are recorded.
                _ = self.file.write_all((line + "\n").as_bytes());
            }
        }
    }
}
