//! Tests with statements before the call.

mod library;
mod random;

use super::{cargo_test, manifest, run, write_suite};
use crate::search::target_report::TargetReport;
use crate::suite::fixtures::{
    Directory, add_statements, called, changing, expression, getting, overflowing, panicked, report,
    returned, statement,
};
use library::{GAME, HIDDEN, LIBRARY, PARTS};
use sbst_model::messages::{Called, Statement, TestOutline};

fn project(edition: &str) -> Directory {
    // Lints that the user denies must not break tests.
    let lints = "\n[lints.rust]\nunused_results = \"deny\"\n\n[workspace]";
    Directory::with_files(&[
        ("Cargo.toml", &manifest(edition).replace("\n[workspace]", lints)),
        ("src/lib.rs", LIBRARY),
        ("src/hidden.rs", HIDDEN),
        ("src/game.rs", GAME),
        ("src/parts.rs", PARTS),
    ])
}

/// A function of a type, `Stack::<u8>::new`. A dot before its name marks a method.
fn associated(path: &str) -> Called {
    let is_method = path.contains('.');
    let path = path.replace('.', "::");
    let (owner, name) = path.rsplit_once("::").unwrap();
    let (type_name, generics) = owner
        .split_once("::<")
        .map_or((owner, String::new()), |(name, inside)| (name, format!("::<{inside}")));
    called(&format!("demo::{type_name}::{name}"), &format!("«demo::{type_name}»{generics}"), is_method)
}

fn call(variable: &str, path: &str, arguments: &[&str]) -> Statement {
    statement(variable, Some(associated(path)), arguments)
}

fn free(variable: &str, path: &str, arguments: &[&str]) -> Statement {
    statement(variable, Some(called(path, "", false)), arguments)
}

fn borrowing(mut statement: Statement) -> Statement {
    statement.called.as_mut().unwrap().borrows.push(0);
    statement
}

fn change_call(mut statement: Statement, change: impl FnOnce(&mut Called)) -> Statement {
    change(statement.called.as_mut().unwrap());
    statement
}

/// The report of a function, found by a text in its line.
fn report_at(
    path: &str,
    (file, source, line): (&str, &str, &str),
    owner: &str,
    tests: Vec<TestOutline>,
) -> TargetReport {
    let line = 1 + source.lines().position(|text| text.contains(line)).unwrap() as u32;
    let mut report = report(path, (file, line), &[], tests);
    if !owner.is_empty() {
        report.description.call.owner = Some(expression(owner));
        report.description.call.has_receiver = true;
    }
    report
}

fn stack() -> Statement {
    call("mut stack", "Stack::<u8>::new", &["3"])
}

fn push(value: &str) -> Statement {
    call("", "Stack::<u8>.push", &["&mut ‹stack›", value])
}

fn fill(stack: &str) -> Statement {
    let fill = called("demo::<Stack<u8> as Fill>::fill", "<«demo::Stack»<u8> as «demo::Fill»>", true);
    statement("", Some(fill), &[stack, "2"])
}

const STACK: &str = "demo::Stack<u8>";

