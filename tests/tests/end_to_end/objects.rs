//! Objects made and changed only by calls, and the call sequences in their tests.

use sbst_tests::{Output, Project, Shared};
use serde_json::Value;
use std::sync::LazyLock;

/// Makes a copy independent: the fixture belongs to the workspace of the experiments.
pub fn stand_alone(project: &Project) {
    let manifest = project.read("Cargo.toml");
    project.write("Cargo.toml", &format!("{manifest}\n[workspace]\n"));
}

/// Returns the copy used by tests in turns.
fn shared() -> Shared {
    let project = Project::shared("objects");
    stand_alone(&project);
    project
}

/// A run with construction graphs, shared by most tests here.
static RUN: LazyLock<(Project, Output)> = LazyLock::new(|| {
    let project = Project::copy("objects", "objects");
    stand_alone(&project);
    let output = project.sbst("--with graph --seed 1 --message-format json").succeed();
    (project, output)
});

/// Returns the tests of a module of the crate.
fn read_tests(module: &str) -> String {
    RUN.0.read(&format!("tests/sbst/{module}.rs"))
}

/// Returns the first test that contains all of `texts`.
#[track_caller]
fn story_with(module: &str, texts: &[&str]) -> String {
    let tests = read_tests(module);
    let mut stories = tests.split("#[test]").skip(1);
    let story = stories.find(|story| texts.iter().all(|text| story.contains(text)));
    story.unwrap_or_else(|| panic!("no test has all of {texts:?}:\n{tests}")).to_owned()
}

#[test]
fn the_programs_behave_as_their_sources() {
    let behaviour = RUN.0.cargo("test --test behaviour").succeed();
    assert!(behaviour.stdout.contains("test stack_is_bounded_and_counts_operations ... ok"), "{behaviour:?}");
}

#[test]
fn search_build_of_impl_blocks_adds_no_warning() {
    let output = shared().sbst("list").succeed();
    assert!(!output.stderr.contains("warning:"), "{output:?}");
}

#[test]
fn types_without_constructors_are_reported_with_advice() {
    for path in ["objects::unmade::Sealed::fits", "objects::unmade::is_safe"] {
        let target = RUN.1.target(path);
        let reason = target["not_searched"].as_str().unwrap_or_else(|| panic!("it was searched: {target}"));
        assert!(reason.contains("`&Sealed`") && reason.contains("`#[derive(sbst::Input)]`"), "{reason}");
        assert_eq!(target["uncovered"].as_array().unwrap().len(), target["goals"].as_u64().unwrap() as usize);
    }
}

#[test]
fn enum_has_constructible_variants() {
    let door = RUN.1.target("objects::unmade::lets_in");
    assert!(door["covered"].as_u64() > Some(0) && door["covered"] != door["goals"], "{door}");
    assert!(!read_tests("unmade").contains("Locked("));
}

/// Returns the functions with an uncovered goal, except functions whose types have no constructor.
fn uncovered() -> Vec<String> {
    let finished = RUN.1.find_messages("target-finished").into_iter();
    let uncovered = finished.filter(|target| target["covered"] != target["goals"]);
    let paths = uncovered.map(|target| target["target"].as_str().unwrap().replacen("objects::", "", 1));
    paths.filter(|path| !path.starts_with("unmade::")).collect()
}

#[test]
fn every_branch_is_covered_except_of_unmade_types() {
    assert_eq!(uncovered(), [""; 0]);
    assert!(RUN.1.find_messages("target-finished").len() > 120);
}

#[test]
fn every_story_compiles_and_passes_without_a_warning() {
    let (project, output) = &*RUN;
    assert_eq!(output.find_messages("test-removed"), [Value::Null; 0]);
    let tested = project.passes_without_warnings("--test sbst");
    assert!(tested.stdout.contains("test stack::") && tested.stdout.contains("test gang_up::"), "{tested:?}");
    project.has_no_lints("--tests");
}

