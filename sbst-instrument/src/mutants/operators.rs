//! The replacements of each operator. The first are those of cargo-mutants.

use crate::syntax::operators::{arithmetic, assigns, comparison};
use sbst_vocabulary::Arithmetic::{self, Add, And, Divide, ExclusiveOr, Multiply, Or, Remainder, Subtract};
use sbst_vocabulary::Arithmetic::{ShiftLeft, ShiftRight};
use sbst_vocabulary::Change;
use sbst_vocabulary::Operator::{self, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
use syn::BinOp;

/// Returns the replacements of an operator: their sources and changes.
pub(super) fn replacements(op: &BinOp) -> Vec<(String, Change)> {
    if let Some(operator) = comparison(op) {
        let change = |other: &Operator| (other.sign().to_owned(), Change::Compare(*other));
        return of_comparison(operator).iter().map(change).collect();
    }
    if let Some(operator) = arithmetic(op) {
        let (end, others) =
            if assigns(op) { ("=", of_assignment(operator)) } else { ("", of_arithmetic(operator)) };
        let change = |other: &Arithmetic| (format!("{}{end}", other.sign()), Change::Calculate(*other));
        return others.iter().map(change).collect();
    }
    match op {
        BinOp::And(_) => vec![("||".to_owned(), Change::Swapped)],
        BinOp::Or(_) => vec![("&&".to_owned(), Change::Swapped)],
        _ => Vec::new(),
    }
}

fn of_comparison(operator: Operator) -> &'static [Operator] {
    match operator {
        Less => &[Equal, Greater, LessOrEqual, NotEqual, GreaterOrEqual],
        Greater => &[Equal, Less, GreaterOrEqual, NotEqual, LessOrEqual],
        LessOrEqual => &[Greater, Less, Equal, NotEqual, GreaterOrEqual],
        GreaterOrEqual => &[Less, Greater, Equal, NotEqual, LessOrEqual],
        Equal => &[NotEqual],
        NotEqual => &[Equal],
    }
}

fn of_arithmetic(operator: Arithmetic) -> &'static [Arithmetic] {
    match operator {
        Add => &[Subtract, Multiply],
        Subtract | Multiply => &[Add, Divide],
        Divide => &[Remainder, Multiply],
        Remainder => &[Divide, Add],
        ShiftLeft => &[ShiftRight],
        ShiftRight => &[ShiftLeft],
        And => &[Or, ExclusiveOr],
        Or => &[And, ExclusiveOr],
        ExclusiveOr => &[Or, And],
    }
}

fn of_assignment(operator: Arithmetic) -> &'static [Arithmetic] {
    match operator {
        And => &[Or],
        Or => &[And],
        _ => of_arithmetic(operator),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens as _;
    use syn::{parse_str, Expr};

    fn replacements_of(sign: &str) -> Vec<String> {
        let Expr::Binary(binary) = parse_str(&format!("a {sign} b")).unwrap() else { panic!("{sign}") };
        assert_eq!(binary.op.to_token_stream().to_string(), sign);
        replacements(&binary.op).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn no_operator_is_replaced_by_itself_or_twice_by_another() {
        for sign in "< > <= >= == != && || + - * / % << >> & | ^ += -= *= /= %= <<= >>= &= |= ^=".split(' ') {
            let mut texts = replacements_of(sign);
            let number = texts.len();
            assert!(number > 0 && !texts.iter().any(|text| text == sign), "{sign}");
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), number, "{sign}");
        }
    }

    #[test]
    fn replacements_have_their_signs() {
        assert_eq!(replacements_of("<"), ["==", ">", "<=", "!=", ">="]);
        assert_eq!(replacements_of("<<="), [">>="]);
        assert_eq!(replacements_of("&"), ["|", "^"]);
        assert_eq!(replacements_of("&="), ["|="]);
    }
}
