//! The causes of a worker's death.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// The description of [`Death::OutOfMemory`].
pub const OUT_OF_MEMORY: &str = "out of memory";
const TOO_SLOW: &str = "too slow";
const NO_END: &str = "no end within ";

/// The cause of a worker's death, equal for equal causes. Its text is stored between runs.
///
/// ```
/// use sbst_model::messages::Death;
///
/// let death = Death::from_text("no end within 0.5 s");
/// assert!(death.is_hang());
/// assert_eq!(death.to_string(), "no end within 0.5 s");
/// assert_eq!(Death::from_text("stack overflow"), Death::Other("stack overflow".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Death {
    OutOfMemory,
    /// The execution took too long for its turn. It may end by itself, so this is not a finding.
    TooSlow,
    /// The execution did not end within this time.
    NoEnd(Duration),
    /// Another cause, described: "stack overflow", "exit with code 3".
    Other(String),
}

impl Death {
    /// Reads a cause from its text.
    pub fn from_text(text: &str) -> Death {
        let seconds = || text.strip_prefix(NO_END)?.strip_suffix(" s")?.parse().ok();
        let no_end = || Duration::try_from_secs_f64(seconds()?).ok();
        match text {
            OUT_OF_MEMORY => Death::OutOfMemory,
            TOO_SLOW => Death::TooSlow,
            _ => no_end().map_or_else(|| Death::Other(text.to_owned()), Death::NoEnd),
        }
    }

    /// Returns the message of its finding if the arguments are unknown, because they were too long.
    pub fn without_arguments(&self) -> String {
        format!("{self} (the arguments were too long to be kept)")
    }

    pub fn is_hang(&self) -> bool {
        matches!(self, Death::NoEnd(_))
    }
}

impl Display for Death {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Death::OutOfMemory => f.write_str(OUT_OF_MEMORY),
            Death::TooSlow => f.write_str(TOO_SLOW),
            Death::NoEnd(within) => write!(f, "{NO_END}{} s", within.as_secs_f64()),
            Death::Other(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_is_read_back_from_its_text() {
        let hangs =
            [1, 100, 250, 3_333, 10_000, 86_400_000].map(|ms| Death::NoEnd(Duration::from_millis(ms)));
        let others = ["abort (SIGABRT)", "no end within reach", "no end within -1 s", ""];
        let others = others.map(|text| Death::Other(text.to_owned()));
        for death in hangs.into_iter().chain(others).chain([Death::OutOfMemory, Death::TooSlow]) {
            assert_eq!(Death::from_text(&death.to_string()), death);
        }
    }
}
