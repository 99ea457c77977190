//! Fixtures of this folder's tests: directories with sources, and handmade reports.

use crate::cargo::features::Features;
use crate::search::target_report::TargetReport;
use crate::source::crate_sources::CrateSources;
use crate::source::exports::Exports;
use crate::suite::test_module::{Executable, Test, TestModule};
use crate::suite::text::argument::Arguments;
use crate::suite::text::assertion::Form;
use crate::suite::text::naming::{InScope, Style};
use crate::suite::text::scope::{Import, Scope};
use crate::suite::text::story::Story;
use cargo_metadata::camino::Utf8Path;
use sbst_model::expression::{Expression, Piece};
use sbst_model::messages::{
    Called, Changed, Finding, FindingKind, Getter, Observed, Reading, SearchSummary, Statement, Stopped,
    TestOutline, Variable,
};
use sbst_model::target::{CallForm, Condition, Parameter, Place};
use sbst_model::{ConditionKind, TargetDescription, TargetId};
use sbst_source::files::Files;
use std::fs;

/// A directory that is removed on drop.
pub struct Directory(tempfile::TempDir);

impl Directory {
    pub fn with_files(files: &[(&str, &str)]) -> Directory {
        let directory = Directory(tempfile::tempdir().unwrap());
        for (path, text) in files {
            directory.write(path, text);
        }
        directory
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap()
    }

    pub fn path(&self) -> &Utf8Path {
        Utf8Path::from_path(self.0.path()).unwrap()
    }

    /// The directory's sources as the crate `demo`.
    pub fn exports(&self) -> Exports {
        Exports::new(CrateSources::load(
            "demo",
            &self.path().join("src/lib.rs"),
            &Features::default(),
            &Files::default(),
        ))
    }
}

/// Parses an expression with paths in double guillemets and variables in single ones:
/// `«demo::Point»::new(‹x›)`.
pub fn expression(text: &str) -> Expression {
    let mut pieces = Vec::new();
    for (index, part) in text.split(['«', '»']).enumerate() {
        for (inner, part) in part.split(['‹', '›']).enumerate().filter(|(_, part)| !part.is_empty()) {
            pieces.push(match (index % 2, inner % 2) {
                (1, _) => Piece::Path(part.to_owned()),
                (_, 1) => Piece::Variable(part.to_owned()),
                _ => Piece::Source(part.to_owned()),
            });
        }
    }
    Expression(pieces)
}

/// Arguments of a call without earlier statements. Their imports are added to `used`.
pub fn written<'t>(
    scope: &mut Scope<'_>,
    parameters: &'t [Parameter],
    arguments: &[Expression],
    used: &mut Vec<Import>,
) -> Arguments<'t> {
    let mut naming = InScope::new(scope, Style::Idiomatic);
    let rendered = Story::new(&[], arguments).render(&mut naming);
    used.extend(naming.used);
    Arguments::from_story(parameters, &rendered, &[])
}

/// A function called before the tested one, in line 1 of `src/lib.rs`. `receiver` is true for a
/// method.
pub fn called(path: &str, owner: &str, receiver: bool) -> Called {
    let target = target(path, &[]);
    let form = CallForm {
        owner: (!owner.is_empty()).then(|| expression(owner)),
        has_receiver: receiver,
        ..CallForm::default()
    };
    let place = Place { line: 0, ..target.place };
    Called { id: target.id, place, parameters: Vec::new(), form, borrows: Vec::new() }
}

/// A statement. `variable` is written like a binding: `mut stack`, `&player` for a reference,
/// `stack?` for an unwrapped result.
pub fn statement(variable: &str, called: Option<Called>, arguments: &[&str]) -> Statement {
    let name = variable.trim_start_matches("mut ").trim_matches(['&', '?']);
    let bound = Variable {
        name: name.to_owned(),
        is_changed: variable.starts_with("mut "),
        unwraps: variable.ends_with('?'),
        is_reference: variable.starts_with('&'),
        binding: Default::default(),
    };
    let parameters = |mut called: Called| {
        let parameter = Parameter { name: "text".into(), type_text: String::new(), can_be_built: true };
        called.parameters = vec![parameter; arguments.len()];
        called
    };
    Statement {
        variable: (!name.is_empty()).then_some(bound),
        ..Statement::new(
            called.map(parameters),
            arguments.iter().map(|argument| expression(argument)).collect(),
        )
    }
}

/// An assignment of a value to the referent of a variable.
pub fn assignment(variable: &str, value: &str) -> Statement {
    Statement { is_assignment: true, ..statement("", None, &[&format!("*‹{variable}›"), value]) }
}

/// A target in line 1 of `src/lib.rs`, with conditions from line 2 on.
pub fn target(path: &str, conditions: &[&str]) -> TargetDescription {
    let place = |line| Place { file: "src/lib.rs".into(), line, column: 1 };
    let conditions = conditions.iter().zip(2..);
    TargetDescription {
        conditions: conditions
            .map(|(text, line)| Condition::new(ConditionKind::Comparison, (*text).into(), place(line)))
            .collect(),
        result_type: "i32".into(),
        ..TargetDescription::new(
            TargetId { package: "demo".into(), crate_name: "demo".into(), binary: None, path: path.into() },
            place(1),
        )
    }
}

