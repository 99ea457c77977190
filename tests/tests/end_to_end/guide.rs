//! The first steps of the guide, executed as a reader would.
//!
//! 1. A block of Rust with a first comment that names a file in `src` is written to it. If the
//!    comment names another file, the block is an extract: its paragraphs are in that file.
//! 2. A block of a difference edits `src/lib.rs`: its removed lines become its added ones.
//! 3. The commands of a console are run, except those creating and entering the crate. The shown
//!    text is a part of the output, line by line and in order; `…` replaces omitted lines, or the
//!    rest of a line. Spaces count as one, and times are equal.

use sbst_tests::{Output, Project};
use std::fs;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide/first-steps.md");

/// Returns the blocks of code of a page, each with its language.
fn blocks(page: &str) -> impl Iterator<Item = (&str, &str)> {
    page.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'))
}

/// Returns a line in its compared form (rule 3).
fn comparable(line: &str) -> String {
    let mut words = line.split_whitespace().peekable();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
        let has_unit = words.next_if(|unit| is_number && ["ms", "s", "min"].contains(unit)).is_some();
        match has_unit || is_number && word.ends_with('s') {
            // A time such as 3 min 20 s.
            true if kept.last() == Some(&"TIME") => {}
            true => kept.push("TIME"),
            false => kept.push(word),
        }
    }
    kept.join(" ")
}

/// Asserts that an output contains these lines (rule 3).
#[track_caller]
fn assert_shown(shown: &[&str], output: &str, command: &str) {
    let mut lines = output.lines().map(comparable);
    for line in shown.iter().map(|line| comparable(line)).filter(|line| line != "…" && !line.is_empty()) {
        let is_shown = |other: String| match line.strip_suffix(" …") {
            Some(begin) => other.starts_with(begin),
            None => other == line,
        };
        assert!(lines.any(is_shown), "`{command}` does not say\n{line}\nbut\n{output}");
    }
}

/// Runs a command of the guide; `None` for the reader's folders. The first one ignores the state of
/// the same test.
fn run(project: &Project, command: &str, is_first: bool) -> Option<String> {
    let all = |output: Output| Some(output.stdout + &output.stderr);
    let sbst = |arguments| {
        let sbst = project.sbst(arguments).optimised();
        if is_first { sbst } else { sbst.going_on() }
    };
    match command.split_once(' ')? {
        ("cargo", arguments) => match arguments.split_once(' ').unwrap_or((arguments, "")) {
            ("new", _) => None,
            ("sbst", arguments) => all(sbst(arguments).run()),
            _ => all(project.cargo(arguments).run()),
        },
        ("cd", _) => None,
        _ => panic!("the guide has a command that is not known here: {command}"),
    }
}

#[test]
fn the_first_steps_work_as_in_the_guide() {
    let page = fs::read_to_string(PAGE).expect("the guide has first steps");
    let project = Project::copy("parcel", "parcel");
    let mut commands = 0;
    for (language, block) in blocks(&page) {
        match language {
            "rust" => {
                let (name, text) = block.split_once('\n').expect("a name and a text");
                let name = name.trim_start_matches("// ");
                if name.starts_with("src/") {
                    project.write(name, text);
                    continue;
                }
                let file = project.read(name);
                let paragraphs = text.trim().split("\n\n").map(str::trim_end);
                paragraphs.for_each(|part| assert!(file.contains(part), "{part}\n--- is not in\n{file}"));
            }
            "diff" => {
                let side = |sign: char| {
                    let lines = block.lines().filter(|line| line.starts_with([' ', sign]));
                    lines.map(|line| format!("{}\n", &line[1..])).collect::<String>()
                };
                project.edit("src/lib.rs", &side('-'), &side('+'));
            }
            "console" => {
                for part in block.split("$ ").skip(1) {
                    let (command, shown) = part.split_once('\n').expect("a line");
                    if let Some(output) = run(&project, command, commands == 0) {
                        assert_shown(&shown.lines().collect::<Vec<_>>(), &output, command);
                        commands += 1;
                    }
                }
            }
            _ => {}
        }
    }
    assert!(commands >= 4, "the guide has {commands} commands");
}
