//! Proofs of infeasible goals by symbolic execution, in words like those of the analysis.

use crate::search::target_report::TargetReport;
use sbst_model::messages::{Contradicted, ProvedGoal};
use sbst_model::{Goal, TargetDescription};

/// Adds proofs to a report.
pub fn add(proofs: &[ProvedGoal], report: &mut TargetReport) {
    for proof in proofs {
        let reason = reason(proof, &report.description);
        report.prove(Goal::from_index(proof.goal as usize), reason);
    }
}

/// Returns the reason why no path covers a goal, as half a sentence.
fn reason(proof: &ProvedGoal, description: &TargetDescription) -> String {
    let mut reasons: Vec<String> = Vec::new();
    for contradicted in &proof.contradicted {
        let reason = contradiction(contradicted, description);
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    match reasons.as_slice() {
        [] => "symbolic execution explored all paths, and none leads here".into(),
        [reason] => format!("symbolic execution explored all paths, and {reason}"),
        [reason, others @ ..] => {
            let word = if others.len() == 1 { "way" } else { "ways" };
            format!(
                "symbolic execution explored all paths, and {reason}; {} other {word} to it contradict it, too",
                others.len()
            )
        }
    }
}

fn contradiction(contradicted: &Contradicted, description: &TargetDescription) -> String {
    let mut against: Vec<String> = Vec::new();
    for goal in &contradicted.goals {
        let goal = Goal::from_index(*goal as usize);
        let Some(condition) = description.conditions.get(goal.condition as usize) else { continue };
        let (outcome, line) = (condition.kind.outcome(goal.outcome), condition.place.line);
        let step = format!("`{}` in line {line} ({outcome})", condition.text);
        if !against.contains(&step) {
            against.push(step);
        }
    }
    if contradicted.is_by_success {
        against.push("that operations before succeed".into());
    }
    match against.as_slice() {
        [] => "no values give this".into(),
        against => format!("this contradicts {}", against.join(" and ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn contradicted(goals: &[u32], is_by_success: bool) -> Contradicted {
        Contradicted { goals: goals.into(), is_by_success }
    }

    #[test]
    fn a_proof_has_the_contradiction() {
        let mut report = TargetReport::new(&fixture::description("f", 2));
        let text = report.description.conditions[0].text.clone();
        let proofs = [
            ProvedGoal {
                goal: 2,
                contradicted: vec![contradicted(&[0, 0], true), contradicted(&[1], false)],
            },
            ProvedGoal { goal: 3, contradicted: Vec::new() },
        ];
        add(&proofs, &mut report);
        add(&proofs, &mut report);
        assert_eq!(report.proved, [2, 3].into());
        let reasons: Vec<&str> =
            report.description.conditions[1].infeasible.iter().map(|proof| &*proof.reason).collect();
        assert_eq!(reasons.len(), 2, "each once: {reasons:?}");
        assert!(reasons[0].contains(&format!("this contradicts `{text}` in line ")), "{reasons:?}");
        assert!(reasons[0].contains("and that operations before succeed; 1 other way"), "{reasons:?}");
        assert!(reasons[1].ends_with("none leads here"), "{reasons:?}");
    }
}