/// The report of a target in a given line of a file. Each test has a goal of its own.
pub fn report(
    path: &str,
    (file, line): (&str, u32),
    conditions: &[&str],
    mut tests: Vec<TestOutline>,
) -> TargetReport {
    for (index, test) in tests.iter_mut().enumerate() {
        test.goals.push(100 + index as u32);
    }
    let mut description = target(path, conditions);
    description.place = Place { file: file.into(), line, column: 1 };
    let parameters = tests.first().map_or(0, |test| test.arguments.len());
    let parameter = Parameter { name: "a".into(), type_text: "i32".into(), can_be_built: true };
    description.parameters = vec![parameter; parameters];
    let summary = SearchSummary {
        evaluations: 1,
        evaluations_to_last_goal: 1,
        ..SearchSummary::new(Stopped::AllCovered)
    };
    let first_covered = summary.covered.iter().map(|goal| (*goal, 1)).collect();
    TargetReport { summary: Some(summary), first_covered, tests, ..TargetReport::new(&description) }
}

/// A test whose call returns.
pub fn returned(arguments: &[&str], goals: &[u32], type_name: &str, debug: &str) -> TestOutline {
    let debug = (!debug.is_empty()).then(|| debug.to_owned());
    outline(
        arguments,
        goals,
        Observed::Returned {
            type_name: type_name.to_owned(),
            debug,
            unordered: false,
            changed: Vec::new(),
            items: None,
            inspection: Default::default(),
        },
    )
}

/// Adds changed arguments to a test: the parameter's index, the type referred to, and the value.
pub fn changing(mut test: TestOutline, arguments: &[(usize, &str, &str)]) -> TestOutline {
    if let Observed::Returned { changed, .. } = &mut test.observed {
        changed.extend(arguments.iter().map(|&(parameter, type_name, debug)| Changed {
            parameter,
            type_name: type_name.to_owned(),
            debug: Some(debug.to_owned()),
            unordered: false,
            inspection: Default::default(),
        }));
    }
    test
}

/// Adds the result of a getter, called on the result of a test or on the argument of a parameter.
pub fn getting(
    mut test: TestOutline,
    parameter: Option<usize>,
    called: Called,
    (type_name, debug): (&str, &str),
) -> TestOutline {
    let Observed::Returned { inspection, changed, .. } = &mut test.observed else { return test };
    let of_argument = |changed: &&mut Changed| Some(changed.parameter) == parameter;
    let inspection =
        changed.iter_mut().find(of_argument).map_or(inspection, |changed| &mut changed.inspection);
    let (type_name, debug) = (type_name.to_owned(), debug.to_owned());
    let result = Reading { type_name, debug, unordered: false, items: None };
    inspection.getters.push(Getter { called, arguments: Vec::new(), result, is_unchanged: false });
    test
}

/// Adds the `{}` text of the result of a test.
pub fn displaying(mut test: TestOutline, text: &str) -> TestOutline {
    if let Observed::Returned { inspection, .. } = &mut test.observed {
        inspection.display = Some(text.to_owned());
    }
    test
}

/// Adds statements before the call of a test.
pub fn add_statements(before: Vec<Statement>, mut test: TestOutline) -> TestOutline {
    if let Observed::Fault(finding) = &mut test.observed {
        finding.before.clone_from(&before);
    }
    test.before = before;
    test
}

/// A test whose call panics with a message of the code under test.
pub fn panicked(arguments: &[&str], message: &str) -> TestOutline {
    outline(arguments, &[], Observed::Panicked { message: message.to_owned(), place: None })
}

/// A test whose call overflows.
pub fn overflowing(arguments: &[&str]) -> TestOutline {
    let finding = Finding {
        place: Some(Place { file: "src/lib.rs".into(), line: 3, column: 5 }),
        arguments: arguments.iter().map(|argument| expression(argument)).collect(),
        evaluations: 1,
        ..Finding::new(FindingKind::Overflow, "attempt to add with overflow".into())
    };
    outline(arguments, &[], Observed::Fault(finding))
}

fn outline(arguments: &[&str], goals: &[u32], observed: Observed) -> TestOutline {
    let arguments = arguments.iter().map(|argument| expression(argument)).collect();
    TestOutline { goals: goals.to_vec(), ..TestOutline::new(arguments, observed) }
}

/// A test without lines, with this name.
pub fn test(name: &str) -> Test {
    Test {
        name: name.to_owned(),
        function: "demo::f".to_owned(),
        line: 1,
        forms: vec![Form::default()],
        ..Test::default()
    }
}

/// A file of the integration test with these tests.
pub fn module(tests: Vec<Test>) -> TestModule {
    TestModule {
        path: "tests/sbst/demo.rs".into(),
        header: String::new(),
        private: false,
        is_without_std: false,
        executable: Executable::Integration,
        prefix: "demo::".to_owned(),
        tests,
        kept: Vec::new(),
        in_scope: Default::default(),
    }
}
