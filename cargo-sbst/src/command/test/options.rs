//! The command line of `cargo sbst test`.

use crate::configuration::schema::TARGETS;
use crate::search::options::CommonOptions;
use cargo_metadata::camino::Utf8PathBuf;
use clap::Args;
use std::ffi::OsString;

/// The heading above the options of results.
const RESULTS: &str = "Result options";
/// The heading above the options of mutants.
const MUTANTS: &str = "Mutant options";
/// Mutants by default: a sample of this size is as good as all.
const MOST_MUTANTS: &str = "1000";

/// Options of `cargo sbst test`.
#[derive(Debug, Args)]
pub struct TestOptions {
    /// Run only tests whose names contain this
    #[arg(value_name = "TESTNAME")]
    pub name: Option<String>,
    /// Arguments for the test executables
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<OsString>,
    #[command(flatten)]
    pub targets: TestTargets,
    #[command(flatten)]
    pub results: ResultOptions,
    #[command(flatten)]
    pub mutants: MutantOptions,
    #[command(flatten)]
    pub common: CommonOptions,
}

/// The selection of tests, and their build.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = TARGETS)]
pub struct TestTargets {
    /// Test only the library's unit tests
    #[arg(long)]
    pub lib: bool,
    /// Test all binaries
    #[arg(long)]
    pub bins: bool,
    /// Test this binary; may be repeated
    #[arg(long, value_name = "NAME")]
    pub bin: Vec<String>,
    /// Test all examples
    #[arg(long)]
    pub examples: bool,
    /// Test this example; may be repeated
    #[arg(long, value_name = "NAME")]
    pub example: Vec<String>,
    /// Test all test targets
    #[arg(long)]
    pub tests: bool,
    /// Test this integration test; may be repeated
    #[arg(long, value_name = "NAME")]
    pub test: Vec<String>,
    /// Test all benchmark targets
    #[arg(long)]
    pub benches: bool,
    /// Test this benchmark; may be repeated
    #[arg(long, value_name = "NAME")]
    pub bench: Vec<String>,
    /// Test all targets, without the documentation
    #[arg(long)]
    pub all_targets: bool,
    /// Test only the library's documentation
    #[arg(long)]
    pub doc: bool,
    /// Run all tests even if some fail
    #[arg(long)]
    pub no_fail_fast: bool,
    /// Build in release mode
    #[arg(short, long, conflicts_with = "profile")]
    pub release: bool,
    /// Build with this profile
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Number of parallel compiler processes
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<String>,
}

/// Options about mutants.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = MUTANTS)]
pub struct MutantOptions {
    /// Grade the tests by mutants, small changes of the code that a test should notice: at most
    /// this many, or all [default: 1000]
    #[arg(long, value_name = "MOST", num_args = 0..=1, require_equals = true, default_missing_value = MOST_MUTANTS,
        value_parser = parse_most)]
    pub mutants: Option<MostMutants>,
    /// With --mutants: seed of the sample
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
    /// With --mutants: list redundant tests
    #[arg(long)]
    pub diet: bool,
    /// With --mutants: only mutants in lines changed since this git revision
    #[arg(long, value_name = "REV", requires = "mutants")]
    pub since: Option<String>,
    /// With --mutants: show the mutants of each test: their number, and those noticed by it alone
    #[arg(long, requires = "mutants")]
    pub by_test: bool,
    /// With --mutants: write them as JUnit XML, one case per mutant
    #[arg(long, value_name = "FILE", requires = "mutants")]
    pub junit: Option<Utf8PathBuf>,
    /// With --mutants: write a report for Stryker's viewer [default path:
    /// sbst/mutation-report.json in the target directory]
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true)]
    pub mutation_report: Option<Option<Utf8PathBuf>>,
}

/// The greatest number of mutants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MostMutants(pub Option<usize>);

pub fn parse_most(text: &str) -> Result<MostMutants, String> {
    if text == "all" {
        return Ok(MostMutants(None));
    }
    let number = text.replace('_', "").parse().ok().filter(|number| *number > 0);
    let number = number.ok_or_else(|| format!("`{text}` is neither a positive integer nor `all`"))?;
    Ok(MostMutants(Some(number)))
}

/// Options about the results.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = RESULTS)]
pub struct ResultOptions {
    /// Write an LCOV tracefile, with a branch for each goal [default path: sbst/lcov.info in the
    /// target directory]
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true)]
    pub lcov: Option<Option<Utf8PathBuf>>,
    /// End with exit code 6 if the tests pass but reach less than this percentage of the goals, or
    /// notice less than this percentage of the mutants
    #[arg(long, value_name = "PERCENT", value_parser = parse_percentage)]
    pub fail_under: Option<f64>,
}

