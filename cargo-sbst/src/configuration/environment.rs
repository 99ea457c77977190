//! Keys in the environment: `SBST_TOTAL_BUDGET=10m`. A variable that is empty is as if it were not
//! there.

use super::layer::{Layer, Problem};
use super::schema::{Key, Kind, Schema};
use crate::ui::console;
use std::ffi::OsString;

const PREFIX: &str = "SBST_";
/// The most letters in which a misspelt variable may differ from a known one. Variables of the
/// runtime and of our tests differ in more.
const MISSPELT: usize = 2;

pub fn read(
    schema: &Schema,
    variables: impl Iterator<Item = (OsString, OsString)>,
    problems: &mut Vec<Problem>,
) -> Layer {
    let mut layer = Layer::default();
    let ours = variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let ours = ours.filter(|(name, value)| name.starts_with(PREFIX) && !value.is_empty());
    for (name, value) in ours {
        let place = format!("the variable {name}");
        let Some(key) = schema.keys.iter().find(|key| key.variable() == name) else {
            if let Some(near) = nearest(schema, &name) {
                console::warning(format_args!("{place} has no effect\n  did you mean {near}?"));
            }
            continue;
        };
        let Ok(value) = value.into_string() else {
            problems.push(Problem::new(&place, "it is not UTF-8".to_owned()));
            continue;
        };
        match texts(key, &value) {
            Some(texts) => {
                let texts = texts.into_iter().map(|text| (text, place.clone())).collect();
                layer.insert(schema, key, place, texts, problems);
            }
            None => {
                let message = format!("`{value}` is not {}", key.kind.words());
                problems.push(Problem::new(&place, message));
            }
        }
    }
    layer
}

/// Returns a value as texts for the command line; commas are between those of a list.
fn texts(key: &Key, value: &str) -> Option<Vec<String>> {
    match (&key.kind, value) {
        (Kind::Boolean, "true" | "1" | "yes" | "on") => Some(vec!["true".to_owned()]),
        (Kind::Boolean, "false" | "0" | "no" | "off") => Some(vec!["false".to_owned()]),
        (Kind::Boolean, _) => None,
        _ if key.is_list => Some(value.split(',').map(str::trim).map(str::to_owned).collect()),
        _ => Some(vec![value.to_owned()]),
    }
}

fn nearest(schema: &Schema, name: &str) -> Option<String> {
    let variables = schema.keys.iter().map(Key::variable);
    let distances = variables.map(|variable| (strsim::levenshtein(&variable, name), variable));
    distances.filter(|(distance, _)| *distance <= MISSPELT).min().map(|(_, variable)| variable)
}
