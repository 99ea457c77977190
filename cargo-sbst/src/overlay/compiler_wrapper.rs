//! The programs that cargo starts instead of rustc and rustdoc in builds with an overlay, and the
//! program that the macro starts to expand annotated items.
//!
//! It is `cargo-sbst` itself, under another name and beside a file with [`Instructions`]. A
//! variable would also reach other processes, and a nested build has its own file.
//!
//! 1. A crate that depends on the runtime, under any name, is linked with the separately built one
//!    and the crates of its interface ([`Instructions::libraries`]). All crates get their folders,
//!    for dependencies that use one.
//! 2. A crate whose root is in the list is compiled from its copy, and always gets the runtime.
//! 3. Crates for the host are left alone in a build for another target: the runtime is the
//!    target's.
//! 4. The compiler of a crate has the crate's name for the runtime and the expander in its
//!    environment, for the macro, and a variable if there are to be probes at hidden checks. A
//!    `--cfg` makes that visible to compilation caches.
//! 5. The arguments of each compilation are stored beside its library, for the macro in dependent
//!    crates.
//! 6. While the runtime is being built, crates that link it wait for it; others do not.
//! 7. In a build of workers, all crates whose root is in the list are compiled as libraries.
//! 8. A crate that does not compile from its copy is checked from its source ([`as_written`]).
//! 9. Before a crate is compiled for a search, the compiler [decides](verdicts) which types meet
//!    the bounds of its functions.
//! 10. The user's own wrapper is started with the resulting arguments, so a compilation cache sees
//!     the real compilation.

use crate::overlay::keeper::{KEEPER, keep as keep_copy};
use crate::overlay::runtime::{OWN_RUSTC, RUNTIME, Runtime};
use crate::overlay::{as_library, as_written, verdicts};
use crate::ui::whole_file;
use cargo_metadata::camino::Utf8Path;
use sbst_source::package::modules::keep_arguments;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::env::ArgsOs;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread::{self, JoinHandle};
use std::{env, fs, io, panic};

/// The name of the wrapper that replaces rustc.
pub const RUSTC: &str = "sbst-rustc";
/// The name of the wrapper that replaces rustdoc.
pub const RUSTDOC: &str = "sbst-rustdoc";
/// The name of the program that expands the macro's input.
pub const EXPANDER: &str = "sbst-expander";
/// The file with the instructions, beside the program.
pub const INSTRUCTIONS: &str = "instructions";
/// The name of the runtime in the copies.
pub const RUNTIME_NAME: &str = "__sbst";
/// The `--cfg` by which caches distinguish builds with probes at hidden checks.
const CHECKS_CFG: &str = "sbst_checks";
/// The settings that give a copy's executable line tables, so that a fault in another crate has a
/// place.
const LINES: [&str; 4] = ["-C", "debuginfo=line-tables-only", "-C", "strip=none"];
/// The most stack that deep expressions need.
const EXPANDER_STACK: usize = 256 << 20;
/// The metadata that distinguishes the runtime's crates from crates of the same name in the user's
/// graph.
const METADATA: &str = "metadata=sbst";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instructions {
    pub wrapper: Option<String>,
    pub rustdoc: String,
    /// Libraries that replace those built by cargo, by the names of the crates; empty until they
    /// are built.
    pub libraries: BTreeMap<String, String>,
    /// Folders with the runtime's dependencies.
    pub folders: Vec<String>,
    /// The copy of each crate's root.
    pub roots: BTreeMap<String, String>,
    /// Prefixes in messages to replace, with their replacements: the folders of the tree.
    pub names: Vec<(String, String)>,
    /// The file that is locked while the runtime is being built.
    pub building: Option<String>,
    /// True if the macro adds probes at hidden checks.
    pub has_checks: bool,
    /// The value of the variable that requests mutants instead of an observation's probes, or names
    /// the file with the mutants to search for.
    pub mutants: Option<String>,
    /// True if the macro emits calls of functions for a search, and so needs the verdicts on their
    /// bounds.
    pub is_search: bool,
    /// The period in which the compiler's verdicts on bounds are valid.
    pub asked_since: String,
    /// The functions without further questions about bounds, each by its place.
    pub unasked: BTreeSet<String>,
    /// True if crates with a copy are compiled as libraries.
    pub as_libraries: bool,
    /// The requested target, if any.
    pub target: Option<String>,
}

