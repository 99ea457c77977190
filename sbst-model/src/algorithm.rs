//! The names of the search algorithms, for the command's options. `sbst-search` and
//! `sbst-algorithms` implement them.

use std::{fmt, str::FromStr};

/// Declares the algorithms with their names, the default first.
macro_rules! algorithms {
    ($($(#[$meaning:meta])+ $variant:ident = $name:literal,)+) => {
        /// A search algorithm.
        ///
        /// ```
        /// use sbst_model::Algorithm;
        ///
        /// assert_eq!("classic-mio".parse(), Ok(Algorithm::ClassicMio));
        /// let error = "hill".parse::<Algorithm>().unwrap_err();
        /// assert!(error.to_string().starts_with("unknown algorithm `hill`; known are: hybrid, mio, mosa"));
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum Algorithm {
            $($(#[$meaning])+ $variant,)+
        }

        impl Algorithm {
            /// All of them, the default first.
            pub const ALL: [Algorithm; [$($name),+].len()] = [$(Algorithm::$variant),+];

            /// Their names, in the same order.
            pub const NAMES: [&'static str; Algorithm::ALL.len()] = [$($name),+];

            /// The name on the command line.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Algorithm::$variant => $name,)+
                }
            }
        }
    };
}

algorithms! {
    /// Many independent objectives with input-to-state and local search.
    #[default]
    Hybrid = "hybrid",
    /// Many independent objectives.
    Mio = "mio",
    /// The many-objective sorting algorithm.
    Mosa = "mosa",
    /// MOSA that takes goals as targets once the goals above them are covered.
    Dynamosa = "dynamosa",
    /// MIO, with input-to-state and local search on the best tests of its goals.
    MemeticMio = "memetic-mio",
    /// DynaMOSA, with input-to-state and local search on the best tests of its targets.
    MemeticDynamosa = "memetic-dynamosa",
    /// A genetic algorithm whose individuals are test suites.
    WholeSuite = "whole-suite",
    /// Whole suites whose offspring replace their parents only if they are not worse.
    Monotonic = "monotonic",
    /// Whole suites, with an archive: covered goals leave the fitness.
    WholeSuiteArchive = "whole-suite-archive",
    /// Monotonic, with an archive.
    MonotonicArchive = "monotonic-archive",
    /// Random search.
    Random = "random",
    /// Hill climbing with first improvement, goal by goal, to the first local optimum.
    HillClimbing = "hill-climbing",
    /// Hill climbing to the best neighbour, goal by goal, to the first local optimum.
    SteepestAscent = "steepest-ascent",
    /// Hill climbing with first improvement and random restarts.
    RestartingHillClimbing = "restarting-hill-climbing",
    /// Hill climbing to the best neighbour with random restarts.
    RestartingSteepestAscent = "restarting-steepest-ascent",
    /// The alternating variable method with iterated pattern search.
    AvmIteratedPattern = "avm-iterated-pattern",
    /// The alternating variable method with geometric search.
    AvmGeometric = "avm-geometric",
    /// The alternating variable method with lattice search.
    AvmLattice = "avm-lattice",
    /// A genetic algorithm, goal by goal.
    Genetic = "genetic",
    /// Evolutionary testing: competing subpopulations, goal by goal.
    EvolutionaryTesting = "evolutionary-testing",
    /// Evolutionary testing, and event sequences for goals that it does not cover.
    Chaining = "chaining",
    /// Dynamic symbolic execution with learned selection of paths. It needs path conditions;
    /// without them it is random search.
    DynamicSymbolicExecution = "dse",
    /// MIO with the operators and parameters of Fraser's notebook.
    ClassicMio = "classic-mio",
    /// MOSA with the operators and parameters of Fraser's notebook.
    ClassicMosa = "classic-mosa",
}

impl Algorithm {
    /// True if it is one of the notebook's, which use up their budget without early stopping.
    pub const fn is_classic(self) -> bool {
        matches!(self, Algorithm::ClassicMio | Algorithm::ClassicMosa)
    }

    /// True if it is in the library of algorithms, which a search has only on request.
    pub const fn is_in_library(self) -> bool {
        !matches!(
            self,
            Algorithm::Hybrid | Algorithm::Mio | Algorithm::Mosa | Algorithm::Dynamosa | Algorithm::Random
        )
    }

    /// The algorithms that one build can compare: all except dynamic symbolic execution, which
    /// needs a separate build.
    pub fn comparable() -> impl Iterator<Item = Algorithm> {
        Algorithm::ALL.into_iter().filter(|algorithm| *algorithm != Algorithm::DynamicSymbolicExecution)
    }

    /// True if it ends at local optima, even with budget left.
    pub const fn ends_at_local_optima(self) -> bool {
        matches!(self, Algorithm::HillClimbing | Algorithm::SteepestAscent)
    }

    /// True if it continues to explore when every goal is covered.
    pub const fn goes_on_when_all_is_covered(self) -> bool {
        matches!(self, Algorithm::Hybrid | Algorithm::Mio | Algorithm::MemeticMio | Algorithm::Random)
    }

    /// The default evaluations per target. The notebook's: 500 generations of 50.
    pub const fn default_evaluations(self) -> u64 {
        if self.is_classic() {
            500 * 50
        } else {
            100_000
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        Algorithm::ALL
            .into_iter()
            .find(|algorithm| algorithm.name() == name)
            .ok_or_else(|| UnknownAlgorithm(name.to_owned()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAlgorithm(String);

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "unknown algorithm `{}`; known are: {}", self.0, Algorithm::NAMES.join(", "))
    }
}

impl std::error::Error for UnknownAlgorithm {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_is_found_by_the_name_it_prints() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
    }

    #[test]
    fn the_default_is_named_first() {
        assert_eq!(Algorithm::NAMES[0], Algorithm::default().name());
    }
}
