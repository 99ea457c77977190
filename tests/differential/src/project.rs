//! Crates of generated functions: written, built and run.
//!
//! The two versions of the functions are two modules with the same lines. So messages of the
//! compiler and places of panics only differ by the file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::Edition;
use crate::constructs::Construct;
use crate::generator::{Function, markers};

/// Functions per crate: enough to make linking cheap, and few enough to keep all processors busy.
const FUNCTIONS: usize = 75;

/// The imports of the functions, with as many lines for both versions.
const IMPORTS: &str = "use crate::prelude::*;\nuse crate::prelude::Switch::{OFF, ON};\n";

/// The verdict on a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both versions behaved equally.
    Same,
    /// The inputs with different behaviour, with their numbers and both outcomes.
    Differs(Vec<(usize, String, String)>),
    /// The function as written does not compile: a mistake of the generator.
    Invalid(String),
    /// The instrumented function does not compile.
    Refused(String),
}

/// The places of builds.
pub struct Workshop {
    /// The workspace under test.
    pub workspace: PathBuf,
    /// A directory for the crates.
    pub directory: PathBuf,
    /// The target directory.
    pub target: PathBuf,
    /// The features of the runtime, which determine the rewriting of bodies.
    pub features: Vec<&'static str>,
}

/// The result of running all functions.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Executions of both versions.
    pub executions: usize,
    /// Executions of one version that ended in a panic.
    pub panics: usize,
}

/// A crate of generated functions.
struct Generated {
    package: String,
    /// The first lines of functions, and their names.
    lines: Vec<(usize, String)>,
}

impl Workshop {
    /// Returns the places for this package's workspace, in a directory `name` of its target
    /// directory.
    pub fn here(name: &str) -> Workshop {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let workspace = workspace.canonicalize().unwrap_or(workspace);
        let target = workspace.join("target/differential");
        Workshop { directory: target.join(name), workspace, target, features: vec!["linked", "observe"] }
    }

    /// Builds and runs the functions, and returns a verdict on each, in their order.
    pub fn judge(&self, edition: Edition, functions: &[Function]) -> io::Result<(Vec<Verdict>, Counts)> {
        let mut verdicts: BTreeMap<&str, Verdict> = BTreeMap::new();
        let mut counts = Counts::default();
        loop {
            // The rest can be run without the functions that do not compile.
            let left: Vec<&Function> =
                functions.iter().filter(|function| !verdicts.contains_key(&*function.name)).collect();
            if left.is_empty() {
                break;
            }
            let crates = self.write(edition, &left)?;
            let output = self.cargo(&["build", "--message-format=json", "--keep-going"]).output()?;
            let mut found = false;
            for (name, verdict) in messages(&crates, &output) {
                if let Some(function) = left.iter().find(|function| function.name == name) {
                    found = true;
                    let entry = verdicts.entry(&function.name);
                    let invalid = matches!(verdict, Verdict::Invalid(_));
                    let kept = entry.or_insert(verdict.clone());
                    if invalid && !matches!(kept, Verdict::Invalid(_)) {
                        *kept = verdict;
                    }
                }
            }
            if found {
                continue;
            }
            if !output.status.success() {
                return Err(does_not_build(&output));
            }
            for generated in &crates {
                self.run(generated, &mut verdicts, &left, &mut counts)?;
            }
            break;
        }
        let same = Verdict::Same;
        let all = functions.iter().map(|function| verdicts.get(&*function.name).unwrap_or(&same).clone());
        Ok((all.collect(), counts))
    }

    /// Returns the first function with a difference, with its verdict. If any does not compile,
    /// none is run.
    pub fn first_difference(
        &self,
        edition: Edition,
        functions: &[Function],
    ) -> io::Result<Option<(String, Verdict)>> {
        let all: Vec<&Function> = functions.iter().collect();
        let crates = self.write(edition, &all)?;
        let output = self.cargo(&["build", "--message-format=json", "--keep-going"]).output()?;
        if let Some(refused) = messages(&crates, &output).into_iter().next() {
            return Ok(Some(refused));
        }
        if !output.status.success() {
            return Err(does_not_build(&output));
        }
        let (mut verdicts, mut counts) = (BTreeMap::new(), Counts::default());
        for generated in &crates {
            self.run(generated, &mut verdicts, &all, &mut counts)?;
        }
        Ok(verdicts.into_iter().next().map(|(name, verdict)| (name.to_owned(), verdict)))
    }

