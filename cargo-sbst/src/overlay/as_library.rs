//! The compilation of any crate as a Rust library, in the compiler's wrapper.
//!
//! 1. Programs and libraries for other languages are compiled as Rust libraries. The command links
//!    workers with these. The `main` of a program is then an ordinary function.
//! 2. Cargo takes a crate for outdated if a file is missing. So a mark replaces each missing file:
//!    the path of the kept arguments, which lead the command to the library.
//! 3. Unit tests, procedural macros and dynamic Rust libraries are left alone: others link the last
//!    two.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const TYPE: &str = "--crate-type";
/// Types of crates that are compiled as libraries, beside libraries themselves.
const REPLACED: [&str; 3] = ["bin", "cdylib", "staticlib"];

/// Rule 1. Returns the files expected by cargo that are no longer made. The arguments begin with
/// the compiler.
pub fn replace_types(arguments: &mut Vec<OsString>, here: &Path) -> Result<Vec<PathBuf>, String> {
    let types: Vec<&str> = values(arguments, TYPE).collect();
    let is_left_alone = |kind: &&str| ["proc-macro", "dylib"].contains(kind);
    if arguments.iter().any(|argument| argument == "--test")
        || types.iter().any(is_left_alone)
        || !types.iter().any(|kind| REPLACED.contains(kind))
    {
        return Ok(Vec::new());
    }
    let directory = values(arguments, "--out-dir").next().map(|directory| here.join(directory));
    let names = file_names(arguments)?;
    let missing = names.lines().filter(|name| !name.ends_with(".rlib"));
    let missing = missing.filter_map(|name| Some(directory.as_ref()?.join(name))).collect();
    while let Some(at) = arguments.iter().position(|argument| argument == TYPE) {
        arguments.drain(at..(at + 2).min(arguments.len()));
    }
    arguments.extend([TYPE, "lib"].map(OsString::from));
    Ok(missing)
}

/// Rule 2.
pub fn leave_marks(files: &[PathBuf], kept: &Path) -> Result<(), String> {
    files.iter().try_for_each(|file| {
        // The old file may have another name in cargo's directories, which must not change.
        _ = fs::remove_file(file);
        fs::write(file, kept.as_os_str().as_encoded_bytes())
            .map_err(|error| format!("failed to write {}: {error}", file.display()))
    })
}

/// Returns the library that a file leads to: its kept arguments.
pub fn find_kept(mark: &Path) -> Option<PathBuf> {
    let is_short = fs::metadata(mark).is_ok_and(|file| file.len() < 1 << 16);
    let path = PathBuf::from(fs::read_to_string(mark).ok().filter(|_| is_short)?);
    path.extension().is_some_and(|kind| kind == sbst_source::package::modules::KEPT).then_some(path)
}

/// The names of the files that the compiler would make.
fn file_names(arguments: &[OsString]) -> Result<String, String> {
    let (compiler, rest) = arguments.split_first().ok_or("no compiler to start was named")?;
    let mut command = Command::new(compiler);
    command.args(rest).args(["--print", "file-names"]).stdin(Stdio::null()).stderr(Stdio::null());
    let failed = |error: std::io::Error| format!("failed to start {}: {error}", compiler.display());
    let output = command.output().map_err(failed)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The values of an option, as `--name value`.
fn values<'a>(arguments: &'a [OsString], name: &'a str) -> impl Iterator<Item = &'a str> {
    arguments.windows(2).filter_map(move |pair| pair[1].to_str().filter(|_| pair[0] == name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(line: &str) -> String {
        let mut arguments = line.split(' ').map(OsString::from).collect();
        replace_types(&mut arguments, Path::new("/w")).unwrap();
        arguments.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn programs_and_libraries_for_other_languages_become_libraries() {
        let line = "true --crate-name a a.rs --crate-type bin --out-dir /t";
        assert_eq!(replaced(line), "true --crate-name a a.rs --out-dir /t --crate-type lib");
        let line = "true a.rs --crate-type cdylib --crate-type rlib --out-dir /t";
        assert_eq!(replaced(line), "true a.rs --out-dir /t --crate-type lib");
    }

    #[test]
    fn linked_libraries_and_tests_are_unchanged() {
        for kinds in ["lib", "rlib", "proc-macro", "dylib --crate-type staticlib", "bin --test"] {
            let line = format!("true a.rs --crate-type {kinds} --out-dir /t");
            assert_eq!(replaced(&line), line);
        }
    }

    #[test]
    fn a_mark_leads_to_the_kept_arguments() {
        let folder = tempfile::tempdir().unwrap();
        let [mark, program] = ["mark", "program"].map(|name| folder.path().join(name));
        let kept = folder.path().join("a-1.sbst-arguments");
        leave_marks(std::slice::from_ref(&mark), &kept).unwrap();
        fs::write(&program, "some program").unwrap();
        assert_eq!(find_kept(&mark), Some(kept));
        assert_eq!(find_kept(&program), None);
    }
}