fn parse_percentage(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse().ok().filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a number from 0 to 100"))
}

impl TestTargets {
    /// True if documentation tests are among them.
    pub fn has_documentation(&self) -> bool {
        let chosen = [self.lib, self.bins, self.examples, self.tests, self.benches, self.all_targets];
        let named = [&self.bin, &self.example, &self.test, &self.bench];
        self.doc || !(chosen.contains(&true) || named.iter().any(|names| !names.is_empty()))
    }

    /// The name of the profile that cargo will build with.
    pub fn profile(&self) -> &str {
        match &self.profile {
            _ if self.release => "release",
            Some(profile) => profile,
            None => "test",
        }
    }

    /// Returns them as options for cargo.
    pub fn options(&self) -> Vec<String> {
        let flags = [
            (self.lib, "--lib"),
            (self.bins, "--bins"),
            (self.examples, "--examples"),
            (self.tests, "--tests"),
            (self.benches, "--benches"),
            (self.all_targets, "--all-targets"),
            (self.doc, "--doc"),
            (self.no_fail_fast, "--no-fail-fast"),
            (self.release, "--release"),
        ];
        let named = [
            ("--bin", &self.bin),
            ("--example", &self.example),
            ("--test", &self.test),
            ("--bench", &self.bench),
        ];
        let named =
            named.into_iter().flat_map(|(option, names)| names.iter().map(move |name| (option, name)));
        let valued = [("--profile", &self.profile), ("--jobs", &self.jobs)]
            .into_iter()
            .filter_map(|(option, value)| value.as_ref().map(|value| (option, value)));
        let flags = flags.into_iter().filter(|(given, _)| *given).map(|(_, option)| option.to_owned());
        let valued = named.chain(valued).flat_map(|(option, value)| [option.to_owned(), value.clone()]);
        flags.chain(valued).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Command, CommandLine};

    fn options(arguments: &str) -> TestOptions {
        let arguments = format!("cargo-sbst sbst test {arguments}");
        match CommandLine::from_arguments(arguments.split_whitespace().map(OsString::from)) {
            Command::Test(options) => *options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn tests_are_selected_by_cargos_own_options() {
        let given = "--lib --bin a --bin b --test t --all-targets --no-fail-fast --profile fast --jobs 1";
        let parsed = options(&format!("{given} some::name -- --nocapture --test-threads=1"));
        assert_eq!(
            parsed.targets.options().join(" "),
            "--lib --all-targets --no-fail-fast --bin a --bin b --test t --profile fast --jobs 1"
        );
        assert_eq!(parsed.targets.profile(), "fast");
        assert_eq!(parsed.name.as_deref(), Some("some::name"));
        assert_eq!(parsed.arguments, ["--nocapture", "--test-threads=1"]);
        assert_eq!(options("--release").targets.profile(), "release");
        assert!(options("").targets.options().is_empty());
    }

    #[test]
    fn documentation_is_tested_unless_targets_are_chosen() {
        let has = |arguments: &str| options(arguments).targets.has_documentation();
        assert!(has("") && has("--doc") && has("--release"));
        assert!(!has("--lib") && !has("--all-targets") && !has("--test name"));
    }

    #[test]
    fn the_tracefile_has_a_place_of_its_own_unless_another_is_given() {
        assert_eq!(options("").results.lcov, None);
        assert_eq!(options("--lcov name").results.lcov, Some(None), "the name is that of a test");
        assert_eq!(options("--lcov=a/b.info").results.lcov, Some(Some("a/b.info".into())));
    }

    #[test]
    fn mutants_are_a_thousand_a_number_or_all() {
        assert_eq!(options("").mutants.mutants, None);
        assert_eq!(options("--mutants name").mutants.mutants, Some(MostMutants(Some(1_000))));
        assert_eq!(options("--mutants=2_000").mutants.mutants, Some(MostMutants(Some(2_000))));
        assert_eq!(options("--mutants=all").mutants.mutants, Some(MostMutants(None)));
        assert!(parse_most("0").is_err() && parse_most("many").is_err());
    }

    #[test]
    fn a_percentage_is_a_number_from_0_to_100() {
        assert_eq!(["80", "99.5%", "0"].map(parse_percentage), [Ok(80.0), Ok(99.5), Ok(0.0)]);
        for text in ["", "101", "-1", "NaN", "most"] {
            assert!(parse_percentage(text).is_err(), "{text}");
        }
    }
}