/// The program that this process replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Rustc,
    OwnRustc,
    Rustdoc,
}

/// Acts as rustc, rustdoc, the expander or the keeper, if this process was started as one.
pub fn stand_in() -> Option<ExitCode> {
    let mut arguments = env::args_os();
    let program = PathBuf::from(arguments.next()?);
    let role = match program.file_stem()?.to_str()? {
        EXPANDER => return Some(expand(arguments)),
        KEEPER => return Some(keep_copy(arguments)),
        RUSTC => Role::Rustc,
        OWN_RUSTC => Role::OwnRustc,
        RUSTDOC => Role::Rustdoc,
        _ => return None,
    };
    let code = run(role, &program, arguments.collect()).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        1
    });
    Some(ExitCode::from(code))
}

/// Expands the input of the macro in a compiler with these arguments.
fn expand(words: ArgsOs) -> ExitCode {
    // The compiler reports them.
    panic::set_hook(Box::new(|_| {}));
    let words = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let serve = || sbst_instrument::serve::serve(words, io::stdin(), io::stdout());
    let served = thread::Builder::new().stack_size(EXPANDER_STACK).spawn(serve).map(JoinHandle::join);
    ExitCode::from(u8::from(!matches!(served, Ok(Ok(Ok(()))))))
}

fn run(role: Role, program: &Path, mut arguments: Vec<OsString>) -> Result<u8, String> {
    let file = program.with_file_name(INSTRUCTIONS);
    let mut instructions = Instructions::read(&file)?;
    let here = env::current_dir().unwrap_or_default();
    if role != Role::OwnRustc && instructions.must_wait(&arguments, &here) {
        instructions.wait();
        instructions = Instructions::read(&file)?;
        if instructions.libraries.is_empty() {
            return Err("the runtime of sbst could not be built".to_owned());
        }
    }
    let runtime_name = runtime_name(&arguments).map(str::to_owned);
    let mut replaced = Vec::new();
    let is_copied = role == Role::Rustc && instructions.copy_in(&arguments, &here).is_some();
    if is_copied && instructions.as_libraries {
        replaced = as_library::replace_types(&mut arguments, &here)?;
    }
    let original = is_copied.then(|| instructions.original_words(arguments.clone()));
    let is_searched = instructions.is_search && role == Role::Rustc && (runtime_name.is_some() || is_copied);
    let words = instructions.words(role, arguments, &here);
    if role == Role::Rustc
        && let Some(kept) = keep(&instructions, &words, &here)
    {
        as_library::leave_marks(&replaced, &kept)?;
    }
    let prepare = |command: &mut Command| {
        match &runtime_name {
            Some(name) => command.env(sbst_instrument::RUNTIME_NAME, name),
            None => command.env_remove(sbst_instrument::RUNTIME_NAME),
        };
        command.env(sbst_instrument::EXPANDER, program.with_file_name(EXPANDER));
        match instructions.has_checks {
            true => command.env(sbst_instrument::CHECKS, "1"),
            false => command.env_remove(sbst_instrument::CHECKS),
        };
        match &instructions.mutants {
            Some(mutants) => command.env(sbst_instrument::MUTANTS, mutants),
            None => command.env_remove(sbst_instrument::MUTANTS),
        };
    };
    let of_compiler = usize::from(instructions.wrapper.is_some()).min(words.len());
    let (period, unasked) = (&instructions.asked_since, &instructions.unasked);
    let asked =
        is_searched.then(|| verdicts::ask(&words[of_compiler..], &here, period, unasked, prepare)).flatten();
    let command = |words: Vec<OsString>| {
        let mut words = words.into_iter();
        let mut command = Command::new(words.next().ok_or("no compiler to start was named")?);
        command.args(words);
        prepare(&mut command);
        match &asked {
            Some(file) => command.env(sbst_instrument::BOUNDS, file),
            None => command.env_remove(sbst_instrument::BOUNDS),
        };
        Ok::<_, String>(command)
    };
    match original {
        Some(original) => as_written::compile(words, original, command, program),
        None => start(command(words)?),
    }
}

