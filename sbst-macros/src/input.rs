//! Refusing what `#[derive(sbst::Input)]` does not go on, as far as tokens tell. The search build knows more, and has
//! the same words for this.

use proc_macro::{Delimiter, Group, Ident, TokenStream, TokenTree};

use crate::attributes::{take, Attribute};
use crate::keys::{self, Key, Place};
use crate::misuse::{without_invisible_groups, Misuse};

/// Checks the item and the attributes in it.
pub(crate) fn check(item: TokenStream) -> Result<(), Misuse> {
    let item = without_invisible_groups(item);
    let mut words = item.iter().filter_map(word);
    let keyword = words.find(|word| matches!(&*word.to_string(), "struct" | "enum" | "union"));
    let (Some(keyword), Some(name)) = (keyword, words.next()) else {
        return Ok(());
    };
    if keyword.to_string() == "union" {
        let message =
            "`#[derive(sbst::Input)]` goes on structures and enums, not on a `union`; put the union in a \
                       structure that has `#[sbst(construct = path)]`";
        return Err(Misuse::new(keyword.span(), message));
    }

    let (_, attributes) = take(item.iter().cloned().collect());
    let on_type =
        attributes.first().map_or(Ok(Vec::new()), |attributes| keys::check(Place::Type, attributes))?;
    let constructed = on_type.iter().any(|key| key.name == "construct");
    let mut groups = item.iter().filter_map(group);
    let inside = match &*keyword.to_string() {
        // Of what stands in parentheses or braces, only fields have attributes.
        "struct" => groups.map(fields).collect::<Result<Vec<_>, _>>()?.concat(),
        _ => groups.next_back().map_or(Ok(Vec::new()), |body| variants(body, name, constructed))?,
    };
    match inside.first() {
        Some(key) if constructed => {
            let what = "whose function makes the whole value";
            let message =
                format!("`{}` has no effect beside `construct`, {what}; keep one of them", key.name);
            Err(Misuse::new(key.span, message))
        }
        _ => Ok(()),
    }
}

fn word(token: &TokenTree) -> Option<&Ident> {
    match token {
        TokenTree::Ident(word) => Some(word),
        _ => None,
    }
}

/// Parentheses or braces.
fn group(token: &TokenTree) -> Option<&Group> {
    match token {
        TokenTree::Group(group) if group.delimiter() != Delimiter::Bracket => Some(group),
        _ => None,
    }
}

fn all(place: Place, attributes: Vec<Vec<Attribute>>) -> Result<Vec<Key>, Misuse> {
    let keys = attributes.iter().map(|attributes| keys::check(place, attributes));
    Ok(keys.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The keys on fields.
fn fields(list: &Group) -> Result<Vec<Key>, Misuse> {
    all(Place::Field, take(list.stream()).1)
}

/// The keys on the variants of an enum and on their fields.
fn variants(body: &Group, name: &Ident, constructed: bool) -> Result<Vec<Key>, Misuse> {
    let mut keys = Vec::new();
    let (mut skipped, mut count) = (0, 0);
    let tokens = without_invisible_groups(body.stream());
    for variant in tokens.split(|token| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',')) {
        if variant.is_empty() {
            continue;
        }
        let (rest, attributes) = take(variant.iter().cloned().collect());
        let on_variant = all(Place::Variant, attributes)?;
        count += 1;
        skipped += usize::from(!on_variant.is_empty());
        keys.extend(on_variant);
        if let Some(list) =
            rest.into_iter().skip_while(|token| word(token).is_none()).nth(1).as_ref().and_then(group)
        {
            keys.extend(fields(list)?);
        }
    }
    let problem = match (skipped, count) {
        _ if constructed => return Ok(keys),
        (_, 0) => "has no variants",
        _ if skipped == count => "has every variant skipped",
        _ => return Ok(keys),
    };
    let message = format!(
        "`{name}` {problem}, so no value of it can be built; leave the derive out or give `construct = path`"
    );
    Err(Misuse::new(name.span(), message))
}