    /// Writes crates with the functions.
    fn write(&self, edition: Edition, functions: &[&Function]) -> io::Result<Vec<Generated>> {
        if self.directory.exists() {
            fs::remove_dir_all(&self.directory)?;
        }
        let mut crates = Vec::new();
        // A user-defined `assert!` affects a whole crate.
        let (own, others): (Vec<&Function>, Vec<&Function>) =
            functions.iter().partition(|function| function.constructs.contains(&Construct::OwnAssert));
        for (index, chunk) in own.chunks(FUNCTIONS).chain(others.chunks(FUNCTIONS)).enumerate() {
            let package = format!("generated-{}-{index}", edition.year());
            let source = self.directory.join(&package).join("src");
            fs::create_dir_all(&source)?;
            let manifest = format!(
                "[package]\nname = \"{package}\"\nversion = \"0.0.0\"\nedition = \"{}\"\n\n[dependencies]\n\
                 sbst = {{ package = \"sbst-runtime\", path = {:?}, features = {:?} }}\n",
                edition.year(),
                self.workspace.join("sbst-runtime"),
                self.features,
            );
            fs::write(self.directory.join(&package).join("Cargo.toml"), manifest)?;
            fs::write(source.join("prelude.rs"), include_str!("../support/prelude.rs"))?;
            fs::write(source.join("written.rs"), module(chunk, "\n"))?;
            fs::write(source.join("instrumented.rs"), module(chunk, "#[sbst::instrument]\n"))?;
            fs::write(source.join("main.rs"), main_file(chunk))?;
            let mut line = 1 + IMPORTS.lines().count();
            let mut lines = Vec::new();
            for function in chunk {
                lines.push((line, function.name.clone()));
                line += markers::rendered(&function.marked, "\n").lines().count() + 1;
            }
            crates.push(Generated { package, lines });
        }
        let members: Vec<&str> = crates.iter().map(|generated| &*generated.package).collect();
        // Without debug information it is built in half the time.
        let root = format!(
            "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[profile.dev]\ndebug = false\nincremental = false\n"
        );
        fs::write(self.directory.join("Cargo.toml"), root)?;
        fs::copy(self.workspace.join("Cargo.lock"), self.directory.join("Cargo.lock"))?;
        Ok(crates)
    }

    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(arguments).current_dir(&self.directory);
        cargo
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS");
        cargo
    }

    fn run<'f>(
        &self,
        Generated { package, lines }: &Generated,
        verdicts: &mut BTreeMap<&'f str, Verdict>,
        functions: &[&'f Function],
        counts: &mut Counts,
    ) -> io::Result<()> {
        let output = Command::new(self.target.join("debug").join(package)).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut is_done = false;
        for line in text.lines() {
            match line.split('\t').collect::<Vec<&str>>()[..] {
                ["difference", name, input, expected, found] => {
                    let Some(function) = functions.iter().find(|function| function.name == name) else {
                        continue;
                    };
                    let difference = (input.parse().unwrap_or_default(), expected.into(), found.into());
                    match verdicts.entry(&function.name).or_insert(Verdict::Differs(Vec::new())) {
                        Verdict::Differs(differences) => differences.push(difference),
                        _ => unreachable!("what does not compile is not run"),
                    }
                }
                ["done", executions, panics, _] => {
                    is_done = true;
                    counts.executions += executions.parse::<usize>().unwrap_or_default();
                    counts.panics += panics.parse::<usize>().unwrap_or_default();
                }
                _ => {}
            }
        }
        match is_done {
            true => Ok(()),
            false => Err(io::Error::other(format!(
                "{package} with {} functions died ({}):\n{}",
                lines.len(),
                output.status,
                String::from_utf8_lossy(&output.stderr)
            ))),
        }
    }
}

fn does_not_build(output: &Output) -> io::Error {
    let errors = String::from_utf8_lossy(&output.stderr);
    let rendered: String = all_messages(output).into_iter().map(|(_, _, text)| text).take(5).collect();
    io::Error::other(format!("the generated crates do not build:\n{rendered}\n{errors}"))
}

fn module(functions: &[&Function], attribute: &str) -> String {
    let mut text = IMPORTS.to_owned();
    for function in functions {
        text += &markers::rendered(&function.marked, attribute);
        text += "\n\n";
    }
    text
}

/// Warnings are about generated code. Lints that are errors stay, except those on code with a
/// certain panic.
fn main_file(functions: &[&Function]) -> String {
    let mut text = String::from(
        "#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n\
         #[macro_use]\nmod prelude;\nmod written;\nmod instrumented;\n\n\
         fn main() {\n    prelude::begin();\n",
    );
    for Function { name, call, .. } in functions {
        let both = ["written", "instrumented"]
            .map(|version| format!("|i| {{ use {version}::*; use prelude::*; {call} }}"));
        let _ = writeln!(text, "    prelude::compare({name:?}, {}, {});", both[0], both[1]);
    }
    text += "    prelude::end();\n}\n";
    text
}

/// Returns the verdicts from the compiler's errors.
fn messages(crates: &[Generated], output: &Output) -> Vec<(String, Verdict)> {
    let mut verdicts = Vec::new();
    for (package, message, rendered) in all_messages(output) {
        let Some(Generated { lines, .. }) = crates.iter().find(|generated| generated.package == package)
        else {
            continue;
        };
        let Some((file, line)) = place(&message) else {
            continue;
        };
        let function = lines.iter().rev().find(|(from, _)| *from <= line);
        if let Some((_, name)) = function {
            let verdict = match file.ends_with("instrumented.rs") {
                true => Verdict::Refused(rendered),
                false => Verdict::Invalid(rendered),
            };
            verdicts.push((name.clone(), verdict));
        }
    }
    verdicts
}

/// Returns the errors: the package, the message, and its text.
fn all_messages(output: &Output) -> Vec<(String, Value, String)> {
    let lines = String::from_utf8_lossy(&output.stdout);
    let values = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let errors = values.filter(|value| value["message"]["level"] == "error");
    errors
        .map(|value| {
            let package = value["target"]["name"].as_str().unwrap_or_default().to_owned();
            let rendered = value["message"]["rendered"].as_str().unwrap_or_default().to_owned();
            (package, value["message"].clone(), rendered)
        })
        .collect()
}

/// Returns the place of a message in a file of functions.
fn place(message: &Value) -> Option<(String, usize)> {
    let spans = message["spans"].as_array()?;
    let primary = spans.iter().filter(|span| span["is_primary"] == true).chain(spans);
    for span in primary {
        let mut span = span;
        loop {
            let file = span["file_name"].as_str().unwrap_or_default();
            if file.ends_with("instrumented.rs") || file.ends_with("written.rs") {
                return Some((file.to_owned(), span["line_start"].as_u64()? as usize));
            }
            match &span["expansion"]["span"] {
                Value::Null => break,
                outer => span = outer,
            }
        }
    }
    None
}
