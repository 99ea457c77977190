//! The keys, read off the command line's definitions.

use cargo_metadata::camino::Utf8PathBuf;
use clap::builder::ValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use sbst_model::messages::Budget;
use std::any::TypeId;
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The heading above options for the selection and build of the user's tests, which belong to one
/// run.
pub const TARGETS: &str = "Tests to run, as for cargo test";
/// Options that are not kept: the manifest's path, from which everything else follows; options for
/// which cargo has a variable; and options of a single run, such as drawing tests or accepting
/// findings.
const NOT_KEPT: [&str; 7] =
    ["manifest-path", "color", "draw", "accept", "since", "only-stored", "mutants-out"];
/// The option of every command that takes the keys.
const MARK: &str = "all";
/// The least likeness (Jaro-Winkler) of a key that is offered for an unknown one.
const LIKENESS: f64 = 0.8;

/// All keys.
#[derive(Debug)]
pub struct Schema {
    pub keys: Vec<Key>,
    /// The long options that are no keys.
    others: Vec<String>,
    program: Command,
}

/// A key.
#[derive(Debug)]
pub struct Key {
    pub name: String,
    pub heading: String,
    pub help: String,
    pub kind: Kind,
    pub is_list: bool,
    /// The default as text, more than one for a list; empty if there is none.
    pub default: Vec<String>,
    /// The name of the value in the help.
    pub value_name: String,
    /// Commands that take it; the empty name is `cargo sbst` itself.
    pub commands: Vec<String>,
}

/// A kind of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Boolean,
    Integer,
    Number,
    /// A number of bytes, or a text with a unit.
    Bytes,
    Budget,
    Path,
    Choice(Vec<String>),
    Text,
}

/// The faults of a value that stands alone.
#[derive(Debug, PartialEq, Eq)]
pub enum Alone {
    /// No error; it means nothing without these keys.
    Fine {
        requires: Vec<String>,
    },
    Wrong(String),
}

/// True if a command takes keys.
pub fn takes_keys(command: &Command) -> bool {
    command.get_arguments().any(|argument| argument.get_long() == Some(MARK))
}

/// The options of a command that are keys, with their names.
pub fn kept(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    let options = command.get_arguments().filter_map(|argument| Some((argument.get_long()?, argument)));
    options
        .filter(|(name, argument)| !NOT_KEPT.contains(name) && argument.get_help_heading() != Some(TARGETS))
}

impl Schema {
    /// Returns the keys of a program's commands.
    pub fn from_program(program: Command) -> Schema {
        let mut keys: Vec<Key> = Vec::new();
        let mut others = Vec::new();
        let below = program.get_subcommands().map(|command| (command.get_name(), command));
        for (name, command) in std::iter::once(("", &program)).chain(below) {
            others.extend(command.get_arguments().filter_map(Arg::get_long).map(str::to_owned));
            for (option, argument) in kept(command).filter(|_| takes_keys(command)) {
                match keys.iter_mut().find(|key| key.name == option) {
                    Some(key) => key.commands.push(name.to_owned()),
                    None => keys.push(Key::from_argument(option, argument, name)),
                }
            }
        }
        others.retain(|name| !keys.iter().any(|key| key.name == *name));
        Schema { keys, others, program }
    }

