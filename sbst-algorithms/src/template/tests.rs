use super::*;
use sbst_model::shape::{Integer, Object, Origin, Product, Sequence, Step, StepGives, Sum, Wrapper};
use sbst_model::{NodeKind, Shape};
use sbst_search::operator::inputs::Inputs;
use sbst_search::operator::Operators;
use std::{cell::Cell, sync::LazyLock};

static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));
static NOTHING: Shape = Shape::Sum(Sum { variants: &[] });

// Call 1 makes a player, and call 2 gives it a number; call 3 would, too, but its arguments have no
// values. Call 4 makes a team, and call 5 adds a player to it.
static PLAYER_ORIGIN: Shape = Shape::Sum(Sum { variants: &[Product::new(&[], "")] });
static PLAYER_STEP: Shape =
    Shape::Sum(Sum { variants: &[Product::new(&[|| &U8], ""), Product::new(&[|| &NOTHING], "")] });
static PLAYER_STEPS: Shape = Shape::Sequence(Sequence::from_steps(|| &PLAYER_STEP, 9));
static PLAYER_TREE: Shape = Shape::Product(Product::new(&[|| &PLAYER_ORIGIN, || &PLAYER_STEPS], ""));
static PLAYER_OBJECT: LazyLock<Object> = LazyLock::new(|| Object {
    value: 0,
    origins: vec![Origin::Call(1)],
    steps: [2, 3]
        .map(|callable| Step { callable, receiver: 0, gives: StepGives::Nothing, assigned: None })
        .to_vec(),
});
static PLAYER: LazyLock<Shape> = LazyLock::new(|| {
    Shape::Wrapper(Wrapper { inner: || &PLAYER_TREE, template: "{0}", object: Some(&PLAYER_OBJECT) })
});
static TEAM_ORIGIN: Shape = Shape::Sum(Sum { variants: &[Product::new(&[], "")] });
static TEAM_STEP: Shape = Shape::Sum(Sum { variants: &[Product::new(&[|| &PLAYER], "")] });
static TEAM_STEPS: Shape = Shape::Sequence(Sequence::from_steps(|| &TEAM_STEP, 9));
static TEAM_TREE: Shape = Shape::Product(Product::new(&[|| &TEAM_ORIGIN, || &TEAM_STEPS], ""));
static TEAM_OBJECT: LazyLock<Object> = LazyLock::new(|| Object {
    value: 0,
    origins: vec![Origin::Call(4)],
    steps: vec![Step { callable: 5, receiver: 0, gives: StepGives::Nothing, assigned: None }],
});
static TEAM: LazyLock<Shape> = LazyLock::new(|| {
    Shape::Wrapper(Wrapper { inner: || &TEAM_TREE, template: "{0}", object: Some(&TEAM_OBJECT) })
});

fn setter(callable: u64, repeats: bool) -> Setter {
    Setter { callable, weight: 1, repeats }
}

/// Templates of goals that depend on the number of a team's player.
fn templates() -> Templates {
    let fields = vec![vec![setter(2, false), setter(3, false)], vec![setter(5, true)]];
    Templates::from_graphs(vec![Graph { goals: vec![6, 7], fields }])
}

fn operators(templates: &Templates) -> Operators {
    let inputs =
        Inputs { parameters: vec![&TEAM], source: Some(Rc::new(templates.clone())), ..Inputs::default() };
    Operators::new(inputs, &[], 1)
}

#[test]
fn each_part_is_set_by_a_call_whose_arguments_have_values() {
    let templates = templates();
    let mut operators = operators(&templates);
    let mut made = 0;
    for _ in 0..200 {
        let mut test = TestCase::new();
        if !templates.draw(&mut operators, &mut test) {
            continue;
        }
        made += 1;
        let mut story = TestCase::new();
        sbst_model::story::tell(&[&TEAM], &test, &mut story);
        let called: Vec<u64> = story
            .nodes()
            .iter()
            .filter(|node| node.kind == NodeKind::Statement)
            .map(|node| node.payload)
            .collect();
        assert_eq!(called[..4], [4, 1, 2, 5], "a team, a player, its number, and it joins");
        assert!(called.iter().all(|call| *call != 3));
        assert!(sbst_model::conforms(&TEAM, &test, 1));
    }
    assert!((30..90).contains(&made), "three of ten are made from templates, and not {made} of 200");
}

