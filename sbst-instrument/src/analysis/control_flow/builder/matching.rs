//! `match`: a chain of arms that are tried in turn.
//!
//! Without the sources of the package, it may be unknown if arms count
//! ([`numbers`](crate::analysis) decides).

use quote::ToTokens as _;
use sbst_source::span::Spanned as _;
use sbst_source::visit::Visit as _;
use syn::{Arm, ExprMatch, Meta, Pat};

use super::Builder;
use crate::condition::patterns::{can_fail, undecided_arms};
use crate::{analysis::Place, condition::ConditionKind};

impl Builder {
    pub(super) fn matching(&mut self, matching: &ExprMatch) {
        let bound = self.bound(&matching.expr);
        let undecided = undecided_arms(&matching.arms);
        let at = Place::from_span(matching.match_token.span);
        let mut left = Vec::new();
        for (index, arm) in matching.arms.iter().enumerate() {
            let absent = self.presence(&arm.attrs);
            let names = self.recorder.scope();
            let (pattern, guard) = match &arm.pat {
                Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                pattern => (pattern, None),
            };
            let mut untaken = Vec::new();
            if can_fail(pattern) && index < undecided {
                let claims = self.claim_pattern(&matching.expr, pattern, Some(at));
                let place = Place::from_span(pattern.span());
                let outcomes = self.condition(ConditionKind::Arm, place, bound.uses.clone(), claims);
                if let (Some(met), None) = (self.conditions.last_mut(), guard) {
                    met.presence_behind = predicates(&matching.arms[index + 1..]);
                }
                self.ends = outcomes.when_true;
                untaken = outcomes.when_false;
            }
            self.bind(pattern, &bound);
            if let Some(guard) = guard {
                let outcomes = self.decision(guard);
                self.ends = outcomes.when_true;
                untaken.extend(outcomes.when_false);
            }
            self.visit_expr(&arm.body);
            left.append(&mut self.take_ends());
            self.recorder.leave_scope(names);
            self.ends = untaken;
            self.ends.extend(absent);
        }
        // One of the arms is always taken.
        self.ends = left;
    }
}

/// The predicates of `#[cfg]` before these arms, if each has one.
fn predicates(arms: &[Arm]) -> Vec<String> {
    let of_arm = |arm: &Arm| {
        arm.attrs.iter().find_map(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("cfg") => Some(list.tokens.to_token_stream().to_string()),
            _ => None,
        })
    };
    arms.iter().map(of_arm).collect::<Option<Vec<String>>>().unwrap_or_default()
}