/// Keeps the words of the compiler by rule 5, and returns the file. Without them the macro resolves
/// fewer names.
fn keep(instructions: &Instructions, words: &[OsString], here: &Path) -> Option<PathBuf> {
    let words = &words[usize::from(instructions.wrapper.is_some()).min(words.len())..];
    let words: Option<Vec<String>> = words.iter().map(|word| Some(word.to_str()?.to_owned())).collect();
    keep_arguments(&words?, here)
}

/// Replaces this process by the program.
#[cfg(unix)]
fn start(mut command: Command) -> Result<u8, String> {
    use std::os::unix::process::CommandExt as _;
    let error = command.exec();
    Err(format!("failed to start {}: {error}", command.get_program().display()))
}

/// Runs the program until it exits.
#[cfg(not(unix))]
fn start(mut command: Command) -> Result<u8, String> {
    let status = command.status();
    let status =
        status.map_err(|error| format!("failed to start {}: {error}", command.get_program().display()))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

impl Instructions {
    fn read(file: &Path) -> Result<Instructions, String> {
        let line = fs::read(file).map_err(|error| format!("failed to read {}: {error}", file.display()))?;
        serde_json::from_slice(&line).map_err(|error| format!("failed to read {}: {error}", file.display()))
    }

    /// Replaces the file: a wrapper reads the old or the new text.
    pub fn write(&self, file: &Utf8Path) -> anyhow::Result<()> {
        whole_file::replace(file, &serde_json::to_vec(self)?)
    }

    pub fn add_runtime(&mut self, runtime: &Runtime) {
        let libraries = runtime.libraries.iter();
        self.libraries = libraries.map(|(name, path)| (name.clone(), path.to_string())).collect();
        self.folders = runtime.folders.iter().map(ToString::to_string).collect();
    }

    /// True if the compiled crate links the runtime, and that is still being built.
    fn must_wait(&self, arguments: &[OsString], here: &Path) -> bool {
        let has_copy = || self.copy_in(arguments, here).is_some();
        self.building.is_some() && (runtime_name(arguments).is_some() || has_copy())
    }

    /// Waits until the runtime is built, or failed to be.
    fn wait(&self) {
        let lock = self.building.as_ref().and_then(|file| fs::File::open(file).ok());
        // Some file systems have no locks.
        _ = lock.map(|lock| lock.lock_shared());
    }

    /// Returns the program to start, and its arguments.
    fn words(&self, role: Role, mut arguments: Vec<OsString>, here: &Path) -> Vec<OsString> {
        let mut words: Vec<OsString> = Vec::new();
        match role {
            Role::Rustdoc => {
                words.push(self.rustdoc.clone().into());
                self.replace_libraries(&mut arguments);
            }
            Role::OwnRustc => {
                words.extend(self.wrapper.as_ref().map(OsString::from));
                arguments.extend(["-C", METADATA].map(OsString::from));
            }
            Role::Rustc => {
                words.extend(self.wrapper.as_ref().map(OsString::from));
                if self.is_meant(&arguments) {
                    if self.has_checks {
                        arguments.extend(["--cfg", CHECKS_CFG].map(OsString::from));
                    }
                    self.rewrite(&mut arguments, here);
                }
            }
        }
        words.extend(arguments);
        words
    }

    /// True if the compiler compiles a crate, and for the target.
    fn is_meant(&self, arguments: &[OsString]) -> bool {
        let has = |option: &str| arguments.iter().any(|argument| is_option(argument, option));
        has("--crate-name") && !self.libraries.is_empty() && (self.target.is_none() || has("--target"))
    }

    /// Returns the words of the compilation of a crate with a copy, from its source and without
    /// code generation.
    fn original_words(&self, mut arguments: Vec<OsString>) -> Vec<OsString> {
        cap_lints(&mut arguments);
        self.replace_libraries(&mut arguments);
        self.wrapper.iter().map(OsString::from).chain(arguments).collect()
    }

    /// The copy of the crate's root, and where the root stands in the arguments.
    fn copy_in(&self, arguments: &[OsString], here: &Path) -> Option<(usize, &String)> {
        let copy_of = |argument: &OsString| self.roots.get(normal(&here.join(argument)).to_str()?);
        arguments.iter().enumerate().find_map(|(at, argument)| Some((at, copy_of(argument)?)))
    }

    fn rewrite(&self, arguments: &mut Vec<OsString>, here: &Path) {
        if let Some((at, copy)) = self.copy_in(arguments, here) {
            arguments[at] = copy.into();
            let runtime = self.libraries.get(RUNTIME).map_or("", String::as_str);
            arguments
                .extend(["--extern".to_owned(), format!("{RUNTIME_NAME}={runtime}")].map(OsString::from));
            cap_lints(arguments);
            arguments.extend(LINES.map(OsString::from));
            for (from, to) in &self.names {
                arguments
                    .extend(["--remap-path-prefix".to_owned(), format!("{from}={to}")].map(OsString::from));
            }
        }
        self.replace_libraries(arguments);
    }

    /// Replaces libraries by rule 1.
    fn replace_libraries(&self, arguments: &mut Vec<OsString>) {
        for argument in arguments.iter_mut() {
            if let Some((name, library)) = self.find_replacement(argument) {
                *argument = format!("{name}={library}").into();
            }
        }
        let folders = self.folders.iter().map(|folder| format!("-Ldependency={folder}").into());
        // Arguments after `--` have another meaning.
        let at = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
        arguments.splice(at..at, folders);
    }

    /// Returns, for `name=…/libCRATE-….rlib`, the name and the library to link in the crate's
    /// place, if there is one.
    fn find_replacement<'a>(&'a self, argument: &'a OsStr) -> Option<(&'a str, &'a str)> {
        let (name, crate_name) = external_crate(argument)?;
        Some((name, self.libraries.get(crate_name)?))
    }
}

