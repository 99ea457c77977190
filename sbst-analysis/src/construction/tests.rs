//! Small programs with expected tables and graphs.

use super::*;
use sbst_source::files::ParsedFile;

fn program(text: &str) -> Program {
    let parsed = &ParsedFile::from_text(text);
    let (program, unread) = Program::read([Source { module: "demo", file: "src/lib.rs", parsed }]);
    assert!(unread.is_empty(), "{unread:?}");
    program
}

/// The fields in the graph of the condition with this number, in the function with this end of its
/// path.
fn fields(text: &str, function: &str, condition: usize) -> Vec<String> {
    let program = program(text);
    let function = program.functions.iter().position(|one| one.path.ends_with(function)).unwrap();
    let graph = Tables::new(&program).graphs(function).swap_remove(condition);
    assert_eq!((graph.function, graph.condition), (function, condition));
    names(&program, &graph)
}

fn names(program: &Program, graph: &Graph) -> Vec<String> {
    let name = |field: &usize| format!("{}.{}", program.fields[*field].owner, program.fields[*field].name);
    graph.fields.iter().map(name).collect()
}

/// The setters of a field, each with its name, weight and arguments.
fn setters(text: &str, owner: &str, name: &str) -> Vec<String> {
    let program = program(text);
    let field = program.fields.iter().position(|field| field.owner == owner && field.name == name).unwrap();
    let tables = Tables::new(&program);
    let shown = tables.setters(field).iter().map(|setter| {
        let name = &program.functions[setter.function].signature.ident;
        let again = if setter.repeats { " again" } else { "" };
        format!("{name} {} {:?}{again}", setter.weight, setter.arguments)
    });
    shown.collect()
}

