//! Random call sequences: the tests of each possible sequence of a worker compile.

use super::*;
use proptest::collection::vec;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;

/// Generates call sequences like a worker's: inner objects first, each with its constructor and
/// steps.
struct Teller {
    choices: Vec<u8>,
    before: Vec<Statement>,
    /// The number of variables by name.
    variables: BTreeMap<&'static str, usize>,
}

impl Teller {
    fn choice(&mut self, from: u8) -> u8 {
        self.choices.pop().unwrap_or_default() % from
    }

    /// Adds a statement that binds a variable, and returns the variable's name. `name` has the form
    /// of `statement`'s argument.
    fn bind(&mut self, name: &'static str, make: impl FnOnce(&str) -> Statement) -> String {
        let known = name.trim_matches(['&', '?']);
        let count = self.variables.entry(known).or_default();
        *count += 1;
        let unique = if *count == 1 { known.to_owned() } else { format!("{known}_{count}") };
        self.before.push(make(&name.replace(known, &unique)));
        unique
    }

    fn step(&mut self, path: &str, arguments: &[&str]) {
        self.before.push(call("", path, arguments));
    }

    fn stack(&mut self) -> String {
        let mut stack = match self.choice(3) {
            0 => self.bind("stack", |name| call(name, "Stack::<u8>::new", &["3"])),
            1 => self.bind("stack?", |name| call(name, "Stack::<u8>::checked", &["3"])),
            _ => self.bind("stack?", |name| {
                change_call(free(name, "demo::raw", &["2"]), |called| called.form.is_unsafe = true)
            }),
        };
        for _ in 0..self.choice(4) {
            let changed = format!("&mut ‹{stack}›");
            match self.choice(5) {
                0 => self.step("Stack::<u8>.push", &[&changed, "4"]),
                1 => self.step("Stack::<u8>.pop", &[&changed]),
                2 => self.before.push(fill(&changed)),
                3 => self.before.push(change_call(free("", "demo::later", &[&changed]), |called| {
                    called.form.is_async = true
                })),
                _ => {
                    let taken = format!("‹{stack}›");
                    stack = self.bind("stack", |name| call(name, "Stack::<u8>.empty_it", &[&taken]));
                }
            }
        }
        stack
    }

    fn builder(&mut self) -> String {
        let mut builder = match self.choice(3) {
            0 => self.bind("builder", |name| call(name, "Builder::new", &[])),
            1 => self.bind("builder", |name| free(name, "demo::parts::builder", &[])),
            _ => self.bind("builder", |name| {
                statement(name, None, &["<«demo::Builder» as «std::default::Default»>::default()"])
            }),
        };
        for _ in 0..self.choice(4) {
            let taken = format!("‹{builder}›");
            match self.choice(3) {
                0 => self.step("Builder.retry", &[&format!("&mut {taken}"), "443"]),
                1 => {
                    builder = self
                        .bind("builder", |name| call(name, "Builder.with_name", &[&taken, "\"a long name\""]))
                }
                _ => builder = self.bind("builder?", |name| call(name, "Builder.with_port", &[&taken, "80"])),
            }
        }
        builder
    }

    fn parser(&mut self) -> String {
        let parser = match self.choice(3) {
            0 => {
                let lexer = self.bind("lexer", |name| call(name, "Lexer::new", &["\"abc\""]));
                self.bind("parser?", |name| borrowing(call(name, "Parser::of", &[&format!("&‹{lexer}›")])))
            }
            1 => self.bind("parser?", |name| {
                borrowing(call(name, "Parser::of", &["&«demo::Lexer»::new(\"abc\")"]))
            }),
            _ => {
                self.bind("parser", |name| borrowing(call(name, "Parser::new", &["&String::from(\"abc\")"])))
            }
        };
        for _ in 0..self.choice(3) {
            self.step("Parser.next", &[&format!("&mut ‹{parser}›")]);
        }
        parser
    }

    fn state(&mut self) -> String {
        let state = self.bind("state", |name| call(name, "hidden::State::new", &["3"]));
        let changed = format!("&mut ‹{state}›");
        for _ in 0..self.choice(4) {
            if self.choice(3) == 0 {
                self.before.push(free("", "demo::game::reset", &[&changed]));
                continue;
            }
            let mut player = self
                .bind("&player?", |name| borrowing(call(name, "hidden::State.player_mut", &[&changed, "2"])));
            for _ in 0..self.choice(3) {
                let changed = format!("&mut ‹{player}›");
                self.step("hidden::Player.set_action", &[&changed, "7"]);
                if self.choice(3) == 0 {
                    player = self
                        .bind("&player", |name| borrowing(call(name, "hidden::Player.double", &[&changed])));
                }
            }
        }
        state
    }

    /// Generates a call sequence. Returns the index of the report with the tested function, and its
    /// arguments.
    fn story(&mut self) -> (usize, Vec<String>) {
        let target = self.choice(8);
        let mut changed = |object: fn(&mut Teller) -> String| format!("&mut ‹{}›", object(self));
        match target {
            0 => (0, vec![changed(Teller::stack)]),
            1 => (1, vec![changed(Teller::stack), changed(Teller::stack)]),
            2 => (2, vec![format!("‹{}›", self.builder())]),
            3 => (4, vec![changed(Teller::parser)]),
            4 => (5, vec![format!("‹{}›", self.parser())]),
            5 => (6, vec![format!("&‹{}›", self.stack())]),
            6 => (8, vec![format!("&‹{}›", self.builder()), format!("‹{}›", self.builder())]),
            _ => {
                let state = self.state();
                let rules = self.bind("rules", |name| free(name, "demo::game::rules", &[]));
                (7, vec![format!("&‹{state}›"), format!("&‹{rules}›")])
            }
        }
    }
}

#[test]
fn random_call_sequences_compile_without_warnings_and_run() {
    const STORIES: usize = 150;
    let mut reports = reports();
    reports.iter_mut().for_each(|report| report.tests.clear());
    let mut runner = TestRunner::deterministic();
    for _ in 0..STORIES {
        let choices = vec(0_u8.., 60).new_tree(&mut runner).unwrap().current();
        let mut teller = Teller { choices, before: Vec::new(), variables: BTreeMap::new() };
        let (report, arguments) = teller.story();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let goals = [reports[report].tests.len() as u32];
        reports[report].tests.push(add_statements(
            teller.before,
            TestOutline { goals: goals.into(), ..overflowing(&arguments) },
        ));
    }
    let directory = project("2021");
    let suite = write_suite(&directory, &reports, false);
    assert_eq!((suite.tests, suite.removed.len()), (STORIES, 0), "{:?} {:?}", suite.removed, suite.notes);
    // Tests of faults assert no results, and these calls do not fault.
    let printed = run(&directory, &["test", "--offline", "--", "--include-ignored"]);
    assert!(printed.contains(&format!("{STORIES} passed")), "{printed}");
}
