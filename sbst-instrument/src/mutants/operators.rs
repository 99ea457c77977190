//! The table of operators and their replacements. The first are those of cargo-mutants.

/// An operator, and its replacements: the source, and the runtime's names.
pub(super) struct Operator {
    pub(super) written: &'static str,
    pub(super) replacements: &'static [(&'static str, &'static str)],
}

pub(super) static OPERATORS: [Operator; 28] = [
    of("<", &[EQUAL, GREATER, AT_MOST, UNEQUAL, AT_LEAST]),
    of(">", &[EQUAL, LESS, AT_LEAST, UNEQUAL, AT_MOST]),
    of("<=", &[GREATER, LESS, EQUAL, UNEQUAL, AT_LEAST]),
    of(">=", &[LESS, GREATER, EQUAL, UNEQUAL, AT_MOST]),
    of("==", &[UNEQUAL]),
    of("!=", &[EQUAL]),
    of("&&", &[("||", "Swapped")]),
    of("||", &[("&&", "Swapped")]),
    of("+", &[("-", "Subtract"), ("*", "Multiply")]),
    of("-", &[("+", "Add"), ("/", "Divide")]),
    of("*", &[("+", "Add"), ("/", "Divide")]),
    of("/", &[("%", "Remainder"), ("*", "Multiply")]),
    of("%", &[("/", "Divide"), ("+", "Add")]),
    of("<<", &[(">>", "ShiftRight")]),
    of(">>", &[("<<", "ShiftLeft")]),
    of("&", &[("|", "Or"), ("^", "Xor")]),
    of("|", &[("&", "And"), ("^", "Xor")]),
    of("^", &[("|", "Or"), ("&", "And")]),
    of("+=", &[("-=", "Subtract"), ("*=", "Multiply")]),
    of("-=", &[("+=", "Add"), ("/=", "Divide")]),
    of("*=", &[("+=", "Add"), ("/=", "Divide")]),
    of("/=", &[("%=", "Remainder"), ("*=", "Multiply")]),
    of("%=", &[("/=", "Divide"), ("+=", "Add")]),
    of("<<=", &[(">>=", "ShiftRight")]),
    of(">>=", &[("<<=", "ShiftLeft")]),
    of("&=", &[("|=", "Or")]),
    of("|=", &[("&=", "And")]),
    of("^=", &[("|=", "Or"), ("&=", "And")]),
];

const EQUAL: (&str, &str) = ("==", "Equal");
const UNEQUAL: (&str, &str) = ("!=", "NotEqual");
const LESS: (&str, &str) = ("<", "Less");
const AT_MOST: (&str, &str) = ("<=", "LessOrEqual");
const GREATER: (&str, &str) = (">", "Greater");
const AT_LEAST: (&str, &str) = (">=", "GreaterOrEqual");

const fn of(written: &'static str, replacements: &'static [(&'static str, &'static str)]) -> Operator {
    Operator { written, replacements }
}

/// Returns the replacements of an operator.
pub(super) fn replacements(written: &str) -> &'static [(&'static str, &'static str)] {
    let found = OPERATORS.iter().find(|operator| operator.written == written);
    found.map_or(&[], |operator| operator.replacements)
}

/// Returns the runtime's name of an arithmetic operator, or of its assignment.
pub(super) fn operation(written: &str) -> Option<&'static str> {
    Some(match written.strip_suffix('=').unwrap_or(written) {
        "+" => "Add",
        "-" => "Subtract",
        "*" => "Multiply",
        "/" => "Divide",
        "%" => "Remainder",
        "<<" => "ShiftLeft",
        ">>" => "ShiftRight",
        "&" => "And",
        "|" => "Or",
        "^" => "Xor",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_operator_is_replaced_by_itself_or_twice_by_another() {
        for Operator { written, replacements } in &OPERATORS {
            let mut texts: Vec<_> = replacements.iter().map(|(text, _)| *text).collect();
            assert!(!texts.contains(written), "{written}");
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), replacements.len(), "{written}");
        }
    }

    #[test]
    fn replacements_are_operators_of_the_same_kind() {
        for Operator { written, replacements } in &OPERATORS {
            for (text, name) in *replacements {
                assert!(OPERATORS.iter().any(|other| other.written == *text), "{text}");
                assert_eq!(operation(written).is_some(), operation(text).is_some(), "{written} {text}");
                assert!(operation(text).is_none_or(|operation| operation == *name), "{text} {name}");
                assert_eq!(assigns(written), assigns(text), "{written} {text}");
            }
        }
    }

    fn assigns(operator: &str) -> bool {
        operation(operator).is_some() && operator.ends_with('=')
    }
}
