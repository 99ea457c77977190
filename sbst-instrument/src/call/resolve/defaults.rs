//! Defaults of parameters in declarations of types: what their authors thought of first.

use sbst_source::visit_mut::VisitMut as _;
use syn::{Ident, Item, Path, Type};

use crate::call::resolve::met::Met;
use crate::call::resolve::view::parameters;
use crate::call::resolve::view::Executed;
use crate::call::resolve::view::View;
use crate::call::types::mentions::single;
use crate::call::types::standard_bounds::argument_types;
use quote::ToTokens as _;
use sbst_source::package::modules::Meaning;

impl View<'_> {
    /// The default that the declaration of a type has for a parameter, where the type is written in
    /// the viewing module.
    pub(crate) fn default_for(self, path: &Path, name: &Ident) -> Option<Type> {
        let at = argument_types(path).into_iter().position(|ty| single(ty) == Some(name))?;
        let question = format!("default {:?} {} {at}", self.module.path, path.to_token_stream());
        let find = || {
            let found = self.find_default(path, at).into_iter();
            found.map(Met::alone).collect()
        };
        Some(self.answered(question, find).pop()?.ty)
    }

    fn find_default(self, path: &Path, at: usize) -> Option<Type> {
        let Some(Meaning::Item(home, index)) = self.own.meaning(self.module, path) else { return None };
        let item = home.item(index)?;
        let generics = match &*item {
            Item::Enum(item) => &item.generics,
            Item::Struct(item) => &item.generics,
            _ => return None,
        };
        let mut there =
            generics.type_params().filter(|parameter| !self.own.is_missing(&home, &parameter.attrs));
        let (_, default) = there.nth(at)?.default.as_ref()?;
        let mut ty = self.rewritten(default, &home, &parameters(generics))?;
        Executed.visit_type_mut(&mut ty);
        Some(ty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::resolve::view::in_user;
    use syn::parse_str;

    const SOURCE: &str = "pub mod shapes { pub struct Red; pub struct Machine<K = Red>(K); }
        pub mod user { use crate::shapes::Machine; }";

    #[test]
    fn a_default_is_told_where_the_parameter_stands_in_its_place() {
        let default = |path: &str| {
            in_user(SOURCE, |view| view.default_for(&parse_str(path).unwrap(), &parse_str("C").unwrap()))
                .map(|ty| ty.to_token_stream().to_string().replace(' ', ""))
        };
        assert_eq!(default("Machine<C>").as_deref(), Some("crate::shapes::Red"));
        assert_eq!([default("Machine<u8>"), default("Vec<C>")], [None, None]);
    }
}
