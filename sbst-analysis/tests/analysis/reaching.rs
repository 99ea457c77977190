//! Reaching definitions by the algorithm are exactly those with a path that does not kill them.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use sbst_analysis::Analysis;

/// A small program over the variables `a` and `b`, as statements for a [`Machine`].
#[derive(Clone, Debug)]
enum Statement {
    /// `variable = g();`
    Assign(usize),
    /// `if c { … } else { … }`
    If(Vec<Statement>, Vec<Statement>),
    /// `while c { … }`
    While(Vec<Statement>),
    Break,
    Continue,
    Return,
    /// `use_of(variable);`
    Use(usize),
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let leaf = prop_oneof![
        4 => (0..2_usize).prop_map(Statement::Assign),
        4 => (0..2_usize).prop_map(Statement::Use),
        1 => Just(Statement::Break),
        1 => Just(Statement::Continue),
        1 => Just(Statement::Return),
    ];
    let statement = leaf.prop_recursive(3, 12, 3, |inner| {
        let block = || prop::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            (block(), block()).prop_map(|(then, otherwise)| Statement::If(then, otherwise)),
            block().prop_map(Statement::While),
        ]
    });
    prop::collection::vec(statement, 1..5)
}

const NAMES: [&str; 2] = ["a", "b"];

/// Writes a program with one statement per line, so that the number of the line identifies the
/// statement.
fn write(statements: &[Statement], in_loop: bool, text: &mut String) {
    for statement in statements {
        match statement {
            Statement::Assign(variable) => text.push_str(&format!("{} = g();\n", NAMES[*variable])),
            Statement::Use(variable) => text.push_str(&format!("use_of({});\n", NAMES[*variable])),
            Statement::Break if in_loop => text.push_str("break;\n"),
            Statement::Continue if in_loop => text.push_str("continue;\n"),
            Statement::Break | Statement::Continue => {}
            Statement::Return => text.push_str("return;\n"),
            Statement::If(then, otherwise) => {
                text.push_str("if c {\n");
                write(then, in_loop, text);
                text.push_str("} else {\n");
                write(otherwise, in_loop, text);
                text.push_str("}\n");
            }
            Statement::While(body) => {
                text.push_str("while c {\n");
                write(body, true, text);
                text.push_str("}\n");
            }
        }
    }
}

/// The way by which control leaves a list of statements.
#[derive(Clone, Copy, PartialEq)]
enum Left {
    AtEnd,
    Break,
    Continue,
    Return,
}

/// Executes a program with the outcomes of its conditions from a list.
struct Machine<'a> {
    outcomes: &'a [bool],
    next: usize,
    line: u32,
    /// The line on which each variable was defined last.
    last: [u32; 2],
    /// The definitions that reached each line with a use, in an execution.
    seen: &'a mut BTreeMap<u32, BTreeSet<u32>>,
}

impl Machine<'_> {
    fn outcome(&mut self) -> Option<bool> {
        self.next += 1;
        self.outcomes.get(self.next - 1).copied()
    }

    /// Skips the lines of statements that are not executed.
    fn skip(&mut self, statements: &[Statement], in_loop: bool) {
        let mut text = String::new();
        write(statements, in_loop, &mut text);
        self.line += text.lines().count() as u32;
    }

    /// Executes statements; `None` if the outcomes are used up.
    fn execute(&mut self, statements: &[Statement], in_loop: bool) -> Option<Left> {
        for (index, statement) in statements.iter().enumerate() {
            let left = match statement {
                Statement::Assign(variable) => {
                    self.last[*variable] = self.line;
                    self.line += 1;
                    Left::AtEnd
                }
                Statement::Use(variable) => {
                    self.seen.entry(self.line).or_default().insert(self.last[*variable]);
                    self.line += 1;
                    Left::AtEnd
                }
                Statement::Break if in_loop => {
                    self.line += 1;
                    Left::Break
                }
                Statement::Continue if in_loop => {
                    self.line += 1;
                    Left::Continue
                }
                Statement::Break | Statement::Continue => Left::AtEnd,
                Statement::Return => {
                    self.line += 1;
                    Left::Return
                }
                Statement::If(then, otherwise) => {
                    let outcome = self.outcome()?;
                    self.line += 1;
                    let left = match outcome {
                        true => {
                            let left = self.execute(then, in_loop)?;
                            self.line += 1;
                            self.skip(otherwise, in_loop);
                            left
                        }
                        false => {
                            self.skip(then, in_loop);
                            self.line += 1;
                            self.execute(otherwise, in_loop)?
                        }
                    };
                    self.line += 1;
                    left
                }
                Statement::While(body) => {
                    let begin = self.line;
                    loop {
                        self.line = begin + 1;
                        if !self.outcome()? {
                            self.skip(body, true);
                            self.line += 1;
                            break Left::AtEnd;
                        }
                        let left = self.execute(body, true)?;
                        self.line += 1;
                        match left {
                            Left::AtEnd | Left::Continue => {}
                            Left::Break => break Left::AtEnd,
                            Left::Return => break Left::Return,
                        }
                    }
                }
            };
            if left != Left::AtEnd {
                self.skip(&statements[index + 1..], in_loop);
                return Some(left);
            }
        }
        Some(Left::AtEnd)
    }
}

/// The limit of conditions per execution: all paths of this length are taken.
const LENGTH: u32 = 9;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Every definition that reaches a use on some path is found, and with long enough paths, no
    /// other.
    #[test]
    fn reaching_definitions_are_those_of_all_paths(program in statements()) {
        let mut text = String::from("fn f(mut a: u8, mut b: u8) {\n");
        write(&program, false, &mut text);
        text.push('}');
        let function: syn::ItemFn = syn::parse_str(&text).unwrap();
        let analysis = Analysis::from_function(&function.sig, &function.block);

        let mut seen = BTreeMap::new();
        for outcomes in 0..1_u32 << LENGTH {
            let outcomes: Vec<bool> = (0..LENGTH).map(|bit| outcomes >> bit & 1 == 1).collect();
            // Parameters are defined on line 1.
            let mut machine = Machine { outcomes: &outcomes, next: 0, line: 2, last: [1; 2], seen: &mut seen };
            machine.execute(&program, false);
        }

        let mut found: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for used in &analysis.uses {
            if NAMES.contains(&&*analysis.variables[used.variable].name) {
                let lines = used.definitions.iter().map(|&definition| analysis.definitions[definition].place.line);
                found.entry(used.place.line).or_default().extend(lines);
            }
        }
        found.retain(|_, lines| !lines.is_empty());
        for (line, lines) in &seen {
            prop_assert!(found.get(line).is_some_and(|found| lines.is_subset(found)), "line {} of\n{}", line, text);
        }
        // Nested loops may need more outcomes than a path has.
        if text.matches(" c ").count() <= 3 {
            prop_assert_eq!(&found, &seen, "{}", text);
        }
    }
}
