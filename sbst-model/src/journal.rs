//! The journal: a small file that a worker maps into memory and writes before each execution. The
//! command reads it after any crash of the worker.

use crate::test_case::TestCase;

/// Size of the journal in bytes. A test case that does not fit is journalled without its nodes.
pub const SIZE: usize = 1 << 20;

/// Offsets of the words of the journal, each 8 bytes, little-endian.
const STATE: usize = 0;
const EVALUATIONS: usize = 8;
const LENGTH: usize = 16;
/// The half-statements begun, see [`Fatal`](crate::messages::Fatal); written during the execution.
pub const HALVES: usize = 24;
/// The number of executions begun.
const EXECUTIONS: usize = 32;
/// The goal of the executed mutant.
const MUTANT: usize = 40;
const BODY: usize = 48;
/// The first bytes, which change with each execution.
pub const HEAD: usize = BODY;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum State {
    /// Starting: no user code has been called yet.
    Starting = 0,
    /// Between executions.
    Idle = 1,
    /// Executing the test case in the journal, while searching.
    Searching = 2,
    /// Executing the test case in the journal, while minimising or capturing results.
    PostProcessing = 3,
    /// The last event is written: the worker can end without losses.
    Finished = 4,
    /// Executing the call sequence in the journal, whose last statement reads the state after a
    /// test.
    Inspecting = 5,
    /// Executing the test case in the journal, or a call that reads the state after it, with a
    /// mutant.
    Mutated = 6,
}

/// Sets the state only.
#[inline]
pub fn write_state(journal: &mut [u8], state: State) {
    journal[STATE..STATE + 8].copy_from_slice(&(state as u64).to_le_bytes());
}

/// Sets the goal of the executed mutant.
#[inline]
pub fn write_mutant(journal: &mut [u8], goal: u32) {
    journal[MUTANT..MUTANT + 8].copy_from_slice(&u64::from(goal).to_le_bytes());
}

/// Records that `test` is about to be executed, as evaluation number `evaluations`.
#[inline]
pub fn write_execution(journal: &mut [u8], state: State, evaluations: u64, test: &TestCase) {
    let length = test.write_bytes(&mut journal[BODY..]).unwrap_or(0) as u64;
    journal[LENGTH..LENGTH + 8].copy_from_slice(&length.to_le_bytes());
    journal[EVALUATIONS..EVALUATIONS + 8].copy_from_slice(&evaluations.to_le_bytes());
    journal[HALVES..HALVES + 8].fill(0);
    let executions = word(journal, EXECUTIONS).unwrap_or(0).wrapping_add(1);
    journal[EXECUTIONS..EXECUTIONS + 8].copy_from_slice(&executions.to_le_bytes());
    write_state(journal, state);
}

/// The content of a journal.
///
/// ```
/// use sbst_model::journal::{self, State};
/// use sbst_model::{NodeKind, TestCase};
///
/// let mut test = TestCase::new();
/// test.leaf(NodeKind::Integer, 42);
/// let mut journal = vec![0; journal::SIZE];
/// journal::write_execution(&mut journal, State::Searching, 9, &test);
/// let reading = journal::read(&journal).unwrap();
/// assert_eq!((reading.state, reading.evaluations), (State::Searching, 9));
/// assert_eq!(reading.test, Some(test));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub state: State,
    /// Evaluations begun, including the running one.
    pub evaluations: u64,
    /// The half-statements begun of the test case last executed.
    pub halves: u64,
    /// The goal of the mutant last executed.
    pub mutant: u32,
    /// The test case last executed; `None` if it was too long for the journal.
    pub test: Option<TestCase>,
}

/// Returns the state in a journal, or in its head; `None` if it is invalid.
pub fn state(journal: &[u8]) -> Option<State> {
    let states = [
        State::Starting,
        State::Idle,
        State::Searching,
        State::PostProcessing,
        State::Finished,
        State::Inspecting,
        State::Mutated,
    ];
    states.get(usize::try_from(word(journal, STATE)?).ok()?).copied()
}

#[inline]
fn word(journal: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(journal.get(at..at + 8)?.try_into().ok()?))
}

/// Reads a journal; `None` if it is invalid.
pub fn read(journal: &[u8]) -> Option<Reading> {
    let state = state(journal)?;
    let word = |at: usize| word(journal, at);
    let length = usize::try_from(word(LENGTH)?).ok()?;
    let test = journal.get(BODY..BODY.checked_add(length)?).and_then(TestCase::from_bytes);
    let mutant = word(MUTANT)? as u32;
    Some(Reading { state, evaluations: word(EVALUATIONS)?, halves: word(HALVES)?, mutant, test })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeKind;

    #[test]
    fn the_running_test_case_is_read_back() {
        let mut test = TestCase::new();
        test.leaf(NodeKind::Integer, 42);
        let mut journal = vec![0; SIZE];
        write_execution(&mut journal, State::Searching, 9, &test);
        assert_eq!(
            read(&journal),
            Some(Reading { state: State::Searching, evaluations: 9, halves: 0, mutant: 0, test: Some(test) })
        );
    }

    #[test]
    fn a_fresh_journal_has_no_execution() {
        let reading = read(&vec![0; SIZE]).unwrap();
        assert_eq!((reading.state, reading.evaluations, reading.test), (State::Starting, 0, None));
    }

    #[test]
    fn a_test_case_too_long_for_the_journal_is_left_out_but_counted() {
        let mut test = TestCase::new();
        test.push_text(&"x".repeat(SIZE));
        let mut journal = vec![0; SIZE];
        write_execution(&mut journal, State::Searching, 3, &test);
        assert_eq!(read(&journal).map(|reading| (reading.evaluations, reading.test)), Some((3, None)));
    }
}
