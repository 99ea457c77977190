//! Kinds of conditions: conversion from the static analysis to reports.

use sbst_instrument::condition as conditions;
use sbst_model::ConditionKind;

/// Returns the kind of a condition for reports.
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
