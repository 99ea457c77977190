//! The target set, rule by rule, and the way back to a lost target.

use super::targets::{Targets, MOST_LEVELS};
use crate::evaluation::problem::{Execution, Problem};
use crate::{
    evaluation::archive::Archive, evaluation::evaluator::Evaluator, evaluation::fitness::Dependences,
    evaluation::observer::Silent, evaluation::options::Options, operator::inputs::Inputs,
    operator::Operators, search,
};
use sbst_model::{messages::Budget, shape::Integer, Algorithm, Distance, Shape, TestCase};

/// `if a { if b { if c {} } }` with an else each: goals 2i and 2i + 1. `b` and `c` depend on the
/// conditions above them.
fn nested() -> Dependences {
    Dependences::new(6, [(2, 0), (3, 0), (4, 2), (5, 2)])
}

fn targets(targets: &Targets) -> Vec<u32> {
    (0..targets.goals() as u32).filter(|&goal| targets.contains(goal)).collect()
}

#[test]
fn the_first_targets_are_goals_without_dependences() {
    assert_eq!(targets(&Targets::dynamic(6, &nested())), [0, 1]);
    assert_eq!(targets(&Targets::dynamic(3, Dependences::UNKNOWN)), [0, 1, 2]);
}

#[test]
fn covering_a_goal_makes_only_those_below_it_targets() {
    let mut set = Targets::dynamic(6, &nested());
    set.open(&nested(), &[1], [].into_iter());
    assert_eq!(targets(&set), [0, 1]);
    set.open(&nested(), &[0], [].into_iter());
    assert_eq!(targets(&set), [0, 1, 2, 3]);
}

#[test]
fn one_execution_opens_as_many_levels_as_it_covers() {
    let mut set = Targets::dynamic(6, &nested());
    set.open(&nested(), &[2, 0], [].into_iter());
    assert_eq!(targets(&set), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn one_of_several_parents_is_enough() {
    let either = Dependences::new(4, [(2, 0), (2, 1), (3, 2)]);
    let mut set = Targets::dynamic(4, &either);
    set.open(&either, &[1], [].into_iter());
    assert_eq!(targets(&set), [0, 1, 2]);
}

#[test]
fn an_evaluated_goal_is_a_target_despite_the_graph() {
    let mut set = Targets::dynamic(6, &nested());
    set.open(&nested(), &[], [4].into_iter());
    assert_eq!(targets(&set), [0, 1, 4]);
}

#[test]
fn targets_out_of_reach_take_turns() {
    let below = Dependences::new(40, (1..40).map(|goal| (goal, 0)));
    let mut set = Targets::dynamic(40, &below);
    set.open(&below, &[0], [].into_iter());
    let archive = Archive::new(40);
    let mut seen = [false; 40];
    for _ in 0..40 {
        set.find_lost(&archive, |goal| goal == 7);
        assert_eq!(set.out_of_reach().len(), MOST_LEVELS);
        set.out_of_reach().iter().for_each(|&goal| seen[goal as usize] = true);
    }
    assert!((1..40).all(|goal| seen[goal] == (goal != 7)));
}

/// `x == 1_000_000_000` (goals 0, 1), and below it `y == 7` (goals 2, 3). The first `silent`
/// executions that reach the latter record no distance: the parent is covered, and the population
/// has no distance to its children.
struct Silenced {
    inputs: Inputs,
    dependences: Dependences,
    silent: u32,
}

impl Problem for Silenced {
    fn goals(&self) -> usize {
        4
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn dependences(&self) -> &Dependences {
        &self.dependences
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        let [x, y] = [1, 2].map(|node| test.integer(node) as i32);
        let steps = |steps: u32| Distance::from_steps(u128::from(steps));
        let above = x.abs_diff(1_000_000_000);
        execution.reached.push((0, steps(above)));
        execution.reached.push((1, if above == 0 { Distance::ONE } else { Distance::ZERO }));
        if above == 0 {
            if self.silent > 0 {
                self.silent -= 1;
            } else {
                execution.reached.push((2, steps(y.abs_diff(7))));
                execution.reached.push((3, if y == 7 { Distance::ONE } else { Distance::ZERO }));
            }
        }
    }
}

static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));

#[test]
fn the_approach_level_leads_back_to_a_lost_target() {
    let mut complete = 0;
    for seed in 0..10 {
        let inputs = Inputs { parameters: vec![&I32, &I32], ..Inputs::default() };
        let dependences = Dependences::new(4, [(2, 0), (3, 0)]);
        let mut problem = Silenced { inputs, dependences, silent: 1 };
        let budget = Budget { evaluations: Some(20_000), seconds: None, stall: None };
        let outcome = search(&mut problem, &Options::new(Algorithm::Dynamosa, seed, budget), &mut Silent);
        complete += usize::from(outcome.archive.covered() == 4);
    }
    assert_eq!(complete, 10);
}

#[test]
fn without_dependences_the_search_is_mosa() {
    let run = |algorithm| {
        let inputs = Inputs { parameters: vec![&I32, &I32], ..Inputs::default() };
        let mut problem = Silenced { inputs, dependences: Dependences::default(), silent: 0 };
        let budget = Budget { evaluations: Some(3_000), seconds: None, stall: None };
        let outcome = search(&mut problem, &Options::new(algorithm, 5, budget), &mut Silent);
        (outcome.evaluations, outcome.evaluations_to_last_goal, outcome.best)
    };
    assert_eq!(run(Algorithm::Dynamosa), run(Algorithm::Mosa));
}

#[test]
fn objective_by_level_is_ordered_by_level_then_distance() {
    let inputs = Inputs { parameters: vec![&I32, &I32], ..Inputs::default() };
    let dependences = Dependences::new(4, [(2, 0), (3, 0)]);
    let mut problem = Silenced { inputs: inputs.clone(), dependences, silent: 0 };
    let mut silent = Silent;
    let budget = Budget { evaluations: Some(100), seconds: None, stall: None };
    let options = Options::new(Algorithm::Dynamosa, 1, budget);
    let mut evaluator = Evaluator::new(&mut problem, &options, &mut silent);
    let mut operators = Operators::new(inputs, &[], 1);
    let mut test = TestCase::new();
    operators.sample(&mut test);
    let mut level_of = |x: i32| {
        test.set_integer(1, x as u128);
        evaluator.evaluate(&test);
        let fitness = evaluator.fitness(2);
        (fitness.level, fitness.distance.beyond(fitness.level))
    };
    let (near, far) = (level_of(1_000_000_001), level_of(-5));
    assert_eq!((near.0, far.0), (1, 1));
    assert!(Distance::ONE < near.1 && near.1 < far.1 && far.1 < Distance::from_steps(2));
}
