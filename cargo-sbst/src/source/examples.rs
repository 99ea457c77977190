//! Literals in the examples of a package: in the code of its documentation and README, in its unit
//! tests, and in the files of its `examples`, `tests` and `benches` directories.
//!
//! # Policy
//! 1. A literal is identified by its place: an argument of a function with this name, or elsewhere. A
//!    search gets the texts that other functions take, too: those may be constructors, and these get the
//!    texts of the other functions of their type.
//! 2. Calls are read from tokens, because most stand in the arguments of macros such as
//!    `assert_eq!`.
//! 3. Files that the command wrote are skipped: a run does not learn from the previous one.
//! 4. Long texts are skipped, and so are all but the first literals of one place, in the order of
//!    these sources.

mod calls;
mod documentation;
mod unit_tests;

use crate::source::items;
use calls::Call;
use cargo_metadata::Package;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::TargetDescription;
use sbst_model::messages::{Example, ExampleValue};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The longest text that is taken, in characters.
const LONGEST: usize = 60;
/// Literals that are taken of a parameter, and of all other places, at most.
const OF_PARAMETER: usize = 8;
const ELSEWHERE: usize = 200;
/// Texts that functions take, at most: each search gets them.
const OF_CALLS: usize = 400;
/// The largest file that is read, in bytes.
const LARGEST_FILE: u64 = 1 << 18;

/// The literals in a package's examples.
#[derive(Debug, Default)]
pub struct Examples {
    calls: Vec<Call>,
    elsewhere: Vec<ExampleValue>,
}

impl Examples {
    /// Reads the examples of a package; files that cannot be read have none.
    pub fn from_package(package: &Package) -> Examples {
        let Some(directory) = package.manifest_path.parent() else { return Examples::default() };
        let mut examples = Examples::default();
        let readme = package.readme.as_ref().map(|readme| directory.join(readme));
        let sources = files(&directory.join("src"));
        for text in sources.iter().filter_map(|file| read(file)) {
            examples.add_documentation(&documentation::comments(&text));
        }
        for text in readme.iter().filter_map(|file| read(file)) {
            examples.add_documentation(&text);
        }
        for file in &sources {
            let Some(text) = read(file) else { continue };
            match is_of_tests(file.strip_prefix(directory).unwrap_or(file)) {
                true => examples.add_code(&text),
                false => examples.add_unit_tests(&text),
            }
        }
        for folder in ["examples", "tests", "benches"] {
            let read = files(&directory.join(folder)).into_iter().filter_map(|file| read(&file));
            read.for_each(|text| examples.add_code(&text));
        }
        examples
    }

    fn add_documentation(&mut self, text: &str) {
        documentation::code(text).iter().for_each(|code| self.add_code(code));
    }

    fn add_code(&mut self, code: &str) {
        let Ok(tokens) = code.parse() else { return };
        calls::find(tokens, &mut self.calls, &mut self.elsewhere);
    }

    fn add_unit_tests(&mut self, source: &str) {
        let Ok(tokens) = source.parse() else { return };
        for body in unit_tests::bodies(tokens) {
            calls::find(body, &mut self.calls, &mut self.elsewhere);
        }
    }

    /// Returns the literals for a function: those of its parameters, then those from elsewhere.
    pub fn of_target(&self, target: &TargetDescription) -> Vec<Example> {
        let mut found = self.of_parameters(target);
        let mut known = BTreeSet::new();
        let short = self.elsewhere.iter().filter(|value| is_short(value));
        let elsewhere = short.filter(|value| known.insert(*value)).take(ELSEWHERE);
        found.extend(elsewhere.map(|value| Example {
            function: None,
            parameter: None,
            value: value.clone(),
        }));
        found
    }

    /// Returns the texts that functions take, for searches of all functions.
    pub fn of_calls<'t>(&self, targets: impl Iterator<Item = &'t TargetDescription>) -> Vec<Example> {
        let mut of_functions: BTreeMap<&str, Vec<Example>> = BTreeMap::new();
        let mut of_types: BTreeMap<String, Vec<Example>> = BTreeMap::new();
        for target in targets {
            let mut texts = self.of_parameters(target);
            texts.retain(|example| matches!(example.value, ExampleValue::Text(_)));
            if let Some(owner) = type_of(&target.id.path).filter(|_| !target.call.has_receiver) {
                let of_type = of_types.entry(owner).or_default();
                for text in texts.iter().filter(|example| example.parameter == Some(0)) {
                    if !of_type.contains(text) {
                        of_type.push(text.clone());
                    }
                }
            }
            of_functions.entry(&target.id.path).or_insert(texts);
        }
        let mut found = Vec::new();
        for (path, mut texts) in of_functions {
            // A constructor of one text gets those of the other functions of its type, too.
            if texts.iter().all(|text| text.parameter == Some(0)) {
                let of_type = type_of(path).and_then(|owner| of_types.get(&owner));
                let others = of_type.into_iter().flatten().filter(|text| !texts.contains(text));
                let others: Vec<Example> = others.take(OF_PARAMETER).cloned().collect();
                texts.extend(others);
            }
            found.extend(texts.into_iter().map(|text| Example { function: Some(path.to_owned()), ..text }));
        }
        found.truncate(OF_CALLS);
        found
    }

    /// Returns the literals that are arguments of a function.
    fn of_parameters(&self, target: &TargetDescription) -> Vec<Example> {
        let name = items::definition_names(&target.id.path).pop().unwrap_or_default();
        let mut found: Vec<Example> = Vec::new();
        for call in self.calls.iter().filter(|call| call.name == name && call.may_be_of(&target.id.path)) {
            if call.is_method && !target.call.has_receiver {
                continue;
            }
            for (index, value) in call.arguments.iter().enumerate() {
                let Some(value) = value.as_ref().filter(|value| is_short(value)) else { continue };
                let parameter = (index + usize::from(call.is_method)) as u32;
                let example = Example { function: None, parameter: Some(parameter), value: value.clone() };
                let of_parameter = found.iter().filter(|known| known.parameter == example.parameter);
                if (parameter as usize) < target.parameters.len()
                    && of_parameter.count() < OF_PARAMETER
                    && !found.contains(&example)
                {
                    found.push(example);
                }
            }
        }
        found
    }
}

