//! Deaths of one search's workers, and the limits at which it is given up.
//!
//! 1. A search is hopeless after [`MAX_DEATHS`] deaths in all, [`MAX_HANGS`] of them hangs. A
//!    function with a size as parameter may crash often, at a cost of milliseconds. Each hang costs
//!    the whole hang timeout, unless it is a deadlock.
//! 2. It is also hopeless after [`MAX_FRUITLESS`] deaths in a row, in one turn, without a new fatal
//!    test case or any evaluation between them.
//! 3. The offending call of a death is determined in fresh workers [`MAX_ATTRIBUTED`] times; later
//!    ones are read from the journal.
//! 4. After [`MAX_IN_TESTS`] deaths in the minimisation, tests stay unchanged. Simple values are
//!    worth some restarts, but each takes most of a second if memory has run out.

const MAX_DEATHS: u32 = 100;
const MAX_HANGS: u32 = 5;
const MAX_FRUITLESS: u32 = 3;
const MAX_ATTRIBUTED: u32 = 12;
const MAX_IN_TESTS: u32 = 5;

#[derive(Clone, Debug, Default)]
pub struct Deaths {
    pub count: u32,
    hangs: u32,
    /// Deaths in workers that made tests ready.
    in_tests: u32,
    attributed: u32,
    /// Deaths in a row by rule 2.
    fruitless: u32,
}

impl Deaths {
    /// Forgets earlier fruitless deaths, because another turn begins or tests are made ready from
    /// now on.
    pub fn begin_phase(&mut self) {
        self.fruitless = 0;
    }

    pub fn add(&mut self, is_hang: bool, in_tests: bool) {
        self.count += 1;
        self.hangs += u32::from(is_hang);
        self.in_tests += u32::from(in_tests);
    }

    /// Records whether the worker that died last made progress. Returns true if the search is
    /// hopeless.
    pub fn is_hopeless(&mut self, has_progressed: bool) -> bool {
        self.fruitless = if has_progressed { 0 } else { self.fruitless + 1 };
        self.fruitless == MAX_FRUITLESS || self.count > MAX_DEATHS || self.hangs > MAX_HANGS
    }

    /// Rule 3: returns true, and counts one more attribution, if the last death deserves it.
    pub fn attribute(&mut self) -> bool {
        let deserves = self.attributed < MAX_ATTRIBUTED;
        self.attributed += u32::from(deserves);
        deserves
    }

    /// Rule 4.
    pub fn allow_simple_tests(&self) -> bool {
        self.in_tests <= MAX_IN_TESTS
    }
}
