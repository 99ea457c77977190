//! What is compared: an algorithm, and the sources of values that it does without.

use crate::run::Setting;
use sbst_model::messages::ValueSource;
use sbst_search::Algorithm;

/// An algorithm without some sources of values.
#[derive(Clone, Debug)]
pub struct Contender {
    /// As [`contender`] reads it.
    pub name: String,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// What is left out.
    pub without: Vec<ValueSource>,
}

/// Reads a contender: `mio`, or `mio-without:literals+copying`.
///
/// # Errors
/// If there is no such algorithm or source.
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

/// A source of values by its name, which is the command's.
fn source(name: &str) -> Result<ValueSource, String> {
    match name {
        "copying" => Ok(ValueSource::Copying),
        "special-values" => Ok(ValueSource::SpecialValues),
        "literals" => Ok(ValueSource::Literals),
        "operands" => Ok(ValueSource::Operands),
        "input-to-state" => Ok(ValueSource::InputToState),
        "local-search" => Ok(ValueSource::LocalSearch),
        "graph" => Ok(ValueSource::Graph),
        _ => Err(format!("`{name}` is no source of values")),
    }
}

impl Contender {
    /// A search of so many evaluations, which is not given up before.
    pub fn setting(&self, evaluations: u64) -> Setting {
        Setting { algorithm: self.algorithm, evaluations, stall: None, without: self.without.clone() }
    }
}
