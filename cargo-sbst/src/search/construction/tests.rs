use super::recipes::Recipes;
use super::*;
use sbst_analysis::construction::{Graph, Tables};
use sbst_model::construction::FieldSetter;
use sbst_model::target::{Condition, Place};
use sbst_source::files::ParsedFile;
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

fn described(program: &Program, tables: &mut Tables<'_>, function: usize) -> TargetDescription {
    let item = &program.functions[function];
    let place = |line, column| Place { file: item.file.clone(), line, column };
    let condition =
        |graph: Graph| Condition::new(graph.kind, String::new(), place(graph.place.line, graph.place.column));
    let own = tables.graphs(function).into_iter().filter(|graph| graph.function == function);
    TargetDescription {
        conditions: own.map(condition).collect(),
        ..TargetDescription::new(
            TargetId {
                package: "demo".into(),
                crate_name: "demo".into(),
                binary: None,
                path: item.path.clone(),
            },
            place(item.first_line, 1),
        )
    }
}

/// A recipe on lines.
fn shown(recipe: &Recipe) -> String {
    let mut text = String::new();
    for (index, setters) in recipe.fields.iter().enumerate() {
        writeln!(text, "{index}:").unwrap();
        for FieldSetter { function, weight, repeats } in setters {
            let again = if *repeats { " repeatedly" } else { "" };
            writeln!(text, "    {weight} {function}{again}").unwrap();
        }
    }
    for graph in &recipe.graphs {
        writeln!(text, "{} [{}] {:?}", graph.function, graph.condition, graph.fields).unwrap();
    }
    text
}

fn gang_up() -> (Program, Vec<TargetDescription>) {
    let source = Source { module: "demo", file: "src/lib.rs", parsed: &ParsedFile::from_text(GANG_UP) };
    let (program, _) = Program::read([source]);
    let mut tables = Tables::new(&program);
    let functions = 0..program.functions.len();
    let descriptions = functions.map(|function| described(&program, &mut tables, function)).collect();
    (program, descriptions)
}

/// Returns the recipe of the example's function with most conditions.
fn recipe(program: &Program, all: &[&TargetDescription]) -> Recipe {
    let wanted = all.iter().find(|one| one.id.path == "demo::check_rules").unwrap();
    Recipes::new(program, all).recipe(wanted).unwrap()
}

#[test]
fn the_running_example_of_the_paper_has_a_recipe() {
    let (program, descriptions) = gang_up();
    let all: Vec<&TargetDescription> = descriptions.iter().collect();
    insta::assert_snapshot!(shown(&recipe(&program, &all)));
}

#[test]
fn only_callable_functions_are_in_a_recipe() {
    let (program, descriptions) = gang_up();
    let some: Vec<&TargetDescription> =
        descriptions.iter().filter(|one| !one.id.path.contains("Player::")).collect();
    let recipe = recipe(&program, &some);
    let setters: Vec<&FieldSetter> = recipe.fields.iter().flatten().collect();
    assert!(!setters.is_empty());
    assert!(setters.iter().all(|one| !one.function.path.contains("Player::")), "{recipe:?}");
}

#[test]
fn conditions_have_the_numbers_of_the_executable() {
    let (program, mut descriptions) = gang_up();
    let check = descriptions.iter_mut().find(|one| one.id.path == "demo::check_rules").unwrap();
    // a `#[cfg]` has taken the first one away
    check.conditions.remove(0);
    let all: Vec<&TargetDescription> = descriptions.iter().collect();
    let recipe = recipe(&program, &all);
    let own = recipe.graphs.iter().filter(|graph| graph.function == recipe.target);
    let sizes = own.map(|graph| (graph.condition, graph.fields.len()));
    assert_eq!(
        sizes.collect::<Vec<_>>(),
        [(0, 3), (1, 4)],
        "the last one looks at the action of a player, too"
    );
}

#[test]
fn a_recipe_is_made_on_request_and_shared() {
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
    let mut recipes = Recipes::new(&program, &all);
    let expected: Vec<Option<Recipe>> = all.iter().map(|target| recipes.recipe(target)).collect();
    assert!(expected.iter().any(Option::is_some));
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for (target, expected) in all.iter().zip(&expected) {
                    assert_eq!(maker.recipe(&target.id), *expected);
                }
            });
        }
    });
}
