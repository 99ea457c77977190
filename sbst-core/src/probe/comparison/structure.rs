//! Comparisons of structures: sequences, options, results and tuples by their syntax.

use crate::probe::branch_distance::structure::{is_equality, to_other_outcome, Places, Structured};
use crate::probe::branch_distance::Comparison;
use crate::probe::evaluation::RecordedComparison;
use crate::probe::notes::Predicate;
use crate::probe::operand::{compared, Operand, Operator};
use crate::probe::site::Site;
use sbst_model::Distance;

/// Traces the places of two structures: the differences, and characters and texts as a whole.
struct Noting {
    predicate: Predicate,
    operator: Operator,
    holds: bool,
    texts: Option<[String; 2]>,
    lengths: [u64; 2],
}

impl Noting {
    fn end(self) {
        let [left, right] = self.lengths;
        if left != right && is_equality(self.operator) {
            self.equal(Operand::Unsigned(left), Operand::Unsigned(right), false);
        }
        if let Some([left, right]) = self.texts.as_ref().filter(|_| left + right > 2) {
            let (left, right) = (Operand::Text(left), Operand::Text(right));
            let holds = compared(self.operator, left, right).unwrap_or(false);
            self.predicate.note_part(self.operator.into(), (left, right, holds), self.holds);
        }
    }

    fn equal(&self, left: Operand, right: Operand, holds: bool) {
        self.predicate.note_part(Operator::Equal.into(), (left, right, holds), self.holds);
    }
}

impl Places for Noting {
    fn other_variant(&mut self) {
        self.texts = None;
    }

    fn place<A: ?Sized, B: ?Sized>(&mut self, left: Option<&A>, right: Option<&B>) {
        for ((operand, length), side) in [left.map(Operand::from_value), right.map(Operand::from_value)]
            .into_iter()
            .zip(&mut self.lengths)
            .zip([0, 1])
        {
            *length += u64::from(operand.is_some());
            match (operand, &mut self.texts) {
                (Some(Operand::Text(text)), Some(texts)) => texts[side].push_str(text),
                (Some(Operand::Character(character)), Some(texts)) => texts[side].push(character),
                (Some(_), texts) => *texts = None,
                (None, _) => {}
            }
        }
        if let (Some(a), Some(b)) = (left.map(Operand::from_value), right.map(Operand::from_value)) {
            let is_equal = compared(Operator::Equal, a, b).unwrap_or(true);
            if !is_equal || is_equality(self.operator) && self.holds == (self.operator == Operator::Equal) {
                self.equal(a, b, is_equal);
            }
        }
    }
}

/// Two structures, and the operator's result `holds`.
#[derive(Clone, Copy)]
struct SeenStructures<'a, S: ?Sized, R: ?Sized>(Operator, &'a S, &'a R);

impl<S: Structured + ?Sized, R: ?Sized> Comparison for SeenStructures<'_, S, R> {
    #[inline]
    fn to_other_outcome(&self, holds: bool) -> Distance {
        to_other_outcome(self.0, self.1, self.2, holds)
    }
}

impl<S: Structured + ?Sized, R: ?Sized> RecordedComparison for SeenStructures<'_, S, R> {
    #[cold]
    #[inline(never)]
    fn record_slow(&self, site: &'static Site, holds: bool) {
        let predicate = Predicate::new(site, false);
        if predicate.is_wanted() {
            let texts = Some([String::new(), String::new()]);
            let mut noting = Noting { predicate, operator: self.0, holds, texts, lengths: [0; 2] };
            self.1.compare(self.2, &mut noting);
            noting.end();
        }
        site.record_slow(holds, self.to_other_outcome(holds));
    }
}

/// Records a comparison of `this` structure with `other`, see
/// [`evaluate_condition`](super::evaluate_condition).
#[inline(always)]
pub(crate) fn evaluate<S: Structured + ?Sized, R: ?Sized>(
    site: &'static Site,
    operator: Operator,
    this: &S,
    other: &R,
    holds: bool,
) -> bool {
    site.record_comparison(holds, SeenStructures(operator, this, other));
    holds
}
