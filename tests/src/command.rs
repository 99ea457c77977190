//! Commands started as by a user, and their output.

use crate::locations::{self, Work};
use crate::schema;
use crate::times::Stopwatch;
use serde_json::Value;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread;

/// A command before its start.
#[derive(Debug)]
pub struct Invocation {
    command: Command,
}

/// The result of a command.
#[derive(Clone)]
pub struct Output {
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
    line: String,
}

/// The cargo that runs these tests.
fn own_cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

impl Invocation {
    /// Starts a program in a folder, in the environment of a user: without the variables set by
    /// cargo for tests.
    pub fn new(program: impl AsRef<OsStr>, directory: &Path) -> Invocation {
        let mut command = Command::new(program);
        for (key, _) in env::vars_os() {
            let key = key.to_string_lossy().into_owned();
            let of_cargo =
                ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "CARGO_PRIMARY_", "SBST_"];
            if of_cargo.iter().any(|prefix| key.starts_with(prefix))
                || key == "CARGO"
                || key == "LD_LIBRARY_PATH"
            {
                command.env_remove(key);
            }
        }
        command
            .current_dir(directory)
            .env("CARGO_TARGET_DIR", locations::target_directory(directory))
            .env("SBST_CACHE", locations::cache())
            // Mutants need a separate build.
            .env("SBST_SELECT_BY", "goals")
            .env("CARGO_TERM_COLOR", "never")
            .env("CARGO_NET_OFFLINE", "true")
            .stdin(Stdio::null());
        Invocation { command }
    }

    pub(crate) fn cargo(directory: &Path) -> Invocation {
        Invocation::new(own_cargo(), directory)
    }

    /// Adds arguments, separated by spaces.
    pub fn arguments(mut self, arguments: &str) -> Invocation {
        self.command.args(arguments.split_whitespace());
        self
    }

    /// Adds an argument that may contain spaces.
    pub fn argument(mut self, argument: impl AsRef<OsStr>) -> Invocation {
        self.command.arg(argument);
        self
    }

    /// Sets an environment variable.
    pub fn with(mut self, key: &str, value: impl AsRef<OsStr>) -> Invocation {
        self.command.env(key, value);
        self
    }

    /// Removes an environment variable.
    pub fn without(mut self, key: &str) -> Invocation {
        self.command.env_remove(key);
        self
    }

    /// Optimises the search build as for a user.
    pub fn optimised(self) -> Invocation {
        self.without(OPT_LEVEL)
    }

    /// Runs it in a subfolder.
    pub fn within(mut self, folder: impl AsRef<Path>) -> Invocation {
        let directory = self.command.get_current_dir().expect("it has a folder").join(folder);
        self.command.current_dir(directory);
        self
    }

    /// Puts the command between two texts in a shell: `before cargo sbst … after`. Words with
    /// spaces are quoted.
    pub fn in_shell(self, before: &str, after: &str) -> Invocation {
        let quoted = |word: &OsStr| format!("'{}'", word.to_str().expect("arguments are UTF-8"));
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        let line: Vec<String> = words.map(quoted).collect();
        let directory = self.command.get_current_dir().expect("it has a folder");
        let mut shell = Invocation::new("sh", directory).argument("-c");
        shell = shell.argument(format!("{before} {} {after}", line.join(" ")));
        for (key, value) in self.command.get_envs() {
            match value {
                Some(value) => shell.command.env(key, value),
                None => shell.command.env_remove(key),
            };
        }
        shell
    }

    /// Runs it to its end.
    pub fn run(self) -> Output {
        self.start().finish()
    }

    /// Runs it to its end, and asserts success.
    #[track_caller]
    pub fn succeed(self) -> Output {
        self.end_with(0)
    }

    /// Runs it to its end, and asserts this exit code.
    #[track_caller]
    pub fn end_with(self, code: i32) -> Output {
        let output = self.run();
        assert_eq!(output.code, Some(code), "{output:?}");
        output
    }

    /// Begins with the state of earlier runs, as a user's run does.
    pub fn going_on(self) -> Invocation {
        self.without(FRESH)
    }

    /// Starts it; [`Running::finish`] reads its output.
    pub fn start(mut self) -> Running {
        let line = self.line();
        let work = Work::begin(self.command.get_current_dir().unwrap_or(Path::new(".")));
        let stopwatch = Stopwatch::start();
        let child = self.command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.unwrap_or_else(|error| panic!("failed to start {line}: {error}"));
        Running { child: Some(child), line, heard: Vec::new(), stopwatch, _work: work }
    }

    fn line(&self) -> String {
        let arguments: Vec<_> = self.command.get_args().map(OsStr::to_string_lossy).collect();
        let program = self.command.get_program().to_string_lossy();
        let directory = self.command.get_current_dir().unwrap_or(Path::new(".")).display();
        format!("{program} {} (in {directory})", arguments.join(" "))
    }
}