/// Turns lints into warnings, which belong to the user's own builds: a denied lint must not cost a
/// function its probes.
fn cap_lints(arguments: &mut Vec<OsString>) {
    let is_cap = |argument: &OsString| argument.to_str().is_some_and(|text| text.starts_with("--cap-lints"));
    if !arguments.iter().any(is_cap) {
        arguments.extend(["--cap-lints", "warn"].map(OsString::from));
    }
}

/// Returns the compiled crate's name for the runtime, if cargo passes one.
fn runtime_name(arguments: &[OsString]) -> Option<&str> {
    let mut external = arguments.iter().filter_map(|argument| external_crate(argument));
    external.find(|(_, crate_name)| *crate_name == RUNTIME).map(|(name, _)| name)
}

/// Returns `name` and `CRATE` of an argument `name=…/libCRATE-….rlib`.
fn external_crate(argument: &OsStr) -> Option<(&str, &str)> {
    let (name, path) = argument.to_str()?.split_once('=')?;
    let file = Path::new(path).file_name()?.to_str()?;
    let (crate_name, _) = file.strip_prefix("lib")?.rsplit_once('-')?;
    (!name.contains(['/', '-'])).then_some((name, crate_name))
}

fn is_option(argument: &OsStr, option: &str) -> bool {
    argument
        .to_str()
        .and_then(|text| text.strip_prefix(option))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// Removes `.` and `..` from a path without resolving links.
pub fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => _ = normal.pop(),
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instructions() -> Instructions {
        Instructions {
            wrapper: None,
            rustdoc: "rustdoc".into(),
            libraries: BTreeMap::from([(RUNTIME.to_owned(), "/o/libsbst-1.rlib".to_owned())]),
            folders: vec!["/o".into()],
            roots: BTreeMap::from([("/w/a/src/lib.rs".to_owned(), "/s/w/a/src/lib.rs".to_owned())]),
            names: vec![("/s/w".into(), String::new())],
            has_checks: false,
            mutants: None,
            is_search: false,
            building: None,
            asked_since: String::new(),
            unasked: BTreeSet::new(),
            as_libraries: false,
            target: None,
        }
    }

    fn words(instructions: &Instructions, role: Role, line: &str) -> String {
        let arguments = line.split(' ').map(OsString::from).collect();
        let words = instructions.words(role, arguments, Path::new("/w"));
        words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_root_in_the_list_is_replaced_and_gets_the_runtime() {
        let line = "rustc --crate-name a a/src/../src/lib.rs --extern own=/t/libsbst-9.rmeta --extern b=/t/libb-1.rmeta";
        let expected = "rustc --crate-name a /s/w/a/src/lib.rs --extern own=/o/libsbst-1.rlib --extern b=/t/libb-1.rmeta \
                        --extern __sbst=/o/libsbst-1.rlib --cap-lints warn -C debuginfo=line-tables-only -C strip=none \
                        --remap-path-prefix /s/w= -Ldependency=/o";
        assert_eq!(words(&instructions(), Role::Rustc, line), expected);
    }

    #[test]
    fn the_macro_gets_the_runtimes_name_from_linked_crates() {
        let name = |line: &str| {
            let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            runtime_name(&arguments).map(str::to_owned)
        };
        let line = "rustc --crate-name a --extern b=/t/libb-1.rmeta --extern own=/t/libsbst-9.rmeta";
        assert_eq!(name(line).as_deref(), Some("own"));
        assert_eq!(
            name("rustc --crate-name a --cfg a=\"libsbst\" --extern sbst_wire=/t/libsbst_wire-1.rmeta"),
            None
        );
    }

    #[test]
    fn other_crates_only_get_the_folders_of_the_runtime() {
        let line = "rustc --crate-name t a/tests/t.rs";
        assert_eq!(words(&instructions(), Role::Rustc, line), format!("{line} -Ldependency=/o"));
        let line = "a/src/lib.rs --test -- --nocapture";
        let expected = "rustdoc a/src/lib.rs --test -Ldependency=/o -- --nocapture";
        assert_eq!(words(&instructions(), Role::Rustdoc, line), expected);
    }

    #[test]
    fn caches_distinguish_builds_with_hidden_checks() {
        let with_checks = Instructions { has_checks: true, ..instructions() };
        let line = "rustc --crate-name t a/tests/t.rs";
        let expected = format!("{line} --cfg sbst_checks -Ldependency=/o");
        assert_eq!(words(&with_checks, Role::Rustc, line), expected);
        assert_eq!(words(&with_checks, Role::Rustc, "rustc -vV"), "rustc -vV");
    }

    #[test]
    fn queries_and_host_crates_are_unchanged() {
        assert_eq!(words(&instructions(), Role::Rustc, "rustc -vV"), "rustc -vV");
        let for_target = Instructions { target: Some("x".into()), ..instructions() };
        let line = "rustc --crate-name a a/src/lib.rs";
        assert_eq!(words(&for_target, Role::Rustc, line), line);
        assert_ne!(
            words(&for_target, Role::Rustc, &format!("{line} --target x")),
            format!("{line} --target x")
        );
    }

    #[test]
    fn crates_that_link_the_runtime_wait_until_it_is_built() {
        let building = Instructions { building: Some("/o/building".into()), ..instructions() };
        let waits = |instructions: &Instructions, line: &str| {
            let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            instructions.must_wait(&arguments, Path::new("/w"))
        };
        let root = "rustc --crate-name a a/src/lib.rs";
        let annotated = "rustc --crate-name b b/src/lib.rs --extern own=/t/libsbst-9.rmeta";
        let dependency = "rustc --crate-name c c/src/lib.rs --extern d=/t/libd-1.rmeta";
        assert_eq!([root, annotated, dependency].map(|line| waits(&building, line)), [true, true, false]);
        assert!(!waits(&instructions(), root));
    }

    #[test]
    fn the_users_wrapper_is_started_and_our_own_crates_are_others() {
        let wrapped = Instructions { wrapper: Some("sccache".into()), ..instructions() };
        assert_eq!(words(&wrapped, Role::Rustc, "rustc -vV"), "sccache rustc -vV");
        assert_eq!(words(&wrapped, Role::OwnRustc, "rustc -vV"), "sccache rustc -vV -C metadata=sbst");
    }
}