    pub fn get(&self, name: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// Returns the reason why a name is no key, with the next step.
    pub fn unknown(&self, name: &str) -> String {
        if self.others.iter().any(|other| other == name) {
            return format!("`{name}` is an option of the command line only\n  remove it here");
        }
        match self.nearest(name) {
            Some(key) => format!("unknown key `{name}`\n  did you mean `{key}`?"),
            None => {
                format!("unknown key `{name}`\n  `cargo sbst init --print configuration` shows all keys")
            }
        }
    }

    fn nearest(&self, name: &str) -> Option<&str> {
        let name = name.replace('_', "-").to_lowercase();
        let likeness = |key: &&Key| strsim::jaro_winkler(&key.name, &name);
        let nearest = self.keys.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
        (likeness(&nearest) >= LIKENESS).then_some(nearest.name.as_str())
    }

    /// Has the command line parse a value alone.
    pub fn check(&self, key: &Key, text: &str) -> Alone {
        let command = key.commands.first().into_iter().filter(|name| !name.is_empty());
        let words = std::iter::once(self.program.get_name().to_owned()).chain(command.cloned());
        let words = words.chain(key.argument(text));
        let Err(error) = self.program.clone().try_get_matches_from(words) else {
            return Alone::Fine { requires: Vec::new() };
        };
        let valid = strings(&error, ContextKind::ValidValue);
        match error.kind() {
            ErrorKind::MissingRequiredArgument => {
                let missing = strings(&error, ContextKind::InvalidArg);
                let names = missing.iter().filter_map(|option| {
                    let name = option.strip_prefix("--")?;
                    name.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').next()
                });
                let requires = names.filter(|name| self.get(name).is_some());
                Alone::Fine { requires: requires.map(str::to_owned).collect() }
            }
            ErrorKind::InvalidValue if !valid.is_empty() => {
                Alone::Wrong(format!("`{text}` is not one of {}", valid.join(", ")))
            }
            _ => {
                let rendered = error.to_string();
                let first = rendered.lines().next().unwrap_or_default();
                let reason = error.source().map(ToString::to_string);
                let reason = reason.unwrap_or_else(|| first.trim_start_matches("error: ").to_owned());
                Alone::Wrong(if reason.contains(&format!("`{text}`")) {
                    reason
                } else {
                    format!("`{text}` is wrong: {reason}")
                })
            }
        }
    }
}

fn strings(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(strings)) => strings.clone(),
        Some(ContextValue::String(string)) => vec![string.clone()],
        _ => Vec::new(),
    }
}

impl Key {
    pub fn from_argument(name: &str, argument: &Arg, command: &str) -> Key {
        let text = |default: &clap::builder::OsStr| default.to_string_lossy().into_owned();
        let value_name = argument.get_value_names().and_then(|names| names.first());
        let value_name = value_name.map_or_else(String::new, ToString::to_string);
        let kind = match argument.get_action() {
            ArgAction::SetTrue => Kind::Boolean,
            _ => Kind::from_parser(argument, &value_name),
        };
        let default = argument.get_default_values().iter().map(text).collect();
        Key {
            name: name.to_owned(),
            heading: argument.get_help_heading().unwrap_or("Options").to_owned(),
            help: argument.get_help().map(ToString::to_string).unwrap_or_default(),
            is_list: matches!(argument.get_action(), ArgAction::Append),
            default: if kind == Kind::Boolean { vec!["false".to_owned()] } else { default },
            kind,
            value_name,
            commands: vec![command.to_owned()],
        }
    }

    /// Returns a value as an argument; a flag that is off needs none.
    pub fn argument(&self, text: &str) -> Option<String> {
        match self.kind {
            Kind::Boolean => (text == "true").then(|| format!("--{}", self.name)),
            _ => Some(format!("--{}={text}", self.name)),
        }
    }

    /// The variable that sets the key.
    pub fn variable(&self) -> String {
        format!("SBST_{}", self.name.replace('-', "_").to_uppercase())
    }
}

impl Kind {
    fn from_parser(argument: &Arg, value_name: &str) -> Kind {
        let choices = argument.get_possible_values();
        if !choices.is_empty() {
            return Kind::Choice(choices.iter().map(|choice| choice.get_name().to_owned()).collect());
        }
        let parser = argument.get_value_parser();
        if value_name == "BYTES" {
            Kind::Bytes
        } else if is::<u64>(parser) || is::<u32>(parser) || is::<usize>(parser) || is::<NonZeroUsize>(parser)
        {
            Kind::Integer
        } else if is::<f64>(parser) {
            Kind::Number
        } else if is::<Budget>(parser) {
            Kind::Budget
        } else if is::<Utf8PathBuf>(parser) || is::<PathBuf>(parser) {
            Kind::Path
        } else {
            Kind::Text
        }
    }

    /// The values in words.
    pub fn words(&self) -> String {
        match self {
            Kind::Boolean => "true or false".to_owned(),
            Kind::Integer => "a whole number".to_owned(),
            Kind::Number => "a number".to_owned(),
            Kind::Bytes => "a number of bytes, or a text such as \"8MiB\"".to_owned(),
            Kind::Budget => "a text such as \"10m\" or \"100000evals\"".to_owned(),
            Kind::Path => "a path".to_owned(),
            Kind::Choice(choices) => {
                let quoted: Vec<String> = choices.iter().map(|choice| format!("\"{choice}\"")).collect();
                format!("one of {}", quoted.join(", "))
            }
            Kind::Text => "a text".to_owned(),
        }
    }
}

fn is<T: 'static>(parser: &ValueParser) -> bool {
    parser.type_id() == TypeId::of::<T>()
}