/// A running command.
pub struct Running {
    /// `None` once it has ended.
    child: Option<Child>,
    line: String,
    /// The part of standard error read so far.
    heard: Vec<u8>,
    stopwatch: Stopwatch,
    _work: Work,
}

impl Running {
    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }

    /// Waits until its standard error has a text.
    #[track_caller]
    pub fn wait_until_it_says(&mut self, text: &str) {
        let stderr = self.child.as_mut().expect("it runs").stderr.as_mut().expect("it is piped");
        let mut part = [0; 4096];
        while !String::from_utf8_lossy(&self.heard).contains(text) {
            let length = stderr.read(&mut part).expect("failed to read from a command");
            assert!(length > 0, "{} never printed {text:?}", self.line);
            self.heard.extend_from_slice(&part[..length]);
        }
    }

    /// Waits for its end.
    pub fn finish(mut self) -> Output {
        let mut child = self.child.take().expect("it runs");
        let mut stdout = Vec::new();
        thread::scope(|scope| {
            let mut stderr = child.stderr.take().expect("it is piped");
            let heard = &mut self.heard;
            let reader = scope.spawn(move || stderr.read_to_end(heard));
            let read = child.stdout.take().expect("it is piped").read_to_end(&mut stdout);
            read.and(reader.join().expect("reading does not panic")).expect("failed to read from a command");
        });
        self.stopwatch.note(&child, &self.line);
        let status = child.wait().expect("failed to wait for a command");
        Output {
            code: status.code(),
            stdout: String::from_utf8(stdout).expect("output is UTF-8"),
            stderr: String::from_utf8_lossy(&self.heard).into_owned(),
            line: std::mem::take(&mut self.line),
        }
    }
}

/// A failed test must not leave a command running: others would wait for it.
impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            _ = child.kill();
            _ = child.wait();
        }
    }
}

impl Output {
    /// Returns the lines of JSON on standard output behind the header; each line must be valid by the
    /// published schema.
    #[track_caller]
    pub fn messages(&self) -> Vec<Value> {
        let parse = |line: &str| {
            let value: Value = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("not JSON ({error}): {line}\n{self:?}"));
            let complaints = schema::complaints(&value);
            assert!(complaints.is_empty(), "{}", complaints.join("\n"));
            value
        };
        let mut lines = self.stdout.lines().map(parse);
        let header = lines.next();
        assert!(header.is_none_or(|header| header["type"] == "header"), "no header: {self:?}");
        lines.collect()
    }

    /// Returns the messages of a type.
    #[track_caller]
    pub fn find_messages(&self, name: &str) -> Vec<Value> {
        self.messages().into_iter().filter(|message| message["type"] == name).collect()
    }

    /// Returns the message about a target at the end of its search.
    #[track_caller]
    pub fn target(&self, path: &str) -> Value {
        let mut finished = self.find_messages("target-finished").into_iter();
        finished
            .find(|message| message["target"] == path)
            .unwrap_or_else(|| panic!("no message about {path}: {self:?}"))
    }

    /// Returns the goals of a target that no execution reached.
    #[track_caller]
    pub fn unreached(&self, path: &str) -> Vec<Value> {
        unreached(&self.target(path))
    }

    /// Returns the findings in a target.
    #[track_caller]
    pub fn findings(&self, path: &str) -> Vec<Value> {
        self.target(path)["findings"].as_array().expect("there is a list of findings").clone()
    }

    /// Returns the kinds of the findings in a target, in alphabetical order.
    #[track_caller]
    pub fn kinds(&self, path: &str) -> Vec<String> {
        let findings = self.findings(path);
        let mut kinds: Vec<String> =
            findings.iter().map(|found| found["kind"].as_str().unwrap().to_owned()).collect();
        kinds.sort();
        kinds
    }

    /// Asserts that standard error contains a text.
    #[track_caller]
    pub fn says(&self, text: &str) -> &Output {
        assert!(self.stderr.contains(text), "`{text}` was not printed: {self:?}");
        self
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Output { code, stdout, stderr, line } = self;
        writeln!(f, "{line}\nended with {code:?}\n--- stdout\n{stdout}\n--- stderr\n{stderr}\n---")
    }
}

