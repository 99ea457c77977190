//! The values that hold, as arguments (rules 2 to 5 of the configuration).

use super::layer::{Entry, Layer, Problem};
use super::schema::{self, Key, Kind, Schema};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

/// Alternative ways to select packages: that of the stronger place applies.
const ALTERNATIVES: [(&str, &str); 2] = [("package", "workspace"), ("package", "exclude")];

/// The user's own arguments.
pub struct Given {
    /// All of them by their names in the definitions, which are no keys for some.
    arguments: BTreeSet<String>,
    /// The keys among them.
    on: BTreeSet<String>,
    /// Flags that were taken back.
    off: BTreeSet<String>,
}

impl Given {
    pub fn new(command: &Command, matches: &ArgMatches, off: BTreeSet<String>) -> Given {
        let is_given = |argument: &Arg| {
            let id = argument.get_id().as_str();
            let is_known = matches.try_contains_id(id).is_ok();
            is_known && matches.value_source(id) == Some(ValueSource::CommandLine)
        };
        let arguments = command.get_arguments().filter(|argument| is_given(argument));
        let on = schema::kept(command).filter(|(_, argument)| is_given(argument));
        Given {
            on: on.map(|(name, _)| name.to_owned()).collect(),
            arguments: arguments.map(|argument| argument.get_id().to_string()).collect(),
            off,
        }
    }
}

/// Takes `--flag=false` out of the arguments, and returns the flags; `--flag=true` is `--flag`.
pub fn take_back(arguments: Vec<OsString>, schema: &Schema) -> (Vec<OsString>, BTreeSet<String>) {
    let (mut left, mut off, mut is_over) = (Vec::new(), BTreeSet::new(), false);
    for argument in arguments {
        is_over |= argument == "--";
        let flag = argument.to_str().filter(|_| !is_over).and_then(|text| {
            let (name, value) = text.strip_prefix("--")?.split_once('=')?;
            let key = schema.get(name).filter(|key| key.kind == Kind::Boolean)?;
            Some((key, value.parse::<bool>().ok()?))
        });
        match flag {
            Some((key, true)) => left.extend(key.argument("true").map(OsString::from)),
            Some((key, false)) => _ = off.insert(key.name.clone()),
            None => left.push(argument),
        }
    }
    (left, off)
}

/// Returns the arguments of a command for the values of the layers, the strongest first.
pub fn arguments(
    command: &Command,
    given: &Given,
    layers: &[Layer],
    problems: &mut Vec<Problem>,
) -> Vec<OsString> {
    let options: BTreeMap<&str, &Arg> = schema::kept(command).collect();
    let conflict = |a: &Arg, b: &Arg| {
        let names = |from, to: &Arg| command.get_arg_conflicts_with(from).contains(&to);
        names(a, b) || names(b, a)
    };
    let replaces = |a: &Arg, b: &Arg| {
        let are = |(one, other)| a.get_long() == Some(one) && b.get_long() == Some(other);
        conflict(a, b) || ALTERNATIVES.into_iter().any(|(one, other)| are((one, other)) || are((other, one)))
    };
    let by_id = |id: &String| command.get_arguments().find(|argument| argument.get_id() == id);

    let mut decided: BTreeSet<&str> = given.on.union(&given.off).map(String::as_str).collect();
    let mut on: Vec<&Arg> = given.arguments.iter().filter_map(by_id).collect();
    let mut holding: Vec<(&str, &Entry)> = Vec::new();
    for layer in layers {
        let stronger = on.len();
        for (name, entry) in layer.iter() {
            let Some(&option) = options.get(name) else { continue };
            if on[..stronger].iter().any(|other| replaces(option, other)) || !decided.insert(name) {
                continue;
            }
            if !entry.is_on {
                continue;
            }
            if let Some(other) = on[stronger..].iter().find(|other| conflict(option, other)) {
                let other = other.get_long().unwrap_or_default();
                let message = format!("`{name}` and `{other}` exclude one another\n  remove one of them");
                problems.push(Problem::new(&entry.place, message));
            }
            on.push(option);
            holding.push((name, entry));
        }
    }
    let is_on = |name: &String| on.iter().any(|option| option.get_long() == Some(name));
    holding.retain(|(_, entry)| entry.requires.iter().all(is_on));
    let keys = holding.iter().map(|(name, entry)| (Key::from_argument(name, options[name], ""), entry));
    let words = keys.flat_map(|(key, entry)| {
        entry.texts.iter().filter_map(|text| key.argument(text)).collect::<Vec<_>>()
    });
    words.map(OsString::from).collect()
}