/// The running example of the paper.
const GANG_UP: &str = "
pub struct Action { actor: u32, target: u32 }
impl Action {
    pub fn new(actor: u32, target: u32) -> Action { Action { actor, target } }
    pub fn actor(&self) -> u32 { self.actor }
    pub fn target(&self) -> u32 { self.target }
}
pub struct Player { action: i32, name: String }
impl Player {
    pub fn new(action: i32) -> Player { Player { action, name: String::new() } }
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
    pub fn player_mut(&mut self, id: u32) -> Option<&mut Player> { self.players.get_mut(id as usize) }
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
fn condition_depends_on_fields_of_getters_and_conditions() {
    assert_eq!(fields(GANG_UP, "check_rules", 0), ["Action.actor", "GameState.players"]);
    let all = ["Action.actor", "Action.target", "Player.action", "GameState.players"];
    assert_eq!(fields(GANG_UP, "check_rules", 2), all);
}

#[test]
fn a_condition_of_a_callee_depends_on_its_arguments() {
    let program = program(GANG_UP);
    let graphs = Tables::new(&program).graphs(program.function("demo::check_rules").unwrap());
    let player = program.function("demo::GameState::player");
    let graph = graphs.iter().find(|graph| Some(graph.function) == player).unwrap();
    assert_eq!(names(&program, graph), ["Action.actor", "Action.target", "GameState.players"]);
}

#[test]
fn each_field_is_one_node() {
    let program = program(GANG_UP);
    let function = program.function("demo::check_rules").unwrap();
    let mut tables = Tables::new(&program);
    let graphs = tables.graphs(function);
    let nodes = tables.nodes(function, &graphs[2]);
    let shown: Vec<String> =
        nodes.iter().map(|node| format!("{}: {} {:?}", node.name, node.type_text, node.from)).collect();
    assert_eq!(
        shown,
        [
            "action: &Action []",
            "state: &GameState []",
            "Action.actor: u32 [0]",
            "Action.target: u32 [0]",
            "GameState.players: Vec<Player> [1]",
            "Player.action: i32 [4]",
        ]
    );
}

#[test]
fn patterns_closures_and_iterators_are_looked_through() {
    let head = GANG_UP.split("pub fn check_rules").next().unwrap();
    let forms = [
        "if let Some(p) = state.player(action.actor()) { if p.action() == 5 {} }",
        "let Some(p) = state.player(action.actor()) else { return }; if p.action == 5 {}",
        "match state.player(action.actor()) { Some(p) if p.action == 5 => {} _ => {} }",
        "let actor = action.actor; if state.player(actor).map(|p| p.action()) == Some(5) {}",
        "if state.player(action.actor()).is_some_and(|p| p.action == 5) {}",
        "if matches!(state.player(action.actor()), Some(Player { action: 5, .. })) {}",
        "let f = |id| state.player(id).unwrap(); if *(&f(action.actor).action()) == 5 {}",
        "for p in state.players.iter().skip(action.actor as usize) { if p.action == 5 {} }",
        "let mut all = 0; for p in &state.players { all += p.action; } if all == action.actor as i32 {}",
        "let mut is = false; if state.player(action.actor).unwrap().action == 5 { is = true; } if is {}",
    ];
    for form in forms {
        let text = format!("{head} pub fn f(action: &Action, state: &GameState) {{ {form} }}");
        let program = program(&text);
        let function = program.function("demo::f").unwrap();
        let graphs = Tables::new(&program).graphs(function);
        let last = graphs.iter().rfind(|graph| graph.function == function).unwrap();
        assert_eq!(names(&program, last), ["Action.actor", "Player.action", "GameState.players"], "{form}");
    }
}

#[test]
fn variants_generic_types_aliases_and_traits_have_fields() {
    let text = "
    pub enum Shape { Circle { radius: u8 }, Square(u8), Empty }
    pub struct Figure { shape: Shape }
    pub struct Pair<T> { one: T, two: Vec<T> }
    type Figures = Pair<Figure>;
    pub trait Named { fn id(&self) -> u8; }
    impl Named for Figure { fn id(&self) -> u8 { match &self.shape { Shape::Square(side) => *side, _ => 0 } } }
    pub fn f(figure: &Figure) -> u8 {
        match &figure.shape {
            Shape::Circle { radius } if *radius > 3 => 1,
            _ => 4,
        }
    }
    pub fn g(pair: &Figures) -> bool { if let Shape::Empty = pair.one.shape { true } else { false } }
    pub fn h(named: &dyn Named) -> bool { named.id() == 3 }";
    assert_eq!(fields(text, "demo::f", 1), ["Shape.Circle.radius", "Figure.shape"]);
    assert_eq!(fields(text, "demo::g", 0), ["Figure.shape", "Pair.one"]);
    assert_eq!(fields(text, "demo::h", 0), ["Shape.Square.0", "Figure.shape"]);
}

#[test]
fn equality_of_structures_looks_at_their_fields() {
    let text = "
    #[derive(PartialEq)] pub struct Point { x: Number, y: Number }
    #[derive(PartialEq)] pub struct Number { value: u8 }
    pub struct S { point: Point }
    pub fn f(s: &S, point: &Point) -> bool { s.point == *point }
    pub fn g(s: &S, point: &Point) -> bool { &s.point == point }";
    assert_eq!(fields(text, "demo::g", 0), ["Point.x", "Point.y", "Number.value", "S.point"]);
}

#[test]
fn constructors_and_builders_set_fields_from_their_arguments() {
    let text = "
    pub struct S { f: u8, g: u8 }
    impl Default for S { fn default() -> S { S { f: 0, g: 1 } } }
    impl S {
        pub fn new(f: u8) -> Self { Self { f, g: 0 } }
        pub fn parse(text: &str) -> Result<S, ()> { let f = text.parse().map_err(|_| ())?; Ok(S { f, ..S::default() }) }
        pub fn with_f(mut self, f: u8) -> Self { self.f = f; self }
        pub fn into_f(self) -> u8 { self.f }
        pub fn reset(&mut self) { self.f = 0; }
    }
    pub fn doubled(f: u8) -> Option<S> { let mut made = S::new(0); made.f = f * 2; Some(made) }
    pub struct Builder { f: u8 }
    impl Builder { pub fn build(self) -> S { S { f: self.f, g: 0 } } }
    pub fn check(s: &S) -> bool { s.f == 3 }";
    let expected = ["new 1 [0]", "parse 1 [0]", "with_f 2 [1]", "reset 1 []", "doubled 2 [0]", "build 1 [0]"];
    assert_eq!(setters(text, "S", "f"), expected);
    assert_eq!(fields(text, "check", 0), ["S.f", "Builder.f"], "a builder's field matters, too");
}

#[test]
fn methods_of_collections_and_calls_set_fields() {
    let text = "
    pub struct Team { players: Vec<Player>, log: std::cell::RefCell<Vec<u8>>, limit: usize }
    pub struct Player { score: u8 }
    impl Team {
        pub fn add(&mut self, player: Player) {
            if self.players.len() < self.limit { self.players.push(player); }
        }
        pub fn hire(&mut self, score: u8) { put(&mut self.players, Player { score }) }
        pub fn clear(&mut self) { self.players.clear(); }
        pub fn player(&mut self, at: usize) -> &mut Player { &mut self.players[at] }
        pub fn set_score(&mut self, at: usize, score: u8) { self.players[at].score = score; }
        pub fn help(&mut self, score: u8) { self.set_score(0, score) }
        pub fn note(&self, entry: u8) { self.log.borrow_mut().push(entry); }
        pub fn count(&mut self) -> usize { self.players.iter().filter(|player| player.score > 3).count() }
    }
    fn put(players: &mut Vec<Player>, player: Player) { players.push(player) }";
    let expected = ["add 2 [1] again", "hire 2 [1] again", "clear 1 []", "player 1 []"];
    assert_eq!(setters(text, "Team", "players"), expected);
    assert_eq!(setters(text, "Player", "score"), ["hire 1 [1]", "set_score 2 [2]", "help 2 [1]"]);
    assert_eq!(setters(text, "Team", "log"), ["note 2 [1] again"]);
}
