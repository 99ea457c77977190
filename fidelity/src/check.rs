//! One check: the plain crate, the same with the attribute in a normal build, and the same in the
//! observe build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::bail;
use cargo_metadata::{Target, TargetKind};

use crate::annotated::{Annotated, TakenBack, members};
use crate::build::{Build, Setting};
use crate::census;
use crate::configuration::Configuration;
use crate::cost::{self, Cost, executables};
use crate::fetch::{self, Copied, toolchain};
use crate::manifest::{self, KEY};
use crate::outcomes::{Outcomes, Test};
use crate::process::{self, End, Output};
use crate::recording::{Recording, recording};
use crate::registered::{Registered, forget_constants, needed_by_constants, registered};
use crate::remarks::remarks;
use crate::subject::Subject;
use sbst_analysis::annotate::Style;

/// The number of builds after which reverting sites is given up.
const ROUNDS: usize = 12;
/// The optimisation level of `cargo sbst test` without a choice of the user.
const OBSERVED_LEVEL: &str = "1";

/// The settings of a check.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The folder of copies, builds and logs.
    pub directory: PathBuf,
    /// The repository with `sbst-runtime`.
    pub repository: PathBuf,
    /// The path of `cargo sbst`.
    pub command: PathBuf,
    /// The kind of annotated items.
    pub style: Style,
    /// Turns on all features.
    pub all_features: bool,
    /// Leaves out the tests in documentation.
    pub no_doc: bool,
    /// Counts instructions.
    pub cost: bool,
    /// Checks libraries and binaries only, without tests and their dependencies.
    pub only_check: bool,
    /// Keeps development dependencies that are not needed here.
    pub keep_development: bool,
    /// Stops when everything is built.
    pub no_run: bool,
    /// The time limit of one run of cargo.
    pub limit: Duration,
}

/// One way of building, and its results.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The last build, if it was repeated.
    pub build: Build,
    pub outcomes: Outcomes,
    /// The time of the tests; for those in documentation, with their compilation.
    pub test_time: Duration,
    /// True if the tests exceeded the time limit.
    pub too_long: bool,
    /// True if the run of the tests failed, for example because a test did.
    pub ended_badly: bool,
    /// The sites refused by the build.
    pub taken_back: Vec<TakenBack>,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Name and version.
    pub name: String,
    /// Changes and omissions before the comparison.
    pub notes: Vec<String>,
    /// The number of items with the attribute.
    pub sites: usize,
    /// The unchanged crate.
    pub plain: Side,
    /// Tests that differed in two plain runs, and are not compared.
    pub flaky: Vec<Test>,
    /// The result with the attribute, normally built.
    pub normal: Side,
    /// The result with the attribute, built to observe.
    pub observe: Side,
    pub recording: Recording,
    /// The cost of observing, for each executable.
    pub costs: Vec<Cost>,
    /// The folder with the logs.
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
    let mut check = Check {
        plan,
        notes: Vec::new(),
        logs,
        selection: Selection::default(),
        registered: Vec::new(),
        observed_log: String::new(),
    };
    check.prepare(&copied)?;
    let (plain, flaky) = check.plain(&copied)?;
    let root = plan.directory.join(&copied.name).join(style);
    let mut annotated = Annotated::make(&copied, &root, plan.style, &plan.repository.join("sbst-runtime"))?;
    check.notes.append(&mut annotated.notes);
    let sites = annotated.count();
    let normal = check.normal(&copied, &mut annotated)?;
    let observe = match normal.build.succeeded {
        true if plan.only_check => check.observe_check(&copied, &mut annotated)?,
        true => check.observe(&copied, &mut annotated)?,
        false => Side::default(),
    };
    let recording = match observe.build.succeeded {
        true if !plan.only_check => check.recording(&copied, &annotated, &normal.build)?,
        _ => Recording::default(),
    };
    let costs = match plan.cost && observe.build.succeeded && !plan.no_run {
        true => check.costs(&copied, &annotated)?,
        false => Vec::new(),
    };
    let Check { notes, logs, .. } = check;
    Ok(Checked { name: copied.name, notes, sites, plain, flaky, normal, observe, recording, costs, logs })
}

/// Selects the built and tested targets: all, or those that compile unchanged.
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
    /// The registries of the observe build.
    registered: Vec<Registered>,
    /// The output of `cargo sbst test`.
    observed_log: String,
}

