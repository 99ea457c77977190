//! One check: the plain crate, the same with the attribute in a normal build, and the same in the observe build.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::bail;
use cargo_metadata::{Target, TargetKind};

use crate::annotate::Style;
use crate::annotated::{Annotated, TakenBack, members};
use crate::build::{Build, Setting};
use crate::census;
use crate::configuration::Configuration;
use crate::fetch::{self, Copied, toolchain};
use crate::manifest::{self, KEY};
use crate::outcomes::{Outcomes, Test};
use crate::process::{self, End, Output};
use crate::recording::{Recording, recording};
use crate::registered::registered;
use crate::subject::Subject;

/// How often sites are taken back before a build is given up.
const ROUNDS: usize = 12;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where everything goes.
    pub directory: PathBuf,
    /// The folder of `sbst-runtime`.
    pub runtime: PathBuf,
    /// On what the attribute is put.
    pub style: Style,
    /// Whether to turn on all features of what is checked.
    pub all_features: bool,
    /// Whether to leave out the tests in documentation.
    pub no_doc: bool,
    /// Whether to stop when everything is built.
    pub no_run: bool,
    /// The optimisation of the observe build.
    pub optimisation: String,
    /// How long one run of cargo may take.
    pub limit: Duration,
}

/// One way of building, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// What came of the build, of the last one if it was repeated.
    pub build: Build,
    /// What the tests came to.
    pub outcomes: Outcomes,
    /// Time that the tests took, those in documentation with their compilation.
    pub test_time: Duration,
    /// Whether the tests took too long.
    pub too_long: bool,
    /// What the build refused.
    pub taken_back: Vec<TakenBack>,
}

/// What came of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Name and version.
    pub name: String,
    /// What was changed or left out before anything was compared.
    pub notes: Vec<String>,
    /// How many items have the attribute.
    pub sites: usize,
    /// As it is.
    pub plain: Side,
    /// Tests that were not the same in two plain runs, and are not compared.
    pub flaky: Vec<Test>,
    /// With the attribute, normally built.
    pub normal: Side,
    /// With the attribute, built to observe.
    pub observe: Side,
    /// Which conditions record.
    pub recording: Recording,
    /// Where the logs are.
    pub logs: PathBuf,
}

/// Checks `subject`.
pub fn check(subject: &Subject, plan: &Plan) -> anyhow::Result<Checked> {
    let copied = fetch::fetch(subject, &plan.directory)?;
    let style = match plan.style {
        Style::Functions => "functions",
        Style::Whole => "whole",
    };
    let logs = plan.directory.join(&copied.name).join("logs").join(style);
    let mut check = Check { plan, notes: Vec::new(), logs, selection: Selection::default() };
    check.prepare(&copied)?;
    let (plain, flaky) = check.plain(&copied)?;
    let root = plan.directory.join(&copied.name).join(style);
    let mut annotated = Annotated::make(&copied, &root, plan.style, &plan.runtime)?;
    check.notes.append(&mut annotated.notes);
    let sites = annotated.count();
    let normal = check.annotated(&copied, &mut annotated, "normal")?;
    let observe = match normal.build.succeeded {
        true => check.annotated(&copied, &mut annotated, "observe")?,
        false => Side::default(),
    };
    let recording = match observe.build.succeeded {
        true => check.recording(&annotated, &observe.build)?,
        false => Recording::default(),
    };
    let Check { notes, logs, .. } = check;
    Ok(Checked { name: copied.name, notes, sites, plain, flaky, normal, observe, recording, logs })
}

/// Which targets are built and tested: all, or those that compile as they are.
#[derive(Clone, Debug, Default)]
struct Selection {
    targets: Option<Vec<String>>,
    has_doc_tests: bool,
    cap_lints: bool,
}

struct Check<'p> {
    plan: &'p Plan,
    notes: Vec<String>,
    logs: PathBuf,
    selection: Selection,
}

