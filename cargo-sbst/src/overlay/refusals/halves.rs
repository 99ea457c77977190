//! A bisection for the functions that break a crate's build, if the compiler's errors name none.
//!
//! 1. First, all functions are left out. If the build still fails, the search ends.
//! 2. The shortest beginning of the list of functions without which the build succeeds is found by
//!    bisection. Its last function causes an error.
//! 3. The search goes on without that function, until the build succeeds or [`MOST_BUILDS`] are
//!    made. Then the shortest beginning so far is left out.

use super::{Identity, Refusals};

/// The most builds of a search. Eleven halve two thousand functions down to one.
const MOST_BUILDS: usize = 14;

#[derive(Debug)]
pub struct Halves {
    /// The refusals that are certain.
    known: Refusals,
    /// The suspects, in the order of their files and lines.
    suspects: Vec<Identity>,
    /// The length of the longest beginning that was not enough.
    fails: Option<usize>,
    /// The length of the shortest beginning that was enough, if any.
    builds: Option<usize>,
    /// The length of the beginning that the next build leaves out.
    tried: usize,
    made: usize,
    cause: String,
}

/// The consequence of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The build has succeeded.
    Done,
    /// Another build has other refusals.
    Build,
    /// The build fails without all of them, too.
    Failed,
}

impl Halves {
    pub(super) fn begin(known: Refusals, suspects: Vec<Identity>, cause: String) -> Halves {
        let tried = suspects.len();
        Halves { known, suspects, fails: Some(0), builds: None, tried, made: 0, cause }
    }

    /// Returns the refusals of the next build.
    pub fn refusals(&self) -> Refusals {
        let mut refusals = self.known.clone();
        for suspect in &self.suspects[..self.tried] {
            refusals.0.insert(suspect.clone(), self.cause.clone());
        }
        refusals
    }

    /// Returns the number of functions that the next build leaves out for the cause.
    pub fn left_out(&self) -> usize {
        self.refusals().0.len()
    }

    /// Records the result of the build with the refusals.
    pub fn take(&mut self, succeeded: bool) -> Next {
        self.made += 1;
        match (succeeded, self.builds) {
            (true, _) => self.builds = Some(self.tried),
            // Rule 1.
            (false, None) => return Next::Failed,
            (false, Some(_)) => self.fails = Some(self.tried),
        }
        let mut builds = self.builds.unwrap_or(self.suspects.len());
        if builds > 0 && self.fails == Some(builds - 1) {
            // Rule 2.
            self.known.0.insert(self.suspects[builds - 1].clone(), self.cause.clone());
            builds -= 1;
            self.suspects.truncate(builds);
            (self.builds, self.fails) = (Some(builds), None);
        }
        let is_over = builds == 0 || self.made >= MOST_BUILDS;
        self.tried = match self.fails {
            _ if is_over => builds,
            Some(fails) => usize::midpoint(fails, builds),
            // The function that was found may be the only one.
            None => 0,
        };
        match is_over && succeeded {
            true => Next::Done,
            false => Next::Build,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the functions left out in the end, and the number of builds.
    fn search(functions: usize, culprits: &[usize]) -> Option<(Vec<usize>, usize)> {
        let name = |number: usize| format!("{number:05}");
        let suspects = (0..functions).map(|number| Identity { file: "a.rs".into(), lines: name(number) });
        let mut halves = Halves::begin(Refusals::default(), suspects.collect(), "E".to_owned());
        for made in 1.. {
            let left_out: Vec<usize> =
                halves.refusals().0.keys().map(|function| function.lines.parse().unwrap()).collect();
            let succeeds = culprits.iter().all(|culprit| left_out.contains(culprit));
            match halves.take(succeeds) {
                Next::Done => return Some((left_out, made)),
                Next::Build => {}
                Next::Failed => return None,
            }
            assert!(made < 40);
        }
        None
    }

    #[test]
    fn one_function_is_found_among_many() {
        for culprit in [0, 1, 700, 1023] {
            let (left_out, builds) = search(1024, &[culprit]).unwrap();
            assert_eq!(left_out, [culprit]);
            assert!(builds <= 12, "{builds}");
        }
        assert_eq!(search(1, &[0]).unwrap().0, [0]);
    }

    #[test]
    fn several_functions_are_found_one_after_the_other() {
        assert_eq!(search(16, &[3, 9]).unwrap().0, [3, 9]);
        let (left_out, builds) = search(4096, &[5, 4000, 4001]).unwrap();
        assert!([5, 4000, 4001].iter().all(|culprit| left_out.contains(culprit)));
        assert!(builds <= MOST_BUILDS + 1, "{builds}");
    }

    #[test]
    fn an_error_that_is_no_functions_ends_the_search() {
        assert_eq!(search(16, &[99]), None);
    }
}
