//! Runs futures to their ends, for functions that are `async` or return a future.
//!
//! 1. Every poll is a step, so a future that wakes itself forever is ended like an endless loop.
//! 2. A pending future is polled again after a call of its waker by any thread.
//! 3. Without such a call within [`LONGEST_WAIT`], the execution is unwound like an endless one: no
//!    thread of a test will ever wake it. After the first few of these the wait is
//!    [`SHORTER_WAIT`], since a search makes many.
//!
//! There is no reactor: a framework's future that needs one panics with its own message.

use crate::probe::limits;
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

/// The time that a pending future may wait for its waker: long enough for a thread to start and
/// answer, and short enough for a search.
const LONGEST_WAIT: Duration = Duration::from_millis(100);
/// The wait after [`PATIENCE`] futures that were never woken.
const SHORTER_WAIT: Duration = Duration::from_millis(2);
/// The number of futures with the longest wait.
const PATIENCE: u32 = 3;

/// Futures that were never woken.
static IN_VAIN: AtomicU32 = AtomicU32::new(0);

/// Wakes the thread that polls.
struct Alarm {
    polling: Thread,
    rang: AtomicBool,
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.rang.store(true, Ordering::Release);
        self.polling.unpark();
    }
}

impl Alarm {
    /// Waits until it rings; `false` if the time is over.
    fn wait(&self) -> bool {
        let patient = IN_VAIN.load(Ordering::Relaxed) < PATIENCE;
        let end = Instant::now() + if patient { LONGEST_WAIT } else { SHORTER_WAIT };
        loop {
            if self.rang.swap(false, Ordering::Acquire) {
                return true;
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            thread::park_timeout(left);
        }
    }
}

/// Polls a future until it is ready.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let alarm = Arc::new(Alarm { polling: thread::current(), rang: AtomicBool::new(false) });
    let waker = Waker::from(alarm.clone());
    let mut context = Context::from_waker(&waker);
    loop {
        limits::step();
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        if !alarm.wait() {
            IN_VAIN.fetch_add(1, Ordering::Relaxed);
            limits::nobody_wakes();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::limits::{Limit, LimitReached};
    use crate::probe::role;
    use std::future::{pending, poll_fn};
    use std::panic::{catch_unwind, AssertUnwindSafe};

    #[test]
    fn a_future_is_polled_again_when_another_thread_wakes_it() {
        let mut polls = 0;
        let future = poll_fn(|context| {
            polls += 1;
            if polls == 3 {
                return Poll::Ready(7);
            }
            let waker = context.waker().clone();
            thread::spawn(move || waker.wake());
            Poll::Pending
        });
        assert_eq!(block_on(future), 7);
        assert_eq!(polls, 3);
    }

    #[test]
    fn futures_never_woken_or_always_woken_end() {
        role::become_owner();
        let endless = poll_fn(|context| {
            context.waker().wake_by_ref();
            Poll::<()>::Pending
        });
        let ended = |future: &mut dyn FnMut()| {
            limits::arm(1_000, 8 << 20);
            let payload = catch_unwind(AssertUnwindSafe(future)).expect_err("it is unwound");
            assert!(payload.is::<LimitReached>());
            limits::disarm()
        };
        let usage = ended(&mut || block_on(pending()));
        assert_eq!((usage.reached, usage.steps), (Some(Limit::Pending), 1));
        let mut endless = Some(endless);
        let usage = ended(&mut || endless.take().map(block_on).unwrap_or_default());
        assert_eq!(usage.reached, Some(Limit::Steps));
    }
}
