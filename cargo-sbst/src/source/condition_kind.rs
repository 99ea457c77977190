//! Kinds of conditions as the static analysis names them, and as reports do.

use sbst_instrument::condition as conditions;
use sbst_model::ConditionKind;

/// The kind of a condition, as reports name it.
pub fn kind(kind: conditions::ConditionKind) -> ConditionKind {
    match kind {
        conditions::ConditionKind::Comparison => ConditionKind::Comparison,
        conditions::ConditionKind::Boolean => ConditionKind::Boolean,
        conditions::ConditionKind::Pattern => ConditionKind::Pattern,
        conditions::ConditionKind::Arm => ConditionKind::Arm,
        conditions::ConditionKind::Loop => ConditionKind::Loop,
        conditions::ConditionKind::Try => ConditionKind::Try,
    }
}
