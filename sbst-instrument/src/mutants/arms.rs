//! Arms of a `match`, and their guards.

use quote::ToTokens as _;
use sbst_source::source_text::source_text;
use sbst_source::span::Spanned as _;
use syn::{ExprMatch, Pat, PatGuard, Token};

use super::operands::has_let;
use super::point::{Alternative, Place, Point};
use super::text::plain_text;
use super::walk::Walk;
use sbst_vocabulary::Change;

impl Walk<'_> {
    /// Lets arms be skipped, if the `match` has an arm for all values, and guards be forced.
    pub(super) fn arms(&mut self, matching: &mut ExprMatch) {
        let has_arm_for_all = matching.arms.iter().any(|arm| matches!(arm.pat, Pat::Wild(_)));
        for arm in &mut matching.arms {
            if !arm.attrs.is_empty() {
                continue;
            }
            let place = Place::of(&*arm);
            match &mut arm.pat {
                Pat::Guard(guarded) if !has_let(&guarded.guard) => self.guard(guarded),
                Pat::Guard(_) | Pat::Wild(_) => {}
                pattern if has_arm_for_all => {
                    let text = self.within(format!("delete match arm {}", plain_text(&*pattern)));
                    let number = self.number(Point {
                        alternatives: vec![Alternative::new(Change::Removed, "MatchArm", text, "", place)],
                    });
                    let (span, written) = (pattern.span(), pattern.clone());
                    arm.pat = Pat::Guard(PatGuard {
                        attrs: Vec::new(),
                        pat: Box::new(written),
                        if_token: Token![if](span),
                        guard: Box::new(self.emit.keeps(number, span)),
                    });
                }
                _ => {}
            }
        }
    }

    fn guard(&mut self, guarded: &mut PatGuard) {
        let guard = &mut guarded.guard;
        let (place, text) = (Place::of(&*guard), source_text(guard.to_token_stream()));
        let alternatives = [(Change::True, "true"), (Change::False, "false")].map(|(change, value)| {
            let text = self.within(format!("replace match guard {text} with {value}"));
            Alternative::new(change, "MatchArmGuard", text, value, place)
        });
        // The condition in it has its own points.
        syn::visit_mut::VisitMut::visit_expr_mut(self, guard);
        let number = self.number(Point { alternatives: alternatives.into() });
        self.emit.pass("forced", number, guard);
    }
}
