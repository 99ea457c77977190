use super::*;
use crate::cli;
use clap::CommandFactory;
use std::fs;

const MANIFEST: &str = "[package]\nname = \"a\"\n[workspace]\n";

/// A workspace with these files.
struct Workspace(tempfile::TempDir);

impl Workspace {
    fn new(files: &[(&str, &str)]) -> Workspace {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [("Cargo.toml", MANIFEST), ("src/lib.rs", "")].iter().chain(files) {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Workspace(folder)
    }

    fn path(&self) -> &str {
        self.0.path().to_str().unwrap()
    }

    /// The command's arguments, without those of the user.
    fn kept_with(&self, line: &str, variables: &[(&str, &str)]) -> Result<String, String> {
        let manifest = format!("--manifest-path={}/Cargo.toml", self.path());
        let given: Vec<&str> = line.split_whitespace().chain([manifest.as_str()]).collect();
        let arguments = std::iter::once("cargo-sbst").chain(given.iter().copied());
        let variables = variables.iter().map(|(name, value)| (name.into(), value.into()));
        let program = cli::CommandLine::command();
        let completed =
            complete_with(&program, &cli::schema(), arguments.map(OsString::from).collect(), variables)
                .map_err(|error| error.to_string().replace(self.path(), "ROOT"))?;
        let words = completed[1..].iter().map(|word| word.to_str().unwrap());
        let kept: Vec<&str> = words.filter(|word| !given.contains(word)).collect();
        Ok(kept.join(" ").replace(self.path(), "ROOT"))
    }

    fn kept(&self, line: &str) -> String {
        self.kept_with(line, &[]).unwrap()
    }

    fn refused(&self) -> String {
        self.kept_with("", &[]).unwrap_err()
    }
}

#[test]
fn the_stronger_place_counts() {
    let manifest = |package: &str| {
        format!(
            "{MANIFEST}{package}\n[workspace.metadata.sbst]\nbudget = \"1s\"\nseed = 1\njobs = 1\nstall = 1"
        )
    };
    let both = manifest("[package.metadata.sbst]\nbudget = \"2s\"\nseed = 2\njobs = 2");
    let file = "budget = \"3s\"\nseed = 3";
    let variables = [("SBST_BUDGET", "4s"), ("SBST_SEED", "")];
    let all = Workspace::new(&[("Cargo.toml", &both), ("sbst.toml", file)]);
    assert_eq!(all.kept_with("", &variables).unwrap(), "--budget=4s --seed=3 --jobs=2 --stall=1");
    assert_eq!(all.kept_with("--budget 5s", &variables).unwrap(), "--seed=3 --jobs=2 --stall=1");
    assert_eq!(all.kept("run --budget 5s -j 7"), "--seed=3 --stall=1");
    let weaker = Workspace::new(&[("Cargo.toml", &manifest(""))]);
    assert_eq!(weaker.kept_with("", &variables).unwrap(), "--budget=4s --jobs=1 --seed=1 --stall=1");
    assert_eq!(Workspace::new(&[]).kept(""), "");
}

#[test]
fn an_unknown_key_is_refused_with_its_place_and_the_nearest_one() {
    let file = "all = true\n\n  total-buget = \"10m\"\nfail-on-finding = \"faults\"\nzzz = 1\ncolor = \"never\"\n[run]\n";
    let expected = "\
ROOT/sbst.toml:3:3: unknown key `total-buget`
  did you mean `total-budget`?
ROOT/sbst.toml:4:1: unknown key `fail-on-finding`
  did you mean `fail-on-findings`?
ROOT/sbst.toml:5:1: unknown key `zzz`
  `cargo sbst init --print configuration` shows all keys
ROOT/sbst.toml:6:1: `color` is an option of the command line only
  remove it here";
    let refused = Workspace::new(&[("sbst.toml", file)]).refused();
    assert!(refused.starts_with(expected), "{refused}");
    assert!(refused.contains("ROOT/sbst.toml:7:2: unknown key `run`"), "{refused}");
    let manifest = format!("{MANIFEST}[workspace.metadata.sbst]\nhang_timeout = 3");
    let refused = Workspace::new(&[("Cargo.toml", &manifest)]).refused();
    assert_eq!(refused, "ROOT/Cargo.toml:5:1: unknown key `hang_timeout`\n  did you mean `hang-timeout`?");
}

#[test]
fn a_wrong_value_is_refused_with_its_place() {
    for (line, expected) in [
        ("all = \"yes\"", "1:7: the value of `all` is true or false, not a text"),
        ("seed = \"7\"", "1:8: the value of `seed` is a whole number, not a text"),
        ("seed = -7", "1:8: the value of `seed`: `-7` is wrong: invalid digit found in string"),
        ("jobs = 0", "1:8: the value of `jobs`: `0` is wrong: number would be zero for non-zero type"),
        (
            "budget = 30",
            "1:10: the value of `budget` is a text such as \"10m\" or \"100000evals\", not a whole number",
        ),
        ("budget = \"often\"", "1:10: the value of `budget`: `often` is wrong: write 30s, 5m or 100000evals"),
        ("stack-limit = \"8MB\"", "1:15: the value of `stack-limit`: `8MB` is wrong: unknown unit `MB`"),
        ("sandbox = \"maybe\"", "1:11: the value of `sandbox`: `maybe` is not one of auto, always, never"),
        ("only = [\"a\", 7]", "1:14: the value of `only` is a text, or an array of such, not a whole number"),
        (
            "goals = [\"branch\",\n  \"panics\"]",
            "2:3: the value of `goals`: `panics` is not one of branch, panic",
        ),
        ("fail-under = 101", "1:14: the value of `fail-under`: `101` is not a number from 0 to 100"),
        ("algorithm = []", "1:13: the value of `algorithm` is one of \"hybrid\""),
        ("seed 7", "1:6: "),
        ("seed = 1\nseed = 2", "2:1: duplicate key"),
    ] {
        let refused = Workspace::new(&[("sbst.toml", line)]).refused();
        assert!(refused.starts_with(&format!("ROOT/sbst.toml:{expected}")), "{line}: {refused}");
    }
    let manifest = format!("{MANIFEST}[workspace.metadata]\nsbst = 7");
    let refused = Workspace::new(&[("Cargo.toml", &manifest)]).refused();
    assert_eq!(
        refused,
        "ROOT/Cargo.toml:5:8: `workspace.metadata.sbst` is a whole number, not a table of keys"
    );
}

#[test]
fn values_come_to_the_command_as_they_are_typed() {
    let file = "step-limit = 0x10\nstack-limit = \"4MiB\"\nmemory-limit = 1_000_000\nsandbox = \"never\"\nonly = \
                [\"f\", \"g\"]\ngoals = \"panic\"\nwithout = []\nfeatures = [\"a b\"]\noffline = true\nlocked = false";
    assert_eq!(
        Workspace::new(&[("sbst.toml", file)]).kept(""),
        "--features=a b --goals=panic --memory-limit=1000000 --offline --only=f --only=g --sandbox=never \
         --stack-limit=4MiB --step-limit=16"
    );
}

#[test]
fn a_command_takes_the_keys_that_it_has() {
    let workspace =
        Workspace::new(&[("sbst.toml", "all = true\nbudget = \"1s\"\njobs = 2\nfail-under = 80.5")]);
    assert_eq!(workspace.kept("run"), "--all --budget=1s --jobs=2");
    assert_eq!(workspace.kept("list"), "--all");
    assert_eq!(workspace.kept("test --jobs 3"), "--all --fail-under=80.5");
    assert_eq!(workspace.kept("explain f"), "");
    assert_eq!(workspace.kept("init"), "");
}

#[test]
fn a_flag_that_is_kept_can_be_taken_back() {
    let workspace = Workspace::new(&[("sbst.toml", "all = true\nno-write = true")]);
    assert_eq!(workspace.kept("--all=false"), "--no-write");
    assert_eq!(workspace.kept("--no-write=true"), "--all --no-write");
    assert_eq!(workspace.kept_with("", &[("SBST_ALL", "off")]).unwrap(), "--no-write");
    let (left, off) =
        precedence::take_back(["test", "--", "--all=false"].map(OsString::from).into(), &cli::schema());
    assert!(left.len() == 3 && off.is_empty(), "{left:?}");
}

#[test]
fn an_option_drops_conflicting_ones_in_weaker_places() {
    let workspace = Workspace::new(&[("sbst.toml", "no-write = true\nseed = 1")]);
    assert_eq!(workspace.kept("--write-private"), "--seed=1");
    assert_eq!(workspace.kept_with("", &[("SBST_WRITE_PRIVATE", "1")]).unwrap(), "--write-private --seed=1");
    let refused = Workspace::new(&[("sbst.toml", "write-private = true\nno-write = true")]).refused();
    assert!(refused.contains("`write-private` and `no-write` exclude one another"), "{refused}");
}

#[test]
fn packages_are_selected_by_one_place() {
    let workspace = Workspace::new(&[("sbst.toml", "workspace = true\nexclude = [\"b\"]")]);
    assert_eq!(workspace.kept(""), "--exclude=b --workspace");
    assert_eq!(workspace.kept("-p a"), "");
    assert_eq!(workspace.kept("--exclude c"), "--workspace");
    let other = Workspace::new(&[("sbst.toml", "package = \"a\"")]);
    assert_eq!(other.kept("--workspace"), "");
}

#[test]
fn a_key_that_needs_another_one_means_nothing_without_it() {
    let workspace = Workspace::new(&[("sbst.toml", "allow-effects = true")]);
    assert_eq!(workspace.kept(""), "");
    assert_eq!(workspace.kept("--all"), "--allow-effects");
    let other = Workspace::new(&[("sbst.toml", "all = true")]);
    assert_eq!(other.kept("--allow-effects"), "--all");
    assert_eq!(other.kept("--allow-effects --all=false"), "");
}

#[test]
fn a_path_is_relative_to_its_file() {
    let workspace = Workspace::new(&[("sbst.toml", "target-dir = \"built\"\nlcov = \"/x/lcov.info\"")]);
    assert_eq!(workspace.kept("test"), "--lcov=/x/lcov.info --target-dir=ROOT/built");
    let kept = workspace.kept_with("", &[("SBST_TARGET_DIR", "b")]).unwrap();
    assert_eq!(kept, "--target-dir=b --lcov=/x/lcov.info");
}

#[test]
fn metadata_of_a_package_counts_if_it_is_selected_alone() {
    let member = "[package]\nname = \"NAME\"\n[package.metadata.sbst]\nseed = 7\n";
    let member = |name| member.replace("NAME", name);
    let (b, c) = (member("b"), member("c"));
    let manifest = "[workspace]\nmembers = [\"b\", \"c\"]\n[workspace.metadata.sbst]\nseed = 1\njobs = 1";
    let files = [("Cargo.toml", manifest), ("b/Cargo.toml", &b), ("b/src/lib.rs", "")];
    let workspace = Workspace::new(&[&files[..], &[("c/Cargo.toml", &c), ("c/src/lib.rs", "")]].concat());
    assert_eq!(workspace.kept("-p b"), "--seed=7 --jobs=1");
    assert_eq!(workspace.kept(""), "--jobs=1 --seed=1");
    assert_eq!(workspace.kept("--workspace --exclude c"), "--seed=7 --jobs=1");
    fs::write(workspace.0.path().join("b/Cargo.toml"), format!("{b}package = \"b\"")).unwrap();
    let refused = workspace.kept_with("-p b", &[]).unwrap_err();
    assert!(refused.starts_with("ROOT/b/Cargo.toml:5:1: `package` chooses packages"), "{refused}");
}

#[test]
fn variables_are_read_like_keys() {
    let workspace = Workspace::new(&[]);
    let kept = |name, value| workspace.kept_with("", &[(name, value)]);
    assert_eq!(kept("SBST_ONLY", "f, g::h").unwrap(), "--only=f --only=g::h");
    assert_eq!(kept("SBST_OFFLINE", "1").unwrap(), "--offline");
    assert_eq!(kept("SBST_WORKER_DIRECTORY", "x").unwrap(), "", "it is the runtime's");
    let refused = kept("SBST_OFFLINE", "maybe").unwrap_err();
    assert_eq!(refused, "the variable SBST_OFFLINE: `maybe` is not true or false");
    let refused = kept("SBST_BUDGET", "30").unwrap_err();
    assert!(refused.starts_with("the variable SBST_BUDGET: the value of `budget`: `30`"), "{refused}");
}

#[test]
fn wrong_arguments_and_a_broken_manifest_are_left_to_the_command() {
    let workspace = Workspace::new(&[("sbst.toml", "budget = 7")]);
    assert_eq!(workspace.kept("--bogus"), "");
    let broken = Workspace::new(&[("Cargo.toml", "[package"), ("sbst.toml", "seed = 7")]);
    assert_eq!(broken.kept_with("", &[("SBST_SEED", "8")]).unwrap(), "--seed=8");
}

#[test]
fn the_template_keeps_only_enabled_options() {
    let schema = cli::schema();
    let text = schema.to_template("#:schema ./s.json\n\n", &[("all", "true")]);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert_eq!(Workspace::new(&[("sbst.toml", &text)]).kept(""), "--all");

    // Every key, except those that exclude another one.
    let uncommented = |line: &str| match line.strip_prefix("# ").and_then(|line| line.split_once(" = ")) {
        Some((name, _)) if schema.get(name).is_some() => line[2..].to_owned(),
        _ => line.to_owned(),
    };
    let lines: Vec<String> = text.lines().map(uncommented).collect();
    let keys = lines.iter().filter(|line| !line.is_empty() && !line.starts_with('#'));
    assert_eq!(keys.count(), schema.keys.len());
    Workspace::new(&[("sbst.toml", &lines.join("\n"))]).kept("");
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(50))]

    #[test]
    fn no_file_makes_it_panic(text in "([a-z-]{0,5}( = )?[\\[\\]{}\"#=.0-9é\n-]{0,6}|seed = |budget|all = \"?){0,9}") {
        let folder = tempfile::tempdir().unwrap();
        let path = Utf8PathBuf::from_path_buf(folder.path().join(FILE)).unwrap();
        fs::write(&path, text).unwrap();
        let (program, mut problems) = (cli::CommandLine::command(), Vec::new());
        let schema = Schema::from_program(program.clone());
        let layer = toml_file::read(&schema, &path, &[], &mut problems);
        let matches = program.clone().try_get_matches_from(["x"]).unwrap();
        let given = Given::new(&program, &matches, Default::default());
        let words = precedence::arguments(&program, &given, &[layer], &mut problems);
        let all = std::iter::once("x".into()).chain(words);
        let parsed = program.try_get_matches_from(all.collect::<Vec<OsString>>());
        proptest::prop_assert!(parsed.is_ok() || !problems.is_empty());
    }
}
