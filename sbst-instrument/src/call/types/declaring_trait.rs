//! The trait that declares an associated type: the one of a bound, or one of its supertraits.

use std::rc::Rc;

use syn::{parse_quote, Ident, Item, Path, TraitItem, TypeParamBound, WherePredicate};

use crate::call::types::mentions::single;
use sbst_source::enclosing::find_likely_module;
use sbst_source::package::modules::{own_crate, Crate, Meaning, Module, Named};
use sbst_vocabulary::standard::traits::{self, Fact};

/// The most levels of supertraits.
const DEEPEST: usize = 8;

/// The trait that declares the associated type `name` of the trait in a bound. With the bound `T:
/// Integer`, and `trait Integer: Sealed`, the type is `<T as Sealed>::Buffer`.
pub(crate) fn declaring(of_trait: &Path, name: &Ident) -> Path {
    let last = |path: &Path| path.segments.last().map(|last| last.ident.clone());
    let of_standard_library = declaring_in_standard_library(of_trait, name);
    if let Some(declaring) = of_standard_library.filter(|found| last(found) != last(of_trait)) {
        return declaring;
    }
    let declaring = || {
        let place = of_trait.segments.first()?.ident.span();
        let (own, (file, modules)) = (own_crate()?, find_likely_module(place)?);
        let module = own.module_in(&file, &modules)?;
        declaring_in(&own, of_trait, name, &module)
    };
    declaring().unwrap_or_else(|| of_trait.clone())
}

/// The trait that declares an associated type of a trait of the standard library. Its sources are
/// unknown.
fn declaring_in_standard_library(of_trait: &Path, name: &Ident) -> Option<Path> {
    let is = |known: &str| of_trait.segments.last().is_some_and(|last| last.ident == known);
    let is_of_iterators =
        of_trait.segments.last().is_some_and(|last| traits::is(&last.ident.to_string(), Fact::Iterator));
    if name == "Item" && is_of_iterators {
        return Some(parse_quote!(::core::iter::Iterator));
    }
    (name == "Target" && (is("DerefMut") || is("Deref"))).then(|| parse_quote!(::core::ops::Deref))
}

/// The trait as a module names it. `None` if the bound's own trait declares the type, or if it is
/// unknown.
fn declaring_in(own: &Crate, of_trait: &Path, name: &Ident, module: &Rc<Module>) -> Option<Path> {
    let mut open: Vec<(Path, Rc<Module>, usize)> = vec![(of_trait.clone(), module.clone(), 0)];
    while let Some((path, home, depth)) = open.pop() {
        let named = own.resolve(&home, &path, module);
        let Some(Named { meaning: Meaning::Item(declared_in, index), path: written }) = named else {
            match declaring_in_standard_library(&path, name) {
                Some(declaring) if depth > 0 => return Some(declaring),
                _ => continue,
            }
        };
        let item = declared_in.item(index);
        let Some(Item::Trait(item)) = item.as_deref() else { continue };
        let declares = item.items.iter().any(|item| matches!(item, TraitItem::Type(of) if of.ident == *name));
        let has_arguments = path.segments.last().is_some_and(|last| !last.arguments.is_none());
        match (declares, depth) {
            (true, 0) => return None,
            // The arguments for the parameters of the trait are unknown here.
            (true, _) if has_arguments => return None,
            (true, _) => return written,
            (false, DEEPEST..) => continue,
            (false, _) => {}
        }
        let clauses = item.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let of_self = clauses.filter_map(|predicate| match predicate {
            WherePredicate::Type(clause) if single(&clause.bounded_ty).is_some_and(|of| of == "Self") => {
                Some(&clause.bounds)
            }
            _ => None,
        });
        let asked = item.supertraits.iter().chain(of_self.flatten()).filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) => Some(bound.path.clone()),
            _ => None,
        });
        open.extend(asked.map(|path| (path, declared_in.clone(), depth + 1)));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::resolve::view::in_user;
    use quote::ToTokens as _;
    use syn::parse_str;

    #[test]
    fn an_associated_type_of_a_supertrait_is_declared_there() {
        let source = "mod private { pub trait Sealed: Copy { type Buffer; } pub trait Of<T> { type Kind; } }
            pub mod numbers { pub trait Integer: crate::private::Sealed { type Own; } pub trait Twice where Self: Integer + crate::private::Of<u8> {} }
            pub mod peeking { pub trait Peeking: Iterator {} pub trait Back: DoubleEndedIterator {} }
            template! { pub trait Made: private::Sealed + Default { @section type type Part; } }
            pub mod user { use crate::numbers::{Integer, Twice}; use crate::Made; use crate::peeking::{Back, Peeking}; }";
        let declaring = |of_trait: &str, name: &str| {
            in_user(source, |view| {
                declaring_in(view.own, &parse_str(of_trait).unwrap(), &parse_str(name).unwrap(), view.module)
            })
            .map(|path| path.to_token_stream().to_string().replace(' ', ""))
        };
        let sealed = Some("crate::private::Sealed".to_owned());
        for of_trait in ["Integer", "Twice", "Made"] {
            assert_eq!(declaring(of_trait, "Buffer"), sealed, "{of_trait}");
        }
        for of_trait in ["Peeking", "Back"] {
            let iterator = declaring(of_trait, "Item");
            assert!(iterator.is_some_and(|found| found.ends_with("iter::Iterator")), "{of_trait}");
        }
        assert_eq!(declaring("Twice", "Own").as_deref(), Some("crate::numbers::Integer"));
        for (of_trait, name) in
            [("Integer", "Own"), ("Twice", "Kind"), ("Twice", "Missing"), ("Unknown", "Own")]
        {
            assert_eq!(declaring(of_trait, name), None, "{of_trait} {name}");
        }
    }
}
