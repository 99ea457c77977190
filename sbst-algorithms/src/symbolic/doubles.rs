//! Path conditions for unit tests.

use crate::path_condition::{Clause, Input, PathCondition};
use sbst_model::Distance;
use sbst_solver::term::{TermPool, Variable};

/// A clause between variables.
#[derive(Clone, Copy)]
pub(super) enum Less {
    /// A variable is less than another.
    Of(u32, u32),
    /// A variable is less than a number.
    Than(u32, u128),
    /// A condition without variables.
    Holds,
}

/// A path condition of clauses over variables of 32 bits, some of them in objects. The variables of
/// an object share a name.
pub(super) fn condition(clauses: &[Less], objects: &[(u32, u32)]) -> PathCondition {
    let mut condition = PathCondition::default();
    let variable = |index| Variable { index, width: 32 };
    let term = |pool: &mut TermPool, index| pool.variable(variable(index));
    for (site, &clause) in (0..).zip(clauses) {
        let pool = &mut condition.pool;
        let term = match clause {
            Less::Of(left, right) => {
                let (left, right) = (term(pool, left), term(pool, right));
                pool.slt(left, right)
            }
            Less::Than(left, number) => {
                let (left, number) = (term(pool, left), pool.constant(number, 32));
                pool.slt(left, number)
            }
            Less::Holds => pool.boolean(true),
        };
        let clause = Clause {
            is_assumed: false,
            site,
            round: 0,
            outcome: true,
            term,
            is_exact: true,
            away: Distance::ONE,
            goal: None,
            other_goal: None,
        };
        condition.clauses.push(clause);
    }
    let object_of = |index| objects.iter().find(|(owned, _)| *owned == index).map(|(_, object)| *object);
    condition.inputs = (0..10)
        .map(|index| Input {
            variable: variable(index),
            slot: index,
            is_signed: true,
            value: 0,
            object: object_of(index),
            name: object_of(index).map_or(index, |object| 1_000 + object),
        })
        .collect();
    condition
}
