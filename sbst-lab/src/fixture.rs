//! Made-up functions for unit tests.

use sbst_model::target::{CallForm, Condition, ExchangedTypes, Parameter, Place};
use sbst_model::{ConditionKind, TargetDescription, TargetId};

/// A function `(n: i32) -> bool` with some conditions `n > 0`, one a line.
pub fn description(path: &str, conditions: u32) -> TargetDescription {
    let place = |line, column| Place { file: "src/lib.rs".into(), line, column };
    let condition = |line| Condition {
        kind: ConditionKind::Comparison,
        text: "n > 0".into(),
        place: place(line, 8),
        infeasible: Vec::new(),
        in_closure: false,
    };
    TargetDescription {
        id: TargetId { package: "d".into(), crate_name: "d".into(), binary: None, path: path.into() },
        place: place(1, 1),
        conditions: (2..2 + conditions).map(condition).collect(),
        checks: Vec::new(),
        parameters: vec![Parameter { name: "n".into(), type_text: "i32".into(), can_be_built: true }],
        result_type: "bool".into(),
        call: CallForm::default(),
        exchanges: ExchangedTypes::default(),
        not_searched: None,
    }
}
