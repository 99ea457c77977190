//! The cause of a worker's death, in equal words for equal causes.

use sbst_model::messages::{Death, OUT_OF_MEMORY};
use std::process::ExitStatus;

/// Phrases on standard error and their meanings. Numbers and addresses, which vary, are left out.
const LAST_WORDS: [(&str, &str); 4] = [
    ("has overflowed its stack", "stack overflow"),
    ("memory allocation of", OUT_OF_MEMORY),
    ("panic in a destructor during cleanup", "abort: panic in a destructor during cleanup"),
    ("panic in a function that cannot unwind", "abort: panic in a function that cannot unwind"),
];

/// Returns the cause of a process's end, from its status and the end of its standard error.
pub fn death(status: ExitStatus, last_words: &str) -> Death {
    let by_signal = signal(status);
    if by_signal.is_some() || !cfg!(unix) {
        let known = LAST_WORDS.iter().find(|(phrase, _)| last_words.contains(phrase));
        if let Some((_, meaning)) = known {
            return Death::from_text(meaning);
        }
    }
    Death::Other(match (by_signal, status.code()) {
        (Some(6), _) => "abort (SIGABRT)".to_owned(),
        (Some(number), _) => match name(number) {
            Some("SIGKILL") => "killed by signal SIGKILL, perhaps out of memory".to_owned(),
            Some(name) => format!("killed by signal {name}"),
            None => format!("killed by signal {number}"),
        },
        (None, Some(code)) => format!("exit with code {code}"),
        (None, None) => "an unknown end".to_owned(),
    })
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// Names of the signals whose numbers are the same on every Unix, and of SIGBUS.
fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        7 if cfg!(target_os = "linux") => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        10 if cfg!(target_os = "macos") => "SIGBUS",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        _ => return None,
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    #[test]
    fn kinds_of_deaths_are_distinguished() {
        let overflow = "thread 'x' (12) has overflowed its stack\nfatal runtime error: stack overflow\n";
        for (raw, last_words, expected) in [
            (6, overflow, "stack overflow"),
            (11, overflow, "stack overflow"),
            (6, "", "abort (SIGABRT)"),
            (6, "memory allocation of 72 bytes failed", "out of memory"),
            (11, "", "killed by signal SIGSEGV"),
            (40, "", "killed by signal 40"),
            (3 << 8, overflow, "exit with code 3"),
            (0, "", "exit with code 0"),
        ] {
            assert_eq!(death(ExitStatus::from_raw(raw), last_words), Death::from_text(expected));
        }
    }
}