fn reports() -> Vec<TargetReport> {
    let library = |line: &'static str| ("src/lib.rs", LIBRARY, line);
    let builder = |port: &str| {
        vec![
            call("builder", "Builder::new", &[]),
            call("builder_2", "Builder.with_name", &["‹builder›", "\"a\""]),
            call("mut builder_3?", "Builder.with_port", &["‹builder_2›", port]),
        ]
    };
    vec![
        report_at(
            "demo::Stack::pop",
            library("fn pop"),
            "«demo::Stack»::<u8>",
            vec![
                add_statements(
                    vec![stack(), push("4"), push("5")],
                    changing(
                        returned(&["&mut ‹stack›"], &[], "core::option::Option<u8>", "Some(5)"),
                        &[(0, STACK, "Stack { all: [4], limit: 3 }")],
                    ),
                ),
                add_statements(
                    vec![call("stack?", "Stack::<u8>::checked", &["3"])],
                    returned(&["&mut ‹stack›"], &[], "core::option::Option<u8>", "None"),
                ),
                add_statements(
                    vec![stack(), fill("&mut ‹stack›")],
                    returned(&["&mut ‹stack›"], &[], "core::option::Option<u8>", "Some(7)"),
                ),
            ],
        ),
        report_at(
            "demo::Stack::drain_into",
            library("fn drain_into"),
            "«demo::Stack»::<u8>",
            vec![add_statements(
                vec![stack(), push("4"), call("mut stack_2", "Stack::<u8>::new", &["1"])],
                {
                    let stacks = [
                        (0, STACK, "Stack { all: [], limit: 3 }"),
                        (1, STACK, "Stack { all: [4], limit: 1 }"),
                    ];
                    let call = returned(&["&mut ‹stack›", "&mut ‹stack_2›"], &[], "()", "()");
                    let length = || associated("Stack::<u8>.len");
                    let first = getting(changing(call, &stacks), Some(0), length(), ("usize", "0"));
                    getting(first, Some(1), length(), ("usize", "1"))
                },
            )],
        ),
        report_at(
            "demo::connect",
            library("fn connect"),
            "",
            vec![add_statements(
                builder("80"),
                returned(&["‹builder_3›"], &[], "alloc::string::String", "\"a:Some(80)\""),
            )],
        ),
        report_at(
            "demo::check",
            library("fn check"),
            "",
            vec![
                add_statements(
                    [builder("80"), vec![call("", "Builder.retry", &["&mut ‹builder_3›", "2"])]].concat(),
                    changing(
                        returned(&["&mut ‹builder_3›"], &[], "bool", "true"),
                        &[(0, "demo::Builder", "Builder { name: \"a\", port: None }")],
                    ),
                ),
                add_statements(builder("1"), panicked(&["&mut ‹builder_3›"], "port 1 is reserved")),
                add_statements(
                    [builder("80"), vec![call("", "Builder.retry", &["&mut ‹builder_3›", "u16::MAX"])]]
                        .concat(),
                    overflowing(&["&mut ‹builder_3›"]),
                ),
            ],
        ),
        report_at(
            "demo::Parser::next",
            library("fn next"),
            "«demo::Parser»",
            vec![
                add_statements(
                    vec![
                        borrowing(call("mut parser", "Parser::new", &["&String::from(\"ab\")"])),
                        call("", "Parser.next", &["&mut ‹parser›"]),
                    ],
                    returned(&["&mut ‹parser›"], &[], "core::option::Option<char>", "Some('b')"),
                ),
                add_statements(
                    vec![
                        call("lexer", "Lexer::new", &["\"ab\""]),
                        borrowing(call("mut parser?", "Parser::of", &["&‹lexer›"])),
                    ],
                    returned(&["&mut ‹parser›"], &[], "core::option::Option<char>", "Some('a')"),
                ),
            ],
        ),
        report_at(
            "demo::rest",
            library("fn rest"),
            "",
            vec![add_statements(
                vec![
                    call("lexer", "Lexer::new", &["\"ab\""]),
                    borrowing(call("parser?", "Parser::of", &["&‹lexer›"])),
                ],
                returned(&["‹parser›"], &[], "&str", "\"ab\""),
            )],
        ),
        report_at(
            "demo::stack",
            library("fn stack"),
            "",
            vec![
                add_statements(vec![stack(), push("1")], returned(&["&‹stack›"], &[], "usize", "1")),
                add_statements(
                    vec![change_call(free("stack?", "demo::raw", &["2"]), |called| {
                        called.form.is_unsafe = true
                    })],
                    returned(&["&‹stack›"], &[], "usize", "0"),
                ),
                add_statements(
                    vec![
                        change_call(free("mut stack?", "demo::raw", &["2"]), |called| {
                            called.form.is_unsafe = true
                        }),
                        push("1"),
                        push("2"),
                        change_call(free("", "demo::later", &["&mut ‹stack›"]), |called| {
                            called.form.is_async = true
                        }),
                    ],
                    returned(&["&‹stack›"], &[], "usize", "1"),
                ),
            ],
        ),
        report_at(
            "demo::hidden::State::sum",
            ("src/hidden.rs", HIDDEN, "fn sum"),
            "«demo::hidden::State»",
            {
                let state = || call("mut state", "hidden::State::new", &["3"]);
                let player = |name: &str, index: &str| {
                    borrowing(call(name, "hidden::State.player_mut", &["&mut ‹state›", index]))
                };
                let set = || call("", "hidden::Player.set_action", &["&mut ‹player›", "7"]);
                let double = || borrowing(call("&player_2", "hidden::Player.double", &["&mut ‹player›"]));
                let rules = || {
                    change_call(free("rules", "demo::game::rules", &[]), |called| {
                        (called.place.file, called.place.line) = ("src/game.rs".into(), 2);
                    })
                };
                let sum = |sum: &str| returned(&["&‹state›", "&‹rules›"], &[], "i32", sum);
                vec![
                    add_statements(vec![state(), player("&player?", "2"), set(), rules()], sum("7")),
                    add_statements(
                        vec![
                            state(),
                            player("&player?", "2"),
                            set(),
                            double(),
                            call("", "hidden::Player.set_action", &["&mut ‹player_2›", "3"]),
                            free("", "demo::game::reset", &["&mut ‹state›"]),
                            rules(),
                        ],
                        sum("6"),
                    ),
                ]
            },
        ),
        report_at(
            "demo::parts::name",
            ("src/parts.rs", PARTS, "fn name"),
            "",
            vec![add_statements(
                vec![
                    free("mut builder", "demo::parts::builder", &[]),
                    call("", "Builder.retry", &["&mut ‹builder›", "2"]),
                    free("builder_2", "demo::parts::builder", &[]),
                ],
                returned(&["&‹builder›", "‹builder_2›"], &[], "bool", "false"),
            )],
        ),
    ]
}

