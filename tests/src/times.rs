//! The processor time of each command, to find out which tests are slow.
//!
//! With `SBST_TIMES=FILE`, each command that has ended adds a line to the file: its processor time
//! and its wall time in seconds, the test that ran it, and the command. Commands that run at the
//! same time are counted in each other's processor time, so choose `--test-threads 1`. Linux only.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::thread;
use std::time::Instant;

/// A running measurement.
pub(crate) struct Stopwatch {
    processor: f64,
    wall: Instant,
}

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch { processor: processor_seconds_of_children(), wall: Instant::now() }
    }

    /// Ends the measurement and writes it down, if that was asked for.
    pub(crate) fn note(self, command: &str) {
        let Some(path) = env::var_os("SBST_TIMES") else { return };
        let processor = processor_seconds_of_children() - self.processor;
        let wall = self.wall.elapsed().as_secs_f64();
        let test = thread::current().name().unwrap_or("?").to_owned();
        let mut file = OpenOptions::new().create(true).append(true).open(path).expect("SBST_TIMES is a file");
        writeln!(file, "{processor:8.2} {wall:8.2}  {test}  {command}").expect("failed to note a time");
    }
}

/// Returns the processor time of all child processes that have ended, in seconds; 0 where it is
/// unknown.
fn processor_seconds_of_children() -> f64 {
    let statistics = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = statistics.rsplit_once(") ").map_or("", |(_, fields)| fields);
    // The fields `cutime` and `cstime` of `proc_pid_stat(5)`; the clock ticks a hundred times a
    // second.
    let ticks = fields.split(' ').skip(13).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
