//! Names of tests that describe the tested function and the outcome.
//!
//! 1. The function and a short outcome: `average_overflows`, `parse_panics_with_empty_input`,
//!    `triangle_returns_scalene`, `sort_leaves_1_3`, `point_fmt_writes_1_2`.
//! 2. For a long outcome, or if several tests would share a name, the goal is added:
//!    `…_when_a_le_0_is_true`. Without a goal, an earlier call or short arguments are added:
//!    `…_after_stack_push`, `…_with_minus_2`.
//! 3. Remaining duplicates get a number, in the order of the tests.

use crate::source::{identifiers, items};
use sbst_model::messages::{Finding, FindingKind, Observed, TestOutline};
use sbst_model::{Goal, TargetDescription, expression};
use std::collections::{BTreeMap, BTreeSet};

/// The longest name, in characters; names are cut between words.
const LONGEST: usize = 60;
/// Limit on the words of a result in a name.
const MOST_WORDS: usize = 4;
/// Limit on the words of a panic's message in a name; many messages share their first words.
const MOST_MESSAGE_WORDS: usize = 6;
/// The longest result in a name, in characters.
const LONGEST_RESULT: usize = 24;

/// Returns names for the tests of one target, in order. Adds them to `taken`, the names in use.
pub fn assign(
    target: &TargetDescription,
    tests: &[TestOutline],
    taken: &mut BTreeSet<String>,
) -> Vec<String> {
    let function = function_words(&target.id.path);
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for goal in tests.iter().flat_map(|test| &test.goals) {
        *counts.entry(*goal).or_default() += 1;
    }
    let goals: Vec<Option<String>> = tests.iter().map(|test| goal_words(target, test, &counts)).collect();
    let short: Vec<String> = tests
        .iter()
        .zip(&goals)
        .map(|(test, goal)| match (outcome_words(target, &test.observed), goal) {
            (Some(outcome), _) => format!("{function}_{outcome}"),
            (None, Some(goal)) => format!("{function}_{goal}"),
            (None, None) => {
                // Statements that only make an argument do not count.
                let mut steps = test.before.iter().filter(|statement| statement.variable.is_none());
                let words = match steps.next_back().and_then(|statement| statement.called.as_ref()) {
                    Some(called) => Some(format!("after_{}", function_words(&called.id.path))),
                    None => input_words(test).map(|arguments| format!("with_{arguments}")),
                };
                format!("{function}_{}", words.as_deref().unwrap_or("returns"))
            }
        })
        .collect();
    let names = short.iter().zip(&goals).map(|(name, goal)| {
        let shared = short.iter().filter(|other| *other == name).count() > 1;
        match goal {
            // The goal distinguishes the tests, so the part before it is cut.
            Some(goal) if shared && !name.ends_with(goal) => {
                format!("{}_{goal}", cut_to(name, LONGEST.saturating_sub(goal.len() + 1)))
            }
            _ => cut(name),
        }
    });
    names.map(|name| unique(name, taken)).collect()
}

fn unique(name: String, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let free = [name.clone()].into_iter().chain(numbered).find(|name| !taken.contains(name)).unwrap_or(name);
    taken.insert(free.clone());
    free
}

fn function_words(path: &str) -> String {
    let names = items::definition_names(path);
    let owner = names.len().checked_sub(2).map(|at| items::owner_names(&names[at]).0);
    let owner = owner.filter(|name| name.starts_with(char::is_uppercase));
    let words: Vec<String> =
        owner.iter().chain(names.last()).flat_map(|name| identifiers::from_text(name)).collect();
    match words.is_empty() {
        true => String::from("function"),
        false if words[0].starts_with(|c: char| c.is_ascii_digit()) => {
            format!("function_{}", words.join("_"))
        }
        false => words.join("_"),
    }
}

fn outcome_words(target: &TargetDescription, observed: &Observed) -> Option<String> {
    let formatter = target.call.written_to.as_ref().map(|formatter| formatter.parameter);
    match observed {
        Observed::Returned { debug, changed, .. } => {
            let short = |debug: &&str| debug.chars().count() <= LONGEST_RESULT;
            let words = |debug: &Option<String>| result_words(debug.as_deref().filter(short)?);
            let text = changed.iter().find(|changed| Some(changed.parameter) == formatter);
            match (words(debug), changed.as_slice()) {
                (Some(error), _) if error.starts_with("err") => Some(format!("returns_{error}")),
                _ if text.is_some() => Some(format!("writes_{}", words(&text?.debug)?)),
                (Some(words), _) => Some(format!("returns_{words}")),
                (None, [changed]) => Some(format!("leaves_{}", words(&changed.debug)?)),
                (None, _) => None,
            }
        }
        Observed::Panicked { message, .. } => {
            let message = identifiers::from_text(message.lines().next().unwrap_or_default());
            Some(match message.len() {
                0 => String::from("panics"),
                length => format!("panics_with_{}", message[..length.min(MOST_MESSAGE_WORDS)].join("_")),
            })
        }
        Observed::Fault(finding) => Some(fault_words(finding).to_owned()),
    }
}

