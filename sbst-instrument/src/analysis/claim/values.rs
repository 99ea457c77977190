//! The integers that syntax denotes: literals, patterns, types, and classes of characters.

use syn::{Expr, ExprMethodCall, Lit, Pat, RangeLimits, Type, UnOp};

use super::set::Set;
use crate::condition::patterns::can_fail;
use crate::condition::peeled;
use crate::syntax::lifetimes::peeled as peeled_type;
use sbst_vocabulary::standard::method;
use sbst_vocabulary::standard::types::{kind, standard_type, Kind};

/// The value of a literal that is an integer, a boolean, a character or a byte.
pub fn literal(expression: &Expr) -> Option<i128> {
    match peeled(expression) {
        Expr::Lit(literal) => match &literal.lit {
            // The greatest integer represents all larger ones as well.
            Lit::Int(value) if !value.suffix().starts_with('f') => {
                value.base10_parse().ok().filter(|value| *value != i128::MAX)
            }
            Lit::Bool(value) => Some(value.value.into()),
            Lit::Char(value) => Some(u32::from(value.value()).into()),
            Lit::Byte(value) => Some(value.value().into()),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => literal(&unary.expr)?.checked_neg(),
        _ => None,
    }
}

pub fn is_integer(expression: &Expr) -> bool {
    matches!(peeled(expression), Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)))
}

pub fn literal_range(expression: &Expr) -> Option<(i128, i128)> {
    let Expr::Range(range) = peeled(expression) else { return None };
    let (low, high) = (literal(range.start.as_ref()?)?, literal(range.end.as_ref()?)?);
    match range.limits {
        RangeLimits::HalfOpen(_) => Some((low, high.checked_sub(1)?)),
        RangeLimits::Closed(_) => Some((low, high)),
    }
}

/// The integers that match a pattern, if it is made of literals.
pub fn set_in(pattern: &Pat) -> Option<Set> {
    match pattern {
        Pat::Paren(inner) => set_in(&inner.pat),
        Pat::Reference(inner) => set_in(&inner.pat),
        Pat::Ident(name) => set_in(&name.subpat.as_ref()?.1),
        Pat::Lit(found) => Some(Set::only(literal(&Expr::Lit(found.clone()))?)),
        Pat::Range(range) => {
            let end = |end: &Option<Box<Expr>>, none| end.as_ref().map_or(Some(none), |end| literal(end));
            let high = end(&range.end, i128::MAX)?;
            let high = match (&range.limits, &range.end) {
                (RangeLimits::HalfOpen(_), Some(_)) => high.checked_sub(1)?,
                _ => high,
            };
            Some(Set::between(end(&range.start, i128::MIN)?, high))
        }
        Pat::Or(or) => {
            or.cases.iter().map(set_in).try_fold(Set::empty(), |all, more| Some(all.union(&more?)))
        }
        _ => None,
    }
}

/// 1 for `Some` and `Ok`, 0 for `None` and `Err`; and true if the pattern matches all of them.
pub fn presence_in(pattern: &Pat) -> Option<(i128, bool)> {
    let value = |path: &syn::Path| {
        let name = &path.segments.last()?.ident;
        variant_name(&name.to_string())
    };
    match pattern {
        Pat::Paren(inner) => presence_in(&inner.pat),
        Pat::Reference(inner) => presence_in(&inner.pat),
        Pat::TupleStruct(tuple) => Some((value(&tuple.path)?, !tuple.elems.iter().any(can_fail))),
        Pat::Path(path) => Some((value(&path.path)?, true)),
        Pat::Ident(name) if name.subpat.is_none() && name.ident == "None" => Some((0, true)),
        _ => None,
    }
}

pub fn variant(function: &Expr) -> Option<i128> {
    match peeled(function) {
        Expr::Path(path) => variant_name(&path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

fn variant_name(name: &str) -> Option<i128> {
    match name {
        "Some" | "Ok" => Some(1),
        "None" | "Err" => Some(0),
        _ => None,
    }
}

pub fn keeps_length(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    name == "peekable" || method(&name).is_some_and(|method| method.keeps_length)
}

/// True if splitting a text or slice gives a first part, even if it is empty.
pub fn has_first_part(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let of_text = |argument: &Expr| match peeled(argument) {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Str(_) | Lit::Char(_)),
        Expr::Closure(_) | Expr::Array(_) => true,
        _ => false,
    };
    match &*name {
        "split" | "rsplit" => call.args.len() == 1 && of_text(&call.args[0]),
        "splitn" | "rsplitn" => {
            call.args.len() == 2
                && of_text(&call.args[1])
                && literal(&call.args[0]).is_some_and(|most| most > 0)
        }
        _ => false,
    }
}

/// The lengths of values of a type, if it is an array or one of the standard library's collections.
pub fn lengths(ty: &Type) -> Option<Set> {
    match referred(ty)? {
        Type::Array(array) => Some(Set::only(literal(&array.len)?)),
        Type::Slice(_) => Some(Set::at_least(0)),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let known = standard_type(&last.ident.to_string())?;
            known.has_length().then(|| Set::at_least(0))
        }
        _ => None,
    }
}

/// The type behind references.
pub fn referred(ty: &Type) -> Option<&Type> {
    match peeled_type(ty) {
        Type::Reference(reference) => referred(&reference.elem),
        ty => Some(ty),
    }
}

/// The values of a type of integers, of `bool` or of `char`.
pub fn find_range(ty: &Type) -> Option<Set> {
    let Type::Path(path) = peeled_type(ty) else { return None };
    Some(match kind(&path.path.get_ident()?.to_string())? {
        Kind::Boolean => Set::between(0, 1),
        Kind::Character => Set::between(0, u32::from(char::MAX).into()),
        Kind::Unsigned(128) => Set::at_least(0),
        Kind::Unsigned(bits) => Set::between(0, (1 << bits) - 1),
        Kind::Signed(128) => Set::all(),
        Kind::Signed(bits) => Set::between(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ => return None,
    })
}

/// The bytes and characters of a class, by the name of the method that tests for it.
pub fn ascii_class(name: &str) -> Option<Set> {
    let between = |low: char, high: char| Set::between(u32::from(low).into(), u32::from(high).into());
    let (digits, lower, upper) = (between('0', '9'), between('a', 'z'), between('A', 'Z'));
    let letters = lower.union(&upper);
    Some(match name {
        "is_ascii" => between('\0', '\x7f'),
        "is_ascii_digit" => digits,
        "is_ascii_lowercase" => lower,
        "is_ascii_uppercase" => upper,
        "is_ascii_alphabetic" => letters,
        "is_ascii_alphanumeric" => letters.union(&digits),
        "is_ascii_hexdigit" => digits.union(&between('a', 'f')).union(&between('A', 'F')),
        _ => return None,
    })
}
