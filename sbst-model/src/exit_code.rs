//! Exit codes of workers and of the servers that fork them.

/// A bit beyond the status visible to the system, with which the sandbox lets a process end
/// unjudged. If an end is judged after the monitor has ended, only one thread ends.
pub const UNJUDGED: i32 = 1 << 16;

/// The beginning of the line on standard error with the reason why a worker gives up.
pub const GIVING_UP: &str = "sbst: the worker";

/// A reason to exit without finished work, numbered as in sysexits.h.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum WorkerExit {
    /// The orders are not executable: `EX_SOFTWARE`.
    CannotWork = 70,
    /// The system refuses a resource of a fork server or of a forked worker: `EX_OSERR`.
    CannotServe = 71,
    /// The events cannot be written: `EX_IOERR`.
    CannotWrite = 74,
}

impl WorkerExit {
    /// Returns the exit code of a process that ends for this reason.
    pub const fn code(self) -> i32 {
        self as i32
    }

    pub fn from_code(code: i32) -> Option<WorkerExit> {
        let all = [WorkerExit::CannotWork, WorkerExit::CannotServe, WorkerExit::CannotWrite];
        all.into_iter().find(|exit| exit.code() == code)
    }
}
