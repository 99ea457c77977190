//! Processor time of a process: other work on the machine stretches the wall time of an execution,
//! but not its processor time.

use std::time::Duration;

/// Returns the processor time of a process with all of its threads; `None` if the system does not
/// provide it.
#[cfg(target_os = "linux")]
pub fn of_process(process: u32) -> Option<Duration> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).ok()?;
    let mut sum = None;
    for thread in threads.flatten() {
        let Ok(text) = std::fs::read_to_string(thread.path().join("schedstat")) else { continue };
        let nanoseconds: u64 = text.split_ascii_whitespace().next()?.parse().ok()?;
        sum = Some(sum.unwrap_or_default() + Duration::from_nanos(nanoseconds));
    }
    sum
}

#[cfg(not(target_os = "linux"))]
pub fn of_process(_process: u32) -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn computing_takes_processor_time() {
        // The threads of other tests end meanwhile, and their time leaves the sum with them.
        let own = || of_process(std::process::id()).expect("the kernel counts it");
        let (mut lowest, started) = (own(), Instant::now());
        while own().saturating_sub(lowest) < Duration::from_millis(20) {
            lowest = lowest.min(own());
            assert!(started.elapsed() < Duration::from_secs(60));
        }
    }
}