fn result_words(debug: &str) -> Option<String> {
    if debug.contains(['-', '.']) && debug.contains(['"', '\'']) {
        return None;
    }
    let spelled = debug.replace("\"\"", " empty ").replace("[]", " empty ").replace("()", "");
    let spelled = spelled.replace('-', " minus ").replace("\\n", " newline ");
    let words = identifiers::from_text(&spelled);
    // A text of signs alone gives no name.
    (1..=MOST_WORDS).contains(&words.len()).then(|| words.join("_"))
}

/// Returns the words of the function's arguments, if they are short and inside the call.
fn input_words(test: &TestOutline) -> Option<String> {
    if !test.before.is_empty() {
        return None;
    }
    let words = argument_words(&expression::list(&test.arguments))?;
    (words.len() <= LONGEST_RESULT).then_some(words)
}

/// Returns arguments in words, without parts that only name a type.
fn argument_words(arguments: &str) -> Option<String> {
    let mut spelled = arguments.replace("String::new()", " empty ").replace("::new()", " empty ");
    for noise in ["&mut ", "vec!", "String::from(", "Box::new(", "::new(", "::from("] {
        spelled = spelled.replace(noise, " ");
    }
    result_words(&spelled.replace("::", " "))
}

fn fault_words(finding: &Finding) -> &'static str {
    match finding.kind {
        FindingKind::Overflow => "overflows",
        FindingKind::Division => "divides_by_zero",
        FindingKind::Index => "indexes_out_of_bounds",
        FindingKind::Unwrap => "unwraps_nothing",
        FindingKind::Panic => "panics_unexpectedly",
        FindingKind::Hang => "does_not_end",
        FindingKind::DeepRecursion => "recurses_too_deeply",
        FindingKind::Death => "ends_the_process",
    }
}

/// Returns the goal that distinguishes a test best: the one that the fewest tests share, the last
/// of these.
fn goal_words(
    target: &TargetDescription,
    test: &TestOutline,
    counts: &BTreeMap<u32, usize>,
) -> Option<String> {
    let index = test.goals.iter().max_by_key(|goal| (std::cmp::Reverse(counts[*goal]), **goal))?;
    let goal = Goal::from_index(*index as usize);
    let condition = target.conditions.get(goal.condition as usize)?;
    let words = identifiers::from_condition(&condition.text).join("_");
    // Leave room for the function's name and the outcome.
    let what = condition.kind.predicate(goal.outcome).replace(' ', "_");
    Some(format!("when_{}_{what}", cut_to(&words, LONGEST / 2)))
}

fn cut(name: &str) -> String {
    cut_to(name, LONGEST).to_owned()
}

