use super::*;
use crate::command::explain::find::tests::found;
use sbst_analysis::construction::Source;
use sbst_source::files::ParsedFile;

const SOURCE: &str = "\
pub struct Action { actor: u32, target: u32 }
impl Action {
    pub fn new(actor: u32, target: u32) -> Action { Action { actor, target } }
    pub fn set_actor(&mut self, actor: u32) { if actor < 9 { self.actor = actor; } }
    pub fn actor(&self) -> u32 { self.actor }
}
pub struct Player { action: i32, pub name: String }
impl Player {
    pub fn set_action(&mut self, action: i32) { self.action = action; }
}
pub struct GameState { players: Vec<Player>, first: Player }
impl GameState {
    pub fn add(&mut self, player: Player) { self.players.push(player); }
    pub fn player(&self, id: u32) -> Option<&Player> { self.players.get(id as usize) }
    pub fn player_mut(&mut self, id: u32) -> Option<&mut Player> { self.players.get_mut(id as usize) }
}
pub fn check_rules(action: &Action, state: &GameState) -> bool {
    if 3 > LIMIT { return false; }
    let Some(actor) = state.player(action.actor()) else { return false };
    let Some(target) = state.player(action.target) else { return false };
    if actor.action == 5 && known(&target.name) { return true; }
    state.first.action == 7
}";

fn with_construction<T>(conditions: &[usize], ask: impl FnOnce(&Construction<'_>) -> T) -> T {
    let source = Source { module: "d::inner", file: "src/inner.rs", parsed: &ParsedFile::from_text(SOURCE) };
    let (program, _) = Program::read([source]);
    let functions = found("src/inner.rs", SOURCE);
    let function = functions.iter().find(|function| function.path.ends_with("check_rules")).unwrap();
    ask(&Construction::new(&program, function, conditions).unwrap())
}

#[test]
fn graphs_are_shown_as_text() {
    let text = with_construction(&[0, 3, 5], |construction| construction.text());
    insta::assert_snapshot!(anstream::adapter::strip_str(&text).to_string());
}

#[test]
fn graphs_are_drawn_by_graphviz() {
    insta::assert_snapshot!(with_construction(&[3], |construction| construction.dot()));
}

#[test]
fn rows_name_the_functions_by_their_paths() {
    let json =
        with_construction(&[3], |construction| serde_json::to_value(rows::rows(construction)).unwrap());
    let nodes = json[0]["nodes"].as_array().unwrap();
    let actor = nodes.iter().find(|node| node["name"] == "Action.actor").unwrap();
    let functions: Vec<&str> =
        actor["setters"].as_array().unwrap().iter().map(|one| one["function"].as_str().unwrap()).collect();
    assert_eq!(functions, ["d::inner::Action::set_actor", "d::inner::Action::new"]);
    assert_eq!(actor["setters"][1]["arguments"], serde_json::json!(["actor"]));
    assert_eq!(actor["setters"][0]["probability"], 2.0 / 3.0);
}
