//! Precision and recall of the analysis against the [`truth`](crate::truth).
//!
//! The analysis omits dependences that decide if a condition is evaluated *again*, because they do
//! not help a search to reach it. They are counted, but not expected.

use crate::truth::{At, Truth, FUNCTIONS};
use sbst_analysis::{Analysis, SourceFile, VariableKind};
use std::{collections::BTreeSet, fmt};

/// An outcome on which a condition depends: the condition, the other one, its outcome.
type Dependence = (At, At, bool);
/// A definition that reaches a condition: the condition, the variable, the line of the definition.
type Reaching = (At, String, u32);

/// The sizes of the found and of the expected set, and of their intersection.
#[derive(Clone, Copy, Debug, Default)]
struct Measure {
    found: usize,
    expected: usize,
    both: usize,
}

impl Measure {
    fn from_sets<T: Ord>(found: &BTreeSet<T>, expected: &BTreeSet<T>) -> Measure {
        Measure { found: found.len(), expected: expected.len(), both: found.intersection(expected).count() }
    }

    fn add(&mut self, other: Measure) {
        self.found += other.found;
        self.expected += other.expected;
        self.both += other.both;
    }

    fn precision(&self) -> f64 {
        self.both as f64 / self.found as f64
    }

    fn recall(&self) -> f64 {
        self.both as f64 / self.expected as f64
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Measure { found, expected, both } = self;
        let (precision, recall) = (100.0 * self.precision(), 100.0 * self.recall());
        write!(f, "{found:>5} {expected:>5} {both:>5} {precision:>6.1} % {recall:>6.1} %")
    }
}

fn at(analysis: &Analysis, condition: usize) -> At {
    let condition = &analysis.conditions[condition];
    At::from_condition(condition.place.line, condition.kind, &condition.text)
}

fn found_dependences(analysis: &Analysis) -> BTreeSet<Dependence> {
    let conditions = 0..analysis.conditions.len();
    let branches = conditions.flat_map(|condition| {
        let others = analysis.conditions[condition].depends_on.iter();
        others
            .filter(move |branch| branch.condition != condition)
            .map(move |branch| (at(analysis, condition), at(analysis, branch.condition), branch.outcome))
    });
    branches.collect()
}

fn expected_dependences(truth: &Truth) -> BTreeSet<Dependence> {
    let conditions = truth.conditions.iter();
    conditions
        .flat_map(|condition| {
            let one = condition.at.clone();
            condition.after.iter().map(move |(other, outcome)| (one.clone(), other.clone(), *outcome))
        })
        .collect()
}

/// A variable as named by the truth: without the numbers of shadowing variables, and elements as
/// the whole.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for part in name.split('.') {
        let part = part.split(['#', '[']).next().unwrap_or(part);
        if !plain.is_empty() {
            plain.push('.');
        }
        plain.push_str(part);
    }
    plain
}

fn found_definitions(analysis: &Analysis) -> BTreeSet<Reaching> {
    let mut found = BTreeSet::new();
    for (condition, of) in analysis.conditions.iter().enumerate() {
        for &used in &of.uses {
            let variable = &analysis.variables[analysis.uses[used].variable];
            // results of calls are no variables of the program
            if variable.kind == VariableKind::Result {
                continue;
            }
            for &definition in &analysis.uses[used].definitions {
                let line = analysis.definitions[definition].place.line;
                found.insert((at(analysis, condition), plain(&variable.name), line));
            }
        }
    }
    found
}

fn expected_definitions(truth: &Truth) -> BTreeSet<Reaching> {
    let mut expected = BTreeSet::new();
    for condition in &truth.conditions {
        for (variable, lines) in &condition.uses {
            expected.extend(lines.iter().map(|&line| (condition.at.clone(), variable.clone(), line)));
        }
    }
    expected
}

/// Prints the differences, for an investigation.
fn differences<T: Ord + fmt::Debug>(found: &BTreeSet<T>, expected: &BTreeSet<T>) {
    found.difference(expected).for_each(|one| println!("    too much: {one:?}"));
    expected.difference(found).for_each(|one| println!("    missing:  {one:?}"));
}

#[test]
fn precision_and_recall_are_high() {
    let mut sums = [Measure::default(); 2];
    let mut again = 0;
    println!("{:13} {:34}   definitions that reach conditions", "", "control dependence");
    let heading = format!("{:>5} {:>5} {:>5} {:>8} {:>8}", "found", "true", "both", "precise", "recall");
    println!("{:13} {heading}   {heading}", "");
    for function in FUNCTIONS {
        let file = SourceFile::parse(function.source).unwrap();
        let analysis = &file.functions[0].analysis;
        let truth = Truth::from_function(function);
        let dependences = (found_dependences(analysis), expected_dependences(&truth));
        let definitions = (found_definitions(analysis), expected_definitions(&truth));
        let measures = [
            Measure::from_sets(&dependences.0, &dependences.1),
            Measure::from_sets(&definitions.0, &definitions.1),
        ];
        println!("{:13} {}   {}", function.name, measures[0], measures[1]);
        differences(&dependences.0, &dependences.1);
        differences(&definitions.0, &definitions.1);
        again += truth.conditions.iter().map(|condition| condition.again.len()).sum::<usize>();
        sums.iter_mut().zip(measures).for_each(|(sum, measure)| sum.add(measure));
    }
    println!("{:13} {}   {}", "all", sums[0], sums[1]);
    println!("and {again} dependences of repeated evaluations, which are left out");
    let [dependences, definitions] = sums;
    assert!(dependences.precision() > 0.99 && dependences.recall() > 0.99, "{dependences}");
    // the analysis cannot see that `end.is_root(ya)` leaves `end` alone
    assert!(definitions.precision() > 0.8 && definitions.recall() > 0.99, "{definitions}");
}
