//! Rewritings that changed the meaning of programs, put back one at a time.
//!
//! Each is a file in `forms/`: its description, its section of the feasibility study, and the
//! changed lines of the product. It is applied to a copy of the workspace, and generated functions
//! are compared there. One of them must fail: it no longer compiles, or its behaviour differs from
//! the original.
//!
//! ```text
//! # the form's description
//! # Study: 3.1
//! @@ sbst-instrument/src/capture.rs
//! -    lines as they are
//! +    lines as they become
//! ```
//!
//! Lines are found at any indentation, and must occur exactly once.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sbst_search::Random;

use crate::Edition;
use crate::generator::Function;
use crate::pairs::Pairs;
use crate::plan;
use crate::project::{Verdict, Workshop};

/// The number of compared functions for each edition: each construct is in several of them.
const FUNCTIONS: usize = 40;

/// The parts of the workspace in a crate with the attribute.
const COPIED: [&str; 14] = [
    "Cargo.lock",
    "README.md",
    "sbst-algorithms",
    "sbst-core",
    "sbst-macros",
    "sbst-vocabulary",
    "sbst-source",
    "sbst-instrument",
    "sbst-model",
    "sbst-runtime",
    "sbst-search",
    "sbst-solver",
    "sbst-wire",
    "sbst-worker",
];

/// A form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The name of its file.
    pub name: String,
    /// Its description.
    pub text: String,
    /// The sections of the study.
    pub study: String,
    changes: Vec<Change>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    file: String,
    before: Vec<String>,
    after: Vec<String>,
}

/// The verdict on a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noticed {
    /// A function with the attribute no longer compiles: the compiler's message.
    Refused(String),
    /// A function's behaviour differs: its name and an input.
    Differs(String),
    /// No function failed.
    No,
}

impl Form {
    /// Returns all forms.
    pub fn all() -> io::Result<Vec<Form>> {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("forms");
        let mut forms = Vec::new();
        for entry in fs::read_dir(directory)? {
            let path = entry?.path();
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            forms.push(Form::parse(&name, &fs::read_to_string(&path)?)?);
        }
        forms.sort_by(|one, other| (&one.study, &one.name).cmp(&(&other.study, &other.name)));
        Ok(forms)
    }

    fn parse(name: &str, text: &str) -> io::Result<Form> {
        let wrong = |line: &str| io::Error::other(format!("forms/{name}.form: what is this line? {line}"));
        let mut form =
            Form { name: name.into(), text: String::new(), study: String::new(), changes: Vec::new() };
        for line in text.lines() {
            match (line.split_at_checked(1), form.changes.last_mut()) {
                (Some(("#", rest)), _) => match rest.trim().strip_prefix("Study: ") {
                    Some(study) => form.study = study.into(),
                    None => form.text += rest.trim(),
                },
                (Some(("@", rest)), _) => form.changes.push(Change {
                    file: rest.trim_start_matches('@').trim().into(),
                    before: Vec::new(),
                    after: Vec::new(),
                }),
                (Some(("-", rest)), Some(change)) => change.before.push(rest.into()),
                (Some(("+", rest)), Some(change)) => change.after.push(rest.into()),
                _ => return Err(wrong(line)),
            }
        }
        Ok(form)
    }

    /// Returns the changed files of the workspace at `root`.
    pub fn apply(&self, root: &Path) -> io::Result<Vec<(PathBuf, String)>> {
        let mut changed: Vec<(PathBuf, String)> = Vec::new();
        for Change { file, before, after } in &self.changes {
            let path = PathBuf::from(file);
            let text = match changed.iter().position(|(changed, _)| *changed == path) {
                Some(index) => changed.remove(index).1,
                None => fs::read_to_string(root.join(file))?,
            };
            let lines: Vec<&str> = text.lines().collect();
            let is_there = |start: &usize| {
                lines[*start..]
                    .iter()
                    .zip(before)
                    .filter(|(line, before)| line.trim() == before.trim())
                    .count()
                    == before.len()
            };
            let found: Vec<usize> = (0..lines.len()).filter(is_there).collect();
            let [start] = found[..] else {
                return Err(io::Error::other(format!(
                    "forms/{}.form: these lines are {} times in {file}, not once:\n{}",
                    self.name,
                    found.len(),
                    before.join("\n")
                )));
            };
            let mut whole: Vec<&str> = lines[..start].to_vec();
            whole.extend(after.iter().map(String::as_str));
            whole.extend(&lines[start + before.len()..]);
            changed.push((path, whole.join("\n") + "\n"));
        }
        Ok(changed)
    }
}

