//! Copies of fixtures.

use crate::command::{Invocation, Output, command_under_test};
use crate::locations;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A package or a workspace for the command.
#[derive(Clone, Debug)]
pub struct Project {
    directory: PathBuf,
}

/// The common copy of a fixture, until the next test's turn in it.
#[derive(Debug)]
pub struct Shared {
    project: Project,
    _turn: MutexGuard<'static, ()>,
}

impl Deref for Shared {
    type Target = Project;

    fn deref(&self) -> &Project {
        &self.project
    }
}

impl Project {
    /// Copies a fixture to the folder `name`, which only one test may use.
    ///
    /// Unchanged files are not touched, and all others are removed. So a copy is identical every
    /// time, and cargo has little to rebuild.
    pub fn copy(fixture: &str, name: &str) -> Project {
        let project = Project { directory: locations::copy(name) };
        let source = locations::fixture(fixture);
        assert!(source.join("Cargo.toml").exists(), "no fixture {fixture}");
        let mut wanted = BTreeMap::new();
        for path in files_below(&source) {
            // Left by a run in the fixture's own folder.
            if path.starts_with("target") || path.starts_with("Cargo.lock") {
                continue;
            }
            let content = fs::read(source.join(&path)).expect("failed to read a fixture");
            let content = match path.file_name() {
                Some(file) if file == "Cargo.toml" => {
                    manifest_of_copy(&String::from_utf8(content).unwrap(), name).into_bytes()
                }
                _ => content,
            };
            wanted.insert(path, content);
        }
        // The locked versions of this workspace, so that nothing is downloaded; cargo drops the
        // unused ones.
        let lock = fs::read(locations::workspace().join("Cargo.lock")).expect("the workspace is locked");
        wanted.insert("Cargo.lock".into(), lock);
        if let Some(source) = locations::source() {
            wanted.insert(".cargo/config.toml".into(), source_replacement(&source).into_bytes());
        }
        for path in files_below(&project.directory) {
            if !wanted.contains_key(&path) {
                let path = project.directory.join(path);
                fs::remove_file(&path).expect("failed to clear a copy");
                // With the folders that are now empty.
                _ = path.ancestors().skip(1).try_for_each(fs::remove_dir);
            }
        }
        for (path, content) in wanted {
            let path = project.directory.join(path);
            if fs::read(&path).ok().as_ref() != Some(&content) {
                fs::create_dir_all(path.parent().unwrap()).expect("failed to create a folder of a copy");
                fs::write(&path, content).expect("failed to write a copy");
            }
        }
        project
    }

    /// Returns the common copy of a fixture, for tests in turns: it is built once, and their edits
    /// and files are removed before the next turn.
    pub fn shared(fixture: &str) -> Shared {
        static TURNS: Mutex<BTreeMap<String, &'static Mutex<()>>> = Mutex::new(BTreeMap::new());
        let mut turns = TURNS.lock().unwrap_or_else(PoisonError::into_inner);
        let turn = *turns.entry(fixture.to_owned()).or_insert_with(|| Box::leak(Box::default()));
        drop(turns);
        let turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        Shared { project: Project::copy(fixture, &format!("{fixture}-shared")), _turn: turn }
    }

    /// The folder of the project.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The target directory of the project.
    pub fn target_directory(&self) -> PathBuf {
        locations::target_directory(&self.directory)
    }

    /// Returns `cargo sbst` in the project, with the arguments separated by spaces.
    pub fn sbst(&self, arguments: &str) -> Invocation {
        command_under_test(&self.directory).arguments(arguments)
    }

    /// Returns `cargo` in the project, with the arguments separated by spaces.
    pub fn cargo(&self, arguments: &str) -> Invocation {
        Invocation::cargo(&self.directory).arguments(arguments)
    }

    /// Runs `cargo test` in it, and asserts that the tests pass without warnings: cargo repeats
    /// those of earlier builds.
    #[track_caller]
    pub fn passes_without_warnings(&self, arguments: &str) -> Output {
        let test = self.cargo("test").arguments(arguments).succeed();
        assert!(!test.stderr.contains("warning"), "{test:?}");
        test
    }

    /// Runs clippy in it on all targets selected by `arguments`, and asserts no warnings.
    #[track_caller]
    pub fn has_no_lints(&self, arguments: &str) {
        self.cargo("clippy --quiet").arguments(arguments).arguments("-- -D warnings").succeed();
    }

    /// Reads a file.
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.directory.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.directory.join(path);
        fs::create_dir_all(path.parent().unwrap()).expect("failed to create a folder");
        fs::write(path, text).expect("failed to write a file");
    }

    /// Replaces a text that the file must contain.
    pub fn edit(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert!(text.contains(old), "{path} does not contain {old}");
        self.write(path, &text.replace(old, new));
    }

    /// True if the file exists.
    pub fn has(&self, path: &str) -> bool {
        self.directory.join(path).exists()
    }

    /// Removes a folder.
    pub fn remove(&self, path: &str) {
        fs::remove_dir_all(self.directory.join(path)).expect("failed to remove a folder");
    }

    /// Lists the paths of all files.
    pub fn files(&self) -> BTreeSet<String> {
        let paths = files_below(&self.directory).into_iter();
        paths.map(|path| path.to_str().expect("names of fixtures are ASCII").to_owned()).collect()
    }

    /// Reads the files below a folder.
    pub fn contents(&self, folder: &str) -> BTreeMap<String, String> {
        let paths = self.files().into_iter().filter(|path| path.starts_with(folder));
        paths.map(|path| (path.clone(), self.read(&path))).collect()
    }
}

/// Lists the paths of the files below a folder, relative to it.
fn files_below(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![directory.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("failed to list a folder").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.strip_prefix(directory).unwrap().to_owned());
            }
        }
    }
    files
}

/// Adapts a manifest to a copy.
///
/// 1. The runtime is named by its absolute path, or by its version in a source.
/// 2. Each copy has its own version: cargo identifies the root package of a workspace by name and
///    version, not by path. So two copies with one version would overwrite each other's files in
///    their target directory, and be mistaken for one another.
fn manifest_of_copy(manifest: &str, name: &str) -> String {
    let depend = match locations::source() {
        None => format!("path = {:?}", locations::workspace().join("sbst-runtime")),
        Some(_) => "version = \"=0.1.0\"".to_owned(),
    };
    let version = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let mut text = String::new();
    for line in manifest.split_inclusive('\n') {
        let relative = line.find("path = \"../").zip(line.find("/sbst-runtime\""));
        match relative {
            Some((start, end)) => {
                text.push_str(&line[..start]);
                text.push_str(&depend);
                text.push_str(&line[end + "/sbst-runtime\"".len()..]);
            }
            None if line.starts_with("version = ") => {
                text.push_str(&format!("version = \"0.1.0-{version}\"\n"))
            }
            None => text.push_str(line),
        }
    }
    text
}

/// Returns a configuration that replaces crates.io by a folder.
fn source_replacement(directory: &Path) -> String {
    format!(
        "[source.crates-io]\nreplace-with = \"packaged\"\n\n[source.packaged]\ndirectory = {:?}\n",
        directory
    )
}
