//! Waiting for threads left by an execution, so that their conditions do not count for the next
//! one.
//!
//! # Policy
//! 1. The threads of the process are counted after executions 1, 2, 4, 8 and so on, and after each
//!    [`COUNTED_EVERY`]th. They are counted after each execution once there were more, or another
//!    thread recorded anything.
//! 2. While there are more than before, the search waits, up to its patience. That is [`PATIENCE`]
//!    at first, and is halved after each wait in vain.
//! 3. Threads that outlive a wait count as permanent, such as those of a pool.
//!
//! Without the wait, threads pile up: an evaluation begins sooner than the last one's threads end.
//! Then code under test fails to start a thread within a worker's limit of address space
//! (`memory.rs`).

use sbst_core::probe::site;
use std::thread;
use std::time::{Duration, Instant};

/// Executions between two counts if none left a thread so far. A count takes about a microsecond,
/// like a short evaluation, and must take less than a thousandth of the time.
const COUNTED_EVERY: u64 = 1_024;
/// Time for which the search waits at first. A thread starts and ends within tens of microseconds,
/// or on a busy machine within a scheduler's time slice of a few milliseconds.
const PATIENCE: Duration = Duration::from_millis(20);

/// The threads of a process in which only executions start threads.
pub(crate) struct LeftThreads {
    executions: u64,
    /// The threads before an execution, once they were counted.
    staying: Option<u64>,
    are_expected: bool,
    patience: Duration,
    count: fn() -> Option<u64>,
}

impl LeftThreads {
    /// Returns the state before the first execution.
    pub(crate) fn new() -> LeftThreads {
        LeftThreads { executions: 0, staying: None, are_expected: false, patience: PATIENCE, count }
    }

    /// Must be called before an execution.
    #[inline]
    pub(crate) fn before_execution(&mut self) {
        if self.staying.is_none() {
            self.staying = Some((self.count)().unwrap_or(u64::MAX));
        }
        self.executions += 1;
    }

    /// Waits after an execution.
    #[inline]
    pub(crate) fn wait(&mut self) {
        let is_counted = self.executions.is_power_of_two() || self.executions.is_multiple_of(COUNTED_EVERY);
        if is_counted || self.are_expected || site::others_recorded() {
            self.wait_for_all();
        }
    }

    #[cold]
    #[inline(never)]
    fn wait_for_all(&mut self) {
        let staying = self.staying.unwrap_or(u64::MAX);
        let started = Instant::now();
        while let Some(left) = (self.count)().filter(|threads| *threads > staying) {
            self.are_expected = true;
            if started.elapsed() >= self.patience {
                self.patience /= 2;
                self.staying = Some(left);
                return;
            }
            thread::yield_now();
        }
    }
}

/// Returns the number of threads of the process; `None` if the system does not provide it.
#[cfg(target_os = "linux")]
fn count() -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    // Each thread is a link of the directory, beside the two of any directory.
    std::fs::metadata("/proc/self/task").ok().map(|tasks| tasks.nlink() - 2)
}

#[cfg(not(target_os = "linux"))]
fn count() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local! {
        /// The results of the next counts, in order.
        static COUNTS: Cell<(u64, u64)> = const { Cell::new((1, 1)) };
    }

    fn counting(now: u64, then: u64) {
        COUNTS.set((now, then));
    }

    /// Waits after an execution that left `now` threads, `then` of them at the second count.
    fn wait(threads: &mut LeftThreads, now: u64, then: u64) {
        threads.before_execution();
        counting(now, then);
        threads.wait();
    }

    fn left_threads() -> LeftThreads {
        counting(1, 1);
        let count = || {
            let (now, then) = COUNTS.get();
            COUNTS.set((then, then));
            Some(now)
        };
        LeftThreads { count, ..LeftThreads::new() }
    }

    #[test]
    fn search_waits_for_ending_threads() {
        let mut threads = left_threads();
        wait(&mut threads, 3, 1);
        assert_eq!((threads.staying, threads.patience, COUNTS.get()), (Some(1), PATIENCE, (1, 1)));
    }

    #[test]
    fn permanent_threads_are_awaited_once_and_others_always() {
        let mut threads = left_threads();
        wait(&mut threads, 2, 2);
        assert_eq!((threads.staying, threads.patience), (Some(2), PATIENCE / 2));
        wait(&mut threads, 2, 2);
        assert_eq!((threads.staying, threads.patience), (Some(2), PATIENCE / 2));
        wait(&mut threads, 3, 2);
        assert_eq!((threads.staying, threads.patience), (Some(2), PATIENCE / 2));
    }

    #[test]
    fn threads_are_counted_seldom_until_one_was_left() {
        let mut threads = left_threads();
        let is_counted = |threads: &mut LeftThreads| {
            wait(threads, 7, 1);
            COUNTS.get() == (1, 1)
        };
        for _ in 0..10 {
            wait(&mut threads, 1, 1);
        }
        // Another test may record at the same time.
        let is_seldom = !is_counted(&mut threads) || site::others_recorded();
        assert!(is_seldom, "the eleventh execution is not looked at");
        threads.executions = COUNTED_EVERY - 1;
        assert!(is_counted(&mut threads));
        assert!(is_counted(&mut threads), "and the one after it is, since a thread was left");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_counts_the_threads_of_the_process() {
        let counted = thread::scope(|scope| scope.spawn(count).join().unwrap());
        assert!(counted.is_some_and(|threads| threads >= 2), "this thread, and the one that counted");
    }
}
