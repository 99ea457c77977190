use std::time::{Duration, Instant};

use super::*;
use crate::construction::{Graphs, NodeKind, Uncertainty, NODES};

/// The paper's running example.
pub(super) const GANG_UP: &str = "
pub struct Action { actor: u32, target: u32 }
impl Action {
    pub fn new(actor: u32, target: u32) -> Action { Action { actor, target } }
    pub fn actor(&self) -> u32 { self.actor }
    pub fn target(&self) -> u32 { self.target }
}
pub struct Player { action: i32 }
impl Player {
    pub fn new(action: i32) -> Player { Player { action } }
    pub fn set_action(&mut self, action: i32) { self.action = action; }
    pub fn action(&self) -> i32 { self.action }
}
#[derive(Default)]
pub struct GameState { players: Vec<Player>, round: u8 }
impl GameState {
    pub fn add(&mut self, player: Player) { self.players.push(player); }
    pub fn player(&self, id: u32) -> Option<&Player> {
        if id as usize >= self.players.len() {
            return None;
        }
        Some(&self.players[id as usize])
    }
    pub fn round(&self) -> u8 { self.round }
}
pub fn check_rules(action: &Action, state: &GameState) -> bool {
    let actor = state.player(action.actor());
    let target = state.player(action.target());
    if actor.is_none() { return false; }
    if target.is_none() { return false; }
    if actor.unwrap().action() == 5 { return true; }
    false
}";

#[test]
fn the_graph_of_the_papers_running_example() {
    let program = program(GANG_UP);
    let found = leaves(&program, "check_rules", 2);
    assert_eq!(found, ["action.actor", "action.target", "state.players[_].action"]);
    let graph = &graphs(&program, "check_rules")[2];
    let names: Vec<String> = (0..graph.nodes.len()).map(|node| graph.name(node)).collect();
    assert_eq!(
        names,
        [
            "action",
            "state",
            "action.actor",
            "action.target",
            "state.players",
            "state.players[_]",
            "state.players[_].action",
            "player(…)",
            "player(…)",
        ]
    );
    // the action is that of a player whom `player` hands out, who is chosen by the actor
    let of = |node: usize| graph.nodes[node].from.iter().map(|&from| graph.name(from)).collect::<Vec<_>>();
    assert_eq!(of(6), ["player(…)"]);
    assert_eq!(of(7), ["state", "action.actor", "state.players[_]"]);
    assert!(matches!(&graph.nodes[7].kind, NodeKind::Call(path) if path == "demo::GameState::player"));
}

#[test]
fn a_condition_has_what_it_depends_on_and_no_more() {
    let program = program(GANG_UP);
    // whether there is an actor does not depend on what the actor does
    assert_eq!(leaves(&program, "check_rules", 0), ["action.actor", "state.players[_]"]);
    assert_eq!(leaves(&program, "GameState::player", 0), ["self.players"]);
}

#[test]
fn the_conditions_of_a_callee_are_seen_from_the_callers_inputs() {
    let program = program(GANG_UP);
    let found = Graphs::of(&program, program.function("demo::check_rules").unwrap());
    let player = program.function("demo::GameState::player").unwrap();
    let graph = found.callees.iter().find(|found| (found.0, found.1) == (player, 0)).map(|found| &found.2);
    let names: Vec<String> =
        graph.map(|graph| (0..graph.nodes.len()).map(|node| graph.name(node)).collect()).unwrap();
    assert_eq!(names, ["action", "state", "action.actor", "action.target", "state.players"]);
}

#[test]
fn patterns_are_looked_through() {
    let head = GANG_UP.split("pub fn check_rules").next().unwrap();
    let forms = [
        "if let Some(p) = state.player(action.actor()) { if p.action() == 5 {} }",
        "let Some(p) = state.player(action.actor()) else { return }; if p.action == 5 {}",
        "match state.player(action.actor()) { Some(p) if p.action == 5 => {} _ => {} }",
        "let actor = action.actor; if state.player(actor).map(|p| p.action()) == Some(5) {}",
        "if state.player(action.actor()).is_some_and(|p| p.action == 5) {}",
        "if matches!(state.player(action.actor()), Some(Player { action: 5 })) {}",
        "let f = |id| state.player(id).unwrap().clone(); if *(&f(action.actor).action()) == 5 {}",
    ];
    for form in forms {
        let program = program(&format!("{head} pub fn f(action: &Action, state: &GameState) {{ {form} }}"));
        let last = graphs(&program, "demo::f").len() - 1;
        let found = leaves(&program, "demo::f", last);
        assert_eq!(found, ["action.actor", "state.players[_].action"], "{form}");
    }
}

