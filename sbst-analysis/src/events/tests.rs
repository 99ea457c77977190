use super::*;
use crate::construction::{Program, Source};
use sbst_source::files::ParsedFile;

fn graph(text: &str, function: &str) -> EventGraph {
    let parsed = &ParsedFile::from_text(text);
    let (program, unread) = Program::read([Source { module: "m", file: "m.rs", parsed }]);
    assert!(unread.is_empty(), "{unread:?}");
    let tables = Tables::new(&program);
    event_graph(&tables, program.function(&format!("m::{function}")).unwrap(), |_| true).unwrap()
}

/// A line for each node: its event, its dependences, the last definitions of its uses, and its
/// successors.
fn lines(graph: &EventGraph) -> Vec<String> {
    let name = |&node: &usize| match &graph.nodes[node].event {
        Event::Entry => format!("entry {}", graph.nodes[node].flow),
        Event::Exit => format!("exit {}", graph.nodes[node].flow),
        Event::Condition(condition) => format!("c{condition}"),
        Event::Outcome(condition, outcome) => format!("c{condition} {outcome}"),
        Event::Definition(place, _) => format!("d{}", place.line),
    };
    let names = |nodes: &[usize]| nodes.iter().map(name).collect::<Vec<_>>().join(", ");
    let line = |node: usize| {
        let EventNode { successors, depends_on, uses, .. } = &graph.nodes[node];
        let uses: Vec<String> = uses.iter().map(|used| names(&used.definitions)).collect();
        format!("{} if {} by {} to {}", name(&node), names(depends_on), uses.join("; "), names(successors))
    };
    (0..graph.nodes.len()).map(line).collect()
}

#[test]
fn a_flag_in_a_loop_has_two_last_definitions() {
    let source = "fn f(a: [i32; 10]) -> bool {
        let mut flag = true;
        let unused = 3;
        for i in 0..10 {
            if a[i] != 0 {
                flag = false;
            }
        }
        if flag { true } else { false }
    }";
    let graph = graph(source, "f");
    assert_eq!(
        lines(&graph),
        [
            "entry 0 if  by  to d2",
            "exit 0 if  by  to ",
            "d2 if  by  to d4, c1",
            "d4 if  by  to c0",
            "c0 if  by d4 to c0 false, c0 true",
            "c0 false if c0 by  to d4, c1",
            "c0 true if c0 by  to d6",
            "d6 if c0 true by  to d4, c1",
            "c1 if  by d2, d6 to c1 false, c1 true",
            "c1 false if c1 by  to exit 0",
            "c1 true if c1 by  to exit 0",
        ]
    );
}

#[test]
fn the_result_of_a_callee_is_defined_where_it_is_returned() {
    let source = "fn inverse(x: f64) -> f64 {
        if x == 0.0 {
            0.0
        } else {
            1.0 / x
        }
    }
    fn f(x: f64, y: bool) -> bool {
        let mut z = x;
        if y { z = 1.0 }
        inverse(z) == 0.0
    }";
    let graph = graph(source, "f");
    assert_eq!(
        lines(&graph),
        [
            "entry 0 if  by  to d9",
            "exit 0 if  by  to ",
            "d9 if  by  to c0",
            "c0 if  by  to c0 false, c0 true",
            "c0 false if c0 by  to c1",
            "c0 true if c0 by  to d10",
            "d10 if c0 true by  to c1",
            "c1 if  by d9, d10; d3, d5 to c1 false, c1 true",
            "c1 false if c1 by  to exit 0",
            "c1 true if c1 by  to exit 0",
            "entry 1 if  by  to c2",
            "exit 1 if  by  to ",
            "c2 if  by d9, d10 to c2 false, c2 true",
            "c2 false if c2 by  to d5",
            "c2 true if c2 by  to d3",
            "d3 if c2 true by  to exit 1",
            "d5 if c2 false by d9, d10 to exit 1",
        ]
    );
}

#[test]
fn a_chosen_value_is_defined_in_the_branches() {
    let source = "fn f(a: u8) -> u8 {
        let mut code: u8 = if a == 1 {
            7
        } else if a == 2 { return 3 } else {
            8
        };
        if a > 4 { code = match a {
            5 => 1,
            _ => 2,
        } }
        if code == 2 { 0 } else { 1 }
    }";
    let graph = graph(source, "f");
    let last = lines(&graph).into_iter().find(|line| line.contains("by d3, d5, d7, d7")).expect("four");
    assert!(last.starts_with("c"), "{last}");
}

#[test]
fn for_condition_is_evaluated_once() {
    let source = "fn f(a: &[i32]) -> bool {
        let mut flag = true;
        for n in a {
            if *n != 0 { flag = false; }
        }
        if flag { true } else { false }
    }";
    let graph = graph(source, "f");
    let lines = lines(&graph);
    let nexts = |event: &str| {
        let line = lines.iter().find(|line| line.starts_with(event)).expect("it is there");
        line.rsplit_once(" to ").expect("a next node").1.to_owned()
    };
    assert_eq!(nexts("d2"), "c0");
    assert_eq!(nexts("c1 false"), "d3, c2", "the next iteration, or none: {lines:?}");
}

#[test]
fn field_is_defined_by_earlier_calls_of_its_setters() {
    let source = "struct Lock { open: bool, ready: bool }
    impl Lock {
        fn prepare(&mut self) {
            self.ready = true;
        }
        fn turn(&mut self, number: i32) {
            self.open = false;
            if self.ready && number == 7 {
                self.open = true;
            }
        }
        fn enter(&self) -> bool {
            if self.open { true } else { false }
        }
    }";
    let graph = graph(source, "Lock::enter");
    let lines = lines(&graph);
    let find = |event: &str| lines.iter().find(|line| line.starts_with(event)).expect("it is there");
    assert!(find("c0 if").contains("by d7, d9 to"), "{lines:?}");
    assert!(find("c1 if").contains("by d4 to"), "the flag that another method sets: {lines:?}");
    assert_eq!(find("d9").split(" by").next(), Some("d9 if c2 true"));
    assert_eq!(graph.entries.len(), 2, "{:?}", graph.entries);
}