fn cut_to(name: &str, longest: usize) -> &str {
    match name.get(..longest) {
        Some(start) if name.len() > longest => start.rfind('_').map_or(start, |end| &start[..end]),
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::{add_statements, called, panicked, returned, statement, target};
    use sbst_model::ConditionKind;
    use sbst_model::messages::Changed;

    fn names(conditions: &[&str], tests: &[TestOutline]) -> Vec<String> {
        assign(&target("demo::shapes::triangle", conditions), tests, &mut BTreeSet::new())
    }

    #[test]
    fn a_short_result_names_the_test() {
        let tests = [
            returned(&[], &[], "demo::Kind", "Scalene"),
            returned(&[], &[], "i32", "-5"),
            returned(&[], &[], "Option<i32>", "Some(1)"),
            returned(&[], &[], "&str", "\"\""),
            panicked(&[], "empty input is not allowed here"),
        ];
        let expected =
            ["scalene", "minus_5", "some_1", "empty"].map(|name| format!("triangle_returns_{name}"));
        let names = names(&[], &tests);
        assert_eq!(names[..4], expected);
        assert_eq!(names[4], "triangle_panics_with_empty_input_is_not_allowed_here");
    }

    #[test]
    fn equal_results_are_told_apart_by_their_goals_and_then_by_number() {
        let tests = [
            returned(&[], &[0], "demo::Kind", "Invalid"),
            returned(&[], &[3], "demo::Kind", "Invalid"),
            returned(&[], &[3], "demo::Kind", "Invalid"),
        ];
        assert_eq!(
            names(&["a <= 0", "a + b <= c"], &tests),
            [
                "triangle_returns_invalid_when_a_le_0_is_true",
                "triangle_returns_invalid_when_a_plus_b_le_c_is_false",
                "triangle_returns_invalid_when_a_plus_b_le_c_is_false_2",
            ]
        );
    }

    #[test]
    fn a_goal_is_named_in_the_words_of_its_kind() {
        let tests = [
            returned(&[], &[0], "demo::Shape", &"x".repeat(99)),
            returned(&[], &[1], "demo::Shape", &"x".repeat(99)),
        ];
        let mut target = target("demo::f", &["match n { Some(0..=9) }"]);
        target.conditions[0].kind = ConditionKind::Arm;
        assert_eq!(
            assign(&target, &tests, &mut BTreeSet::new()),
            ["f_when_match_n_some_0_9_matches", "f_when_match_n_some_0_9_does_not_match"]
        );
    }

    #[test]
    fn a_name_that_is_too_long_keeps_its_goal() {
        let message = "there is no such month in the year";
        let mut tests = [panicked(&[], message), panicked(&[], message)];
        (tests[0].goals, tests[1].goals) = (vec![0], vec![1]);
        assert_eq!(
            names(&["month == 13"], &tests),
            [
                "triangle_panics_with_there_is_no_when_month_eq_13_is_true",
                "triangle_panics_with_there_is_no_when_month_eq_13_is_false",
            ]
        );
    }

    #[test]
    fn a_long_result_leaves_the_name_to_the_goal() {
        let long = "Shape { sides: [1, 2, 3], kind: Scalene }";
        assert_eq!(
            names(&["self.sides.len() == 3"], &[returned(&[], &[0], "demo::Shape", long)]),
            ["triangle_when_self_sides_len_eq_3_is_true"]
        );
        assert_eq!(names(&[], &[returned(&[], &[], "demo::Shape", long)]), ["triangle_returns"]);
    }

    #[test]
    fn what_is_left_in_an_argument_names_a_test_without_a_result() {
        let mut tests = [returned(&["&mut vec![3, 1]"], &[], "()", "()")];
        assert_eq!(names(&[], &tests), ["triangle_with_3_1"]);
        if let Observed::Returned { changed, .. } = &mut tests[0].observed {
            let (type_name, debug) = (String::from("alloc::vec::Vec<i32>"), Some(String::from("[1, 3]")));
            let inspection = Default::default();
            changed.push(Changed { parameter: 0, type_name, debug, unordered: false, inspection });
        }
        assert_eq!(names(&[], &tests), ["triangle_leaves_1_3"]);
    }

    #[test]
    fn long_arguments_are_left_to_themselves() {
        let with = |arguments: &[&str]| names(&[], &[returned(arguments, &[], "()", "()")]).remove(0);
        assert_eq!(with(&["String::from(\"a b\")", "2"]), "triangle_with_a_b_2");
        assert_eq!(with(&["Point { x: 1, y: 2 }", "Point { x: 3, y: 4 }"]), "triangle_returns");
        assert_eq!(with(&["&mut String::new()"]), "triangle_with_empty");
        assert_eq!(with(&["&Mutex::new(1)", "Vec::new()"]), "triangle_with_mutex_1_vec_empty");
    }

    #[test]
    fn a_story_without_a_result_is_named_by_what_comes_before() {
        let push =
            statement("", Some(called("demo::Stack::push", "«demo::Stack»", true)), &["&mut ‹stack›", "3"]);
        let value = || statement("mut stack", None, &["«demo::Stack» { all: vec![] }"]);
        let test = || returned(&["&mut ‹stack›"], &[], "()", "()");
        assert_eq!(names(&[], &[add_statements(vec![value(), push], test())]), ["triangle_after_stack_push"]);
        assert_eq!(names(&[], &[add_statements(vec![value()], test())]), ["triangle_returns"]);
    }

    #[test]
    fn names_are_snake_case_and_short() {
        assert_eq!(function_words("demo::Stack::push"), "stack_push");
        assert_eq!(function_words("demo::größe"), "gr_e");
        assert_eq!(cut(&"word_".repeat(20)).len(), 59);
    }
}
