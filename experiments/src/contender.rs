//! Contenders of a comparison: an algorithm, and its disabled sources of values.

use crate::run::Setting;
use cargo_sbst::search::options::Without;
use clap::ValueEnum as _;
use sbst_model::messages::ValueSource;
use sbst_search::Algorithm;

/// An algorithm without some sources of values.
#[derive(Clone, Debug)]
pub struct Contender {
    /// Its notation, as read by [`contender`].
    pub name: String,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The disabled sources.
    pub without: Vec<ValueSource>,
}

/// Reads a contender: `mio`, or `mio-without:literals+copying`.
///
/// # Errors
/// If the algorithm or source does not exist.
///
/// ```
/// use sbst_experiments::contender::contender;
///
/// assert_eq!(contender("mio-without:literals+copying").unwrap().without.len(), 2);
/// assert!(contender("mio-without:luck").unwrap_err().contains("`luck`"));
/// ```
pub fn contender(text: &str) -> Result<Contender, String> {
    let (algorithm, left_out) = text.split_once("-without:").unwrap_or((text, ""));
    let sources = left_out.split('+').filter(|name| !name.is_empty()).map(source);
    let algorithm = algorithm.parse::<Algorithm>().map_err(|error| error.to_string())?;
    Ok(Contender { name: text.to_owned(), algorithm, without: sources.collect::<Result<_, _>>()? })
}

/// Returns a source of values by its name in the command.
fn source(name: &str) -> Result<ValueSource, String> {
    if name == "graph" {
        return Ok(ValueSource::Graph);
    }
    let source = Without::from_str(name, false).map_err(|_| format!("`{name}` is no source of values"))?;
    Ok(source.into())
}

impl Contender {
    /// A search of this number of evaluations, without a stall limit.
    pub fn setting(&self, evaluations: u64) -> Setting {
        Setting { algorithm: self.algorithm, evaluations, stall: None, without: self.without.clone() }
    }
}
