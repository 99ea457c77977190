//! Function pointers for traits of all functions with a signature: `impl<F: Fn(I) -> O> Parse<I, O>
//! for F`.

use std::rc::Rc;

use sbst_source::visit_mut::VisitMut as _;
use syn::{
    parse_quote, Ident, ItemImpl, ParenthesizedGenericArguments, PathArguments, ReturnType, Type,
    TypeParamBound,
};

use crate::call::resolve::view::parameters;
use crate::call::resolve::view::View;
use crate::call::types::mentions::find_bounds;
use crate::call::types::mentions::mentions_any;
use crate::call::types::standard_bounds::is_marker;
use crate::call::types::substitution::Substitution;
use crate::syntax::walk::{Node, Walk as _};
use sbst_source::package::modules::Module;

/// The most arguments of a function pointer that is built.
const MOST_ARGUMENTS: usize = 3;

impl View<'_> {
    /// Returns the function pointer for a block on its parameter `name`. `bound` has the arguments
    /// of the block's parameters. `None` if a bound requires more than a function.
    pub(super) fn function_for(
        self,
        name: &Ident,
        block: &ItemImpl,
        module: &Rc<Module>,
        bound: &mut Substitution,
    ) -> Option<Type> {
        let names = parameters(&block.generics);
        let called = called(find_bounds(name, &block.generics))?;
        if called.inputs.len() > MOST_ARGUMENTS {
            return None;
        }
        let mut written = |ty: &Type| {
            let mut ty = self.rewritten(ty, module, &names)?;
            bound.visit_type_mut(&mut ty);
            (!mentions_any(&ty, &names)).then_some(ty)
        };
        let inputs = called.inputs.iter().map(|input| written(&input.ty)).collect::<Option<Vec<Type>>>()?;
        let output = match &called.output {
            ReturnType::Default => parse_quote!(()),
            ReturnType::Type(_, ty) => written(ty)?,
        };
        (!has_elided(&output)).then(|| parse_quote!(fn(#(#inputs),*) -> #output))
    }
}

/// The arguments and the result, if the bounds are those of a function and markers.
fn called<'a>(bounds: impl Iterator<Item = &'a TypeParamBound>) -> Option<&'a ParenthesizedGenericArguments> {
    let mut called = None;
    for asked in bounds {
        let TypeParamBound::Trait(bound) = asked else { continue };
        let last = bound.path.segments.last()?;
        match &last.arguments {
            PathArguments::Parenthesized(arguments) if bound.lifetimes.is_none() => called = Some(arguments),
            _ if is_marker(asked) => {}
            _ => return None,
        }
    }
    called
}

/// True if a reference has no lifetime: it may borrow from any of several arguments.
fn has_elided(ty: &Type) -> bool {
    let mut has_elided = false;
    ty.walk(&mut |node| {
        has_elided |= matches!(node, Node::Type(Type::Reference(reference)) if reference.lifetime.is_none());
        true
    });
    has_elided
}

#[cfg(test)]
mod tests {
    use crate::call::resolve::view::in_user;
    use quote::ToTokens as _;
    use syn::{parse_str, TypeParamBound};

    #[test]
    fn a_function_pointer_meets_a_trait_of_all_such_functions() {
        let source = "pub mod parsing { pub struct Rest<I>(I); pub type Parsed<I, O> = Result<(I, O), Rest<I>>;
                pub trait Parser<I, O> {} impl<'a, I, O, F> Parser<I, O> for F where F: FnMut(I) -> Parsed<I, O> + 'a {}
                pub trait Many {} impl<F: Fn(u8) -> u8 + Iterator> Many for F {} }
            pub mod user { use crate::parsing::{Many, Parser}; }";
        let types = |bound: &str| -> Vec<String> {
            let bound: TypeParamBound = parse_str(bound).unwrap();
            let found = in_user(source, |view| view.types_with(&[(&bound, view.module)]));
            found.into_iter().map(|met| met.ty.to_token_stream().to_string().replace(' ', "")).collect()
        };
        let result = "::core::result::Result<(__SbstOpenI,u8),crate::parsing::Rest<__SbstOpenI>>";
        assert_eq!(types("Parser<__SbstOpenI, u8>"), [format!("fn(__SbstOpenI)->{result}")]);
        assert_eq!(types("Many"), [""; 0]);
    }

    #[test]
    fn a_parameter_only_in_the_result_of_a_function_is_chosen() {
        let source = "pub mod parsing { pub struct Rest<I>(I); pub trait Wrong<I> {} impl<I> Wrong<I> for Rest<I> {}
                pub trait Parser<I> { type Output; type Error: Wrong<I>; }
                impl<I, O, E: Wrong<I>, F: FnMut(I) -> Result<O, E>> Parser<I> for F { type Output = O; type Error = E; }
                pub struct Twice<P>(P); impl<I, P: Parser<I>> Parser<I> for Twice<P> { type Output = (); type Error = P::Error; }
                macro_rules! pairs { ($($p:ident)*) => { impl<I, $($p: Parser<I>),*> Parser<I> for ($($p,)*) {} } } pairs!(A B); }
            pub mod user { use crate::parsing::Parser; }";
        let bound: TypeParamBound = parse_str("Parser<__SbstOpenI>").unwrap();
        let found = in_user(source, |view| view.types_with(&[(&bound, view.module)]));
        let found: Vec<String> =
            found.into_iter().map(|met| met.ty.to_token_stream().to_string().replace(' ', "")).collect();
        let pointer = "fn(__SbstOpenI)->::core::result::Result<i32,crate::parsing::Rest<__SbstOpenI>>";
        assert_eq!(found, [pointer.to_owned(), format!("crate::parsing::Twice<{pointer}>")]);
    }
}
