//! Deadlocked processes: all threads wait for one another, without a time limit.
//!
//! Linux shows the current system call of a thread, with its arguments. Locks, channels, parked
//! threads and `join` all wait for a futex; one with a timeout, and all else that waits, may end by
//! itself. A thread of a worker waits for the end of this command, in `flock`. On other systems,
//! deadlocks are not detected.

/// True if no thread of a process can ever continue.
#[cfg(target_os = "linux")]
pub fn is_deadlocked(process: u32) -> bool {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return false };
    let mut count = 0;
    for thread in threads {
        let call = thread.and_then(|thread| std::fs::read_to_string(thread.path().join("syscall")));
        if !call.is_ok_and(|call| waits_for_ever(&call)) {
            return false;
        }
        count += 1;
    }
    count > 0
}

#[cfg(not(target_os = "linux"))]
pub fn is_deadlocked(_process: u32) -> bool {
    false
}

/// True if the text of a `syscall` file is a wait for a futex, without a timeout, or for a locked
/// file.
#[cfg(target_os = "linux")]
fn waits_for_ever(call: &str) -> bool {
    /// The operations `FUTEX_WAIT` and `FUTEX_WAIT_BITSET`, and the bits that are no part of one.
    const WAITS: [libc::c_int; 2] = [libc::FUTEX_WAIT, libc::FUTEX_WAIT_BITSET];
    const FLAGS: libc::c_int = libc::FUTEX_PRIVATE_FLAG | libc::FUTEX_CLOCK_REALTIME;

    let mut words = call.split_ascii_whitespace();
    let number = words.next().and_then(|number| number.parse().ok());
    if number == Some(libc::SYS_flock) {
        return true;
    }
    let is_futex = number == Some(libc::SYS_futex);
    let arguments = words.map(|word| u64::from_str_radix(word.trim_start_matches("0x"), 16));
    let Ok(arguments) = arguments.collect::<Result<Vec<u64>, _>>() else { return false };
    let [_, operation, _, timeout, ..] = arguments[..] else { return false };
    is_futex && WAITS.contains(&(operation as libc::c_int & !FLAGS)) && timeout == 0
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    #[test]
    fn only_locks_and_futexes_without_a_timeout_wait_for_ever() {
        let futex = libc::SYS_futex;
        assert!(waits_for_ever(&format!("{futex} 0x7f1 0x80 0x2 0x0 0x0 0x0 0x7ffd 0x7f2")));
        assert!(waits_for_ever(&format!("{futex} 0x7f1 0x189 0x2 0x0 0x0 0xffffffff 0x7ffd 0x7f2")));
        assert!(!waits_for_ever(&format!("{futex} 0x7f1 0x189 0x2 0x7ffe 0x0 0xffffffff 0x7ffd 0x7f2")));
        assert!(
            !waits_for_ever(&format!("{futex} 0x7f1 0x81 0x2 0x0 0x0 0x0 0x7ffd 0x7f2")),
            "it wakes others"
        );
        assert!(waits_for_ever(&format!("{} 0x3 0x1 0x0 0x0", libc::SYS_flock)));
        assert!(!waits_for_ever(&format!("{} 0x0 0x0 0x0 0x0", libc::SYS_read)));
        assert!(["running\n", "-1 0x7ffd 0x7f2\n", ""].iter().all(|call| !waits_for_ever(call)));
    }

    /// Starts this executable with one of the tests below. True if it is deadlocked in time.
    fn is_deadlocked_soon(test: &str) -> bool {
        let mut command = Command::new(std::env::current_exe().expect("it runs"));
        command.args([
            "--exact",
            &format!("worker::deadlock::tests::{test}"),
            "--ignored",
            "--test-threads=1",
        ]);
        let mut child: Child = command.stdout(Stdio::null()).spawn().expect("it starts again");
        let started = Instant::now();
        let mut found = false;
        while !found && started.elapsed() < Duration::from_secs(2) {
            std::thread::sleep(Duration::from_millis(20));
            found = is_deadlocked(child.id());
        }
        child.kill().and_then(|()| child.wait()).expect("it can be killed");
        found
    }

    #[test]
    fn self_waiting_process_is_deadlocked_and_a_sleeping_one_is_not() {
        assert!(is_deadlocked_soon("waits"));
        assert!(!is_deadlocked_soon("sleeps"));
    }

    #[test]
    #[ignore = "is run by another test"]
    fn waits() {
        std::thread::park();
    }

    #[test]
    #[ignore = "is run by another test"]
    fn sleeps() {
        std::thread::park_timeout(Duration::from_secs(60));
    }
}
