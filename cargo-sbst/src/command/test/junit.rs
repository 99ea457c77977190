//! Mutants as JUnit XML: a suite is a file, a case a mutant. Mutants that are alive fail.

use crate::mutants::{Alive, Grading, Judged, Verdict};
use crate::report::junit::{self, Case, Suite};
use std::collections::BTreeMap;
use std::io;

pub fn render(grading: &Grading) -> io::Result<String> {
    let mut files: BTreeMap<&str, Vec<Case>> = BTreeMap::new();
    for judged in &grading.judged {
        files.entry(&judged.mutant.file).or_default().push(case(judged));
    }
    let suite = |(name, cases)| Suite { name, properties: Vec::new(), cases };
    let suites: Vec<Suite<'_>> = files.into_iter().map(suite).collect();
    junit::document(&suites, grading.elapsed.as_secs_f64())
}

fn case(judged: &Judged) -> Case {
    let Judged { mutant, verdict, .. } = judged;
    let alive = |message: &str| junit::Verdict::Failed {
        kind: "alive",
        message: message.to_owned(),
        text: mutant.name(),
    };
    let verdict = match verdict {
        Verdict::Noticed(_) => junit::Verdict::Passed,
        Verdict::Alive(Alive::Unexecuted) => alive("no test executes it"),
        Verdict::Alive(Alive::Same) => alive("tests execute it without a difference"),
        Verdict::Alive(Alive::Unnoticed) => alive("tests execute a difference, and pass"),
        Verdict::Unknown(_) => junit::Verdict::Skipped("a test takes too many steps".to_owned()),
        Verdict::Inapplicable => junit::Verdict::Skipped("it cannot be applied to this type".to_owned()),
    };
    Case { name: mutant.name(), module: mutant.file.clone(), seconds: None, verdict }
}