#[test]
fn what_is_asked_for_with_a_question_mark_is_looked_through() {
    let head = GANG_UP.split("pub fn check_rules").next().unwrap();
    let text = "pub fn f(state: &GameState) -> Option<i32> {
        let p = state.player(1)?;
        if p.action() == 5 { return None; }
        Some(state.players.iter().filter(|p| p.action > 3).count() as i32)
    }";
    let program = program(&format!("{head}{text}"));
    assert_eq!(leaves(&program, "demo::f", 1), ["state.players[_].action"]);
}

const STUDENT: &str = "
#[derive(Default)] pub struct Student { supervisor: Option<Box<Supervisor>> }
#[derive(Default)] pub struct Supervisor { cv: Option<Cv> }
#[derive(Default)] pub struct Cv { award_num: i32, pages: u8 }
impl Student {
    pub fn supervisor(&self) -> Option<&Supervisor> { self.supervisor.as_deref() }
    pub fn set_supervisor(&mut self, supervisor: Supervisor) { self.supervisor = Some(Box::new(supervisor)); }
}
impl Supervisor {
    pub fn cv(&self) -> Option<&Cv> { self.cv.as_ref() }
    pub fn set_cv(&mut self, cv: Cv) { self.cv = Some(cv); }
}
impl Cv { pub fn award_num(&self) -> i32 { self.award_num } }
pub fn example(s: &Student) -> bool { s.supervisor().unwrap().cv().unwrap().award_num() == 10 }";

#[test]
fn getters_in_a_chain_are_followed() {
    let program = program(STUDENT);
    assert_eq!(leaves(&program, "example", 0), ["s.supervisor.cv.award_num"]);
}

