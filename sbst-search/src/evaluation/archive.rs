//! The archive: for each goal the best test that covers it.
//!
//! # Policy
//! 1. A returning test is better than a panicking one. A panicking test is better than one with a
//!    fault.
//! 2. Among equal endings, the smaller test is better.
//! 3. Among equal sizes, the earlier test stays.
//! 4. The best test of all is also kept, regardless of its goals, so that a target without goals
//!    has a test, too.

use crate::evaluation::problem::Ending;
use sbst_model::TestCase;

mod suite_length;

pub use suite_length::SuiteLength;
use suite_length::Witnesses;

/// The quality of a test as a witness, lower is better. Rules 1 and 2 are one number, compared for
/// all goals of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank(u64);

impl Rank {
    /// The rank of a missing test: worse than any.
    pub(crate) const NONE: Rank = Rank(u64::MAX);

    #[inline]
    pub(crate) fn new(ending: Ending, size: usize) -> Rank {
        Rank((ending as u64) << 32 | size as u64)
    }
}

/// The best test that covers it, for each covered goal.
///
/// ```
/// # mod magic { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/magic.rs")); }
/// # use magic::Magic;
/// use sbst_model::messages::Budget;
/// use sbst_search::{search, Algorithm, Options, Silent};
///
/// let budget = Budget { evaluations: Some(10), ..Budget::UNLIMITED };
/// let options = Options::new(Algorithm::Random, 1, budget);
/// let archive = search(&mut Magic::new(), &options, &mut Silent).archive;
/// assert_eq!((archive.goals(), archive.covered()), (2, 1));
/// assert!(archive.is_covered(1) && archive.test(0).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Archive {
    ranks: Vec<Rank>,
    tests: Vec<TestCase>,
    covered: usize,
    witnesses: Witnesses,
    any_rank: Rank,
    any: TestCase,
}

impl Archive {
    /// An archive for the goals 0 to `goals - 1`, without covered ones.
    pub fn new(goals: usize) -> Archive {
        Archive {
            ranks: vec![Rank::NONE; goals],
            tests: vec![TestCase::new(); goals],
            covered: 0,
            witnesses: Witnesses::new(goals),
            any_rank: Rank::NONE,
            any: TestCase::new(),
        }
    }

    pub fn goals(&self) -> usize {
        self.ranks.len()
    }

    pub fn covered(&self) -> usize {
        self.covered
    }

    /// The length of the suite of its tests, each counted once.
    pub fn suite_length(&self) -> SuiteLength {
        self.witnesses.length()
    }

    #[inline]
    pub fn is_covered(&self, goal: u32) -> bool {
        self.rank(goal) != Rank::NONE
    }

    pub fn test(&self, goal: u32) -> Option<&TestCase> {
        self.is_covered(goal).then(|| &self.tests[goal as usize])
    }

    pub fn iter(&self) -> impl Iterator<Item = (u32, &TestCase)> + Clone {
        (0..self.ranks.len() as u32).filter_map(|goal| Some((goal, self.test(goal)?)))
    }

    /// The best test of all, regardless of its goals; `None` before the first.
    pub fn any(&self) -> Option<&TestCase> {
        (self.any_rank != Rank::NONE).then_some(&self.any)
    }

    #[inline]
    pub(crate) fn rank(&self, goal: u32) -> Rank {
        self.ranks[goal as usize]
    }

    pub(crate) fn next_test(&mut self) {
        self.witnesses.next_test();
    }

    /// Keeps a test that covers `goal` and ranks better. True if the goal is newly covered.
    pub(crate) fn keep(&mut self, goal: u32, rank: Rank, test: &TestCase) -> bool {
        let goal = goal as usize;
        debug_assert!(rank < self.ranks[goal]);
        let newly = self.ranks[goal] == Rank::NONE;
        self.witnesses.replace(goal, self.tests[goal].size(), test.size());
        self.ranks[goal] = rank;
        self.tests[goal].clone_from(test);
        self.covered += usize::from(newly);
        newly
    }

    /// Rule 4.
    #[inline]
    pub(crate) fn offer_any(&mut self, rank: Rank, test: &TestCase) {
        if rank < self.any_rank {
            self.any_rank = rank;
            self.any.clone_from(test);
        }
    }
}
