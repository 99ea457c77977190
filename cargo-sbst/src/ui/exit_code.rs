//! Exit codes, distinct where a script would want to act differently, and the errors that carry
//! them.

use std::process::ExitCode as ProcessExitCode;

/// The end of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// Success. Findings and discarded tests do not change that; both are reported.
    Success,
    /// The request cannot be met here: no cargo project, nothing annotated, an unknown function, a
    /// full disk.
    Error,
    /// The command line (clap exits with this code by itself) or the configuration is wrong.
    Usage,
    /// There are findings with `--fail-on-findings`, some are not accepted in `ci`, or some remain
    /// in `check` and `replay`.
    Findings,
    /// The search build failed: the code does not compile.
    BuildFailed,
    /// A worker did not do its work, and not because of the function that it searched: a function
    /// that ends one process after another is a finding, and a warning.
    WorkerFailed,
    /// The user's tests reach fewer goals, or notice fewer mutants, than `--fail-under` requires.
    TooFewGoals,
    /// Goals that the last run covered are not covered any more, in `ci` and `check`, or stored tests
    /// no longer fit.
    GoalsLost,
    /// No function was searched, in `ci`, no test was executed, in `check`, or no mutant was graded, in
    /// `test --mutants` and `kill`.
    NothingSearched,
    /// Shards of a run have not come to their end, in `merge`, or a shard could not write to its store.
    ShardsMissing,
    /// Mutants are alive, in `test --mutants` without `--fail-under`.
    MutantsAlive,
    /// The exit code of `cargo test` in `cargo sbst test`, because the tests or their build failed.
    Cargo(u8),
    /// A bug in cargo-sbst.
    Internal,
    /// The user interrupted; results until then are reported.
    Interrupted,
}

/// The exit codes as the help shows them.
pub const HELP: &str = "\
Exit codes:
  0    Success; findings and discarded tests do not change it
  1    The request cannot be met: no cargo project, no annotated function, an unknown function
  2    The command line or the configuration is invalid
  3    With --fail-on-findings: there are findings; in `ci`: some are not accepted; in `check` and
       `replay`: some remain
  4    The search build failed
  5    A worker failed, not because of the function it searched
  6    The tests reach fewer goals, or notice fewer mutants, than --fail-under requires
  7    In `ci` and `check`: goals of the last run were lost, or stored tests no longer fit
  8    In `ci`: no function was searched; in `check`: no test was executed; in `test --mutants`
       and `kill`: no mutant was graded
  9    In `merge`: shards are missing, and the others are merged; in a shard: it could not write
       its results to its store
  10   In `test --mutants`: mutants are alive, and --fail-under was not given
  70   A bug in cargo-sbst
  101  Tests failed, or their build did: the exit code of `cargo test`
  130  Interrupted; results found until then are reported";

/// The exit code of `cargo test` if tests fail.
pub const TESTS_FAILED: u8 = 101;

impl ExitCode {
    pub fn number(self) -> u8 {
        match self {
            ExitCode::Success => 0,
            ExitCode::Error => 1,
            ExitCode::Usage => 2,
            ExitCode::Findings => 3,
            ExitCode::BuildFailed => 4,
            ExitCode::WorkerFailed => 5,
            ExitCode::TooFewGoals => 6,
            ExitCode::GoalsLost => 7,
            ExitCode::NothingSearched => 8,
            ExitCode::ShardsMissing => 9,
            ExitCode::MutantsAlive => 10,
            ExitCode::Internal => 70,
            ExitCode::Cargo(code) => code,
            ExitCode::Interrupted => 130,
        }
    }
}

impl From<ExitCode> for ProcessExitCode {
    fn from(code: ExitCode) -> ProcessExitCode {
        ProcessExitCode::from(code.number())
    }
}

/// An error, and the exit code that it leads to.
#[derive(Debug)]
pub struct Failure {
    pub code: ExitCode,
    /// The error: the problem, its place, and the next step.
    pub error: anyhow::Error,
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure { code: ExitCode::Error, error: error.into() }
    }
}

/// Gives errors an exit code other than 1.
pub trait OrExit<T> {
    /// Returns the result, with `code` if it is an error.
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
            .filter(|line| !line.starts_with("       "))
            .map(|line| line.split_whitespace().next().unwrap().parse().unwrap())
            .collect();
        let known = [
            ExitCode::Success,
            ExitCode::Error,
            ExitCode::Usage,
            ExitCode::Findings,
            ExitCode::BuildFailed,
            ExitCode::WorkerFailed,
            ExitCode::TooFewGoals,
            ExitCode::GoalsLost,
            ExitCode::NothingSearched,
            ExitCode::ShardsMissing,
            ExitCode::MutantsAlive,
            ExitCode::Internal,
            ExitCode::Cargo(TESTS_FAILED),
            ExitCode::Interrupted,
        ];
        assert_eq!(codes, known.map(ExitCode::number));
    }

    #[test]
    fn an_error_exits_with_1_by_default() {
        let plain: Failure = anyhow::anyhow!("x").into();
        assert_eq!(plain.code, ExitCode::Error);
        let coded = Err::<(), _>(anyhow::anyhow!("x")).or_exit(ExitCode::WorkerFailed);
        assert_eq!(coded.unwrap_err().code, ExitCode::WorkerFailed);
    }
}