#[test]
fn covered_goals_get_no_templates() {
    let templates = templates();
    let mut operators = operators(&templates);
    templates.is_time(&[6]);
    assert!(!templates.is_empty());
    templates.is_time(&[7]);
    assert!((0..100).all(|_| !templates.draw(&mut operators, &mut TestCase::new())));
}

fn from_template(templates: &Templates, operators: &mut Operators) -> TestCase {
    let mut test = TestCase::new();
    while !templates.draw(operators, &mut test) {}
    test
}

#[test]
fn graphs_are_requested_after_a_while_without_a_covered_goal() {
    let asked = Rc::new(Cell::new(0));
    let there = asked.clone();
    let lazy = Templates::when_wanted(move || {
        there.set(there.get() + 1);
        let fields = vec![vec![setter(5, true)]];
        (there.get() > 1).then(|| vec![Graph { goals: vec![6, 7], fields }])
    });
    let mut operators = operators(&lazy);
    let idle = |evaluations| (0..evaluations).filter(|_| lazy.is_time(&[])).count();
    assert_eq!(idle(PATIENCE - 1), 0);
    assert!(!lazy.is_time(&[3]), "another goal is covered");
    assert_eq!(idle(PATIENCE - 1), 0);
    assert!(lazy.is_time(&[6]) || idle(PATIENCE) == 1);
    lazy.ask(700, false);
    assert_eq!((asked.get(), lazy.draw(&mut operators, &mut TestCase::new())), (0, false), "nothing is left");
    assert_eq!(idle(PATIENCE), 1);
    lazy.ask(900, true);
    assert_eq!((asked.get(), lazy.synthesis().asked_at), (1, Some(900)));
    assert!(!lazy.draw(&mut operators, &mut TestCase::new()), "they are not there yet");
    assert_eq!(idle(PATIENCE), 1);
    lazy.ask(1100, true);
    assert_eq!((asked.get(), lazy.synthesis().asked_at), (2, Some(900)));
    assert_eq!(idle(10 * PATIENCE), 0, "an existing template is not requested");
    from_template(&lazy, &mut operators);
    lazy.is_time(&[7]);
    assert!(lazy.is_empty(), "goal 6 was covered before, and goal 7 is now");
}

/// The nodes of a test that become calls: origins and steps.
fn places(test: &TestCase) -> Vec<usize> {
    sbst_model::story::places(&[&TEAM], test)
}

#[test]
fn failing_test_is_repaired_at_failing_call_until_limit() {
    let templates = templates();
    let mut operators = operators(&templates);
    let first = from_template(&templates, &mut operators);
    let before = templates.synthesis().tests;
    // The number for the player is rejected.
    let refused = places(&first)[2];
    let mut failing = first.clone();
    for repair in 1..=TRIES {
        templates.failed(&failing, &|| Some(refused));
        let repaired = from_template(&templates, &mut operators);
        assert!(sbst_model::conforms(&TEAM, &repaired, 1));
        let is_last = repair == TRIES;
        let dropped = usize::from(is_last);
        assert_eq!(places(&repaired).len(), places(&first).len() - dropped, "the step is dropped at last");
        if !is_last {
            assert_eq!(repaired.nodes()[..refused], first.nodes()[..refused], "the nodes before it stay");
        }
        failing = repaired;
    }
    let (synthesis, tries) = (templates.synthesis(), u64::from(TRIES));
    assert_eq!((synthesis.tests, synthesis.repaired, synthesis.failed), (before, tries, tries));
    templates.failed(&failing, &|| Some(refused));
    from_template(&templates, &mut operators);
    assert_eq!(templates.synthesis().tests, before + 1, "then another one is drawn");
}

#[test]
fn goal_with_failing_tests_is_chosen_less_often() {
    let templates = templates();
    let mut operators = operators(&templates);
    let mut made = |times| {
        let mut made = 0;
        for _ in 0..times {
            let mut test = TestCase::new();
            if templates.draw(&mut operators, &mut test) {
                made += 1;
                templates.failed(&test, &|| None);
            }
        }
        made
    };
    let (early, late) = (made(2_000), made(2_000));
    assert!(
        early < 100 && 2 * early > 3 * late && late > 0,
        "{early} of the first 2,000 draws, {late} of the next"
    );
}
