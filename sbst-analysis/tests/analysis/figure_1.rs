//! Figure 1 of McMinn and Holcombe, "Hybridizing Evolutionary Testing with the Chaining Approach",
//! GECCO 2004. It is an example of a control-flow graph, of its critical branches, and of approach
//! levels.

use super::analysis;
use sbst_analysis::Branch;
use sbst_model::{Distance, Goal};
use sbst_search::{fitness::FitnessOf, Dependences, Fitness};

/// A function with the text's branches. Node 6 is missed by the true branch from 1, by the false
/// branch from 4, and, within an iteration of the loop, by the false branch from 5.
const FIGURE_1: &str = "
    if node_1 { node_2(); } else {
        node_3();
        while node_4 {
            if node_5 == x {
                // The condition is evaluated when node 6 is reached.
                node_6 == x;
            }
        }
    }
    node_7();
";

/// Returns the dependences between goals, as derived by the runtime from the registered dependences
/// of conditions.
fn between_goals() -> Dependences {
    let analysis = analysis(FIGURE_1);
    let goal = |condition: usize, outcome| Goal { condition: condition as u32, outcome }.index() as u32;
    let mut pairs = Vec::new();
    for (index, condition) in analysis.conditions.iter().enumerate() {
        for Branch { condition, outcome } in &condition.depends_on {
            let on = goal(*condition, *outcome);
            pairs.extend([true, false].map(|outcome| (goal(index, outcome), on)));
        }
    }
    Dependences::new(2 * analysis.conditions.len(), pairs)
}

/// Returns the approach level of an execution that evaluated these conditions with these outcomes.
/// The target is node 6. It is reached if its condition is evaluated, so the goal is the branch to
/// it.
fn level(evaluated: &[(u32, bool)]) -> u32 {
    let mut reached = Vec::new();
    for &(condition, taken) in evaluated {
        for outcome in [true, false] {
            let distance = Distance::from_steps(u128::from(outcome != taken) * 7);
            reached.push((Goal { condition, outcome }.index() as u32, distance));
        }
    }
    let mut fitness = FitnessOf::default();
    fitness.read(8, &reached);
    let target = Goal { condition: NODE_5, outcome: true }.index() as u32;
    fitness.goal(target, &between_goals()).level
}

const NODE_1: u32 = 0;
const NODE_4: u32 = 1;
const NODE_5: u32 = 2;
const NODE_6: usize = 3;

#[test]
fn the_critical_branches_are_those_of_the_text() {
    let analysis = analysis(FIGURE_1);
    let on = |condition: usize| analysis.conditions[condition].depends_on.clone();
    let branch = |condition: u32, outcome| vec![Branch { condition: condition as usize, outcome }];
    assert_eq!(analysis.conditions[NODE_6].text, "node_6 == x");
    // The other outcomes are critical.
    assert_eq!(on(NODE_6), branch(NODE_5, true));
    assert_eq!(on(NODE_5 as usize), branch(NODE_4, true));
    assert_eq!(on(NODE_4 as usize), branch(NODE_1, false));
    assert_eq!(on(NODE_1 as usize), []);
}

#[test]
fn the_approach_levels_are_those_of_the_text() {
    // "individuals taking the false branch at node 5 receive an approach level of zero",
    assert_eq!(level(&[(NODE_1, false), (NODE_4, true), (NODE_5, false)]), 0);
    // "individuals diverging away down the [false] branch at node 4 receive an approach level of
    // one, and so on". The text names the true branch here, against its own list of critical
    // branches a few lines before.
    assert_eq!(level(&[(NODE_1, false), (NODE_4, false)]), 1);
    assert_eq!(level(&[(NODE_1, true)]), 2);
}

#[test]
fn execution_that_reaches_target_has_level_zero() {
    let reached = [(NODE_1, false), (NODE_4, true), (NODE_5, true), (NODE_6 as u32, false)];
    assert_eq!(level(&reached), 0);
    let nothing = Fitness::UNREACHED.level;
    assert_eq!(level(&[]), nothing);
}