#[test]
fn a_closure_may_outlive_the_function_that_made_it() {
    let text = "
    pub struct S { f: u8 }
    impl S { pub fn check(&self) -> impl Fn(u8) -> bool + '_ { move |x| if self.f == x { true } else { false } } }
    pub fn f(s: &S, x: u8) { let check = s.check(); if check(x) {} }";
    assert_eq!(leaves(&program(text), "demo::f", 0), ["s.f"]);
}

#[test]
fn loops_go_over_elements() {
    let text = "
    pub struct Item { price: u8, count: u8 }
    pub struct Cart { items: Vec<Item>, seen: std::collections::BTreeMap<u8, Item> }
    impl Cart {
        pub fn total(&self) -> u8 {
            let mut total = 0;
            for (_, item) in self.items.iter().enumerate() { total += item.price; }
            total
        }
        pub fn large(&self) -> bool { self.total() > 100 }
        pub fn any(&self) -> bool { if self.seen.values().any(|item| item.count == 3) { true } else { false } }
    }";
    let program = program(text);
    assert_eq!(leaves(&program, "Cart::large", 0), ["self.items[_].price"]);
    assert_eq!(leaves(&program, "Cart::any", 0), ["self.seen[_].count"]);
}

#[test]
fn constants_and_statics_end_a_slice() {
    let text = "
    static LIMIT: u8 = 3;
    pub struct S { f: u8 }
    pub fn f(s: &S, x: u8) { if x > LIMIT { if s.f == 1 {} } if x == 3 {} }";
    let program = program(text);
    let graphs = graphs(&program, "demo::f");
    assert_eq!(leaves(&program, "demo::f", 1), ["s.f"]);
    assert!(graphs[0].nodes.is_empty() && graphs[2].nodes.is_empty());
}

#[test]
fn the_variants_of_an_enum_have_fields() {
    let text = "
    pub enum Shape { Circle { radius: u8 }, Square(u8), Empty }
    pub struct Figure { shape: Shape }
    pub fn f(figure: &Figure) -> u8 {
        match &figure.shape {
            Shape::Circle { radius } if *radius > 3 => 1,
            Shape::Square(side) => if *side == 7 { 2 } else { 3 },
            _ => 4,
        }
    }";
    let program = program(text);
    assert_eq!(leaves(&program, "demo::f", 1), ["figure.shape.Circle.radius"]);
    assert_eq!(leaves(&program, "demo::f", 3), ["figure.shape.Circle.radius", "figure.shape.Square.0"]);
}

#[test]
fn a_trait_with_one_implementation_is_followed_and_one_with_several_is_told() {
    let text = |more: &str| {
        format!(
            "pub trait Named {{ fn id(&self) -> u8; }}
            pub struct S {{ f: u8 }} pub struct T {{ g: u8 }}
            impl Named for S {{ fn id(&self) -> u8 {{ self.f }} }} {more}
            pub fn f<N: Named>(named: &N, other: &dyn Named) {{ if named.id() == 3 {{ if other.id() == 4 {{}} }} }}"
        )
    };
    let one = program(&text(""));
    assert_eq!(leaves(&one, "demo::f", 1), ["named.f", "other.f"]);
    let two = program(&text("impl Named for T { fn id(&self) -> u8 { self.g } }"));
    let (graphs, unresolved) = Graph::of(&two, two.function("demo::f").unwrap());
    assert!(graphs.iter().all(|graph| graph.nodes.is_empty()));
    assert!(unresolved.iter().any(|one| one.reason == Uncertainty::SeveralMethods("id".to_owned())));
}

#[test]
fn the_same_holds_in_other_modules_and_for_generic_types() {
    let text = "
    mod inner { pub struct Pair<T> { pub(super) one: T, two: Vec<T> } impl<T> Pair<T> { pub fn two(&self) -> &[T] { &self.two } } }
    pub struct Point { x: u8 }
    pub fn f(pair: inner::Pair<Point>) { if pair.one.x == 1 { if pair.two()[0].x == 2 {} } }";
    let program = program(text);
    assert_eq!(leaves(&program, "demo::f", 1), ["pair.one.x", "pair.two[_].x"]);
}

#[test]
fn calls_deeper_than_the_bound_are_told() {
    let mut text = "pub struct S { f: u8 } pub fn f(s: &S) { if f0(s) == 3 {} }".to_owned();
    for depth in 0..7 {
        text += &format!("fn f{depth}(s: &S) -> u8 {{ f{}(s) }}", depth + 1);
    }
    text += "fn f7(s: &S) -> u8 { s.f }";
    let program = program(&text);
    let (graphs, unresolved) = Graph::of(&program, program.function("demo::f").unwrap());
    assert!(graphs[0].nodes.is_empty());
    assert_eq!(unresolved[0].reason, Uncertainty::Depth("f5".to_owned()));
}

/// Types with `width` fields each, `depth` layers of them, and an `equals` that compares all: the paper's Listing 7.
fn nested_equals(width: usize, depth: usize) -> String {
    let mut text = String::from("pub struct L0 { value: u8 } impl L0 { pub fn equals(&self, other: &L0) -> bool { self.value == other.value } }");
    for layer in 1..=depth {
        let below = layer - 1;
        let fields: String = (0..width).map(|field| format!("f{field}: Option<Box<L{below}>>, ")).collect();
        let compared: String = (0..width)
            .map(|field| {
                format!(
                    "match (&self.f{field}, &other.f{field}) {{
                        (Some(one), Some(other)) => if !one.equals(other) {{ return false; }}
                        (None, None) => {{}}
                        _ => return false,
                    }}"
                )
            })
            .collect();
        text += &format!(
            "pub struct L{layer} {{ {fields} }}
            impl L{layer} {{ pub fn equals(&self, other: &L{layer}) -> bool {{ {compared} true }} }}"
        );
    }
    text
}

#[test]
fn a_nested_comparison_of_many_fields_stays_within_its_limits() {
    let program = program(&nested_equals(12, 5));
    let begin = Instant::now();
    let function = program.function("demo::L5::equals").unwrap();
    let (graphs, unresolved) = Graph::of(&program, function);
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    let last = graphs.last().unwrap();
    assert!(last.is_cut && last.nodes.len() <= NODES, "{}", last.nodes.len());
    assert!(unresolved.iter().any(|one| one.reason == Uncertainty::Limit));
    // what is nearest has its place first
    assert!((0..last.nodes.len()).any(|node| last.name(node) == "self.f11"), "{last:?}");
}

#[test]
fn a_nested_comparison_that_fits_has_all_of_it() {
    let program = program(&nested_equals(3, 2));
    let graphs = graphs(&program, "L2::equals");
    let leaves: Vec<String> = leaves(&program, "L2::equals", graphs.len() - 1);
    assert!(leaves.contains(&"self.f0.f2.value".to_owned()), "{leaves:?}");
    assert!(leaves.contains(&"other.f1.f0.value".to_owned()), "{leaves:?}");
}