#[test]
fn call_sequences_are_written_idiomatically_without_warnings() {
    for edition in ["2018", "2021", "2024"] {
        let directory = project(edition);
        let suite = write_suite(&directory, &reports(), false);
        let notes = &suite.notes;
        assert_eq!((suite.removed.len(), notes.len()), (0, 0), "{edition}: {:?} {notes:?}", suite.removed);
        let printed = cargo_test(&directory);
        assert!(printed.contains("15 passed; 0 failed; 1 ignored"), "{printed}");
        if edition == "2021" {
            run(&directory, &["clippy", "--tests", "--offline", "--", "-Dwarnings"]);
            for name in ["crate_root", "hidden", "parts"] {
                let text = directory.read(&format!("tests/sbst/{name}.rs"));
                let text = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
                insta::assert_snapshot!(format!("stories_{name}"), text);
            }
            // A run that searched one function leaves the tests of the others unchanged.
            let before = directory.read("tests/sbst/crate_root.rs");
            let again = write_suite(&directory, &reports()[1..2], false);
            assert_eq!((again.tests, again.removed.len()), (suite.tests, 0), "{:?}", again.removed);
            assert_eq!(directory.read("tests/sbst/crate_root.rs"), before);
        }
    }
}

#[test]
fn tests_with_private_calls_go_where_these_are_visible() {
    let directory = project("2021");
    let forget = || vec![stack(), push("1"), call("", "Stack::<u8>.forget", &["&mut ‹stack›"])];
    let secret = vec![
        call("mut state", "hidden::State::new", &["3"]),
        borrowing(call("&player?", "hidden::State.player_mut", &["&mut ‹state›", "2"])),
        call("", "hidden::Player.secret", &["&mut ‹player›"]),
    ];
    let of_private = vec![stack(), free("", "demo::private", &["&‹stack›"])];
    let reset = changing(
        returned(&["&mut ‹state›"], &[], "()", "()"),
        &[(
            0,
            "demo::hidden::State",
            "State { players: [Player { action: 1 }, Player { action: 1 }, Player { action: 2 }] }",
        )],
    );
    let reset = getting(reset, Some(0), associated("hidden::State.len"), ("usize", "3"));
    let reports = [
        report_at(
            "demo::public",
            ("src/lib.rs", LIBRARY, "fn public"),
            "",
            vec![
                add_statements(vec![stack(), push("2")], returned(&["&‹stack›"], &[], "usize", "1")),
                add_statements(forget(), returned(&["&‹stack›"], &[], "usize", "0")),
                add_statements(of_private, returned(&["&‹stack›"], &[], "usize", "0")),
            ],
        ),
        report_at(
            "demo::game::reset",
            ("src/game.rs", GAME, "fn reset"),
            "",
            vec![add_statements(secret, reset)],
        ),
        report_at(
            "demo::parts::name",
            ("src/parts.rs", PARTS, "fn name"),
            "",
            vec![add_statements(
                [
                    forget(),
                    vec![
                        call("mut state", "hidden::State::new", &["1"]),
                        free("", "demo::game::reset", &["&mut ‹state›"]),
                        call("builder", "Builder::new", &[]),
                    ],
                ]
                .concat(),
                returned(&["&‹builder›", "«demo::Builder»::new()"], &[], "bool", "true"),
            )],
        ),
    ];
    let suite = write_suite(&directory, &reports, true);
    let notes = suite.notes.join("\n");
    assert_eq!((suite.tests, suite.removed.len()), (5, 0), "{:?}\n{notes}", suite.removed);
    for told in [
        "demo::parts::name and demo::public: tests of theirs go where those of private functions go, because `demo::Stack::forget` is private",
        "demo::game::reset: its tests go where those of private functions go, because `demo::hidden::Player::secret` is private",
    ] {
        assert!(notes.contains(told), "{told}\n{notes}");
    }
    let printed = cargo_test(&directory);
    assert!(printed.contains("4 passed; 0 failed"), "{printed}");
    assert!(directory.read("src/sbst_tests.rs").contains("stack.forget();"));
    assert!(
        directory.read("tests/sbst/crate_root.rs").contains("stack.push(2);"),
        "public tests stay outside"
    );
}

