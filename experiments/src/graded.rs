//! The verdicts of cargo-mutants and of `cargo sbst test --mutants` on one crate, by the noticing
//! tests: written ones, and the crate's own.

use anyhow::Context as _;
use sbst_fidelity::outcomes::{Outcome, Outcomes};
use sbst_model::messages::GENERATED_MODULE;
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The beginning of the name of executables with written tests.
const WRITTEN: &str = "sbst-";

/// The tests that notice a mutant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noticed {
    /// A test of the crate.
    pub own: bool,
    /// A written test.
    pub written: bool,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The mutated code does not compile, or has no type for the mutant.
    Unviable,
    /// A test exceeded the limit of time or steps.
    NoVerdict,
    /// Judged: noticed by these tests, or by none.
    Judged(Noticed),
    /// An executable with own and written tests crashed.
    Crashed,
}

impl Verdict {
    /// True if a test noticed it.
    pub fn is_noticed(self) -> bool {
        match self {
            Verdict::Judged(Noticed { own, written }) => own || written,
            Verdict::Crashed => true,
            Verdict::Unviable | Verdict::NoVerdict => false,
        }
    }
}

/// A mutant with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graded {
    /// The kind of the mutant, as in cargo-mutants.
    pub genre: String,
    /// The verdict.
    pub verdict: Verdict,
}

/// Verdicts by the names of mutants.
pub type Verdicts = BTreeMap<String, Graded>;

#[derive(Deserialize)]
struct CargoMutants {
    outcomes: Vec<CargoOutcome>,
}

#[derive(Deserialize)]
struct CargoOutcome {
    scenario: Value,
    summary: String,
    log_path: Option<String>,
}

/// Reads the folder `mutants.out` of cargo-mutants, whose tests ran to their end.
///
/// # Errors
/// Without `outcomes.json`, or without the log of a mutant.
pub fn from_cargo_mutants(folder: &Path) -> anyhow::Result<Verdicts> {
    let path = folder.join("outcomes.json");
    let text = fs::read_to_string(&path).with_context(|| format!("no {}", path.display()))?;
    let all: CargoMutants =
        serde_json::from_str(&text).with_context(|| format!("failed to read {}", path.display()))?;
    let mut verdicts = Verdicts::new();
    for CargoOutcome { scenario, summary, log_path } in all.outcomes {
        let mutant = &scenario["Mutant"];
        let Some(name) = mutant["name"].as_str() else { continue };
        let verdict = match summary.as_str() {
            "Unviable" => Verdict::Unviable,
            "Timeout" => Verdict::NoVerdict,
            "CaughtMutant" => {
                let log = folder.join(log_path.unwrap_or_default());
                let log = fs::read(&log).with_context(|| format!("no {}", log.display()))?;
                caught(&String::from_utf8_lossy(&log))
            }
            _ => Verdict::Judged(Noticed::default()),
        };
        let genre = mutant["genre"].as_str().unwrap_or_default().to_owned();
        verdicts.insert(name.to_owned(), Graded { genre, verdict });
    }
    Ok(verdicts)
}

/// Reads the log of `cargo test --no-fail-fast` with a caught mutant.
fn caught(log: &str) -> Verdict {
    let mut noticed = Noticed::default();
    let outcomes = Outcomes::parse(&with_short_names(log));
    let failed = outcomes.0.iter().filter(|(_, outcome)| matches!(outcome, Outcome::Failed | Outcome::Lost));
    for ((executable, name), _) in failed {
        match executable.starts_with(WRITTEN) || is_inside(name) {
            true => noticed.written = true,
            false => noticed.own = true,
        }
    }
    for target in crashed(log) {
        match target.rsplit_once("--").map_or("", |(_, kind)| kind) {
            "test sbst" => noticed.written = true,
            "lib" if outcomes.0.keys().any(|(_, name)| is_inside(name)) => return Verdict::Crashed,
            _ => noticed.own = true,
        }
    }
    match noticed {
        Noticed { own: false, written: false } => Verdict::Crashed,
        noticed => Verdict::Judged(noticed),
    }
}

