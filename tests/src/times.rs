//! The processor times of all commands, to find slow tests.
//!
//! With `SBST_TIMES=FILE`, each ended command adds a line to the file: its processor time and its
//! wall time in seconds, its test, and the command. The time is that of the command's process and
//! of all children it waited for, without servers that outlive it. Linux only.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

/// A running measurement, if requested.
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(env::var_os("SBST_TIMES").map(|_| Instant::now()))
    }

    /// Ends the measurement of a process that ends by itself, before it is waited for: the system
    /// deletes its times then.
    pub(crate) fn note(&self, process: &Child, command: &str) {
        let Some((path, start)) = env::var_os("SBST_TIMES").zip(self.0) else { return };
        let processor = processor_seconds_at_end(process.id());
        let wall = start.elapsed().as_secs_f64();
        let test = thread::current().name().unwrap_or("?").to_owned();
        let mut file = OpenOptions::new().create(true).append(true).open(path).expect("SBST_TIMES is a file");
        let line = format!("{processor:8.2} {wall:8.2}  {test}  {command}\n");
        file.write_all(line.as_bytes()).expect("failed to note a time");
    }
}

/// Returns the processor time of a process and of the children it has waited for, in seconds, as
/// soon as it has ended. It is 0 if it cannot be read.
fn processor_seconds_at_end(id: u32) -> f64 {
    loop {
        let statistics = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let Some((_, fields)) = statistics.rsplit_once(") ") else { return 0.0 };
        if fields.starts_with('Z') {
            // The fields `utime` to `cstime` of `proc_pid_stat(5)`; the clock ticks a hundred times
            // a second.
            let ticks = fields.split(' ').skip(11).take(4).filter_map(|field| field.parse::<f64>().ok());
            return ticks.sum::<f64>() / 100.0;
        }
        thread::sleep(Duration::from_millis(1));
    }
}
