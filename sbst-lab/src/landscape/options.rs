//! The options of the command.

use cargo_metadata::camino::Utf8PathBuf;
use cargo_sbst::search::options::{CommonOptions, SearchOptions};
use clap::Args;
use clap::builder::PossibleValuesParser;
use sbst_model::Algorithm;

/// The heading above the options of landscapes alone.
const LANDSCAPE: &str = "Landscape options";
/// The heading above the options of walks alone.
const WALK: &str = "Walk options";

/// Options of `cargo sbst landscape`.
#[derive(Debug, Args)]
#[command(next_help_heading = LANDSCAPE)]
pub struct LandscapeOptions {
    /// The function, by its path or the end of its path
    #[arg(value_name = "FUNCTION", help_heading = None, conflicts_with = "only")]
    pub function: String,
    /// The goal of the fitness, by its number in `cargo sbst list`
    #[arg(long, value_name = "NUMBER", help_heading = None)]
    pub goal: u32,
    /// One or two inputs to vary, separated by commas: parameters, or parts of them as in `list[0]`
    /// and `pair.1`
    #[arg(long, value_name = "INPUTS", value_delimiter = ',', required_unless_present = "walk")]
    #[arg(conflicts_with = "walk")]
    pub over: Vec<String>,
    /// First value per input, separated by commas [default: by type and literals]
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true, requires = "over")]
    pub from: Vec<String>,
    /// Last value per input [default: by type and literals]
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_hyphen_values = true, requires = "over")]
    pub to: Vec<String>,
    /// The most values per input [default: 201 for one input, 61 for two]
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', requires = "over")]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=2000))]
    pub steps: Vec<u32>,
    /// Value of another input, as in `limit=10`; repeatable [default: zero, or as plain as
    /// possible]
    #[arg(long, value_name = "INPUT=VALUE", requires = "over")]
    pub at: Vec<String>,
    /// Draw the raw branch distance of the goal's own condition, on a logarithmic scale
    #[arg(long)]
    pub raw: bool,
    /// Draw the fitness at each step of this algorithm towards the goal instead
    #[arg(long, value_name = "ALGORITHM", value_parser = walkable(), help_heading = WALK)]
    pub walk: Option<String>,
    /// Directory for the picture as SVG and its values as CSV [default: sbst/landscape in the
    /// target directory]
    #[arg(long, value_name = "DIRECTORY", help_heading = None)]
    pub output: Option<Utf8PathBuf>,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub common: CommonOptions,
}

/// The values of `--walk`.
fn walkable() -> PossibleValuesParser {
    PossibleValuesParser::new(Algorithm::comparable().map(Algorithm::name))
}
