use super::recipes::Recipes;
use super::*;
use crate::source::condition_kind::kind;
use sbst_analysis::construction::{Graph, Graphs};
use sbst_model::construction::{Accessor, Part};
use sbst_model::target::{CallForm, Condition, Place};
use std::fmt::Write;

const GANG_UP: &str = "\
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
    pub fn set_players(&mut self, players: Vec<Player>) { self.players = players; }
    pub fn add(&mut self, player: Player) { self.players.push(player); }
    pub fn player(&self, id: u32) -> Option<&Player> {
        if id as usize >= self.players.len() {
            return None;
        }
        Some(&self.players[id as usize])
    }
    pub fn player_mut(&mut self, id: u32) -> Option<&mut Player> { self.players.get_mut(id as usize) }
    pub fn set_round(&mut self, round: u8) { self.round = round; }
}
pub fn check_rules(action: &Action, state: &GameState) -> bool {
    let actor = state.player(action.actor());
    let target = state.player(action.target());
    if actor.is_none() { return false; }
    if target.is_none() { return false; }
    if actor.unwrap().action() == 5 { return true; }
    false
}";

fn described(program: &Program, function: usize) -> TargetDescription {
    let item = &program.functions[function];
    let place = |line, column| Place { file: item.file.clone(), line, column };
    let graphs = Graphs::of(program, function).own;
    let condition = |graph: &Graph| Condition {
        kind: kind(graph.kind),
        text: String::new(),
        place: place(graph.place.line, graph.place.column),
    };
    TargetDescription {
        id: TargetId {
            package: "demo".into(),
            crate_name: "demo".into(),
            binary: None,
            path: item.path.clone(),
        },
        place: place(item.first_line, 1),
        conditions: graphs.iter().map(condition).collect(),
        checks: Vec::new(),
        parameters: Vec::new(),
        result_type: String::new(),
        call: CallForm::default(),
        not_searched: None,
    }
}

fn told(recipe: &Recipe) -> String {
    let mut text = String::new();
    for graph in &recipe.graphs {
        writeln!(text, "{} [{}]", graph.function, graph.condition).unwrap();
        for (index, node) in graph.nodes.iter().enumerate() {
            let parent = node.parent.map(|parent| format!(" of {parent}")).unwrap_or_default();
            writeln!(text, "  {index}: {:?}{parent}, {}", node.part, node.type_text).unwrap();
            for accessor in &node.accessors {
                let Accessor { function, object, role, weight, inputs } = accessor;
                let inputs: Vec<String> =
                    inputs.iter().map(|input| format!("{}: {:?}", input.argument, input.flow)).collect();
                let inputs = inputs.join(", ");
                writeln!(text, "       {weight:.2} {role:?} {function}({inputs}) on {object}").unwrap();
            }
        }
    }
    text
}

fn gang_up() -> (Program, Vec<TargetDescription>) {
    let source = Source { module: "demo", file: "src/lib.rs", text: GANG_UP };
    let (program, _) = Program::of([source]);
    let descriptions = (0..program.functions.len()).map(|function| described(&program, function)).collect();
    (program, descriptions)
}

#[test]
fn the_recipe_of_the_papers_running_example() {
    let (program, descriptions) = gang_up();
    let all: Vec<&TargetDescription> = descriptions.iter().collect();
    let recipes = Recipes::new(&program, &all).make(&all);
    let recipe = recipes.iter().find(|recipe| recipe.target.path == "demo::check_rules").unwrap();
    insta::assert_snapshot!(told(recipe));
}

#[test]
fn only_functions_that_can_be_called_are_in_a_recipe_and_their_weights_make_up_one() {
    let (program, descriptions) = gang_up();
    let all: Vec<&TargetDescription> = descriptions.iter().collect();
    let some: Vec<&TargetDescription> =
        all.iter().copied().filter(|one| !one.id.path.contains("Player::")).collect();
    let recipes = Recipes::new(&program, &some).make(&all);
    let graphs = || recipes.iter().flat_map(|recipe| &recipe.graphs);
    for node in graphs().flat_map(|graph| &graph.nodes) {
        let setters = node.accessors.iter().filter(|accessor| accessor.role.sets());
        let weights: Vec<f64> = setters.map(|accessor| accessor.weight).collect();
        let sum: f64 = weights.iter().sum();
        assert!(weights.is_empty() || (sum - 1.0).abs() < 1e-9, "{node:?}");
        assert!(node.accessors.iter().all(|one| !one.function.path.contains("Player::")), "{node:?}");
    }
    assert!(graphs().any(|graph| graph.nodes.iter().any(|node| !node.accessors.is_empty())));
}

#[test]
fn conditions_have_the_numbers_that_they_have_in_the_executable() {
    let (program, mut descriptions) = gang_up();
    let check = descriptions.iter_mut().find(|one| one.id.path == "demo::check_rules").unwrap();
    // a `#[cfg]` has taken the first one away
    check.conditions.remove(0);
    let all: Vec<&TargetDescription> = descriptions.iter().collect();
    let recipes = Recipes::new(&program, &all).make(&all);
    let recipe = recipes.iter().find(|recipe| recipe.target.path == "demo::check_rules").unwrap();
    let own = recipe.graphs.iter().filter(|graph| graph.function == recipe.target);
    assert_eq!(own.map(|graph| graph.condition).collect::<Vec<_>>(), [0, 1]);
    let last = recipe.graph(&recipe.target, 1).unwrap();
    assert!(last.nodes.iter().any(|node| node.part == Part::Field("action".into())));
}

#[test]
fn a_recipe_is_made_when_somebody_asks_and_is_the_same_for_all() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("lib.rs");
    std::fs::write(&file, GANG_UP).unwrap();
    let root = |path: &std::path::Path| cargo_metadata::camino::Utf8Path::from_path(path).unwrap().to_owned();
    let (program, descriptions) = gang_up();
    let sources = SourceTree {
        workspace_root: root(directory.path()),
        roots: vec![crate::cargo::workspace::CrateRoot { crate_name: "demo".into(), file: root(&file) }],
    };
    let maker = RecipeMaker::new(sources, descriptions.clone());
    assert!(maker.thread.get().is_none(), "the sources are not read yet");
    let all: Vec<&TargetDescription> = descriptions.iter().collect();
    let expected = Recipes::new(&program, &all).make(&all);
    assert!(!expected.is_empty());
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for target in &all {
                    let recipe = expected.iter().find(|recipe| recipe.target == target.id);
                    assert_eq!(maker.recipe(&target.id).as_ref(), recipe);
                }
            });
        }
    });
}
