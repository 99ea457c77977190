//! Calls of the standard library that give an option, a result or an ordering, of which the runtime knows how far they are
//! from giving another (its `standard_call.rs`).
//!
//! They are told by their names here, and by their types there.

use proc_macro2::TokenStream;
use quote::{quote_spanned, ToTokens as _};
use syn::{Expr, ExprCall, ExprMethodCall, Pat, Path};

use crate::condition::peeled;
use crate::condition::referable::may_be_packed;
use crate::syntax::walk::{Node, Walk as _};

/// The question of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A question about numbers or texts: a variant of the runtime's `Asked`.
    Of(&'static str),
    /// The element of a collection at an index or for a key.
    Element,
    /// True if a collection has a member.
    SomeMember,
    /// True if a number fits into another type, which the result tells.
    Conversion,
}

/// Methods by name, with the number of their arguments.
const METHODS: [(&str, usize, Asked); 64] = [
    ("back", 0, Asked::SomeMember),
    ("binary_search", 1, Asked::Element),
    ("checked_abs", 0, Asked::Of("Magnitude")),
    ("checked_add", 1, Asked::Of("Add")),
    ("checked_add_signed", 1, Asked::Of("Add")),
    ("checked_add_unsigned", 1, Asked::Of("Add")),
    ("checked_div", 1, Asked::Of("Divide")),
    ("checked_div_euclid", 1, Asked::Of("Divide")),
    ("checked_mul", 1, Asked::Of("Multiply")),
    ("checked_neg", 0, Asked::Of("Negate")),
    ("checked_pow", 1, Asked::Of("Power")),
    ("checked_rem", 1, Asked::Of("Divide")),
    ("checked_rem_euclid", 1, Asked::Of("Divide")),
    ("checked_shl", 1, Asked::Of("Shift")),
    ("checked_shr", 1, Asked::Of("Shift")),
    ("checked_sub", 1, Asked::Of("Subtract")),
    ("checked_sub_signed", 1, Asked::Of("Subtract")),
    ("checked_sub_unsigned", 1, Asked::Of("Subtract")),
    ("cmp", 1, Asked::Of("Order")),
    ("eq", 1, Asked::Of("Equal")),
    ("find", 1, Asked::Of("Part")),
    ("first", 0, Asked::SomeMember),
    ("first_key_value", 0, Asked::SomeMember),
    ("first_mut", 0, Asked::SomeMember),
    ("front", 0, Asked::SomeMember),
    ("front_mut", 0, Asked::SomeMember),
    ("ge", 1, Asked::Of("GreaterOrEqual")),
    ("get", 1, Asked::Element),
    ("get_key_value", 1, Asked::Element),
    ("get_mut", 1, Asked::Element),
    ("gt", 1, Asked::Of("Greater")),
    ("last", 0, Asked::SomeMember),
    ("last_key_value", 0, Asked::SomeMember),
    ("last_mut", 0, Asked::SomeMember),
    ("le", 1, Asked::Of("LessOrEqual")),
    ("lt", 1, Asked::Of("Less")),
    ("ne", 1, Asked::Of("NotEqual")),
    ("overflowing_abs", 0, Asked::Of("Magnitude")),
    ("overflowing_add", 1, Asked::Of("Add")),
    ("overflowing_add_signed", 1, Asked::Of("Add")),
    ("overflowing_mul", 1, Asked::Of("Multiply")),
    ("overflowing_neg", 0, Asked::Of("Negate")),
    ("overflowing_pow", 1, Asked::Of("Power")),
    ("overflowing_shl", 1, Asked::Of("Shift")),
    ("overflowing_shr", 1, Asked::Of("Shift")),
    ("overflowing_sub", 1, Asked::Of("Subtract")),
    ("partial_cmp", 1, Asked::Of("Order")),
    ("pop", 0, Asked::SomeMember),
    ("pop_back", 0, Asked::SomeMember),
    ("pop_first", 0, Asked::SomeMember),
    ("pop_front", 0, Asked::SomeMember),
    ("pop_last", 0, Asked::SomeMember),
    ("rfind", 1, Asked::Of("Part")),
    ("rsplit_once", 1, Asked::Of("Part")),
    ("split_first", 0, Asked::SomeMember),
    ("split_first_mut", 0, Asked::SomeMember),
    ("split_last", 0, Asked::SomeMember),
    ("split_last_mut", 0, Asked::SomeMember),
    ("split_once", 1, Asked::Of("Part")),
    ("strip_prefix", 1, Asked::Of("Beginning")),
    ("strip_suffix", 1, Asked::Of("End")),
    ("to_digit", 1, Asked::Of("ToDigit")),
    ("total_cmp", 1, Asked::Of("Order")),
    ("try_into", 0, Asked::Conversion),
];

