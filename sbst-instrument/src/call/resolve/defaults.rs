//! Defaults of parameters in declarations of types: the first choice of their authors.
//!
//! A default may name parameters before it (`N = Option<E>`). They are replaced by the arguments in
//! the path, where parameters of the call are [marked](crate::call::types::markers).

use sbst_source::visit_mut::VisitMut as _;
use syn::{Ident, Item, Path, Type, TypeParam};

use crate::call::resolve::matching_type::MatchingType;
use crate::call::resolve::view::parameters;
use crate::call::resolve::view::Executed;
use crate::call::resolve::view::View;
use crate::call::types::markers::marked_type;
use crate::call::types::mentions::single;
use crate::call::types::standard_bounds::argument_types;
use crate::call::types::substitution::Substitution;
use quote::ToTokens as _;
use sbst_source::package::modules::Meaning;

impl View<'_> {
    /// The default for a parameter in the declaration of a type, as the viewing module writes it.
    /// `open` are the parameters of the call.
    pub(crate) fn default_for(self, path: &Path, name: &Ident, open: &[&Ident]) -> Option<Type> {
        let at = argument_types(path).into_iter().position(|ty| single(ty) == Some(name))?;
        let question = format!("default {:?} {} {at} {open:?}", self.module.path, path.to_token_stream());
        let find = || {
            let found = self.find_default(path, at, open).into_iter();
            found.map(MatchingType::alone).collect()
        };
        Some(self.answered(question, find).pop()?.ty)
    }

    fn find_default(self, path: &Path, at: usize, open: &[&Ident]) -> Option<Type> {
        let Some(Meaning::Item(home, index)) = self.own.meaning(self.module, path) else { return None };
        let item = home.item(index)?;
        let generics = match &*item {
            Item::Enum(item) => &item.generics,
            Item::Struct(item) => &item.generics,
            _ => return None,
        };
        let there: Vec<&TypeParam> = generics
            .type_params()
            .filter(|parameter| !self.own.is_missing(&home, &parameter.attrs))
            .collect();
        let (_, default) = there.get(at)?.default.as_ref()?;
        let mut ty = self.rewritten(default, &home, &parameters(generics))?;
        let mut given = Substitution::default();
        for (parameter, argument) in there.iter().zip(argument_types(path)).take(at) {
            given.types.insert(parameter.ident.clone(), marked_type(argument, open));
        }
        given.visit_type_mut(&mut ty);
        Executed.visit_type_mut(&mut ty);
        Some(ty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::resolve::view::in_user;
    use syn::parse_str;

    const SOURCE: &str = "pub mod shapes { pub struct Red; pub struct Machine<K = Red>(K);
            pub struct Matrix<E, N = Option<E>>(E, N); }
        pub mod user { use crate::shapes::{Machine, Matrix}; }";

    fn default(path: &str) -> Option<String> {
        let [chosen, other]: [Ident; 2] = ["C", "W"].map(|name| parse_str(name).unwrap());
        let default =
            |view: View<'_>| view.default_for(&parse_str(path).unwrap(), &chosen, &[&chosen, &other]);
        in_user(SOURCE, default).map(|ty| ty.to_token_stream().to_string().replace(' ', ""))
    }

    #[test]
    fn a_default_is_found_for_a_parameter_as_an_argument() {
        assert_eq!(default("Machine<C>").as_deref(), Some("crate::shapes::Red"));
        assert_eq!([default("Machine<u8>"), default("Vec<C>")], [None, None]);
    }

    #[test]
    fn a_default_that_names_a_parameter_has_its_argument() {
        assert_eq!(default("Matrix<u8, C>").as_deref(), Some("::core::option::Option<u8>"));
        assert_eq!(default("Matrix<W, C>").as_deref(), Some("::core::option::Option<__SbstOpenW>"));
    }
}