#[test]
fn the_tests_cover_the_searchs_goals() {
    let (project, output) = &*RUN;
    let observed = project.sbst("test --test sbst --message-format json").succeed();
    for target in output.find_messages("target-finished") {
        let path = target["target"].as_str().unwrap();
        let not_written = output.find_messages("tests-not-written").into_iter();
        let not_checked = not_written.filter(|not_written| not_written["function"] == target["target"]);
        let not_checked: u64 = not_checked.filter_map(|not_written| not_written["goals"].as_u64()).sum();
        let covered = observed.target(path)["covered"].as_u64().unwrap();
        assert_eq!(covered + not_checked, target["covered"].as_u64().unwrap(), "{path}");
    }
}

#[test]
fn the_test_of_the_stack_is_idiomatic() {
    let story = story_with("stack", &["assert!(stack.check());"]);
    assert!(story.contains("let mut stack = Stack::new("), "{story}");
    assert_eq!(story.matches("stack.push(").count(), 5, "{story}");
    assert_eq!(story.matches("stack.pop()").count(), 1, "{story}");
    assert!(story.contains("stack.push(4242)"), "{story}");
}

#[track_caller]
fn the_player_moves(module: &str, wanted: &str, joins: &str) {
    let story = story_with(module, &["Action::new(", "GameState::new()", wanted, joins]);
    assert!(!story.contains("GameState {") && !story.contains("Player {"), "{story}");
}

#[test]
fn players_join_with_required_move() {
    the_player_moves("gang_up", "set_action(3_165_203)", ".add_player(");
    the_player_moves("gang_up_decoys", "set_action(3_016_245)", ".add_player(");
}

#[test]
fn players_joined_together_have_the_target_move() {
    the_player_moves("gang_up_all_at_once", "set_action(3_432_985)", ".set_players(vec![");
}

#[test]
fn ways_to_a_value_are_gone_as_a_user_would_go_them() {
    for (module, texts) in [
        ("students", &[".set_award_number(137)", ".set_cv(", ".set_supervisor("][..]),
        ("constructors", &["Grid::with_size(", ".unwrap()", ".mark("]),
        ("builders", &["Request::builder()", ".timeout(", ".build()"]),
        ("builders", &["CommandBuilder::new(", ".quiet()", ".finish()"]),
        ("conversions", &["default()", ".count(", "::from("]),
        ("foreign", &["Layout::from_size_align(4096, "]),
        ("borrowed", &["Buffer::new()", "Reader::new(&"]),
        ("journals", &["Journal::new()", ".begin()", ".add("]),
        ("shared", &["RefCell::new(", "Rc::new(", ".freeze()"]),
        ("shared", &["Mutex::new(", "Arc::new(", ".deposit("]),
        ("packets", &[".payload_mut()", "end_line("]),
        ("variants_shapes", &["Shape::Circle(", "Circle::new("]),
        ("given", &[".insert(", ".ticket()", ".enter("]),
        ("lent", &["slots.make(", "*slots.get_mut(", ".unwrap() = 4711;", "are_worth(&slots)"]),
        ("lent", &["*document.rank_mut().unwrap() = Rank::Section(7);", ".cover_mut()"]),
        ("queues", &["Queue::with_limit(", ".push(", ".is_round()"]),
        ("traits", &["Box::new(", ".turn_up("]),
        ("traits", &["Lamp::new(60)", "is_small(lamp)"]),
        ("elsewhere", &["takes_much(&Plug::Charging { watts: 100_001 })"]),
        ("elsewhere", &["Book { pages: ", "are_three(&"]),
        ("foreign", &[".allow(own_thread())", ".may_write(own_thread())"]),
        ("orders", &["Item::Cake(Plate {", "pieces: 12", "is_present: true"]),
        ("orders", &["size: CupSize::Own(330)", "extras: BTreeMap::from("]),
        ("orders", &["Some(Box::new(Item::", "enlarge(&mut size"]),
        ("orders", &["Named::Name(\"large\")"]),
        ("orders", &["Expression::Sum(", "Expression::Number(42)"]),
        ("twice", &["= Town::found();", "assert!(!town.leads_to(&town));"]),
        ("twice", &["town.grow(40021);", "distance(&town, &town)"]),
        ("twice", &["&town", "&other_town, &other_town"]),
        ("twice", &["let other_rc = Rc::clone(&rc);", "resettle(rc, other_rc)"]),
        ("twice", &["finding: RefCell already borrowed", "let other_rc = Rc::clone(&rc);"]),
        ("twice", &["let other_arc = Arc::clone(&arc);", "is_one_number(arc, other_arc)"]),
        ("twice", &["census.count(&town);", "assert!(census.knows(&town));"]),
        ("scenes", &["assert!(is_sign(&[Box::new(", "Box::new(Tile { side: 3 })"]),
        ("scenes", &["outgrows(&[&", "Some(&mut disc"]),
        ("scenes", &["tidy(&mut vec![", ") as Box<dyn Figure>", "100"]),
        ("scenes", &["String::from(\"logo\")", "Box::new(Pile {", ") as Box<dyn Figure>"]),
        ("scenes", &["doubles(Rc::new(RefCell::new(Disc::new("]),
        ("scenes", &["is_cover(&Page {", "figures: vec![Box::new("]),
        ("scenes", &["Scene::new(vec![Rc::new(", "scene.add(Box::new(", "assert!(scene.is_poster())"]),
        ("scenes", &["is_list(&[Box::new("]),
        ("spots_register", &["let Spot::Occupied(mut ", ".raise("]),
        ("spots_register", &["let Spot::Vacant(", ".fill("]),
        ("spots", &[".houses()", ".find("]),
        ("spots", &[".houses_mut()", ".clear("]),
        ("cells", &["let turnstile = Turnstile::new()", ".take_ticket(", ".is_cheated()"]),
    ] {
        story_with(module, texts);
    }
}

