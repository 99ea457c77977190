//! Comparisons recorded outside of the hot path: by other threads than the owner, or while operands
//! are traced.
//!
//! Each probe contains such a call and hardly ever makes it. So the calls are small: scalars are
//! passed in registers, and the called function computes the distance.

use crate::probe::branch_distance::{between, boundary};
use crate::probe::notes;
use crate::probe::operand::{Operand, Operator};
use crate::probe::site::Site;

/// Records `left operator right`, which was evaluated to `holds`.
#[inline(always)]
pub(super) fn record(site: &'static Site, operator: Operator, left: Operand, right: Operand, holds: bool) {
    match (left, right) {
        (Operand::Narrow(a), Operand::Narrow(b)) => narrow(site, operator, a, b, holds),
        (Operand::Character(a), Operand::Character(b)) => characters(site, operator, a, b, holds),
        (Operand::Unsigned(a), Operand::Unsigned(b)) => unsigned(site, operator, a, b, holds),
        (Operand::Signed(a), Operand::Signed(b)) => signed(site, operator, a, b, holds),
        (Operand::Float(a), Operand::Float(b)) => floats(site, operator, a, b, holds),
        (Operand::Text(a), Operand::Text(b)) => texts(site, operator, a, b, holds),
        _ => operands(site, operator, left, right, holds),
    }
}

macro_rules! out_of_line {
    ($($name:ident($type:ty) $operand:ident;)*) => { $(
        #[cold]
        #[inline(never)]
        fn $name(site: &'static Site, operator: Operator, left: $type, right: $type, holds: bool) {
            operands(site, operator, Operand::$operand(left), Operand::$operand(right), holds);
        }
    )* };
}
out_of_line! {
    narrow(i64) Narrow;
    characters(char) Character;
    unsigned(u64) Unsigned;
    signed(i64) Signed;
    floats(f64) Float;
    texts(&str) Text;
}

#[cold]
#[inline(never)]
fn operands(site: &'static Site, operator: Operator, left: Operand, right: Operand, holds: bool) {
    notes::comparison(site, operator, left, right, holds);
    notes::boundaries(site, || boundary::distances(operator, left, right, holds));
    site.record_slow(holds, between(operator, left, right, holds));
}
