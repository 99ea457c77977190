//! Functions that a function returns: they are called immediately, as `make_adder(2)(3)`.
//!
//! 1. The signature becomes that of both calls: the parameters of the returned function follow, and
//!    its result is the result. So arguments are searched, and results observed, as for any
//!    function.
//! 2. Called are `impl Fn(A) -> R`, references to and owners of `dyn Fn(A) -> R`, and `fn(A) -> R`.
//!    Each may be in an `Option` or a `Result`, as its result is then.
//! 3. The result of an `FnMut` may depend on earlier calls. So a parameter before its own lists the
//!    arguments of up to [`MOST_EARLIER`] earlier calls, if they can be in a list. Otherwise it is
//!    the number of these calls.
//! 4. A function returned by such a function is called as well.

use proc_macro2::Literal;
use quote::{quote, ToTokens as _};
use sbst_source::source_text::source_text;
use sbst_source::span::mixed_site;
use syn::ext::IdentExt as _;
use syn::{
    parse_quote, BoundLifetimes, FnArg, GenericArgument, GenericParam, NamedArg, Pat, Path, PathArguments,
    PathSegment, ReturnType, Signature, TraitBound, Type, TypeParamBound,
};

use crate::call::signature::closure::{may_be_listed, names};
use crate::call::signature::function_type::called;
use crate::call::types::mentions::in_owner;
use crate::syntax::lifetimes::peeled;
use quote::format_ident;

/// The most earlier calls of a returned function: enough to build up state, and still readable.
const MOST_EARLIER: usize = 8;

/// The call of a returned function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Applied {
    /// The index of its first parameter among those of all calls.
    pub(crate) first: usize,
    /// True if it is in an `Option` or a `Result`.
    pub(crate) is_inner: bool,
    /// True if it is called as `&mut`.
    pub(crate) is_mutable: bool,
    /// The number of arguments per earlier call in the list that is the first parameter; `None`
    /// without it.
    pub(crate) earlier: Option<usize>,
}

/// A function by its type.
struct Returned<'t> {
    lifetimes: Option<&'t BoundLifetimes>,
    inputs: Vec<&'t NamedArg>,
    output: &'t ReturnType,
    is_mutable: bool,
}

/// Turns the signature into that of all calls, and returns the calls of the returned functions.
pub(crate) fn apply(signature: &mut Signature, runtime: &Path) -> Vec<Applied> {
    let mut all = Vec::new();
    while signature.asyncness.is_none() {
        let ReturnType::Type(_, result) = &signature.output else { break };
        let result = peeled(result).clone();
        let inner = in_option_or_result(&result);
        let Some(returned) = Returned::from_type(inner.unwrap_or(&result)) else { break };
        let earlier = returned.earlier(runtime).filter(|_| inner.is_none());
        let (inputs, lifetimes) = (inputs(&returned, signature), returned.lifetimes);
        let output = match inner {
            Some(_) => inside(&result, returned.output),
            None => returned.output.clone(),
        };
        all.push(Applied {
            first: signature.inputs.len(),
            is_inner: inner.is_some(),
            is_mutable: returned.is_mutable,
            earlier: earlier.is_some().then_some(inputs.len()),
        });
        for lifetime in lifetimes.iter().flat_map(|bound| &bound.lifetimes).rev() {
            signature.generics.params.insert(0, GenericParam::clone(lifetime));
        }
        signature.inputs.extend(earlier.into_iter().chain(inputs));
        signature.output = output;
    }
    all
}

impl<'t> Returned<'t> {
    fn from_type(ty: &'t Type) -> Option<Returned<'t>> {
        let by_bounds = |ty: &'t Type| match peeled(ty) {
            Type::ImplTrait(opaque) => Returned::from_bounds(opaque.bounds.iter()),
            Type::TraitObject(object) => Returned::from_bounds(object.bounds.iter()),
            _ => None,
        };
        match peeled(ty) {
            Type::FnPtr(pointer)
                if pointer.abi.is_none() && pointer.variadic.is_none() && pointer.unsafety.is_none() =>
            {
                let lifetimes = pointer.lifetimes.as_ref();
                let (inputs, output) = (pointer.inputs.iter().collect(), &pointer.output);
                Some(Returned { lifetimes, inputs, output, is_mutable: false })
            }
            Type::Reference(reference) => by_bounds(&reference.elem),
            ty => in_owner(ty).and_then(by_bounds).or_else(|| by_bounds(ty)),
        }
    }