/// The log with executables as printed by `cargo test` without `--verbose`.
fn with_short_names(log: &str) -> String {
    let short = |line: &str| {
        let path = line.trim_start().strip_prefix("Running `")?.strip_suffix('`')?;
        let (folder, name) = path.split(' ').next()?.rsplit_once('/')?;
        folder.ends_with("/deps").then(|| format!("Running {name} ({folder})"))
    };
    let lines = log.lines().map(|line| short(line).unwrap_or_else(|| line.to_owned()));
    lines.collect::<Vec<_>>().join("\n")
}

/// The targets whose processes were ended by a signal, so that their failing tests have no line.
fn crashed(log: &str) -> Vec<&str> {
    let mut target = None;
    let mut crashed = Vec::new();
    for line in log.lines() {
        if let Some(rest) = line.strip_prefix("error: test failed, to rerun pass `") {
            target = rest.strip_suffix('`');
        } else if line.contains("process didn't exit successfully") && line.contains("(signal: ") {
            crashed.extend(target.take());
        }
    }
    crashed
}

fn is_inside(test: &str) -> bool {
    test.split("::").any(|part| part == GENERATED_MODULE)
}

/// Reads the messages of `cargo sbst test --mutants --by-test --message-format json`.
pub fn from_messages(log: &str) -> Verdicts {
    let messages = || log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let text = |message: &Value, field: &str| message[field].as_str().unwrap_or_default().to_owned();
    let written: BTreeSet<String> = messages()
        .filter(|message| message["type"] == "graded-test")
        .filter(|message| text(message, "target").ends_with("test sbst") || is_inside(&text(message, "test")))
        .map(|message| text(&message, "test"))
        .collect();
    let mutants = messages().filter(|message| message["type"] == "mutant");
    let graded = mutants.map(|mutant| {
        let by: Vec<&str> =
            mutant["noticed_by"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let verdict = match mutant["verdict"].as_str() {
            Some("inapplicable") => Verdict::Unviable,
            Some("unknown") => Verdict::NoVerdict,
            _ => Verdict::Judged(Noticed {
                own: by.iter().any(|test| !written.contains(*test)),
                written: by.iter().any(|test| written.contains(*test)),
            }),
        };
        (text(&mutant, "name"), Graded { genre: text(&mutant, "genre"), verdict })
    });
    graded.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TESTS: &str = "     Running `/target/debug/deps/a-1`\n\
        test tests::sums ... ok\n\
        test sbst_tests::sum_returns_3 ... ok\n\
        error: test failed, to rerun pass `-p a --lib`\n\
        \x20    Running `/target/debug/deps/sbst-1`\n\
        test sum::adds ... ok\n";

    #[test]
    fn failing_tests_are_own_or_written() {
        let log = |from: &str| TESTS.replace(&format!("{from} ... ok"), &format!("{from} ... FAILED"));
        let judged = |own, written| Verdict::Judged(Noticed { own, written });
        assert_eq!(caught(&log("tests::sums")), judged(true, false));
        assert_eq!(caught(&log("sum_returns_3")), judged(false, true));
        assert_eq!(caught(&log("sum::adds")), judged(false, true));
    }

    #[test]
    fn crash_with_both_kinds_of_tests_is_counted_separately() {
        let by_signal = "Caused by:\n  process didn't exit successfully: `a` (signal: 6, SIGABRT)\n";
        assert_eq!(caught(&format!("{TESTS}{by_signal}")), Verdict::Crashed);
        let outside = TESTS.replace("sbst_tests::", "") + by_signal;
        assert_eq!(caught(&outside), Verdict::Judged(Noticed { own: true, written: false }));
    }

    #[test]
    fn noticing_tests_are_split_by_targets() {
        let log = r#"{"type":"mutant","name":"m","genre":"FnValue","verdict":"noticed","noticed_by":["a::b"]}
{"type":"mutant","name":"n","genre":"FnValue","verdict":"alive","noticed_by":[]}
{"type":"graded-test","test":"a::b","target":"p test sbst"}"#;
        let verdicts = from_messages(log);
        assert_eq!(verdicts["m"].verdict, Verdict::Judged(Noticed { own: false, written: true }));
        assert!(!verdicts["n"].verdict.is_noticed());
    }
}