/// The question of a method of `PartialEq` or `PartialOrd`.
const COMPARISONS: [&str; 6] = ["Equal", "NotEqual", "Less", "LessOrEqual", "Greater", "GreaterOrEqual"];

impl Asked {
    /// The question of a method call, if it is one of these.
    pub(crate) fn of_method(call: &ExprMethodCall) -> Option<Asked> {
        let (.., asked) = METHODS
            .iter()
            .find(|(name, arguments, _)| call.method == name && call.args.len() == *arguments)?;
        let is_closure =
            call.args.first().is_some_and(|argument| matches!(peeled(argument), Expr::Closure(_)));
        (!is_closure).then_some(*asked)
    }

    /// The question of an associated function about its first argument, and its second if it has
    /// one.
    pub(crate) fn of_function(call: &ExprCall) -> Option<Asked> {
        let Expr::Path(path) = peeled(&call.func) else { return None };
        let names: Vec<String> = path.path.segments.iter().map(|name| name.ident.to_string()).collect();
        let [.., of, name] = &names[..] else { return None };
        match (of.as_str(), name.as_str(), call.args.len()) {
            (_, "try_from", 1) => Some(Asked::Conversion),
            ("char", "from_u32", 1) => Some(Asked::Of("Scalar")),
            ("char", "from_digit", 2) => Some(Asked::Of("OfDigit")),
            (nonzero, "new", 1) if nonzero.starts_with("NonZero") => Some(Asked::Of("NonZero")),
            _ => None,
        }
    }

    /// True if two operands are compared, both of which are referred to.
    pub(crate) fn is_comparison(self) -> bool {
        let Asked::Of(name) = self else { return false };
        ["Order", "ReversedOrder"].contains(&name) || COMPARISONS.contains(&name)
    }

    /// True if numbers are asked, which are taken by value.
    pub(crate) fn is_of_numbers(self) -> bool {
        match self {
            Asked::Conversion => true,
            Asked::Of(name) => {
                !self.is_comparison() && !["Part", "Beginning", "End", "ToDigit"].contains(&name)
            }
            Asked::Element | Asked::SomeMember => false,
        }
    }
}

/// True if there is such a call in `expression`, outside blocks.
pub(crate) fn has_standard_call(expression: &Expr) -> bool {
    let mut found = false;
    expression.walk(&mut |node| {
        found |= match node {
            Node::Expr(Expr::MethodCall(call)) => {
                Asked::of_method(call).is_some() && !may_be_packed(&call.receiver)
            }
            Node::Expr(Expr::Call(call)) => Asked::of_function(call).is_some(),
            Node::Expr(Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::Loop(_) | Expr::Async(_))
            | Node::Item => return false,
            _ => false,
        };
        true
    });
    found
}

/// The orderings that a pattern lets through, as the bits of a set: `Less | Equal`, `Some(Ordering::Less)`.
pub(crate) fn orderings_of_pattern(pattern: &Pat) -> Option<u8> {
    match pattern {
        Pat::Path(path) => ordering(&path.path),
        Pat::Ident(name) if name.subpat.is_none() => ordering(&Path::from(name.ident.clone())),
        Pat::Paren(inner) => orderings_of_pattern(&inner.pat),
        Pat::Reference(inner) => orderings_of_pattern(&inner.pat),
        Pat::TupleStruct(tuple) if tuple.path.is_ident("Some") && tuple.elems.len() == 1 => {
            orderings_of_pattern(&tuple.elems[0])
        }
        Pat::Or(or) => or.cases.iter().map(orderings_of_pattern).try_fold(0, |set, case| Some(set | case?)),
        _ => None,
    }
}

/// The orderings that `x.is_lt()` and its kin ask for, as the bits of a set, and whether they are asked not to be one.
pub(crate) fn orderings_of_question(condition: &Expr) -> Option<u8> {
    match peeled(condition) {
        Expr::MethodCall(call) if call.args.is_empty() => {
            let set = match call.method.to_string().as_str() {
                "is_lt" => 0b001,
                "is_le" => 0b011,
                "is_eq" => 0b010,
                "is_ne" => 0b101,
                "is_gt" => 0b100,
                "is_ge" => 0b110,
                _ => return None,
            };
            Some(set)
        }
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
            orderings_of_question(&unary.expr).map(|set| 0b111 & !set)
        }
        _ => None,
    }
}

/// The ordering that a path names.
pub(crate) fn ordering(path: &Path) -> Option<u8> {
    let name = &path.segments.last()?.ident;
    ["Less", "Equal", "Greater"].iter().position(|known| name == known).map(|index| 1 << index)
}

/// A variant of the runtime's `Asked`.
pub(crate) fn variant(name: &str, runtime: &Path, at: proc_macro2::Span) -> TokenStream {
    let name = proc_macro2::Ident::new(name, at).into_token_stream();
    quote_spanned!(at=> #runtime::__private::Asked::#name)
}
