//! The attributes `#[sbst(…)]` among tokens.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

use crate::misuse::without_invisible_groups;

/// What stands in the brackets of one: the word `sbst` and what follows.
pub(crate) type Attribute = Vec<TokenTree>;

/// Tokens without the attributes of ours at their top level; and these, those that follow one another together.
pub(crate) fn take(tokens: TokenStream) -> (TokenStream, Vec<Vec<Attribute>>) {
    let mut rest: Vec<TokenTree> = Vec::new();
    let mut taken: Vec<Vec<Attribute>> = Vec::new();
    let mut together = false;
    for token in tokens {
        let marked = matches!(rest.last(), Some(TokenTree::Punct(sign)) if sign.as_char() == '#');
        match token {
            TokenTree::Group(group) if marked && group.delimiter() == Delimiter::Bracket => {
                let (left, ours) = split(&group);
                if !ours.is_empty() && !together {
                    taken.push(Vec::new());
                    together = true;
                }
                if let Some(attributes) = taken.last_mut() {
                    attributes.extend(ours);
                }
                match left {
                    Some(group) => rest.push(group.into()),
                    None => drop(rest.pop()),
                }
            }
            other => {
                together &= matches!(&other, TokenTree::Punct(sign) if sign.as_char() == '#');
                rest.push(other);
            }
        }
    }
    (rest.into_iter().collect(), taken)
}

/// What is left of an attribute's brackets, and what in them is ours: the whole, or, as there may be a condition on the
/// other attribute too, some of what a `cfg_attr` stands before.
fn split(brackets: &Group) -> (Option<Group>, Vec<Attribute>) {
    let inside = without_invisible_groups(brackets.stream());
    if is_ours(&inside) {
        return (None, vec![inside]);
    }
    let conditional = match &inside[..] {
        [TokenTree::Ident(word), TokenTree::Group(group)] if word.to_string() == "cfg_attr" => group,
        _ => return (Some(brackets.clone()), Vec::new()),
    };
    let tokens = without_invisible_groups(conditional.stream());
    let parts = tokens.split(|token| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ','));
    let (ours, left): (Vec<_>, Vec<_>) = parts.map(<[_]>::to_vec).partition(|part| is_ours(part));
    if ours.is_empty() {
        return (Some(brackets.clone()), ours);
    }
    // The first part is the condition.
    let left: Vec<_> = left.into_iter().filter(|part| !part.is_empty()).collect();
    let remaining = (left.len() > 1).then(|| {
        let comma = || TokenTree::from(proc_macro::Punct::new(',', proc_macro::Spacing::Alone));
        let listed = left.into_iter().flat_map(|part| part.into_iter().chain([comma()]));
        let list = regrouped(conditional, listed.collect());
        regrouped(brackets, [inside[0].clone(), list.into()].into_iter().collect())
    });
    (remaining, ours)
}

/// `sbst`, but not `sbst::instrument`.
fn is_ours(attribute: &[TokenTree]) -> bool {
    let path_goes_on = matches!(attribute.get(1), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
    matches!(attribute.first(), Some(TokenTree::Ident(word)) if word.to_string() == "sbst") && !path_goes_on
}

/// Other tokens in the same delimiters.
pub(crate) fn regrouped(group: &Group, tokens: TokenStream) -> Group {
    let mut other = Group::new(group.delimiter(), tokens);
    other.set_span(group.span());
    other
}