impl Check<'_> {
    /// Makes a copy that cargo can read and resolve.
    fn prepare(&mut self, copied: &Copied) -> anyhow::Result<()> {
        manifest::forget_toolchain(&copied.root);
        if copied.is_published {
            self.notes.append(&mut manifest::stand_alone(&copied.root)?);
        }
        if self.plan.only_check && !self.plan.keep_development {
            manifest::drop_development_dependencies(&copied.root.join("Cargo.toml"), "")?;
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
            let dropped =
                manifest::drop_development_dependencies(&copied.root.join("Cargo.toml"), &complaint)?;
            if dropped.is_empty() {
                bail!("cargo cannot resolve it: {}", first_error(&complaint));
            }
            self.notes.push(format!("without the development dependencies {}", dropped.join(", ")));
        }
        let metadata = members(&copied.root)?;
        let mut targets =
            metadata.workspace_packages().into_iter().flat_map(|package| package.targets.clone());
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
        let features = &copied.features;
        if !features.is_empty() {
            arguments.extend(["--features".into(), features.join(",")]);
        }
        arguments.extend(self.selection.targets.iter().flatten().cloned());
        Setting {
            root: root.to_owned(),
            target_directory: self.plan.directory.join("target").join(kind),
            arguments,
            cap_lints: self.selection.cap_lints,
            only_check: self.plan.only_check,
            limit: self.plan.limit,
        }
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
        if self.plan.no_run || self.plan.only_check {
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
        packages
            .retain(|package| copied.package.as_ref().is_none_or(|wanted| package.name.as_str() == wanted));
        for target in packages.iter().flat_map(|package| &package.targets).filter(|target| target.test) {
            if failing(target) || !target.required_features.is_empty() {
                let kind = target.kind.first().map(TargetKind::to_string).unwrap_or_default();
                self.notes
                    .push(format!("the tests of the {kind} `{}` do not compile as they are", target.name));
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

    /// Builds and tests with the attribute, as a user does.
    fn normal(&mut self, copied: &Copied, annotated: &mut Annotated) -> anyhow::Result<Side> {
        let setting = self.setting(copied, &annotated.root, "normal");
        let mut side = self.built(&setting, annotated, "normal-build")?;
        if side.build.succeeded && !self.plan.no_run && !self.plan.only_check {
            self.run_tests(&setting, "normal", &mut side)?;
        }
        Ok(side)
    }

    /// Builds as `cargo sbst test` does, with every `const fn` as it is.
    fn observe_check(&mut self, copied: &Copied, annotated: &mut Annotated) -> anyhow::Result<Side> {
        let mut setting = self.setting(copied, &annotated.root, "observe");
        let features = format!("{KEY}/linked,{KEY}/observe");
        setting.arguments.extend(["--features".to_owned(), features]);
        self.built(&setting, annotated, "observe")
    }

    fn built(&self, setting: &Setting, annotated: &mut Annotated, name: &str) -> anyhow::Result<Side> {
        until_built(annotated, |round| {
            let build = setting.build(&self.logs.join(format!("{name}-{round}.log")))?;
            Ok(Side { build, ..Side::default() })
        })
    }

    /// Runs the tests by `cargo sbst test`, which builds them first.
    fn observe(&mut self, copied: &Copied, annotated: &mut Annotated) -> anyhow::Result<Side> {
        let setting = self.setting(copied, &annotated.root, "observe");
        let root = annotated.root.clone();
        until_built(annotated, |round| {
            let log = self.logs.join(format!("observe-{round}.log"));
            forget_constants(&self.own_directory(&setting))?;
            let (end, time) =
                process::run(&mut self.sbst_test(&setting, false), &log, Output::Log, self.plan.limit)?;
            let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
            let succeeded = end != End::TooLong && is_built(&text);
            let mut side = Side {
                build: Build { succeeded, remarks: remarks(&text, &root), time, ..Build::default() },
                too_long: end == End::TooLong,
                ended_badly: end != End::Success,
                ..Side::default()
            };
            if succeeded {
                side.outcomes = Outcomes::parse(&text);
                // The command's own results are read now: another run replaces them.
                self.registered = registered(&self.own_directory(&setting))?;
                self.observed_log = text;
                if self.has_separate_doc_tests() {
                    let log = self.logs.join("observe-doc.log");
                    process::run(&mut self.sbst_test(&setting, true), &log, Output::Log, self.plan.limit)?;
                    let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
                    side.outcomes.0.extend(Outcomes::parse(&text).0);
                }
            }
            Ok(side)
        })
    }

    fn sbst_test(&self, setting: &Setting, doc: bool) -> Command {
        let mut command = process::command(&self.plan.command.to_string_lossy(), &setting.root);
        command.args(["test", "--no-fail-fast", "--color=never"]).args(self.arguments(setting, doc));
        setting.prepare(&mut command);
        command
    }

    /// Returns the folder of `cargo sbst` in the target directory.
    fn own_directory(&self, setting: &Setting) -> PathBuf {
        setting.target_directory.join("sbst")
    }

    fn recording(&self, copied: &Copied, annotated: &Annotated, build: &Build) -> anyhow::Result<Recording> {
        let configuration = Configuration::from_build(build)?;
        let files = annotated.files_in(&configuration)?;
        let counted = census::read_files(&annotated.root, files.iter().map(PathBuf::as_path), &configuration);
        let own = self.own_directory(&self.setting(copied, &annotated.root, "observe"));
        Ok(recording(&counted, &self.registered, &needed_by_constants(&own)?))
    }

    /// Builds the plain crate once more, optimised as `cargo sbst test` does, and counts.
    fn costs(&self, copied: &Copied, annotated: &Annotated) -> anyhow::Result<Vec<Cost>> {
        let setting = self.setting(copied, &copied.root, "cost");
        let setting = Setting { arguments: self.arguments(&setting, false), ..setting };
        let log = self.logs.join("cost-build.log");
        let mut command = setting.cargo(&["test", "--no-run"]);
        command.env("CARGO_PROFILE_DEV_OPT_LEVEL", OBSERVED_LEVEL);
        process::run(&mut command, &log, Output::Log, self.plan.limit)?;
        let plain = fs::read_to_string(&log)?.replace("Executable ", "Running ");
        let plain = executables(&plain, &copied.root);
        let observed = executables(&self.observed_log, &annotated.root);
        cost::compare(&plain, &observed, (&copied.root, &annotated.root), &self.logs, self.plan.limit)
    }

    /// True if tests in documentation need a run of their own, because targets are selected.
    fn has_separate_doc_tests(&self) -> bool {
        self.selection.targets.is_some()
            && self.selection.has_doc_tests
            && !self.plan.no_doc
            && !self.plan.no_run
    }

    /// Returns the arguments of a run of tests: of the documentation alone, or of all selected
    /// ones.
    fn arguments(&self, setting: &Setting, doc: bool) -> Vec<String> {
        let mut arguments = setting.arguments.clone();
        let chosen = self.selection.targets.iter().flatten().collect::<Vec<_>>();
        match (doc, self.plan.no_doc || self.plan.no_run) {
            (true, _) => {
                arguments.retain(|argument| !chosen.contains(&argument));
                arguments.push("--doc".to_owned());
            }
            (false, true) if chosen.is_empty() => arguments.push("--tests".to_owned()),
            (false, _) => {}
        }
        if self.plan.no_run {
            arguments.extend(["--".to_owned(), "--list".to_owned()]);
        }
        arguments
    }

    fn run_tests(&self, setting: &Setting, name: &str, side: &mut Side) -> anyhow::Result<()> {
        let mut runs = vec![(false, format!("{name}-tests.log"))];
        if self.has_separate_doc_tests() {
            runs.push((true, format!("{name}-tests-doc.log")));
        }
        for (doc, log) in runs {
            let log = self.logs.join(log);
            let setting = Setting { arguments: self.arguments(setting, doc), ..setting.clone() };
            let mut command = setting.cargo(&["test", "--no-fail-fast"]);
            let (end, time) = process::run(&mut command, &log, Output::Log, self.plan.limit)?;
            side.test_time += time;
            side.too_long |= end == End::TooLong;
            side.ended_badly |= end != End::Success;
            let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
            side.outcomes.0.extend(Outcomes::parse(&text).0);
        }
        Ok(())
    }
}

/// Repeats `build`, which gets the number of the round, and reverts refused sites, until it
/// succeeds or no site is left to blame.
fn until_built(
    annotated: &mut Annotated,
    mut build: impl FnMut(usize) -> anyhow::Result<Side>,
) -> anyhow::Result<Side> {
    let mut taken_back = Vec::new();
    let mut round = 1;
    loop {
        let mut side = build(round)?;
        let mut taken = match side.build.succeeded {
            true => Vec::new(),
            false => annotated.take_back(side.build.errors())?,
        };
        let is_last = taken.is_empty() || round == ROUNDS;
        taken_back.append(&mut taken);
        if is_last {
            side.taken_back = taken_back;
            return Ok(side);
        }
        round += 1;
    }
}

/// True if the last build in a log was completed. (`cargo sbst test` builds again when constants
/// need further functions.)
fn is_built(log: &str) -> bool {
    let after = log.rsplit_once("error: could not compile").map_or(log, |(_, after)| after);
    after.contains("Running ") || after.contains("Doc-tests ")
}

/// True if an error is a lint: its code is a word, not a number.
fn is_denied_lint(remark: &crate::build::Remark) -> bool {
    remark.code.as_ref().is_some_and(|code| !code.starts_with('E'))
}

fn first_error(log: &str) -> &str {
    log.lines().find(|line| line.starts_with("error")).unwrap_or("it says nothing of why")
}