/// The optimisation of search builds. Without any, most fixtures are built in half the time, and a
/// budget of evaluations gives the same tests.
const OPT_LEVEL: &str = "SBST_OPT_LEVEL";

/// The profile of the runtime's build. The profile `test` compiles in half the time, and a budget of
/// evaluations gives the same tests. Empty, it leaves the profile of users, for `./night`.
const RUNTIME_PROFILE: &str = "SBST_RUNTIME_PROFILE";

/// Ignores the state, as `--fresh` does.
const FRESH: &str = "SBST_FRESH";

/// Returns `cargo sbst` in a folder, found by cargo on the `PATH` like an installed one.
pub(crate) fn command_under_test(directory: &Path) -> Invocation {
    let folder = executable().parent().expect("an executable is in a folder").to_owned();
    let inherited = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(folder).chain(env::split_paths(&inherited)));
    let command = Invocation::cargo(directory).with("PATH", path.expect("the PATH has no odd folders"));
    let command = match locations::source() {
        None => with_runtime_profile(command.with(OPT_LEVEL, "0")),
        Some(_) => command,
    };
    // Each test begins with an empty state, unless it continues one.
    command.arguments("sbst").with(FRESH, "true")
}

fn with_runtime_profile(command: Invocation) -> Invocation {
    match env::var_os(RUNTIME_PROFILE) {
        None => command.with(RUNTIME_PROFILE, "test"),
        Some(profile) if profile.is_empty() => command,
        Some(profile) => command.with(RUNTIME_PROFILE, profile),
    }
}

/// The path of the tested `cargo-sbst`.
fn executable() -> &'static Path {
    static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();
    EXECUTABLE.get_or_init(|| match env::var_os("SBST_COMMAND") {
        Some(path) => std::path::absolute(path).expect("SBST_COMMAND is a path"),
        None => build(),
    })
}

fn build() -> PathBuf {
    fetch();
    // The features are those of all builds of `./test`.
    let output = Invocation::cargo(locations::workspace())
        .arguments(
            "build --quiet --locked --package sbst-feature-union --package cargo-sbst --package sbst-lab",
        )
        .arguments("--message-format json-render-diagnostics --target-dir")
        .argument(locations::command_target_directory())
        .succeed();
    let artifacts =
        output.stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("cargo speaks JSON"));
    let mut own = artifacts.filter(|artifact| artifact["target"]["name"] == "cargo-sbst");
    let executable = own.find_map(|artifact| Some(PathBuf::from(artifact["executable"].as_str()?)));
    executable.expect("cargo-sbst has an executable")
}

/// Downloads the dependencies of the fixtures, which are built offline so that no test depends on a
/// network. Without a network it fails silently: the dependencies may exist already.
fn fetch() {
    let host = Invocation::new("rustc", locations::workspace()).arguments("--print host-tuple").succeed();
    let fetch = Invocation::cargo(locations::workspace()).without("CARGO_NET_OFFLINE");
    fetch.arguments("fetch --quiet --locked --target").arguments(&host.stdout).run();
}

/// Returns the goals, in a message about a target, that no execution reached, even with a fault.
pub fn unreached(target: &Value) -> Vec<Value> {
    let uncovered = target["uncovered"].as_array().expect("there is a list of goals").iter();
    uncovered.filter(|goal| goal["before_fault"] != true).cloned().collect()
}
