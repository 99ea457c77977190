//! `match`.

use proc_macro2::Span;
use quote::ToTokens as _;
use sbst_source::span::Spanned as _;
use sbst_source::visit_mut::VisitMut as _;
use syn::{Arm, Expr, ExprMatch, Pat};

use super::Rewriter;
use crate::condition::callees::may_propagate;
use crate::condition::patterns::Referable;
use crate::condition::patterns::{can_fail, is_opaque, undecided_arms};
use crate::condition::referable::may_be_packed;
use crate::condition::scrutinee::{looking_only, Scrutinee};
use crate::condition::{Condition, ConditionKind};
use crate::rewrite::probes::patterns::{is_call, Tried};
use sbst_source::source_text::source_text;

/// The most characters of a scrutinee in the text of an arm.
const LONGEST_SCRUTINEE: usize = 40;

impl Rewriter<'_> {
    pub(super) fn visit_match(&mut self, matching: &mut ExprMatch) {
        let referable = self.places.referable(&matching.expr, matching.arms.iter().map(unguarded_pattern));
        let is_place =
            referable != Referable::Whole && Scrutinee::from_expression(&matching.expr) == Scrutinee::Place;
        let place = is_place.then(|| looking_only((*matching.expr).clone()));
        let is_seen = place.is_some() || !may_be_packed(&matching.expr);
        let scrutinee = short(source_text(matching.expr.to_token_stream()));
        let propagates = is_call(&matching.expr) && may_propagate(&matching.expr);
        let whole = (*matching.expr).clone();
        self.visit_expr_mut(&mut matching.expr);
        let undecided = undecided_arms(&matching.arms);
        let known = is_seen && !matching.arms.iter().any(|arm| is_opaque(unguarded_pattern(arm)));
        let mut tried = Vec::new();
        for (index, arm) in matching.arms.iter_mut().enumerate() {
            let attributes = arm.attrs.clone();
            self.within(&attributes, |this| {
                if known && index < undecided {
                    tried.push(this.tried(arm, &scrutinee));
                }
                this.visit_arm_mut(arm);
            });
        }
        let first = tried.iter().find_map(|arm| arm.site).filter(|_| propagates);
        let propagates = first.is_some();
        let repeated =
            tried.iter().find_map(|arm| arm.site).and_then(|first| self.repeat_before(&whole, first));
        let propagates = propagates || repeated.is_some();
        if let Some(first) = first {
            *matching.expr = Expr::Verbatim(self.probes.exit_for_pattern(&mut matching.expr, first));
        }
        let arm_of = |arms: &[Tried], at| {
            self.probes.untaken_arm(arms, place.as_ref(), referable, propagates, repeated.as_ref(), at)
        };
        put_untaken_arms(matching, &tried, arm_of);
    }

    fn tried(&mut self, arm: &Arm, scrutinee: &str) -> Tried {
        let pattern = unguarded_pattern(arm).clone();
        let site = can_fail(&pattern).then(|| {
            let text = format!("match {scrutinee} {{ {} }}", source_text(pattern.to_token_stream()));
            self.number(Condition::at(pattern.span(), ConditionKind::Arm, text))
        });
        let attributes = arm.attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
        let guarded = matches!(arm.pat, Pat::Guard(_));
        Tried { attributes: attributes.cloned().collect(), pattern, site, guarded }
    }
}

/// Inserts arms with probes of other arms. The first one is for all of them. One after a guard is
/// for the arms up to the next guard that is certainly compiled.
fn put_untaken_arms(matching: &mut ExprMatch, tried: &[Tried], arm_of: impl Fn(&[Tried], Span) -> Arm) {
    let at = matching.match_token.span();
    let has_site = |arms: &[Tried]| arms.iter().any(|arm| arm.site.is_some());
    for guard in (0..tried.len()).rev().filter(|&index| tried[index].guarded) {
        let after = &tried[guard + 1..];
        let next = after.iter().position(|arm| arm.guarded && arm.attributes.is_empty());
        let arms = &after[..next.map_or(after.len(), |next| next + 1)];
        if has_site(arms) {
            let mut arm = arm_of(arms, at);
            arm.attrs = tried[guard].attributes.clone();
            matching.arms.insert(guard + 1, arm);
        }
    }
    if has_site(tried) {
        matching.arms.insert(0, arm_of(tried, at));
    }
}

fn unguarded_pattern(arm: &Arm) -> &Pat {
    match &arm.pat {
        Pat::Guard(guarded) => &guarded.pat,
        pattern => pattern,
    }
}

fn short(text: String) -> String {
    match text.chars().count() > LONGEST_SCRUTINEE {
        true => String::from("…"),
        false => text,
    }
}
