//! EvoMaster's own end-to-end tests demand that their targets be covered within a number of
//! evaluations. This experiment counts the evaluations of sbst for the same decisions.
//!
//! 1. EvoMaster's number is for all endpoints of a controller together, so the evaluations of the
//!    functions of a row are added up.
//! 2. *Asserted* are the goals asserted by the test (unless these are all). *All* is every feasible
//!    goal of the functions, which is more: Java's library matching is written by hand here, and
//!    has separate goals.
//! 3. Rows of a kind (a regular expression, a UUID, a value that requires taint analysis there) are
//!    separate.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin thresholds`

use anyhow::Context as _;
use clap::Parser;
use sbst_experiments::exception::Exception;
use sbst_experiments::run::{Run, Setting};
use sbst_experiments::sample::median;
use sbst_experiments::subject::Subject;
use sbst_search::Algorithm;

/// Evaluations per search; goals not covered by then are "never".
const EVALUATIONS: u64 = 100_000;

/// A test of EvoMaster's.
struct Threshold {
    /// Its name without `EMTest`.
    name: &'static str,
    /// The required capability beside searching, part of its name.
    kind: &'static str,
    /// The allowed evaluations.
    evaluations: u64,
    /// The functions with the controller's decisions.
    functions: &'static [&'static str],
    /// The asserted conditions with outcomes; all goals, if empty.
    asserted: &'static [(&'static str, bool)],
}

const fn threshold(
    name: &'static str,
    kind: &'static str,
    evaluations: u64,
    functions: &'static [&'static str],
    asserted: &'static [(&'static str, bool)],
) -> Threshold {
    Threshold { name, kind, evaluations, functions, asserted }
}

/// All with a counterpart here. Not here: *Regex* and *RegexTaint*, whose controllers have no
/// decisions; *Taint*'s date, which is that of *RegexDate*; and *Taint*'s third party.
const THRESHOLDS: [Threshold; 19] = [
    threshold("Triangle", "", 7_000, &["evomaster_triangle"], &[]),
    threshold("Branches", "", 5_000, &["branches_pos", "branches_neg", "branches_eq"], &[]),
    threshold("Constant", "", 2_000, &["constant"], &[]),
    threshold("Double", "", 1_000, &["double"], &[("x > 701.63", false), ("x < 701.69", true)]),
    threshold("Strings", "", 10_000, &["strings_equals_foo", "strings_starts_ends", "strings_contains"], &[]),
    threshold("StringLength", "", 1_000, &["string_length"], &[]),
    threshold(
        "NumericString",
        "",
        20_000,
        &["numeric_string"],
        &[
            ("long == 212_121", true),
            ("int == -4_242", true),
            ("double > 40.24", true),
            ("double == 0.0", true),
        ],
    ),
    threshold(
        "Base64Decode",
        "",
        500,
        &["base64_decode"],
        &[("decoded.len() > 4", true), ("decoded.len() > 4", false)],
    ),
    threshold("Enum", "", 100, &["enum_get"], &[("y == 1_234_567", true)]),
    threshold("TaintEnum", "taint", 200, &["taint_enum"], &[]),
    threshold("TaintCase", "taint", 1_000, &["taint_case"], &[("b.to_uppercase() == \"THERE\"", true)]),
    threshold("TaintIgnoreCase", "taint", 5_000, &["taint_ignore_case"], &[("value.ends_with('B')", true)]),
    threshold(
        "Taint",
        "taint",
        5_000,
        &["taint_integer", "taint_constant", "taint_collection", "string_length_taint"],
        &[],
    ),
    threshold(
        "TaintCollection",
        "taint",
        10_000,
        &[
            "taint_set_contains",
            "taint_contains_all",
            "taint_set_remove",
            "taint_map_contains_key",
            "taint_map_contains_value",
            "taint_map_get",
            "taint_map_remove",
        ],
        &[],
    ),
    threshold("TaintNested", "taint", 10_000, &["taint_nested"], &[]),
    threshold("TaintMulti", "regex", 10_000, &["taint_multi"], &[("day > 28", false)]),
    threshold(
        "CharEscapeRegex",
        "regex",
        10_000,
        &["character_classes", "character_newline", "character_digit"],
        &[],
    ),
    threshold("RegexDate", "regex", 1_000, &["regex_date"], &[("number.parse().ok()?", true)]),
    threshold("Uuid", "uuid", 20, &["uuid"], &[]),
];

