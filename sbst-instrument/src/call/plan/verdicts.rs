//! The verdicts of the compiler on instances: whether types meet the bounds of a function.
//!
//! 1. Before a crate is compiled for a search, the command's compiler wrapper has it compiled
//!    without code generation, and the macro emits queries. A query is a constant for an instance
//!    of a function: it panics with the instance's line if the bounds are met.
//! 2. If the instances exceed the number of queries, there are also queries for each candidate of a
//!    parameter alone. If all first instances of a function fail, one more compilation has queries
//!    for instances of the remaining candidates. So it has for instances with types that other
//!    functions return (`returned_types.rs`), if none of the first instances takes such types.
//! 3. The wrapper collects the lines in a file. In a compilation with this file, an instance
//!    without a line is not called. The plan (`planner.rs`) selects among the others.
//! 4. Without a file, the likeliest instance is taken.

use std::collections::HashSet;
use std::sync::LazyLock;
use std::{env, fs};

use crate::call::plan::planner::MatchingType;
use crate::call::plan::planner::Plan;
use crate::syntax::runtime::BOUNDS;

/// The value of [`BOUNDS`] that makes the macro emit queries, optionally followed by the file of
/// the known answers.
const ASK: &str = "ask";

/// The mark before the function of a candidate.
const CANDIDATE: char = '?';

/// The beginning of the panic message of a constant.
const MET: &str = "sbst: bounds are met: ";

/// The end of the message.
const END: &str = "|.";

/// The answers for the crate that is compiled.
pub(crate) struct Answers {
    pub(crate) plan: Plan,
    candidates: HashSet<u64>,
}

impl Answers {
    /// True if a candidate alone meets the bounds on its parameter.
    pub(crate) fn admits(&self, number: u64) -> bool {
        self.candidates.contains(&number)
    }
}

/// A line of the file.
enum Line {
    Instance(MatchingType),
    Candidate { number: u64, function: String },
}

/// The value of [`BOUNDS`] for a compilation with queries. `file`: the known answers.
pub fn asking(file: Option<&str>) -> String {
    file.map_or(ASK.to_owned(), |file| format!("{ASK} {file}"))
}

/// True if a value of [`BOUNDS`] makes the macro emit queries.
pub(crate) fn asks(value: &str) -> bool {
    value.strip_prefix(ASK).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// The known answers; `None` without a file.
pub(crate) fn answers() -> Option<&'static Answers> {
    static ANSWERS: LazyLock<Option<Answers>> = LazyLock::new(|| {
        let value = env::var(BOUNDS).ok()?;
        let file = if asks(&value) { value[ASK.len()..].trim_start() } else { &value };
        let text = fs::read_to_string(file).ok()?;
        let (mut met, mut candidates) = (Vec::new(), HashSet::new());
        for line in text.lines().filter_map(from_line) {
            match line {
                Line::Instance(one) => met.push(one),
                Line::Candidate { number, .. } => _ = candidates.insert(number),
            }
        }
        Some(Answers { plan: Plan::from_instances(met), candidates })
    });
    ANSWERS.as_ref()
}

/// True if the known lines leave instances for the queries of one more compilation.
pub fn leave_questions<'l>(lines: impl IntoIterator<Item = &'l str>) -> bool {
    let (mut met, mut open): (Vec<MatchingType>, HashSet<String>) = Default::default();
    for line in lines.into_iter().filter_map(from_line) {
        match line {
            Line::Instance(one) => met.push(one),
            Line::Candidate { function, .. } => _ = open.insert(function),
        }
    }
    let answered: HashSet<&str> = met.iter().map(|one| &*one.function).collect();
    let is_open = open.iter().any(|function| !answered.contains(&**function));
    let plan = Plan::from_instances(met);
    is_open && plan.rounds() <= 1 || plan.is_short()
}

/// Returns the line of an instance or of a candidate in a message of the compiler, if any.
pub fn line_in(message: &str) -> Option<&str> {
    message.split_once(MET)?.1.split_once(END).map(|(line, _)| line)
}

/// Returns the place of the function of a line.
pub fn function_of(line: &str) -> Option<&str> {
    let function = line.split('|').nth(1)?;
    Some(function.strip_prefix(CANDIDATE).unwrap_or(function))
}

/// The message of an instance's constant.
pub(crate) fn message(met: &MatchingType) -> String {
    let MatchingType { number, function, rank, takes, gives } = met;
    let types: String = takes.iter().chain(gives).map(|ty| format!("|{ty}")).collect();
    format!("{MET}{number:016x}|{function}|{rank}|{}{types}{END}", takes.len())
}

/// The message of the constant of a candidate for a parameter of a function.
pub(crate) fn message_of_candidate(number: u64, function: &str) -> String {
    format!("{MET}{number:016x}|{CANDIDATE}{function}{END}")
}

fn from_line(line: &str) -> Option<Line> {
    let mut fields = line.split('|');
    let number = u64::from_str_radix(fields.next()?, 16).ok()?;
    let function = fields.next()?;
    if let Some(function) = function.strip_prefix(CANDIDATE) {
        return Some(Line::Candidate { number, function: function.to_owned() });
    }
    let rank = fields.next()?.parse().ok()?;
    let count: usize = fields.next()?.parse().ok()?;
    let mut takes: Vec<String> = fields.map(str::to_owned).collect();
    let gives = takes.split_off(count.min(takes.len()));
    Some(Line::Instance(MatchingType { number, function: function.to_owned(), rank, takes, gives }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_is_read_from_the_message_of_the_compiler() {
        let met = |takes: &[&str], gives: &[&str]| {
            let [takes, gives] = [takes, gives].map(|all| all.iter().map(|ty| (*ty).to_owned()).collect());
            MatchingType { number: 31, function: "src/a.rs:3:4".to_owned(), rank: 2, takes, gives }
        };
        for met in [met(&["Ring < 3 , [u8 ; 2] >"], &["Items < u8 >"]), met(&[], &[])] {
            let json = format!("{{\"message\":\"evaluation panicked: {}\"}}", message(&met));
            let Some(Line::Instance(read)) = line_in(&json).and_then(from_line) else { panic!("{json}") };
            assert_eq!(read, met);
        }
        assert_eq!(line_in("error: aborting"), None);
    }

    #[test]
    fn functions_without_an_instance_are_queried_again_if_possible() {
        let lines = |texts: &[String]| leave_questions(texts.iter().filter_map(|text| line_in(text)));
        let candidate = message_of_candidate(1, "src/a.rs:3:4");
        let of = |function: &str| {
            message(&MatchingType {
                number: 2,
                function: function.to_owned(),
                rank: 0,
                takes: Vec::new(),
                gives: Vec::new(),
            })
        };
        assert!(lines(&[candidate.clone(), of("src/a.rs:9:4")]));
        assert!(!lines(&[candidate, of("src/a.rs:3:4")]));
        assert!(!lines(&[of("src/a.rs:3:4")]));
        assert_eq!([asks("ask"), asks("ask /a b"), asks("/t/asked")], [true, true, false]);
        assert!(asks(&asking(Some("/t/asked"))) && asks(&asking(None)));
    }
}