/// Returns the name of the type that owns a function, or implements a trait with it.
fn type_of(path: &str) -> Option<String> {
    let names = items::definition_names(path);
    let owner = names.get(names.len().checked_sub(2)?)?;
    let (of_type, _) = items::owner_names(owner);
    Some(of_type).filter(|name| name.starts_with(char::is_uppercase))
}

/// True of a file with nothing but unit tests, by its name.
fn is_of_tests(file: &Utf8Path) -> bool {
    file.components().any(|part| ["test", "test.rs", "tests", "tests.rs"].contains(&part.as_str()))
}

fn is_short(value: &ExampleValue) -> bool {
    !matches!(value, ExampleValue::Text(text) if text.chars().count() > LONGEST)
}

/// The sources in a directory and below it, sorted, except those that the command wrote.
fn files(directory: &Utf8Path) -> Vec<Utf8PathBuf> {
    let Ok(entries) = directory.read_dir_utf8() else { return Vec::new() };
    let mut entries: Vec<Utf8PathBuf> = entries.flatten().map(|entry| entry.into_path()).collect();
    entries.sort();
    let is_written = |path: &Utf8Path| path.ends_with("tests/sbst") || path.file_stem() == Some("sbst_tests");
    let own = entries.into_iter().filter(|path| !is_written(path));
    let files = own.flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    files.filter(|path| path.extension() == Some("rs")).collect()
}

fn read(file: &Utf8Path) -> Option<String> {
    let is_small = fs::metadata(file).is_ok_and(|file| file.len() <= LARGEST_FILE);
    fs::read_to_string(file).ok().filter(|_| is_small)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::description;
    use sbst_model::target::Parameter;

    fn found(path: &str, parameters: usize, has_receiver: bool, code: &str) -> Vec<(Option<u32>, String)> {
        let parameter = |_| Parameter { name: "a".into(), type_text: "u8".into(), can_be_built: true };
        let mut target = description(path, 0);
        target.parameters = (0..parameters).map(parameter).collect();
        target.call.has_receiver = has_receiver;
        let mut examples = Examples::default();
        examples.add_documentation(&format!("```\n{code}\n```\n"));
        let shown = |example: Example| match example.value {
            ExampleValue::Text(text) | ExampleValue::Character(text) | ExampleValue::Number(text) => {
                (example.parameter, text)
            }
        };
        examples.of_target(&target).into_iter().map(shown).collect()
    }

    #[test]
    fn arguments_belong_to_parameters_and_the_rest_to_the_crate() {
        let code = "let x = demo::parse(\"a b\", 3); assert_eq!(x, \"c\");";
        let expected = [(Some(0), "a b"), (Some(1), "3"), (None, "a b"), (None, "3"), (None, "c")];
        let expected = expected.map(|(parameter, text)| (parameter, text.to_owned()));
        assert_eq!(found("demo::parse", 2, false, code), expected);
        assert_eq!(found("demo::other", 2, false, code), expected[2..]);
        assert_eq!(found("demo::parse", 1, false, code)[0..2], [expected[0].clone(), expected[2].clone()]);
    }

    #[test]
    fn the_receiver_of_a_method_is_its_first_parameter() {
        let first = |path, has_receiver, code| found(path, 2, has_receiver, code)[0].clone();
        assert_eq!(first("demo::Map::get", true, "map.get(\"k\")"), (Some(1), "k".to_owned()));
        assert_eq!(first("demo::Map::get", false, "map.get(\"k\")"), (None, "k".to_owned()));
        assert_eq!(first("demo::Map::new", false, "Map::new(\"k\")"), (Some(0), "k".to_owned()));
        assert_eq!(first("demo::Map::new", false, "Set::new(\"k\")"), (None, "k".to_owned()));
        let parsed = first("demo::<Map as FromStr>::from_str", false, "\"k=v\".parse::<Map>()");
        assert_eq!(parsed, (Some(0), "k=v".to_owned()));
    }

    #[test]
    fn constructors_share_the_examples_of_their_type() {
        let mut examples = Examples::default();
        examples.add_code("fn main() { Tag::parse(\"en-US\"); Set::new(\"a\", 3); }");
        let targets =
            ["demo::<Tag as FromStr>::from_str", "demo::Tag::parse", "demo::Set::new"].map(|path| {
                let mut target = description(path, 0);
                target.parameters =
                    vec![Parameter { name: "a".into(), type_text: "&str".into(), can_be_built: true }];
                target
            });
        let shown = |example: Example| match example.value {
            ExampleValue::Text(text) => (example.function.unwrap(), text),
            _ => unreachable!("only texts"),
        };
        let found: Vec<(String, String)> = examples.of_calls(targets.iter()).into_iter().map(shown).collect();
        let expected = [
            ("demo::<Tag as FromStr>::from_str", "en-US"),
            ("demo::Set::new", "a"),
            ("demo::Tag::parse", "en-US"),
        ];
        assert_eq!(found, expected.map(|(function, text)| (function.to_owned(), text.to_owned())));
    }
}
