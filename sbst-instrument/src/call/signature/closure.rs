//! The parameters of a closure that the search makes: their names, and how the runtime compares the
//! arguments of its calls.
//!
//! 1. References are removed. A type is ignored if it contains other lifetimes, or cannot be
//!    written.
//! 2. Method look-up finds keys for types that certainly have no lifetimes. All others, and
//!    associated types by bounds, are recognised by the runtime by their identity.
//! 3. Names are those of a function pointer's parameters, else of their types, else letters.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use sbst_source::package::own_types;
use sbst_source::span::mixed_site;
use sbst_vocabulary::standard::types::{self, is_pointer, Fact};
use syn::{NamedArg, Path, Type, TypePath};

use crate::call::types::mentions::last_name;
use crate::call::types::ours::is_named_by_us;
use crate::syntax::lifetimes::{peeled, Mentioned};
use crate::syntax::spans::as_ours;
use crate::syntax::walk::{Node, Walk as _};

pub(crate) struct Closure {
    inputs: Vec<ClosureInput>,
}

struct ClosureInput {
    name: String,
    /// The type and the number of references around it, if arguments may be compared.
    compared: Option<(Type, usize)>,
    is_mutable: bool,
    /// True if it has the type of the result.
    is_result: bool,
}

impl Closure {
    pub(crate) fn new(inputs: &[&NamedArg], result: &Type) -> Closure {
        let result = peeled(result).to_token_stream().to_string();
        let is_opaque = |ty: &Type| Mentioned::from_type(ty).is_opaque;
        let names = names(inputs);
        let inputs = inputs.iter().zip(names).map(|(NamedArg { ty, .. }, name)| ClosureInput {
            name,
            compared: compared(ty),
            is_mutable: matches!(peeled(ty), Type::Reference(reference) if reference.mutability.is_some()),
            is_result: !is_opaque(ty) && peeled(ty).to_token_stream().to_string() == result,
        });
        Closure { inputs: inputs.collect() }
    }

    /// True if each closure returns the same result for all arguments.
    fn is_constant(&self) -> bool {
        self.inputs.iter().all(|input| input.compared.is_none() && !input.is_result)
    }

