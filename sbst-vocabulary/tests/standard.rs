//! The table of the standard library's methods, checked against the library itself.
//!
//! 1. One program, compiled once, has a function for every line's example.
//! 2. A method that only reads is called on a shared reference, and so is one with interior
//!    mutability. A method that takes its receiver by value is called on an immutable variable.
//! 3. A method that changes its receiver is called on a mutable variable; the lint `unused_mut` of
//!    the compiler refuses it if it takes `&self`.

use sbst_vocabulary::standard::{method, Method, Receiver, METHODS};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// Variables of the examples.
const VARIABLES: [&str; 26] = [
    "array: [i32; 2]",
    "atomic: AtomicI32",
    "c: char",
    "cell: Cell<i32>",
    "deque: VecDeque<i32>",
    "formatter: &mut Formatter<'_>",
    "hasher: &mut DefaultHasher",
    "instant: Instant",
    "list: Vec<i32>",
    "lock: RwLock<i32>",
    "map: HashMap<i32, i32>",
    "mutex: Mutex<i32>",
    "n: i32",
    "once: OnceCell<i32>",
    "option: Option<i32>",
    "ordering: Ordering",
    "other_set: HashSet<i32>",
    "ref_cell: RefCell<i32>",
    "result: Result<i32, i32>",
    "set: HashSet<i32>",
    "string: String",
    "tree: BTreeMap<i32, i32>",
    "tree_set: BTreeSet<i32>",
    "u: u32",
    "weak: Weak<i32>",
    "x: f64",
];

const HEAD: &str = "#![crate_type = \"lib\"]
#![allow(unused, deprecated, let_underscore_lock)]
#![deny(unused_mut)]
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::{Display, Formatter};
use std::hash::{DefaultHasher, Hash};
use std::io::{Read, Write};
use std::ops::Deref;
use std::rc::Weak;
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
use std::sync::{Mutex, RwLock};
use std::time::Instant;
";

#[test]
fn lines_are_sorted_and_found() {
    for pair in METHODS.windows(2) {
        assert!(pair[0].name < pair[1].name, "{} precedes {}", pair[0].name, pair[1].name);
    }
    for line in METHODS {
        assert_eq!(method(line.name).map(|found| found.example), Some(line.example));
    }
    assert!(method("no_such_method").is_none());
}

#[test]
fn examples_have_the_number_of_arguments_of_their_lines() {
    for line in METHODS {
        let (_, call) = parts(line);
        let arguments = &call[call.find('(').unwrap() + 1..call.len() - 1];
        assert_eq!(count_arguments(arguments), line.arguments, "{}", line.example);
    }
}

#[test]
fn the_standard_library_has_each_method_and_receiver() {
    let mut program = HEAD.to_owned();
    for line in METHODS {
        let (lint, mutable) = match line.receiver {
            Receiver::Any | Receiver::Lends => ("#[allow(unused_mut)]", "mut "),
            _ => ("", ""),
        };
        let variables = VARIABLES.map(|variable| format!("{mutable}{variable}")).join(", ");
        let (name, body) = (line.name, body(line));
        writeln!(program, "{lint} unsafe fn line_{name}({variables}) {{ unsafe {{ {body} }} }}").unwrap();
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let source = directory.join("standard_methods.rs");
    fs::write(&source, program).unwrap();
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler)
        .args(["--edition=2021", "--emit=metadata", "--out-dir"])
        .arg(directory)
        .arg(&source)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the call of a line, on a receiver of the kind in its column.
fn body(line: &Method) -> String {
    let (receiver, call) = parts(line);
    let result = match line.name {
        "into" => "i64",
        "try_into" => "Result<u8, _>",
        _ => "_",
    };
    match line.receiver {
        Receiver::Reads | Receiver::Interior | Receiver::Cell | Receiver::Lock => {
            format!("let receiver = {receiver}; let shared = &receiver; let _: {result} = shared.{call};")
        }
        Receiver::Takes | Receiver::Moves => {
            format!("let receiver = {receiver}; let _: {result} = receiver.{call};")
        }
        Receiver::Changes | Receiver::Slot | Receiver::Write | Receiver::Any | Receiver::Lends => {
            format!("let mut receiver = {receiver}; let _: {result} = receiver.{call};")
        }
    }
}

/// Returns the receiver of an example, and the rest of it.
fn parts(line: &Method) -> (&str, &str) {
    let calls = [format!(".{}(", line.name), format!(".{}::<", line.name)];
    let dot = calls.iter().find_map(|call| line.example.find(call)).unwrap_or_else(|| panic!("{line:?}"));
    (&line.example[..dot], &line.example[dot + 1..])
}

/// Counts arguments by the commas between them.
fn count_arguments(arguments: &str) -> usize {
    let mut depth = 0;
    let commas = arguments.chars().filter(|character| {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        *character == ',' && depth == 0
    });
    commas.count() + usize::from(!arguments.is_empty())
}
