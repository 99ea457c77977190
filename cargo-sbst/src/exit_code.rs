//! Exit codes, distinct where a script would want to act differently, and the errors that carry them.

use std::process::ExitCode as ProcessExitCode;

/// How the command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitCode {
    /// Everything asked for was done. Findings do not change that.
    Success = 0,
    /// What was asked for cannot be done here: no cargo project, nothing annotated, no such function, a full disk.
    Error = 1,
    /// The command line is wrong; clap ends with this one itself.
    Usage = 2,
    /// There are findings, and `--fail-on-findings` was given.
    Findings = 3,
    /// The search build failed: the code does not compile.
    BuildFailed = 4,
    /// A worker did not do its work.
    WorkerFailed = 5,
    /// An error in cargo-sbst itself.
    Internal = 70,
    /// The user interrupted; what was found until then is reported.
    Interrupted = 130,
}

/// The exit codes as the help shows them.
pub const HELP: &str = "\
Exit codes:
  0    Everything asked for was done; findings do not change that
  1    It cannot be done here: no cargo project, nothing annotated, no such function
  2    The command line is wrong
  3    There are findings, and --fail-on-findings was given
  4    The search build failed
  5    A worker did not do its work
  70   An error in cargo-sbst itself
  130  Interrupted; what was found until then is reported";

impl From<ExitCode> for ProcessExitCode {
    fn from(code: ExitCode) -> ProcessExitCode {
        ProcessExitCode::from(code as u8)
    }
}

/// An error, and the exit code that it leads to.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: ExitCode,
    /// What was wrong, where, and what to do.
    pub error: anyhow::Error,
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure { code: ExitCode::Error, error: error.into() }
    }
}

/// Gives errors an exit code other than 1.
pub trait OrExit<T> {
    /// The same result, ending with `code` if it is an error.
    fn or_exit(self, code: ExitCode) -> Result<T, Failure>;
}

impl<T> OrExit<T> for anyhow::Result<T> {
    fn or_exit(self, code: ExitCode) -> Result<T, Failure> {
        self.map_err(|error| Failure { code, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_exit_code() {
        let codes: Vec<u8> = HELP
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().next().unwrap().parse().unwrap())
            .collect();
        let known = [
            ExitCode::Success,
            ExitCode::Error,
            ExitCode::Usage,
            ExitCode::Findings,
            ExitCode::BuildFailed,
            ExitCode::WorkerFailed,
            ExitCode::Internal,
            ExitCode::Interrupted,
        ];
        assert_eq!(codes, known.map(|code| code as u8));
    }

    #[test]
    fn an_error_ends_with_1_unless_it_says_otherwise() {
        let plain: Failure = anyhow::anyhow!("x").into();
        assert_eq!(plain.code, ExitCode::Error);
        let coded = Err::<(), _>(anyhow::anyhow!("x")).or_exit(ExitCode::WorkerFailed);
        assert_eq!(coded.unwrap_err().code, ExitCode::WorkerFailed);
    }
}