    /// The type of all keys for its parameters.
    pub(crate) fn keys(&self, runtime: &Path) -> TokenStream {
        let keys = self.inputs.iter().filter_map(|input| input.key(runtime));
        quote_spanned!(mixed_site()=> (#(#keys,)*))
    }

    /// The runtime's descriptions of its parameters; empty if it ignores all of them.
    pub(crate) fn parameters(&self, runtime: &Path) -> TokenStream {
        let at = mixed_site();
        if self.is_constant() {
            return quote_spanned!(at=> &[]);
        }
        let parameters = self.inputs.iter().map(|input| {
            let ClosureInput { name, is_result, .. } = input;
            let Some(key) = input.key(runtime) else {
                let ignored = quote_spanned!(at=> #runtime::__private::ClosureParameter::ignored);
                return quote_spanned!(at=> #ignored(#name, #is_result));
            };
            let parameter = match input.is_looked_up() {
                true => quote_spanned!(at=> (&#key::NEW).parameter(#name, #is_result)),
                false => quote_spanned!(at=> #key::of_any(#name, #is_result)),
            };
            match input.is_mutable {
                true => quote_spanned!(at=> #parameter.mutable()),
                false => parameter,
            }
        });
        quote_spanned!(at=> &[#(#parameters),*])
    }

    /// The closure whose results `builder` makes, from this place.
    pub(crate) fn emit(&self, builder: &TokenStream, place: &TokenStream, runtime: &Path) -> TokenStream {
        let at = mixed_site();
        if self.is_constant() {
            let ignored = self.inputs.iter().map(|_| quote_spanned!(at=> _));
            return quote_spanned!(at=> |#(#ignored),*| #builder.value(#place));
        }
        let variable = |number: usize| format_ident!("__sbst_given_{number}", span = at);
        let bound = self.inputs.iter().enumerate().map(|(number, input)| {
            if input.compared.is_none() && !input.is_result {
                return quote_spanned!(at=> _);
            }
            variable(number).into_token_stream()
        });
        let arguments = self.inputs.iter().enumerate().filter_map(|(number, input)| {
            let (_, references) = input.compared.as_ref()?;
            let (key, variable) = (input.key(runtime)?, variable(number));
            let stars = vec![quote_spanned!(at=> *); *references];
            let argument = quote_spanned!(at=> &#(#stars)*#variable);
            Some(match input.is_looked_up() {
                true => quote_spanned!(at=> &(&#key::NEW).given(#argument)),
                false => quote_spanned!(at=> &#key::any(#argument)),
            })
        });
        let answer = quote_spanned!(at=> #builder.answer(#place, &[#(#arguments),*]));
        let results = self.inputs.iter().enumerate().filter(|(_, input)| input.is_result);
        let results: Vec<TokenStream> = results
            .map(|(number, _)| {
                let variable = variable(number);
                quote_spanned!(at=> ::core::option::Option::Some(#number) => #variable,)
            })
            .collect();
        let body = match results.is_empty() {
            true => answer,
            false => quote_spanned!(at=> match #builder.itself(#place) { #(#results)* _ => #answer }),
        };
        quote_spanned!(at=> |#(#bound),*| #body)
    }

    pub(crate) fn arity(&self) -> usize {
        self.inputs.len()
    }
}

impl ClosureInput {
    fn key(&self, runtime: &Path) -> Option<TokenStream> {
        let (ty, references) = self.compared.as_ref()?;
        let ty = as_ours(ty);
        Some(quote_spanned!(mixed_site()=> #runtime::__private::Key::<#ty, #references>))
    }

    /// Rule 2.
    fn is_looked_up(&self) -> bool {
        self.compared.as_ref().is_some_and(|(ty, _)| is_plain(ty))
    }
}

/// True if a list can have values of a type: it certainly has no lifetimes, except in references
/// around it.
pub(crate) fn may_be_listed(ty: &Type) -> bool {
    let is_changed = matches!(peeled(ty), Type::Reference(reference) if reference.mutability.is_some());
    !is_changed && compared(ty).is_some_and(|(ty, _)| is_plain(&ty))
}

/// True for a type that certainly has no lifetimes.
fn is_plain(ty: &Type) -> bool {
    let mut is_plain = true;
    ty.walk(&mut |node| {
        is_plain &= match node {
            Node::Type(Type::Path(TypePath { qself: None, path, .. })) => {
                let last = path.segments.last().map(|last| last.ident.to_string());
                last.is_some_and(|last| types::is(&last, Fact::Listed) || own_types().is_plain(&last))
            }
            Node::Type(ty) => matches!(ty, Type::Tuple(_) | Type::Paren(_) | Type::Group(_)),
            _ => true,
        };
        true
    });
    is_plain
}

/// Rule 1.
fn compared(ty: &Type) -> Option<(Type, usize)> {
    let (mut ty, mut references) = (peeled(ty), 0);
    while let Type::Reference(reference) = ty {
        (ty, references) = (peeled(&reference.elem), references + 1);
    }
    // The runtime recognises associated types by bounds by their identity.
    if matches!(ty, Type::Path(path) if is_named_by_us(path)) {
        return Some((ty.clone(), references));
    }
    let mentioned = Mentioned::from_type(ty);
    let mut is_written = mentioned.elided == 0 && mentioned.named.is_empty() && !mentioned.is_static;
    ty.walk(&mut |node| {
        is_written &= match node {
            Node::Type(ty) => {
                matches!(ty, Type::Path(_) | Type::Tuple(_) | Type::Paren(_) | Type::Group(_))
            }
            Node::Lifetime(_) => false,
            _ => true,
        };
        true
    });
    is_written.then(|| (ty.clone(), references))
}

/// Rule 3.
pub(crate) fn names(inputs: &[&NamedArg]) -> Vec<String> {
    const LETTERS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let said = |input: &NamedArg| match &input.name {
        Some((name, _)) if !name.to_string().starts_with('_') => Some(name.to_string()),
        _ => name_of_type(&input.ty),
    };
    let found: Vec<Option<String>> = inputs.iter().map(|input| said(input)).collect();
    let is_repeated = |name: &String| found.iter().flatten().filter(|other| *other == name).count() > 1;
    let letter = |index: usize| match inputs.len() {
        1 => "x".to_owned(),
        _ => LETTERS.get(index).map_or_else(|| format!("x{index}"), |letter| (*letter).to_owned()),
    };
    let names = found.iter().enumerate().map(|(index, name)| match name {
        Some(name) if !is_repeated(name) => name.clone(),
        _ => letter(index),
    });
    names.collect()
}

/// The name of a user's type in snake case.
fn name_of_type(ty: &Type) -> Option<String> {
    let mut ty = peeled(ty);
    while let Type::Reference(reference) = ty {
        ty = peeled(&reference.elem);
    }
    let name = match ty {
        Type::Path(TypePath { qself: Some(_), .. }) => return None,
        ty => last_name(ty)?.to_string(),
    };
    let is_said = name.len() > 1 && name.starts_with(char::is_uppercase) && name != "Self";
    let is_standard = types::is(&name, Fact::Listed) || types::is(&name, Fact::Prelude) || is_pointer(&name);
    if !is_said || is_standard {
        return None;
    }
    let mut written = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !written.is_empty() && !written.ends_with('_') {
            written.push('_');
        }
        written.extend(letter.to_lowercase());
    }
    syn::parse_str::<Ident>(&written).is_ok().then_some(written)
}

#[cfg(test)]
mod tests {
    use super::super::function_type::FunctionType;
    use super::*;
    use quote::quote;
    use syn::parse_quote;

    /// The descriptions of the parameters of a function type, and the closure for it.
    fn emitted(ty: &str) -> (String, String) {
        let ty: Type = syn::parse_str(ty).unwrap();
        let runtime = parse_quote!(rt);
        let closure = FunctionType::from_type(&ty).unwrap().closure;
        let text = |tokens: TokenStream| tokens.to_string().replace(' ', "").replace("rt::__private::", "");
        let emitted = closure.emit(&quote!(builder), &quote!(3usize), &runtime);
        (text(closure.parameters(&runtime)), text(emitted))
    }

    #[test]
    fn compared_arguments_are_looked_up_or_recognised_by_identity() {
        let (parameters, closure) = emitted("impl Fn(&str, T) -> u8");
        assert_eq!(
            parameters,
            r#"&[(&Key::<str,1usize>::NEW).parameter("a",false),Key::<T,0usize>::of_any("b",false)]"#
        );
        assert_eq!(
            closure,
            "|__sbst_given_0,__sbst_given_1|builder.answer(3usize,\
             &[&(&Key::<str,1usize>::NEW).given(&*__sbst_given_0),&Key::<T,0usize>::any(&__sbst_given_1)])"
        );
        let (parameters, _) = emitted("impl FnMut(&mut u8) -> bool");
        assert_eq!(parameters, r#"&[(&Key::<u8,1usize>::NEW).parameter("x",false).mutable()]"#);
    }

    #[test]
    fn arguments_that_borrow_or_cannot_be_written_are_ignored() {
        for ty in
            ["impl Fn(&dyn Debug)", "impl Fn(Entry<'_, u8>, fn(u8))", "impl Fn([u8; 2])", "fn(Option<&str>)"]
        {
            let (parameters, closure) = emitted(ty);
            assert_eq!(parameters, "&[]", "{ty}");
            assert!(closure.starts_with("|_") && closure.ends_with("|builder.value(3usize)"), "{closure}");
        }
    }

    #[test]
    fn an_argument_may_be_the_result() {
        let (parameters, closure) = emitted("Box<dyn Fn(Vec<T>, &dyn Debug) -> Vec<T>>");
        assert_eq!(
            parameters,
            r#"&[Key::<Vec<T>,0usize>::of_any("a",true),ClosureParameter::ignored("b",false)]"#
        );
        assert!(closure.starts_with("|__sbst_given_0,_|matchbuilder.itself(3usize){::core::option::Option::Some(0usize)=>__sbst_given_0,_=>"), "{closure}");
    }

    #[test]
    fn names_are_declared_or_those_of_types_or_letters() {
        let names = |ty: &str| {
            let Ok(Type::FnPtr(pointer)) = syn::parse_str(ty) else { panic!("{ty} is a pointer") };
            names(&pointer.inputs.iter().collect::<Vec<_>>()).join(" ")
        };
        assert_eq!(names("fn(from: usize, to: usize)"), "from to");
        assert_eq!(names("fn(usize, usize)"), "a b");
        assert_eq!(names("fn(&str)"), "x");
        assert_eq!(names("fn(&LeapYear)"), "leap_year");
        assert_eq!(names("fn(&Match, &Match, T)"), "a b c");
        assert_eq!(names("fn(Type)"), "x", "a keyword is no name");
        assert_eq!(names("fn(G::NodeId, _weight: u8)"), "node_id b");
    }
}
