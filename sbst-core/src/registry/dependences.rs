//! Dependences between the goals of a function, from the control dependences of its conditions.
//!
//! An inactive condition has no goals; conditions that depend on it depend on its own dependences.

use crate::registry::Target;
use sbst_model::Goal;

/// Returns the dependences between the goals of `target`: pairs of a goal and a goal that it
/// depends on.
pub fn between_goals(target: &Target) -> Vec<(u32, u32)> {
    let active: Vec<bool> = target.conditions.iter().map(|condition| condition.active).collect();
    goals(&active, target.dependences)
}

/// Returns the dependences between the goals of the active conditions, which are numbered in order.
/// Each triple has the index of a condition, and the index and the outcome of a condition that it
/// depends on.
fn goals(active: &[bool], dependences: &[(u32, u32, bool)]) -> Vec<(u32, u32)> {
    let mut count = 0;
    let numbers: Vec<u32> = active
        .iter()
        .map(|&active| {
            let number = count;
            count += u32::from(active);
            number
        })
        .collect();
    let mut before = vec![Vec::new(); active.len()];
    for &(condition, on, outcome) in dependences {
        before[condition as usize].push((on, outcome));
    }
    let mut pairs = Vec::new();
    for condition in (0..active.len()).filter(|&condition| active[condition]) {
        for parent in parents(active, &before, condition) {
            let number = |condition: u32| numbers[condition as usize];
            let parent = Goal { condition: number(parent.0), outcome: parent.1 }.index() as u32;
            for outcome in [true, false] {
                let goal = Goal { condition: number(condition as u32), outcome };
                pairs.push((goal.index() as u32, parent));
            }
        }
    }
    pairs
}

/// Returns the outcomes of active conditions, of which one is needed to evaluate `condition`; an
/// empty list if it can always be evaluated.
fn parents(active: &[bool], before: &[Vec<(u32, bool)>], condition: usize) -> Vec<(u32, bool)> {
    let mut found = Vec::new();
    let mut seen = vec![condition];
    let mut next = 0;
    while let Some(&looked_through) = seen.get(next) {
        next += 1;
        if before[looked_through].is_empty() {
            return Vec::new();
        }
        for &(on, outcome) in &before[looked_through] {
            if active[on as usize] {
                found.push((on, outcome));
            } else if !seen.contains(&(on as usize)) {
                seen.push(on as usize);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_search::Dependences;

    fn goals(active: &[bool], dependences: &[(u32, u32, bool)]) -> Dependences {
        Dependences::new(2 * active.len(), super::goals(active, dependences))
    }

    #[test]
    fn both_outcomes_depend_on_the_condition_before() {
        let dependences = goals(&[true; 3], &[(1, 0, true), (2, 0, false), (2, 1, true)]);
        let goal = |condition, outcome| Goal { condition, outcome }.index() as u32;
        for outcome in [true, false] {
            assert!(dependences.is_root(goal(0, outcome)));
            assert_eq!(dependences.parents(goal(1, outcome)), [goal(0, true)]);
            let mut parents = [goal(0, false), goal(1, true)];
            parents.sort_unstable();
            assert_eq!(dependences.parents(goal(2, outcome)), parents);
        }
    }

    #[test]
    fn dependences_pass_through_missing_conditions() {
        let goal = |condition, outcome| Goal { condition, outcome }.index() as u32;
        // 0, then 1 after it, then 2 after that; 1 is inactive, so 2 has the number 1.
        let dependences = goals(&[true, false, true], &[(1, 0, true), (2, 1, true)]);
        assert_eq!(dependences.parents(goal(1, true)), [goal(0, true)]);
        // 0 has no dependences, so a condition that depends on it alone has none either.
        let dependences = goals(&[false, true, true], &[(1, 0, true), (2, 0, false), (2, 1, true)]);
        assert!(dependences.is_root(goal(0, true)) && dependences.is_root(goal(1, false)));
    }

    #[test]
    fn cycles_of_missing_conditions_end() {
        let dependences = goals(&[true, false, false], &[(0, 1, true), (1, 2, true), (2, 1, true)]);
        assert!(dependences.is_root(0));
    }
}
