//! Loops.

use sbst_source::visit::Visit as _;
use syn::{ExprForLoop, ExprLoop, ExprWhile, Label as LoopLabel};

use super::super::NodeKind;
use super::{Builder, EnclosingKind};
use crate::analysis::Place;
use crate::condition::{is_decided_iteration, ConditionKind};

impl Builder {
    pub(super) fn endless(&mut self, repetition: &ExprLoop) {
        let next = self.node(NodeKind::Loop, Place::from_span(repetition.loop_token.span));
        self.within(label_name(repetition.label.as_ref()), EnclosingKind::Loop(next), |this| {
            this.visit_block(&repetition.body);
            this.lead_to(next);
        });
    }

    pub(super) fn while_loop(&mut self, repetition: &ExprWhile) {
        let next = self.node(NodeKind::Loop, Place::from_span(repetition.while_token.span));
        self.within(label_name(repetition.label.as_ref()), EnclosingKind::Loop(next), |this| {
            let names = this.recorder.scope();
            let outcomes = this.alone(&repetition.cond);
            this.ends = outcomes.when_true;
            this.visit_block(&repetition.body);
            this.lead_to(next);
            this.recorder.leave_scope(names);
            this.ends = outcomes.when_false;
        });
    }

    pub(super) fn for_loop(&mut self, repetition: &ExprForLoop) {
        let mut bound = self.bound(&repetition.expr);
        bound.given = self.describe_element(&repetition.expr);
        let place = Place::from_span(repetition.for_token.span);
        let entered = match is_decided_iteration(&repetition.expr) {
            true => self.decide(NodeKind::Choice, place),
            false => {
                let claims = self.claim_iteration(&repetition.expr);
                self.condition(ConditionKind::Loop, place, bound.uses.clone(), claims)
            }
        };
        let next = self.node_apart(NodeKind::Loop, place);
        self.within(label_name(repetition.label.as_ref()), EnclosingKind::Loop(next), |this| {
            this.ends = vec![(next, super::Label::Next)];
            let another = this.decide(NodeKind::Iteration(None), place);
            this.ends = another.when_true;
            this.ends.extend(entered.when_true);
            let names = this.recorder.scope();
            this.bind(&repetition.pat, &bound);
            this.visit_block(&repetition.body);
            this.lead_to(next);
            this.recorder.leave_scope(names);
            this.ends = another.when_false;
            this.ends.extend(entered.when_false);
        });
    }
}

fn label_name(label: Option<&LoopLabel>) -> Option<String> {
    label.map(|label| label.name.ident.to_string())
}
