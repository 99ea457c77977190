//! The algorithms by name.

use std::fmt;
use std::str::FromStr;

/// A search algorithm.
///
/// ```
/// use sbst_search::Algorithm;
///
/// assert_eq!("mio".parse(), Ok(Algorithm::Mio));
/// let error = "hill".parse::<Algorithm>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown algorithm `hill`; known are: random, mio");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// [Random search](crate::random_search).
    Random,
    /// [Many independent objectives](crate::mio).
    Mio,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 2] = [Algorithm::Random, Algorithm::Mio];

    /// The name, as it is given on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Random => "random",
            Algorithm::Mio => "mio",
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

/// There is no algorithm of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAlgorithm(String);

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Algorithm::ALL.map(Algorithm::name).join(", ");
        write!(formatter, "unknown algorithm `{}`; known are: {known}", self.0)
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
}