#[test]
fn owners_come_before_their_borrowers() {
    let story = story_with("borrowed", &["Reader::new(&buffer)"]);
    let at = |text: &str| story.find(text).unwrap_or_else(|| panic!("no `{text}`:\n{story}"));
    assert!(at("Buffer::new()") < at("Reader::new(&buffer)"), "{story}");
    if let Some(change) = story.find("buffer.push(") {
        assert!(change < at("Reader::new(&buffer)"), "a buffer that is read cannot change:\n{story}");
    }
}

#[test]
fn the_same_seed_gives_the_same_stories() {
    let project = shared();
    let run = |jobs: &str| {
        let only = "--only objects::company --only objects::shared --only objects::stack";
        project.sbst(&format!("{only} --seed 4 --budget 3000evals --jobs {jobs}")).succeed();
        project.contents("tests/sbst")
    };
    let first = run("1");
    assert!(first["tests/sbst/stack.rs"].contains("stack.push("), "{first:?}");
    assert_eq!(run("2"), first);
}

/// A buffer that is full after sixty calls, and a board that is full after forty-two legal ones.
const PATIENT: &str = "
    pub struct Buffer { items: Vec<u8> }
    #[sbst::instrument]
    impl Buffer {
        pub fn new() -> Buffer { Buffer { items: Vec::new() } }
        pub fn push(&mut self, item: u8) { self.items.push(item); }
        pub fn clear(&mut self) { self.items.clear(); }
        pub fn is_full(&self) -> bool { self.items.len() >= 60 }
    }
    pub struct Board { columns: [usize; 7], moves: usize }
    #[sbst::instrument]
    impl Board {
        pub fn new() -> Board { Board { columns: [0; 7], moves: 0 } }
        pub fn drop_disc(&mut self, column: usize) -> bool {
            if column >= 7 || self.columns[column] >= 6 { return false; }
            self.columns[column] += 1;
            self.moves += 1;
            self.moves == 42
        }
        pub fn is_drawn(&self) -> bool { self.moves == 42 }
    }
";

#[test]
fn states_requiring_many_calls_are_reached() {
    let project = Project::copy("features", "objects-patient");
    project.write("src/patient.rs", PATIENT);
    project.write("src/lib.rs", "pub mod patient;\n");
    let options = "--budget 20000evals --seed 1";
    let output = project.sbst(&format!("{options} --message-format json")).succeed();
    for name in ["Buffer::is_full", "Board::drop_disc", "Board::is_drawn"] {
        let path = format!("fixture_features::patient::{name}");
        assert!(output.unreached(&path).is_empty(), "{name}: {output:?}");
    }
    let tests = project.read("tests/sbst/patient.rs");
    let longest = tests.split("#[test]").map(|test| test.matches("push(").count()).max();
    assert_eq!(longest, Some(60), "no more than are needed: {tests}");
    project.cargo("test --test sbst").succeed();
}