impl Check<'_> {
    /// Makes a copy that cargo can read and resolve.
    fn prepare(&mut self, copied: &Copied) -> anyhow::Result<()> {
        manifest::forget_toolchain(&copied.root);
        if copied.is_published {
            self.notes.append(&mut manifest::stand_alone(&copied.root)?);
        }
        let log = self.logs.join("resolve.log");
        loop {
            let mut command = process::command("cargo", &copied.root);
            command.arg("metadata").arg("--format-version=1").env("RUSTUP_TOOLCHAIN", toolchain());
            let output = self.logs.join("resolve.json");
            let (end, _) = process::run(&mut command, &log, Output::File(&output), self.plan.limit)?;
            if end == End::Success {
                break;
            }
            let complaint = fs::read_to_string(&log)?;
            let dropped = manifest::drop_development_dependencies(&copied.root.join("Cargo.toml"), &complaint)?;
            if dropped.is_empty() {
                bail!("cargo cannot resolve it: {}", first_error(&complaint));
            }
            self.notes.push(format!("without the development dependencies {}", dropped.join(", ")));
        }
        let metadata = members(&copied.root)?;
        let mut targets = metadata.workspace_packages().into_iter().flat_map(|package| package.targets.clone());
        self.selection.has_doc_tests = targets.any(|target| target.doctest);
        Ok(())
    }

    fn setting(&self, copied: &Copied, root: &Path, kind: &str) -> Setting {
        let mut arguments: Vec<String> = match &copied.package {
            Some(package) => vec!["--package".into(), package.clone()],
            None if copied.is_published => Vec::new(),
            None => vec!["--workspace".into()],
        };
        if self.plan.all_features {
            arguments.push("--all-features".into());
        }
        let mut features = copied.features.clone();
        let mut configuration = Vec::new();
        if kind == "observe" {
            features.push(format!("{KEY}/search"));
            for setting in [
                format!("profile.dev.opt-level={}", self.plan.optimisation),
                "profile.dev.debug-assertions=true".into(),
                "profile.dev.overflow-checks=true".into(),
            ] {
                configuration.push(setting);
            }
        }
        if self.selection.cap_lints {
            configuration.push("build.rustflags=[\"--cap-lints=warn\"]".into());
        }
        if !features.is_empty() {
            arguments.extend(["--features".into(), features.join(",")]);
        }
        arguments.extend(self.selection.targets.iter().flatten().cloned());
        let target_directory = self.plan.directory.join("target").join(kind);
        Setting { root: root.to_owned(), target_directory, arguments, configuration, limit: self.plan.limit }
    }

    fn plain(&mut self, copied: &Copied) -> anyhow::Result<(Side, Vec<Test>)> {
        let log = self.logs.join("plain-build.log");
        let mut build = self.setting(copied, &copied.root, "normal").build(&log)?;
        if !build.succeeded && build.errors().any(is_denied_lint) {
            self.selection.cap_lints = true;
            self.notes.push("lints that it denies are warnings: this compiler knows more of them".into());
            build = self.setting(copied, &copied.root, "normal").build(&log)?;
        }
        if !build.succeeded {
            self.select_what_compiles(copied, &build)?;
            build = self.setting(copied, &copied.root, "normal").build(&log)?;
        }
        if !build.succeeded {
            let errors: Vec<&str> = build.errors().map(|remark| &*remark.message).take(3).collect();
            bail!("it does not compile as it is: {} (see {})", errors.join("; "), log.display());
        }
        let mut side = Side { build, ..Side::default() };
        if self.plan.no_run {
            return Ok((side, Vec::new()));
        }
        let setting = self.setting(copied, &copied.root, "normal");
        self.run_tests(&setting, "plain", &mut side)?;
        let mut again = Side::default();
        self.run_tests(&setting, "plain-again", &mut again)?;
        let flaky: Vec<Test> =
            side.outcomes.differences(&again.outcomes).into_iter().map(|(test, _)| test).collect();
        side.outcomes.0.retain(|test, _| !flaky.contains(test));
        Ok((side, flaky))
    }

    /// Leaves out the targets with errors.
    fn select_what_compiles(&mut self, copied: &Copied, build: &Build) -> anyhow::Result<()> {
        let failing = |target: &Target| {
            let kind = target.kind.first().map(TargetKind::to_string).unwrap_or_default();
            build.errors().any(|remark| remark.target == (kind.clone(), target.name.clone()))
        };
        let metadata = members(&copied.root)?;
        let mut arguments = Vec::new();
        let mut packages = metadata.workspace_packages();
        packages.retain(|package| copied.package.as_ref().is_none_or(|wanted| package.name.as_str() == wanted));
        for target in packages.iter().flat_map(|package| &package.targets).filter(|target| target.test) {
            if failing(target) || !target.required_features.is_empty() {
                let kind = target.kind.first().map(TargetKind::to_string).unwrap_or_default();
                self.notes.push(format!("the tests of the {kind} `{}` do not compile as they are", target.name));
                continue;
            }
            if target.is_bin() {
                arguments.extend(["--bin".to_owned(), target.name.clone()]);
            } else if target.is_test() {
                arguments.extend(["--test".to_owned(), target.name.clone()]);
            } else if target.is_example() {
                arguments.extend(["--example".to_owned(), target.name.clone()]);
            } else if !target.is_bench() {
                arguments.push("--lib".to_owned());
            }
        }
        if arguments.is_empty() {
            arguments.push("--lib".to_owned());
        }
        self.selection.targets = Some(arguments);
        Ok(())
    }

    fn annotated(&mut self, copied: &Copied, annotated: &mut Annotated, kind: &str) -> anyhow::Result<Side> {
        let setting = self.setting(copied, &annotated.root, kind);
        let mut side = Side::default();
        for round in 1..=ROUNDS {
            let log = self.logs.join(format!("{kind}-build-{round}.log"));
            side.build = setting.build(&log)?;
            if side.build.succeeded {
                break;
            }
            let mut taken = annotated.take_back(side.build.errors())?;
            if taken.is_empty() {
                break;
            }
            side.taken_back.append(&mut taken);
        }
        if side.build.succeeded && !self.plan.no_run {
            self.run_tests(&setting, kind, &mut side)?;
        }
        Ok(side)
    }

    fn recording(&self, annotated: &Annotated, build: &Build) -> anyhow::Result<Recording> {
        let configuration = Configuration::of(build)?;
        let files = annotated.files_in(&configuration)?;
        let counted = census::of_files(&annotated.root, files.iter().map(PathBuf::as_path), &configuration);
        Ok(recording(&counted, &registered(build, &self.logs)?))
    }

    fn run_tests(&self, setting: &Setting, name: &str, side: &mut Side) -> anyhow::Result<()> {
        let only_doc_tests = self.selection.targets.is_some();
        let mut runs: Vec<&[&str]> = match (self.plan.no_doc, only_doc_tests) {
            (true, false) => vec![&["test", "--no-fail-fast", "--tests"]],
            (true, true) => vec![&["test", "--no-fail-fast"]],
            (false, _) => vec![&["test", "--no-fail-fast"]],
        };
        if only_doc_tests && self.selection.has_doc_tests && !self.plan.no_doc {
            runs.push(&["test", "--no-fail-fast", "--doc"]);
        }
        for (index, arguments) in runs.into_iter().enumerate() {
            let log = self.logs.join(format!("{name}-tests{}.log", if index == 0 { "" } else { "-doc" }));
            let mut setting = setting.clone();
            if index > 0 {
                let targets = self.selection.targets.iter().flatten().collect::<Vec<_>>();
                setting.arguments.retain(|argument| !targets.contains(&argument));
            }
            let (end, time) =
                process::run(&mut setting.cargo(arguments), &log, Output::Log, self.plan.limit)?;
            side.test_time += time;
            side.too_long |= end == End::TooLong;
            let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
            side.outcomes.0.extend(Outcomes::parse(&text).0);
        }
        Ok(())
    }
}

/// Whether an error is a lint: its code is a word, not a number.
fn is_denied_lint(remark: &crate::build::Remark) -> bool {
    remark.code.as_ref().is_some_and(|code| !code.starts_with('E'))
}

fn first_error(log: &str) -> &str {
    log.lines().find(|line| line.starts_with("error")).unwrap_or("it says nothing of why")
}