/// Compares the needed evaluations with those allowed in EvoMaster's tests.
#[derive(Debug, Parser)]
struct Arguments {
    /// Search algorithm
    #[arg(long, default_value_t)]
    algorithm: Algorithm,
    /// Searches per function, with seeds from 1
    #[arg(long, default_value_t = 30)]
    seeds: u64,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let subjects = Subject::all();
    let exceptions = Exception::all()?;
    let setting = Setting {
        algorithm: arguments.algorithm,
        evaluations: EVALUATIONS,
        stall: None,
        without: Vec::new(),
    };
    println!("# {}, seeds 1 to {}; evaluations: median, most", setting.algorithm, arguments.seeds);
    println!("{:17}{:6}{:>8}  {:>18}  {:>18}", "test", "kind", "allowed", "asserted", "all goals");
    let mut met = [0; 2];
    let mut tenth = [0; 2];
    for threshold in &THRESHOLDS {
        let (asserted, all) = needed(threshold, &subjects, &exceptions, &setting, arguments.seeds)?;
        let verdict = |most: f64| match most {
            most if 10.0 * most <= threshold.evaluations as f64 => "within a tenth",
            most if most <= threshold.evaluations as f64 => "met",
            _ => "NOT MET",
        };
        for (index, numbers) in [&asserted, &all].into_iter().enumerate() {
            met[index] += usize::from(numbers.1 <= threshold.evaluations as f64);
            tenth[index] += usize::from(10.0 * numbers.1 <= threshold.evaluations as f64);
        }
        println!(
            "{:17}{:6}{:8}  {:>9.1} {:>8}  {:>9.1} {:>8}  asserted: {}; all goals: {}",
            threshold.name,
            threshold.kind,
            threshold.evaluations,
            asserted.0,
            asserted.1,
            all.0,
            all.1,
            verdict(asserted.1),
            verdict(all.1),
        );
    }
    for (index, what) in ["what is asserted", "all goals"].into_iter().enumerate() {
        println!(
            "# {what}: {} of {} met by every seed, {} of them within a tenth",
            met[index],
            THRESHOLDS.len(),
            tenth[index]
        );
    }
    Ok(())
}

/// Median and greatest evaluations, of the functions together, up to the asserted goals and to all
/// goals.
fn needed(
    threshold: &Threshold,
    subjects: &[Subject],
    exceptions: &[Exception],
    setting: &Setting,
    seeds: u64,
) -> anyhow::Result<((f64, f64), (f64, f64))> {
    let (mut asserted, mut all) = (vec![0.0; seeds as usize], vec![0.0; seeds as usize]);
    for name in threshold.functions {
        let path = format!("evomaster::{name}");
        let subject =
            subjects.iter().find(|subject| subject.name == path).with_context(|| format!("no {path}"))?;
        let feasible = |&goal: &usize| {
            let name = subject.goal(goal);
            !exceptions
                .iter()
                .any(|exception| !exception.reason.is_by_chance() && exception.is_of(subject, &name))
        };
        let feasible: Vec<usize> = (0..subject.goals()).filter(feasible).collect();
        let is_asserted = |&goal: &usize| {
            let name = subject.goal(goal);
            let is_it =
                |&(condition, outcome): &(&str, bool)| name.condition == condition && name.outcome == outcome;
            threshold.asserted.is_empty() || threshold.asserted.iter().any(is_it)
        };
        let wanted: Vec<usize> = feasible.iter().copied().filter(is_asserted).collect();
        anyhow::ensure!(wanted.len() >= threshold.asserted.len(), "{path}: what is asserted is not there");
        for seed in 1..=seeds {
            let run = Run::search(subject, setting, seed)?;
            let at = |goals| run.all_covered_at(goals).map_or(f64::INFINITY, |at| at as f64);
            asserted[seed as usize - 1] += at(&wanted);
            all[seed as usize - 1] += at(&feasible);
        }
    }
    let numbers = |sums: &mut Vec<f64>| (median(sums), sums.last().copied().unwrap_or(f64::NAN));
    Ok((numbers(&mut asserted), numbers(&mut all)))
}