#[test]
fn call_sequences_of_a_binary_are_written_beside_its_source() {
    const TOOL: &str = "\
        pub struct Counter(i32);\n\nimpl Counter {\n    fn new() -> Counter {\n        Counter(0)\n    }\n\n    fn add(&mut self) \
        -> &mut Counter {\n        self.0 += 1;\n        self\n    }\n}\n\nfn value(counter: &Counter, stack: &demo::Stack<u8>) -> i32 \
        {\n    counter.0 + stack.len() as i32\n}\n\nfn main() {\n    let mut counter = Counter::new();\n    \
        let _ = value(counter.add(), &demo::Stack::new(1));\n}\n";
    let directory = project("2021");
    directory.write("src/bin/tool.rs", TOOL);
    let own = |mut statement: Statement| {
        let called = statement.called.as_mut().unwrap();
        called.id.path = called.id.path.replace("demo::", "tool::");
        called.form.owner = Some(expression("«tool::Counter»"));
        statement
    };
    let before = vec![
        own(call("mut counter", "Counter::new", &[])),
        own(borrowing(call("&counter_2", "Counter.add", &["&mut ‹counter›"]))),
        own(call("", "Counter.add", &["&mut ‹counter_2›"])),
        stack(),
        push("1"),
    ];
    let test = add_statements(before, returned(&["&‹counter›", "&‹stack›"], &[], "i32", "3"));
    let mut value = report_at("tool::value", ("src/bin/tool.rs", TOOL, "fn value"), "", vec![test]);
    (value.description.id.crate_name, value.description.id.binary) = ("tool".into(), Some("tool".into()));
    let suite = write_suite(&directory, &[value], true);
    assert_eq!((suite.tests, suite.removed.len()), (1, 0), "{:?} {:?}", suite.removed, suite.notes);
    let written = directory.read("src/bin/tool/sbst_tests.rs");
    assert!(written.contains("    counter.add().add();\n    let mut stack = Stack::new(3);\n"), "{written}");
    assert!(written.contains("use demo::Stack;"), "{written}");
    let printed = cargo_test(&directory);
    assert!(printed.contains("1 passed; 0 failed"), "{printed}");
}