/// A copy of the workspace for trying forms.
pub struct Trial {
    workspace: PathBuf,
    workshop: Workshop,
    functions: Vec<(Edition, Vec<Function>)>,
}

impl Trial {
    /// Copies the workspace, and generates functions that behave there as written.
    pub fn new(seed: u64) -> io::Result<Trial> {
        let here = Workshop::here("forms");
        let copy = here.target.join("copy");
        let mut random = Random::new(seed);
        let mut pairs = Pairs::default();
        let workshop = Workshop { workspace: copy, ..here };
        let workspace = Workshop::here("forms").workspace;
        let mut trial = Trial { workspace, workshop, functions: Vec::new() };
        trial.restore(&[])?;
        for edition in Edition::ALL {
            let prefix = format!("f{}_", edition.year());
            let functions = plan::functions(&mut random, edition, FUNCTIONS, &prefix, &mut pairs);
            let (verdicts, _) = trial.workshop.judge(edition, &functions)?;
            let same = functions.into_iter().zip(verdicts).filter(|(_, verdict)| *verdict == Verdict::Same);
            trial.functions.push((edition, same.map(|(function, _)| function).collect()));
        }
        Ok(trial)
    }

    /// Applies the form, and returns the verdict.
    ///
    /// # Errors
    /// If the form itself is no valid Rust, with the compiler's message.
    pub fn judge(&self, form: &Form) -> io::Result<Noticed> {
        self.restore(&form.apply(&self.workspace)?)?;
        for (edition, functions) in &self.functions {
            let noticed = self.workshop.first_difference(*edition, functions)?;
            match noticed {
                Some((_, Verdict::Refused(error))) => {
                    let line = error.lines().find(|line| line.starts_with("error")).unwrap_or(&error);
                    return Ok(Noticed::Refused(line.to_owned()));
                }
                Some((name, _)) => return Ok(Noticed::Differs(name)),
                None => {}
            }
        }
        Ok(Noticed::No)
    }

    /// Makes the copy equal to the workspace, except for the changed files. Equal files are not
    /// written, which would cause another build.
    fn restore(&self, changed: &[(PathBuf, String)]) -> io::Result<()> {
        let copy = &self.workshop.workspace;
        for name in COPIED {
            copy_into(&self.workspace, copy, Path::new(name), changed)?;
        }
        let manifest = fs::read_to_string(self.workspace.join("Cargo.toml"))?;
        let (_, rest) = manifest
            .split_once("[workspace.package]")
            .ok_or_else(|| io::Error::other("Cargo.toml has no [workspace.package]"))?;
        let members: Vec<&str> = COPIED[2..].to_vec();
        let manifest =
            format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[workspace.package]{rest}");
        write_changed(&copy.join("Cargo.toml"), manifest.as_bytes())
    }
}

fn copy_into(from: &Path, to: &Path, path: &Path, changed: &[(PathBuf, String)]) -> io::Result<()> {
    let source = from.join(path);
    if source.is_dir() {
        for entry in fs::read_dir(source)? {
            copy_into(from, to, &path.join(entry?.file_name()), changed)?;
        }
        return Ok(());
    }
    match changed.iter().find(|(file, _)| file == path) {
        Some((_, text)) => write_changed(&to.join(path), text.as_bytes()),
        None => write_changed(&to.join(path), &fs::read(source)?),
    }
}

fn write_changed(path: &Path, content: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == content) {
        return Ok(());
    }
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(path, content)
}
