//! Builds tests with cargo, and reads the compiler's diagnostics.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};
use cargo_metadata::{Message, TargetKind};

use crate::fetch::toolchain;
use crate::process::{self, End, Output};

/// The subject of a build, and its settings.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The folder of the package or workspace.
    pub root: PathBuf,
    /// The target directory.
    pub target_directory: PathBuf,
    /// Arguments of every cargo: packages, targets and features.
    pub arguments: Vec<String>,
    /// Caps lints at warnings.
    pub cap_lints: bool,
    /// Only checks libraries and binaries, and builds no tests.
    pub only_check: bool,
    /// The time limit of one run of cargo.
    pub limit: Duration,
}

/// The result of a build.
#[derive(Clone, Debug, Default)]
pub struct Build {
    /// True if everything was built.
    pub succeeded: bool,
    /// True if it exceeded the time limit.
    pub too_long: bool,
    /// The compiler's diagnostics for the packages in the folder, in order, without repetitions.
    pub remarks: Vec<Remark>,
    /// The test executables.
    pub executables: Vec<PathBuf>,
    /// The features of the built packages.
    pub features: BTreeSet<String>,
    /// The options set by build scripts.
    pub configuration: BTreeSet<String>,
    pub time: Duration,
}

/// A diagnostic of the compiler.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remark {
    pub is_error: bool,
    /// The lint, or the number of the error.
    pub code: Option<String>,
    /// The first line.
    pub message: String,
    /// Its places, from the most to the least exact: the file, as the compiler names it, and the
    /// line.
    pub places: Vec<(String, usize)>,
    /// The kind and the name of the compiled target.
    pub target: (String, String),
    /// The diagnostic as printed.
    pub rendered: String,
}

impl Remark {
    /// Returns the identity of a diagnostic: without the column, which the attribute changes, and
    /// without the target.
    pub fn identity(&self) -> (bool, &str, Option<&(String, usize)>) {
        (self.is_error, self.message.lines().next().unwrap_or_default(), self.places.first())
    }
}

impl Setting {
    /// Returns a cargo with `arguments` before those of the setting.
    pub fn cargo(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = process::command("cargo", &self.root);
        command.args(arguments).args(&self.arguments);
        self.prepare(&mut command);
        command
    }

    /// Sets the environment of a build.
    pub fn prepare(&self, command: &mut std::process::Command) {
        if self.cap_lints {
            command.env("CARGO_BUILD_RUSTFLAGS", "--cap-lints=warn");
        }
        command
            .env("RUSTUP_TOOLCHAIN", toolchain())
            .env("CARGO_TARGET_DIR", &self.target_directory)
            .env("CARGO_TERM_COLOR", "never")
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_PROFILE_TEST_DEBUG", "0");
    }

    /// Builds the tests, and continues after a target that does not compile.
    pub fn build(&self, log: &Path) -> anyhow::Result<Build> {
        let messages = log.with_extension("json");
        let arguments: &[&str] = match self.only_check {
            true => &["check", "--keep-going", "--message-format=json"],
            false => &["test", "--no-run", "--no-fail-fast", "--message-format=json"],
        };
        let mut command = self.cargo(arguments);
        let (end, time) = process::run(&mut command, log, Output::File(&messages), self.limit)?;
        let mut build =
            Build { succeeded: end == End::Success, too_long: end == End::TooLong, time, ..Build::default() };
        build.read(&messages, &self.root)?;
        Ok(build)
    }
}

impl Build {
    fn read(&mut self, messages: &Path, root: &Path) -> anyhow::Result<()> {
        let file = File::open(messages).with_context(|| format!("failed to read {}", messages.display()))?;
        let mut remarks = Vec::new();
        for message in Message::parse_stream(BufReader::new(file)) {
            match message.context("failed to read cargo's messages about the build")? {
                Message::CompilerMessage(said) if is_within(&said.target.src_path, root) => {
                    let is_remark =
                        matches!(said.message.level, DiagnosticLevel::Error | DiagnosticLevel::Warning);
                    if is_remark && !said.message.spans.is_empty() {
                        let kind = said.target.kind.first().map(TargetKind::to_string).unwrap_or_default();
                        remarks.push(Remark::from_diagnostic(&said.message, (kind, said.target.name)));
                    }
                }
                Message::CompilerArtifact(artifact) if is_within(&artifact.target.src_path, root) => {
                    self.features.extend(artifact.features);
                    let executable = artifact.executable.filter(|_| artifact.profile.test);
                    self.executables.extend(executable.map(Into::into));
                }
                Message::BuildScriptExecuted(script) if is_within(folder(&script.package_id.repr), root) => {
                    self.configuration.extend(script.cfgs);
                }
                _ => {}
            }
        }
        self.executables.sort();
        remarks.sort_by(|a: &Remark, b: &Remark| a.identity().cmp(&b.identity()));
        remarks.dedup_by(|a, b| a.identity() == b.identity());
        self.remarks = remarks;
        Ok(())
    }

    pub fn warnings(&self) -> impl Iterator<Item = &Remark> {
        self.remarks.iter().filter(|remark| !remark.is_error)
    }

    pub fn errors(&self) -> impl Iterator<Item = &Remark> {
        self.remarks.iter().filter(|remark| remark.is_error)
    }
}

/// Returns the path in a package's identity: `path+file:///folder#name@version`.
fn folder(identity: &str) -> &Path {
    let from_path = identity.strip_prefix("path+file://").unwrap_or(identity);
    Path::new(from_path.split('#').next().unwrap_or_default())
}

fn is_within(path: impl AsRef<Path>, root: &Path) -> bool {
    path.as_ref().starts_with(root)
}

impl Remark {
    fn from_diagnostic(said: &Diagnostic, target: (String, String)) -> Remark {
        let mut places = Vec::new();
        let (primary, others): (Vec<_>, Vec<_>) = said.spans.iter().partition(|span| span.is_primary);
        for span in primary.into_iter().chain(others) {
            chain(span, &mut places);
        }
        for child in &said.children {
            child.spans.iter().for_each(|span| chain(span, &mut places));
        }
        Remark {
            is_error: said.level == DiagnosticLevel::Error,
            code: said.code.as_ref().map(|code| code.code.clone()),
            message: said.message.clone(),
            places,
            target,
            rendered: said.rendered.clone().unwrap_or_else(|| said.message.clone()),
        }
    }
}

/// Returns the span, and the places of its macros.
fn chain(span: &DiagnosticSpan, places: &mut Vec<(String, usize)>) {
    places.push((span.file_name.clone(), span.line_start));
    if let Some(expansion) = &span.expansion {
        chain(&expansion.span, places);
    }
}
