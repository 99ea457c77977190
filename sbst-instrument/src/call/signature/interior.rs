//! Methods that take `&self` but change the object, judged by names. The type contains a part that
//! may change behind a shared reference (`Cell`, `Mutex`). The method calls a function that changes
//! it, or passes it on to another function.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Block, Ident, Type};

use crate::call::signature::callee::Callee;
use crate::call::signature::numbers::numbers;
use crate::call::signature::parameter::Passing;
use crate::call::types::mentions::mentions_any;
use crate::syntax::lifetimes::peeled;
use sbst_source::package::own_types;
use sbst_vocabulary::standard::changes_cell;

impl Callee {
    pub(crate) fn with_body(self, body: &Block) -> Callee {
        let changes_shared = self.has_receiver
            && self.parameters.first().is_some_and(|receiver| receiver.passing == Passing::Shared)
            && self
                .own
                .as_ref()
                .and_then(|own| name(&own.ty))
                .is_some_and(|name| own_types().has_cells(&name))
            && may_change(&body.to_token_stream());
        let is_own = |name: &Ident| {
            let own = self.own.as_ref();
            own.is_some_and(|own| mentions_any(&own.ty, [name]))
        };
        let constants = self.opened.signature.generics.const_params().map(|constant| &constant.ident);
        let constants = constants.filter(|name| !is_own(name));
        let numbers = constants.map(|name| (name.clone(), numbers(name, body))).collect();
        Callee { changes_shared, numbers, ..self }
    }
}

fn name(ty: &Type) -> Option<String> {
    match peeled(ty) {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}

/// True if a body changes a cell, or passes on `self` (`self.count()`, `log(self)`) or passes an
/// argument to a part of it (`self.door.pass(2)`).
fn may_change(body: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = body.clone().into_iter().collect();
    tokens.iter().enumerate().any(|(index, token)| match token {
        TokenTree::Group(group) => may_change(&group.stream()),
        TokenTree::Ident(word) if word == "self" => is_handed_on(&tokens[index + 1..]),
        TokenTree::Ident(word) => {
            let is_method = index.checked_sub(1).is_some_and(
                |before| matches!(&tokens[before], TokenTree::Punct(dot) if dot.as_char() == '.'),
            );
            let is_called = matches!(tokens.get(index + 1), Some(TokenTree::Group(_)));
            is_method && is_called && changes_cell(&word.to_string())
        }
        _ => false,
    })
}

/// True if `self`, before these tokens, is passed on.
fn is_handed_on(mut rest: &[TokenTree]) -> bool {
    let mut parts = 0;
    loop {
        match rest {
            [TokenTree::Punct(dot), TokenTree::Ident(_) | TokenTree::Literal(_), after @ ..]
                if dot.as_char() == '.' =>
            {
                parts += 1;
                rest = after;
            }
            [TokenTree::Group(arguments), ..]
                if parts > 0 && arguments.delimiter() == Delimiter::Parenthesis =>
            {
                return parts == 1 || !arguments.stream().is_empty();
            }
            _ => return parts == 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::may_change;

    #[test]
    fn changes_of_a_cell_and_uses_of_self_are_recognised_by_names() {
        let may = |body: &str| may_change(&body.parse().unwrap());
        for body in [
            "self.count.set(1)",
            "{ let mut all = self.all.borrow_mut(); }",
            "self.add(1)",
            "log(self, 1)",
            "self.parts.0.add(1)",
            "&self",
        ] {
            assert!(may(body), "{body}");
        }
        for body in
            ["self.count.get() == 1", "self.all.borrow().len()", "set(1)", "self.take", "self.parts.0.len()"]
        {
            assert!(!may(body), "{body}");
        }
    }
}
