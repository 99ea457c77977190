//! One place with values of keys, and the errors in it.

use super::schema::{Alone, Key, Schema};
use cargo_metadata::camino::Utf8Path;
use std::collections::BTreeMap;
use std::{env, fmt};

/// The values of one place.
#[derive(Debug, Default)]
pub struct Layer {
    entries: BTreeMap<String, Entry>,
}

/// The value of a key.
#[derive(Debug)]
pub struct Entry {
    /// The words as for the command line, more than one for a list.
    pub texts: Vec<String>,
    /// A file with line and column, or a variable.
    pub place: String,
    /// True if it has an effect, unlike a flag that is off and an empty list.
    pub is_on: bool,
    /// Keys without which it means nothing.
    pub requires: Vec<String>,
}

/// A fault in a place.
#[derive(Debug)]
pub struct Problem {
    place: String,
    message: String,
}

impl Problem {
    pub fn new(place: &str, message: String) -> Problem {
        Problem { place: place.to_owned(), message }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.message)
    }
}

impl Layer {
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries.iter().map(|(name, entry)| (name.as_str(), entry))
    }

    /// Takes a key's value, each text of it with its own place.
    pub fn insert(
        &mut self,
        schema: &Schema,
        key: &Key,
        place: String,
        texts: Vec<(String, String)>,
        problems: &mut Vec<Problem>,
    ) {
        let mut entry = Entry { texts: Vec::new(), place, is_on: false, requires: Vec::new() };
        for (text, place) in texts {
            match schema.check(key, &text) {
                Alone::Fine { requires } => {
                    entry.requires = requires;
                    entry.is_on = key.argument(&text).is_some();
                    entry.texts.push(text);
                }
                Alone::Wrong(reason) => {
                    problems.push(Problem::new(&place, format!("the value of `{}`: {reason}", key.name)));
                }
            }
        }
        self.entries.insert(key.name.clone(), entry);
    }
}

/// A path as text: relative to the current directory, if it is below.
pub fn shown(path: &Utf8Path) -> String {
    let here = env::current_dir().unwrap_or_default();
    path.as_std_path().strip_prefix(here).map_or_else(|_| path.to_string(), |path| path.display().to_string())
}
