//! The options of `cargo sbst compare`.

use cargo_metadata::camino::Utf8PathBuf;
use cargo_sbst::cargo::workspace::Instrumentation;
use cargo_sbst::search::options::{CommonOptions, GoalOptions, SearchOptions};
use clap::Args;
use clap::builder::PossibleValuesParser;
use sbst_model::Algorithm;
use sbst_model::messages::Budget;

/// The heading above the options of comparisons alone.
const COMPARISON: &str = "Comparison options";

/// The algorithms that are compared by default.
pub const COMPARED: [&str; 2] = ["hybrid", "random"];

/// The name for all other algorithms.
const ALL: &str = "all";

/// Options of `cargo sbst compare`.
#[derive(Debug, Args)]
pub struct CompareOptions {
    /// Search algorithms, separated by commas; the first is the reference; `all` stands for the
    /// others
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = comparable(), help_heading = COMPARISON)]
    #[arg(default_values = COMPARED)]
    pub algorithms: Vec<String>,
    /// Searches per function and algorithm, with consecutive seeds
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(2..), help_heading = COMPARISON)]
    #[arg(default_value_t = 30)]
    pub repetitions: u32,
    /// Directory for the results: CSV, SVG and the page comparison.html [default: sbst/compare in
    /// the target directory]
    #[arg(long, value_name = "DIRECTORY", help_heading = COMPARISON)]
    pub output: Option<Utf8PathBuf>,
    #[command(flatten)]
    pub goals: GoalOptions,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub common: CommonOptions,
}

impl CompareOptions {
    /// Returns the instrumentation required by the searches.
    pub fn instrumentation(&self) -> Instrumentation {
        let algorithms = self.algorithms.iter().filter_map(|name| name.parse().ok());
        self.goals.added_to(self.search.instrumentation(algorithms))
    }

    /// The budget per search, the same for all algorithms.
    pub fn budget(&self) -> Budget {
        self.search.choose_budget(self.algorithms.iter().filter_map(|name| name.parse().ok()))
    }

    /// Replaces `all` by the names of all others.
    pub fn name_all(&mut self) {
        let mut places = (0..).zip(&self.algorithms).filter(|(_, name)| *name == ALL).map(|(place, _)| place);
        // A duplicate is rejected like any other.
        let (Some(place), None) = (places.next(), places.next()) else { return };
        let is_named = |name: &&str| self.algorithms.iter().any(|named| named == name);
        let others: Vec<String> = Algorithm::comparable()
            .map(Algorithm::name)
            .filter(|name| !is_named(name))
            .map(str::to_owned)
            .collect();
        self.algorithms.splice(place..=place, others);
    }

    /// Rejects an algorithm named twice; clap cannot.
    pub fn check(&self) -> Result<(), String> {
        let twice = |(index, name): &(usize, &String)| self.algorithms[..*index].contains(name);
        match self.algorithms.iter().enumerate().find(twice) {
            Some((_, name)) => {
                Err(format!("`{name}` stands twice in --algorithms; name each algorithm once"))
            }
            None => Ok(()),
        }
    }
}

/// The values of `--algorithms`.
fn comparable() -> PossibleValuesParser {
    PossibleValuesParser::new(Algorithm::comparable().map(Algorithm::name).chain([ALL]))
}
