//! The compilation of a crate from its source, if its copy does not compile: an error without the
//! copy is the user's.
//!
//! 1. The wrapper holds back the compiler's diagnostics of a copy until the compiler exits. Other
//!    messages pass at once, because cargo starts dependents by them.
//! 2. If the compiler fails, the wrapper checks the crate from its source, without code generation
//!    and once in a build: a [mark](Verdict) keeps the result.
//! 3. If that fails, too, its diagnostics replace those of the copy.

use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder with the marks, beside the wrapper.
const MARKS: &str = "as-written";
/// The contents of a mark.
const COMPILES: &str = "compiles";
const FAILS: &str = "fails";
/// The beginning of a diagnostic among the compiler's messages.
const DIAGNOSTIC: &[u8] = br#"{"$message_type":"diagnostic""#;

/// The cause of a failed build, from the marks of its crates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A crate compiles as it is written, and not from its copy.
    Ours,
    /// A crate does not compile as it is written.
    Users,
    /// No copy failed to compile: a build script, say, or a dependency.
    Elsewhere,
}

/// Removes the marks of earlier builds.
pub fn forget(directory: &Utf8Path) -> anyhow::Result<()> {
    let marks = directory.join(MARKS);
    match fs::remove_dir_all(&marks) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("failed to remove {marks}"))
        }
        _ => fs::create_dir_all(&marks).with_context(|| format!("failed to create {marks}")),
    }
}

/// Returns the verdict of all marks.
pub fn verdict(directory: &Utf8Path) -> Verdict {
    let entries = fs::read_dir(directory.join(MARKS)).into_iter().flatten().flatten();
    // The directory also has the output of the check.
    let marks = entries.map(|entry| entry.path()).filter(|path| path.extension().is_none());
    let marks: Vec<String> = marks.filter_map(|mark| fs::read_to_string(mark).ok()).collect();
    let is_marked = |content: &str| marks.iter().any(|mark| mark == content);
    match (is_marked(FAILS), is_marked(COMPILES)) {
        (true, _) => Verdict::Users,
        (false, true) => Verdict::Ours,
        (false, false) => Verdict::Elsewhere,
    }
}

/// Compiles a copy by these words, and checks the source by the words `original` if that fails.
/// `command` makes the compiler's command. Returns the exit code.
pub fn compile(
    copy: Vec<OsString>,
    original: Vec<OsString>,
    command: impl Fn(Vec<OsString>) -> Result<Command, String>,
    beside: &Path,
) -> Result<u8, String> {
    let (code, held_back) = run(&mut command(copy)?)?;
    let mark = mark(&original, beside);
    let mut shown = held_back;
    if code != 0 && !mark.exists() {
        let (code, own) = run(&mut command(for_check(original, &mark))?)?;
        // Without marks the error counts as one of the build's.
        _ = fs::write(&mark, if code == 0 { COMPILES } else { FAILS });
        if code != 0 {
            shown = own;
        }
    }
    _ = io::stderr().write_all(&shown);
    Ok(code)
}

/// Runs a compiler. Returns its exit code, and its diagnostics.
fn run(compiler: &mut Command) -> Result<(u8, Vec<u8>), String> {
    let failed =
        |compiler: &Command, error| format!("failed to start {}: {error}", compiler.get_program().display());
    let mut child = compiler.stderr(Stdio::piped()).spawn().map_err(|error| failed(compiler, error))?;
    let mut held_back = Vec::new();
    let mut messages = BufReader::new(child.stderr.take().ok_or("the compiler has no standard error")?);
    let mut message = Vec::new();
    while messages.read_until(b'\n', &mut message).is_ok_and(|bytes| bytes > 0) {
        match message.starts_with(DIAGNOSTIC) {
            true => held_back.extend_from_slice(&message),
            false => _ = io::stderr().write_all(&message),
        }
        message.clear();
    }
    let status = child.wait().map_err(|error| failed(compiler, error))?;
    if status.code().is_none() {
        eprintln!("error: the compiler did not exit normally: {status}");
    }
    let code = status.code().map_or(1, |code| u8::try_from(code).unwrap_or(1));
    Ok((code, held_back))
}

/// The words of a compilation without code generation.
fn for_check(mut words: Vec<OsString>, mark: &Path) -> Vec<OsString> {
    let incremental = |pair: &[OsString]| {
        pair[0] == "-C" && pair[1].to_str().is_some_and(|option| option.starts_with("incremental="))
    };
    if let Some(at) = words.windows(2).position(incremental) {
        words.drain(at..at + 2);
    }
    if let Some(directory) = mark.parent()
        && let Some(at) = words.iter().position(|word| word == "--out-dir").filter(|at| at + 1 < words.len())
    {
        words[at + 1] = directory.into();
    }
    words.retain(|word| word.to_str().is_none_or(|word| !word.starts_with("--emit")));
    words.push("--emit=metadata".into());
    words
}

/// The place of a crate's mark.
fn mark(words: &[OsString], beside: &Path) -> PathBuf {
    let value = |option: &str, name: &str| {
        let of = |pair: &[OsString]| {
            let value = pair[1].to_str().filter(|_| pair[0] == option)?;
            value.strip_prefix(name).map(str::to_owned)
        };
        words.windows(2).find_map(of).unwrap_or_default()
    };
    let name = value("--crate-name", "") + &value("-C", "extra-filename=");
    beside.with_file_name(MARKS).join(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    /// A shell instead of the compiler: the copy fails, and the source compiles or not.
    #[cfg(unix)]
    fn verdict_of(script: &str) -> (u8, Verdict) {
        let folder = tempfile::tempdir().unwrap();
        let directory = Utf8Path::from_path(folder.path()).unwrap();
        forget(directory).unwrap();
        let words = |script: &str| ["-c", script, "--crate-name", "a"].map(OsString::from).to_vec();
        let shell = |words: Vec<OsString>| {
            let mut shell = Command::new("sh");
            shell.args(words);
            Ok(shell)
        };
        let wrapper = folder.path().join("sbst-rustc");
        let code = compile(words("exit 1"), words(script), shell, &wrapper).unwrap();
        (code, verdict(directory))
    }

    #[cfg(unix)]
    #[test]
    fn an_error_without_a_copy_is_the_users() {
        assert_eq!(verdict_of("exit 0"), (1, Verdict::Ours));
        assert_eq!(verdict_of("exit 1"), (1, Verdict::Users));
    }

    #[test]
    fn a_check_generates_no_code_and_keeps_cargos_files() {
        let line = "rustc --crate-name a a.rs --emit=dep-info,metadata,link -C incremental=/t/i --out-dir /t -C extra-filename=-1";
        let words = words(line);
        let mark = mark(&words, Path::new("/o/sbst-rustc"));
        let checked = for_check(words, &mark);
        let checked: Vec<&str> = checked.iter().map(|word| word.to_str().unwrap()).collect();
        let expected =
            "rustc --crate-name a a.rs --out-dir /o/as-written -C extra-filename=-1 --emit=metadata";
        assert_eq!(checked.join(" "), expected);
    }
}
