//! The compiler's verdicts on the bounds of generic functions, before a crate is compiled for a
//! search.
//!
//! 1. The crate is compiled once more, without code generation, and with a macro that only emits
//!    the questions (see `sbst_instrument::verdicts`). The verdicts are kept beside the library. As
//!    long as questions are open, this is repeated, three times at most.
//! 2. Errors are not reported here: the compilation for the search has them, too.
//! 3. If there are errors and no verdict at all, the macro works without verdicts.
//! 4. If the build is repeated without rejected functions, the verdicts on all others stay valid.

use sbst_instrument::verdicts;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io, process};

/// The suffix of the file with verdicts.
const FILE: &str = "verdicts";

/// The suffix of the file with the remaining verdicts after refusals.
const LEFT: &str = "verdicts-left";

/// The number of times that all verdicts were discarded.
static ASKED_AGAIN: AtomicUsize = AtomicUsize::new(0);

/// Returns a name for the period in which verdicts are valid: sources do not change in one run.
pub fn period() -> String {
    static BEGUN: LazyLock<SystemTime> = LazyLock::new(SystemTime::now);
    let since = BEGUN.duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{} {} {}", process::id(), since.as_nanos(), ASKED_AGAIN.load(Relaxed))
}

/// Begins another period.
pub fn ask_again() {
    ASKED_AGAIN.fetch_add(1, Relaxed);
}

/// Runs a compilation for verdicts with these arguments, the compiler first, and returns the file
/// with the verdicts. `period` is that in which they are valid, and the functions `unasked` have no
/// further questions. `prepare` sets the variables that the macro reads.
pub fn ask(
    words: &[OsString],
    here: &Path,
    period: &str,
    unasked: &BTreeSet<String>,
    prepare: impl Fn(&mut Command),
) -> Option<PathBuf> {
    let (compiler, arguments) = words.split_first()?;
    let asking = Asking::from_arguments(arguments)?;
    let directory = here.join(&asking.directory);
    let file = directory.join(format!("{}.{FILE}", asking.name));
    let since = file.with_extension("asked-since");
    if fs::read_to_string(&since).is_ok_and(|since| since == period) {
        return left(&file, unasked);
    }
    _ = fs::remove_file(&since);
    let compile = |so_far: Option<&str>| -> io::Result<(bool, BTreeSet<String>)> {
        let scratch = directory.join(format!("{}.asked", asking.name));
        fs::create_dir_all(&scratch)?;
        let mut command = Command::new(compiler);
        command.args(&asking.arguments).arg("--out-dir").arg(&scratch).arg("--emit=metadata");
        prepare(&mut command);
        command.env(sbst_instrument::BOUNDS, verdicts::asking(so_far));
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let met = met(command);
        _ = fs::remove_dir_all(&scratch);
        met
    };
    let write = |met: &BTreeSet<String>| {
        let lines: Vec<&str> = met.iter().map(String::as_str).collect();
        fs::write(&file, lines.join("\n"))
    };
    let (is_compiled, mut met) = compile(None).ok()?;
    write(&met).ok()?;
    while verdicts::leave_questions(met.iter().map(String::as_str)) {
        let Ok((_, more)) = compile(file.to_str()) else { break };
        let before = met.len();
        met.extend(more);
        write(&met).ok()?;
        if met.len() == before {
            break;
        }
    }
    let has_any = is_compiled || !met.is_empty();
    if has_any && !period.is_empty() {
        fs::write(since, period).ok()?;
    }
    has_any.then_some(file)
}

/// Returns a file with the verdicts, except those on functions without further questions.
fn left(file: &Path, unasked: &BTreeSet<String>) -> Option<PathBuf> {
    let verdicts = fs::read_to_string(file).ok()?;
    let is_left = |line: &&str| verdicts::function_of(line).is_none_or(|place| !unasked.contains(place));
    let lines: Vec<&str> = verdicts.lines().filter(is_left).collect();
    let file = file.with_extension(LEFT);
    fs::write(&file, lines.join("\n")).ok()?;
    Some(file)
}

/// Returns true without errors, and the lines of the instances that meet their bounds.
fn met(mut command: Command) -> io::Result<(bool, BTreeSet<String>)> {
    let mut compiler = command.stderr(Stdio::piped()).spawn()?;
    let mut met = BTreeSet::new();
    if let Some(messages) = compiler.stderr.take() {
        for line in BufReader::new(messages).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            met.extend(verdicts::line_in(&line).map(str::to_owned));
        }
    }
    Ok((compiler.wait()?.success(), met))
}

/// The arguments of a compilation without its outputs.
struct Asking<'a> {
    arguments: Vec<&'a OsStr>,
    /// The name of the files that it makes.
    name: String,
    directory: OsString,
}

impl<'a> Asking<'a> {
    fn from_arguments(all: &'a [OsString]) -> Option<Asking<'a>> {
        let (mut name, mut suffix, mut directory) = (None, "", None);
        let mut arguments: Vec<&OsStr> = Vec::new();
        let mut rest = all.iter().map(OsString::as_os_str);
        while let Some(argument) = rest.next() {
            let text = argument.to_str().unwrap_or_default();
            match text {
                "--out-dir" => directory = rest.next().map(OsStr::to_owned),
                "--emit" => _ = rest.next(),
                _ if text.starts_with("--emit=") => {}
                "-C" => {
                    let value = rest.next()?;
                    let text = value.to_str().unwrap_or_default();
                    suffix = text.strip_prefix("extra-filename=").unwrap_or(suffix);
                    if !text.starts_with("incremental=") {
                        arguments.extend([argument, value]);
                    }
                }
                "--crate-name" => {
                    let value = rest.next()?;
                    name = value.to_str();
                    arguments.extend([argument, value]);
                }
                _ => arguments.push(argument),
            }
        }
        arguments.push(OsStr::new("-Awarnings"));
        Some(Asking { arguments, name: format!("{}{suffix}", name?), directory: directory? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_on_functions_refused_since_are_discarded() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a-7.verdicts");
        fs::write(&file, "1f|src/a.rs:3:4|0|0\n20|?src/a.rs:3:4\n21|src/a.rs:9:4|1|1|Ring < u8 >").unwrap();
        let read = |unasked: &[&str]| {
            let unasked = unasked.iter().map(|place| (*place).to_owned()).collect();
            fs::read_to_string(left(&file, &unasked).unwrap()).unwrap()
        };
        assert_eq!(read(&["src/a.rs:3:4"]), "21|src/a.rs:9:4|1|1|Ring < u8 >");
        assert_eq!(read(&[]), fs::read_to_string(&file).unwrap(), "all were kept");
    }

    #[test]
    fn a_compilation_for_verdicts_does_not_replace_the_library() {
        let line = "--crate-name a --edition=2021 src/lib.rs --error-format=json --crate-type lib --emit=dep-info,metadata,link \
                    -C opt-level=1 -C extra-filename=-7 --out-dir /t/deps -C incremental=/t/i -L dependency=/t/deps";
        let all: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let asking = Asking::from_arguments(&all).unwrap();
        assert_eq!((asking.name.as_str(), asking.directory.to_str()), ("a-7", Some("/t/deps")));
        let arguments = asking.arguments.join(OsStr::new(" "));
        assert_eq!(
            arguments.to_str().unwrap(),
            "--crate-name a --edition=2021 src/lib.rs --error-format=json --crate-type lib -C opt-level=1 \
             -C extra-filename=-7 -L dependency=/t/deps -Awarnings"
        );
    }
}
