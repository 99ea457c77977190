use super::*;
use crate::command::explain::find::tests::found;
use sbst_analysis::construction::Source;

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
pub struct GameState { players: Vec<Player> }
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
    false
}";

fn with_construction<T>(conditions: &[usize], ask: impl FnOnce(&Construction<'_>) -> T) -> T {
    let source = Source { module: "d::inner", file: "src/inner.rs", text: SOURCE };
    let (program, _) = Program::of([source]);
    let functions = found("src/inner.rs", SOURCE);
    let function = functions.iter().find(|function| function.path.ends_with("check_rules")).unwrap();
    ask(&Construction::of(&program, function, conditions).unwrap())
}

#[test]
fn a_graph_as_people_read_it() {
    let text = with_construction(&[0, 3, 4], |construction| construction.text());
    insta::assert_snapshot!(anstream::adapter::strip_str(&text).to_string());
}

#[test]
fn a_graph_as_a_picture() {
    let svg = with_construction(&[3], picture::of);
    insta::assert_snapshot!(svg);
}

#[test]
fn a_picture_is_well_formed_and_has_all_nodes() {
    let conditions = [0, 1, 2, 3, 4];
    let (svg, nodes) = with_construction(&conditions, |construction| {
        let nodes: usize = construction.graphs.iter().map(|of| of.graph.nodes.len()).sum();
        (picture::of(construction), nodes)
    });
    let document = roxmltree::Document::parse(&svg).unwrap();
    let boxes = document.descendants().filter(|one| one.has_tag_name("rect"));
    let named = boxes.filter(|one| one.children().any(|child| child.has_tag_name("title")));
    assert_eq!(named.count(), nodes);
    assert!(svg.contains("It looks at no part of an input."));
}

#[test]
fn rows_name_the_functions_by_their_paths() {
    let json = with_construction(&[3], |construction| serde_json::to_value(rows::of(construction)).unwrap());
    let nodes = json[0]["nodes"].as_array().unwrap();
    let actor = nodes.iter().find(|node| node["name"] == "action.actor").unwrap();
    let functions: Vec<&str> =
        actor["accessors"].as_array().unwrap().iter().map(|one| one["function"].as_str().unwrap()).collect();
    assert_eq!(
        functions,
        ["d::inner::Action::new", "d::inner::Action::set_actor", "d::inner::Action::actor"]
    );
    assert_eq!(actor["accessors"][0]["inputs"][0]["name"], "actor");
    // one of the two branches of `set_actor` leads on, which the receiver is an input of, too: 2 · 1/2 beside 1
    assert_eq!(actor["accessors"][1]["score"], 1.0);
    assert_eq!(actor["accessors"][1]["probability"], 0.5);
}