    /// The parameter for earlier calls (rule 3).
    fn earlier(&self, runtime: &Path) -> Option<FnArg> {
        if !self.is_mutable || !self.inputs.iter().all(|input| may_be_listed(&input.ty)) {
            return None;
        }
        let most = Literal::usize_unsuffixed(MOST_EARLIER);
        let types: Vec<&Type> = self.inputs.iter().map(|input| &input.ty).collect();
        let listed: Type = match types[..] {
            [] => return Some(parse_quote!(#[sbst(range = 1..=#most)] earlier: Option<usize>)),
            [ty] => parse_quote!(#ty),
            _ => parse_quote!((#(#types),*)),
        };
        let list = quote!(#runtime::__private::stand_ins::Vec<#listed>);
        Some(parse_quote!(#[sbst(length = 1..=#most)] earlier: Option<#list>))
    }

    fn from_bounds(bounds: impl Iterator<Item = &'t TypeParamBound> + Clone) -> Option<Returned<'t>> {
        let (inputs, output) = called(bounds.clone())?;
        let mut traits = bounds.filter_map(|bound| match bound {
            TypeParamBound::Trait(bound @ TraitBound { path, .. }) => Some((bound, path.segments.last()?)),
            _ => None,
        });
        let is_called = |last: &PathSegment| matches!(last.arguments, PathArguments::Parenthesized(_));
        let (bound, last) = traits.find(|(_, last)| is_called(last))?;
        let lifetimes = bound.lifetimes.as_ref();
        Some(Returned { lifetimes, inputs, output, is_mutable: last.ident == "FnMut" })
    }
}

/// The parameters of a returned function, under unused names.
fn inputs(returned: &Returned<'_>, signature: &Signature) -> Vec<FnArg> {
    let name_of = |input: &FnArg| match input {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(binding) => Some(binding.ident.unraw().to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    };
    let mut used: Vec<String> = signature.inputs.iter().filter_map(name_of).collect();
    let named = returned.inputs.iter().zip(names(&returned.inputs));
    let inputs = named.map(|(NamedArg { ty, .. }, name)| -> FnArg {
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let mut free = std::iter::once(name.clone()).chain(numbered).filter(|name| !used.contains(name));
        let name = free.next().expect("numbers do not end");
        let ident = format_ident!("{name}", span = mixed_site());
        used.push(name);
        parse_quote!(#ident: #ty)
    });
    inputs.collect()
}

/// The type in an `Option` or a `Result`.
fn in_option_or_result(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option" || last.ident == "Result")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    }
}

/// The `Option` or the `Result` around another type.
fn inside(ty: &Type, output: &ReturnType) -> ReturnType {
    let mut ty = ty.clone();
    let given: Type = match output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, given) => Type::clone(given),
    };
    if let Type::Path(path) = &mut ty {
        if let Some(PathArguments::AngleBracketed(arguments)) =
            path.path.segments.last_mut().map(|last| &mut last.arguments)
        {
            arguments.args[0] = GenericArgument::Type(given);
        }
    }
    parse_quote!(-> #ty)
}

/// The source of a result's type.
pub(crate) fn text(output: &ReturnType) -> String {
    match output {
        ReturnType::Default => String::new(),
        ReturnType::Type(_, ty) => source_text(ty.to_token_stream()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::ItemFn;

    /// The signature of all calls, and where each begins.
    fn applied(function: &str) -> (String, Vec<(usize, bool, bool)>) {
        let mut function: ItemFn = syn::parse_str(&format!("{function} {{}}")).unwrap();
        let all = apply(&mut function.sig, &parse_quote!(::sbst));
        let all = all.iter().map(|applied| (applied.first, applied.is_inner, applied.is_mutable));
        (function.sig.to_token_stream().to_string().replace(' ', ""), all.collect())
    }

    #[test]
    fn a_returned_function_adds_its_parameters_and_has_the_result() {
        for (function, expected, calls) in [
            (
                "fn adder(x: i32) -> impl Fn(i32) -> i32 + Send + 'static",
                "fn adder(x: i32, x_2: i32) -> i32",
                vec![(1, false, false)],
            ),
            (
                "fn f(&self) -> Box<dyn for<'x> Fn(&'x str, u8) -> &'x str + '_>",
                "fn f<'x>(&self, a: &'x str, b: u8) -> &'x str",
                vec![(1, false, false)],
            ),
            ("fn f() -> Box<dyn FnMut(Word<'_>)>", "fn f(word: Word<'_>)", vec![(0, false, true)]),
            ("fn f() -> Rc<dyn Fn()>", "fn f()", vec![(0, false, false)]),
            ("fn f() -> &'static dyn Fn() -> u8", "fn f() -> u8", vec![(0, false, false)]),
            (
                "fn find(name: &str) -> Option<fn(f64) -> f64>",
                "fn find(name: &str, x: f64) -> Option<f64>",
                vec![(1, true, false)],
            ),
            (
                "fn f() -> Result<Box<dyn FnOnce(Word)>, Error>",
                "fn f(word: Word) -> Result<(), Error>",
                vec![(0, true, false)],
            ),
            (
                "fn f(a: u8) -> Box<dyn Fn(u8) -> Box<dyn Fn(i8) -> i8>>",
                "fn f(a: u8, x: u8, x_2: i8) -> i8",
                vec![(1, false, false), (2, false, false)],
            ),
        ] {
            assert_eq!(applied(function), (expected.replace(' ', ""), calls), "{function}");
        }
    }

    #[test]
    fn earlier_calls_of_an_fn_mut_are_a_parameter() {
        let list = "sbst::__private::stand_ins::Vec";
        for (function, parameter) in [
            ("fn f() -> impl FnMut() -> u8", "#[sbst(range=1..=8)]earlier:Option<usize>".to_owned()),
            (
                "fn f() -> impl FnMut(&str)",
                format!("#[sbst(length=1..=8)]earlier:Option<::{list}<&str>>,x:&str"),
            ),
            (
                "fn f() -> Box<dyn FnMut(char, u8)>",
                format!("#[sbst(length=1..=8)]earlier:Option<::{list}<(char,u8)>>,a:char,b:u8"),
            ),
            ("fn f() -> impl FnMut(&mut u8)", "x:&mutu8".to_owned()),
            ("fn f() -> impl Fn(u8)", "x:u8".to_owned()),
        ] {
            let signature = applied(function).0;
            let inside = signature.split_once('(').and_then(|(_, inside)| inside.rsplit_once(')')).unwrap().0;
            assert_eq!(inside, parameter, "{function}");
        }
    }

    #[test]
    fn other_results_are_left_alone() {
        for function in [
            "async fn f() -> Box<dyn Fn() -> u8>",
            "fn f() -> Vec<fn()>",
            "fn f() -> impl Iterator<Item = fn()>",
            "fn f() -> unsafe fn()",
            "fn f() -> Handler",
            "fn f()",
        ] {
            assert_eq!(applied(function).1, [], "{function}");
        }
    }
}
