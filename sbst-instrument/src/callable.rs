//! How the search calls a function: its parameters, and the functions inside it that build the arguments and make the
//! call; or the reason why it cannot be called.
//!
//! A function that cannot be called keeps its probes and its registration, because others may call it.

mod candidates;
mod constants;
mod function_type;
mod generics;
mod instances;
mod obstacle;
mod parameter;
mod substitution;
mod writing;

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens};
use syn::{
    parse_quote, parse_quote_spanned, FnArg, GenericArgument, GenericParam, Index, ItemFn, Path,
    PathArguments, ReceiverKind, Result, ReturnType, Safety, Signature, Token, Type, TypeParamBound,
};

use crate::arguments::Arguments;
use crate::items::Items;
use crate::lifetimes::{borrows, declared, elide, peeled};
use crate::source_text::source_text;
use crate::spans::as_ours;
use crate::standing::{Owner, Standing};
use crate::template::Pieces;
use generics::{open, GenericChoice, Opened, Own};
use parameter::{parameters, Emitted};

pub use parameter::Parameter;
pub(crate) use writing::{write_all, write_down};

/// What makes method look-up choose how an argument is built.
const BUILDING: [&str; 3] = ["CanBuild", "CanBuildArbitrary", "CannotBuild"];

/// The most parameters of a generic function whose calls are recorded: the runtime has as many stand-ins for types that are not
/// chosen.
const MOST_WRITTEN: usize = 12;

/// A function as the search calls it: with types in place of what is generic, and the receiver as its first parameter.
pub struct Callee {
    opened: Opened,
    /// What it belongs to.
    own: Option<Own>,
    /// The receiver of a method, then the others.
    parameters: Vec<Parameter>,
    has_receiver: bool,
    /// How many of the choices are for parameters of the block around it.
    choices_around: usize,
    may_be_unsafe: bool,
    /// Why it is not to be called, if someone said so.
    skipped: Option<String>,
    /// Types that have traits, as someone said.
    proposed: Vec<(Ident, Type)>,
    /// What is called instead of it.
    twin: Option<Ident>,
}

impl Callee {
    /// The function with this signature, which stands there, as the arguments of the attribute want it called.
    ///
    /// # Errors
    /// What is wrong with the attribute's arguments, or with attributes of ours on parameters.
    pub fn of(signature: &Signature, standing: &Standing, arguments: &Arguments) -> Result<Callee> {
        let (mut signature, as_written) = (signature.clone(), &signature.inputs);
        let (mut own, around) = match &standing.owner {
            Owner::None | Owner::Macro | Owner::Unknown => (None, None),
            Owner::Type { generics, self_type, implemented } => {
                let own = Own { ty: (**self_type).clone(), of_trait: implemented.clone() };
                (Some(own), Some(generics.clone()))
            }
            Owner::Trait { generics, name } => {
                let ours = format_ident!("{}", instances::SELF, span = Span::mixed_site());
                let given = generics.params.iter().map(|parameter| -> GenericArgument {
                    match parameter {
                        GenericParam::Lifetime(parameter) => {
                            GenericArgument::Lifetime(parameter.lifetime.clone())
                        }
                        GenericParam::Type(parameter) => {
                            let name = &parameter.ident;
                            parse_quote!(#name)
                        }
                        GenericParam::Const(parameter) => {
                            let name = &parameter.ident;
                            parse_quote!(#name)
                        }
                    }
                });
                let of_trait: Path = parse_quote!(#name<#(#given),*>);
                let mut generics = generics.clone();
                let ty: Type = match arguments.choice(&Ident::new("Self", Span::call_site())) {
                    Some(crate::arguments::Choice::Type(ty)) => ty.clone(),
                    _ => {
                        generics.params.push(parse_quote!(#ours: #of_trait));
                        parse_quote!(#ours)
                    }
                };
                (Some(Own { ty, of_trait: Some(of_trait) }), Some(generics))
            }
        };
        let mut choices_around = 0;
        let own_generics = signature.generics.clone();
        if let Some(around) = &around {
            let others = |parameter: &&GenericParam| !matches!(parameter, GenericParam::Lifetime(_));
            choices_around = around.params.iter().filter(others).count();
            let generics = std::mem::replace(&mut signature.generics, around.clone());
            signature.generics.params.extend(generics.params);
            if let Some(clause) = generics.where_clause {
                signature.generics.make_where_clause().predicates.extend(clause.predicates);
            }
        }
        let is_default = matches!(standing.owner, Owner::Trait { .. });
        match &around {
            Some(around) => arguments.check(&[around, &own_generics], is_default)?,
            None => arguments.check(&[&own_generics], is_default)?,
        }
        let has_receiver = signature.receiver().is_some();
        if let (Some(own), Some(FnArg::Receiver(receiver))) = (&own, signature.inputs.first()) {
            let name = instances::name_of_receiver(&own.ty);
            let attributes = &receiver.attrs;
            let ty: Type = match &receiver.kind {
                ReceiverKind::Reference(_, lifetime, mutability) => {
                    parse_quote!(& #lifetime #mutability Self)
                }
                ReceiverKind::Typed(_, ty) => (**ty).clone(),
                _ => parse_quote!(Self),
            };
            signature.inputs[0] = parse_quote_spanned!(receiver.self_token.span=> #(#attributes)* #name: #ty);
        }
        let opened = open(signature, &mut own, arguments);
        let mut parameters = parameters(&opened.signature)?;
        for (parameter, input) in parameters.iter_mut().zip(as_written) {
            if let FnArg::Typed(typed) = input {
                parameter.type_text = source_text(typed.ty.to_token_stream());
            }
        }
        if has_receiver && parameters.iter().skip(1).any(|parameter| parameter.name == parameters[0].name) {
            "receiver".clone_into(&mut parameters[0].name);
        }
        let may_be_unsafe = arguments.may_be_unsafe.is_some();
        let skipped = arguments.skipped.as_ref().map(|reason| reason.value());
        let proposed = arguments.proposed.clone();
        Ok(Callee {
            opened,
            own,
            parameters,
            has_receiver,
            choices_around,
            may_be_unsafe,
            skipped,
            proposed,
            twin: None,
        })
    }

    /// The same, but for the function that is called.
    pub(crate) fn called_as(self, twin: Ident) -> Callee {
        Callee { twin: Some(twin), ..self }
    }

    /// What it is called with.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Why the search cannot call it, and what can be done about it.
    pub fn obstacle(&self, function: &ItemFn, standing: &Standing) -> Option<String> {
        obstacle::obstacle(self, function, standing)
    }

    /// What its own generic parameters stand for.
    fn own_choices(&self) -> &[GenericChoice] {
        &self.opened.choices[self.choices_around..]
    }

    fn is_unsafe(&self) -> bool {
        matches!(self.opened.signature.safety, Safety::Unsafe(_))
    }

    /// The functions that the registration refers to, and the `Callable` that names them.
    pub(crate) fn emit(&self, runtime: &Path) -> (TokenStream, TokenStream) {
        let at = Span::mixed_site();
        let signature = &self.opened.signature;
        let mut items = Items::new(runtime, signature.generics.const_params().collect());
        let parameters = &self.parameters;
        let emitted: Vec<Emitted> = parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| parameter.emit_making(index, &mut items, runtime))
            .collect();
        let never = matches!(&signature.output, ReturnType::Type(_, ty) if matches!(**ty, Type::Never(_)));
        let call = self.call(&emitted, never, runtime);
        let making = emitted.iter().map(|parameter| &parameter.making);
        let items = &items.tokens;

        let any = |wanted: fn(&Parameter) -> bool| parameters.iter().any(wanted);
        let building: &[&str] = if any(Parameter::is_built) { &BUILDING } else { &[] };
        let returning: &[&str] =
            if any(Parameter::is_function) { &["CanReturn", "CannotReturn"] } else { &[] };
        let observing: &[&str] = if never { &[] } else { &["CanObserve", "CannotObserve"] };
        let observing_arguments: &[&str] =
            if any(Parameter::is_observed) { &["CanObserveArgument", "CannotObserveArgument"] } else { &[] };
        let formatting: &[&str] = if any(|parameter| parameter.formatter().is_some()) {
            &["CanFormat", "CannotFormat"]
        } else {
            &[]
        };
        let shape_traits = bring_into_scope(&[building, returning, formatting].concat(), runtime);
        let call_traits = [building, returning, formatting, observing, observing_arguments].concat();
        let call_traits = bring_into_scope(&call_traits, runtime);

        let shapes = self.shapes(&emitted);
        let shapes = quote_spanned!(at=> #shape_traits #shapes);
        let call = quote_spanned! {at=>
            #call_traits
            #( #making )*
            frame.arguments_built();
            #call
        };
        let is_generic = !constants::open_names(&signature.generics).is_empty();
        let may_be_unsafe = self.is_unsafe().then(|| quote_spanned!(at=> #[allow(unsafe_code)]));
        let mut write = quote_spanned!(at=> ::core::option::Option::None);
        let functions = if is_generic {
            let instances::Generic { head, chosen, arguments } = instances::generic(self, runtime);
            let constants = constants::declarations(&signature.generics);
            let other = bring_into_scope(&["OtherInstance"], runtime);
            let arguments = arguments.filter(|types| types.len() <= MOST_WRITTEN);
            let writing = arguments.as_ref().map(|_| {
                write = quote_spanned!(at=> ::core::option::Option::Some(__sbst_write));
                self.writing(runtime)
            });
            let writing = writing.unwrap_or_else(|| quote_spanned!(at=> ::core::option::Option::None));
            let types = arguments.unwrap_or_default();
            let new = types.iter().map(|_| quote_spanned!(at=> #runtime::__private::ArgumentType::NEW));
            quote_spanned! {at=>
                #items
                #constants
                #[allow(dead_code)]
                trait __SbstCalled<'sbst>: ::core::marker::Sized {
                    type Arguments;
                    fn or<__SbstOther>(&self, other: __SbstOther) -> Self;
                    fn arguments(&self) -> Self::Arguments;
                    fn shapes(&self, shapes: &mut #runtime::__private::Shapes);
                    fn call(&self, frame: &'sbst #runtime::__private::Frame<'sbst>);
                }
                #[allow(clippy::needless_lifetimes, clippy::type_complexity, clippy::unused_unit)]
                #head {
                    type Arguments = (#(#runtime::__private::ArgumentType<#types>,)*);
                    fn or<__SbstOther>(&self, _: __SbstOther) -> Self {
                        *self
                    }
                    fn arguments(&self) -> Self::Arguments {
                        (#(#new,)*)
                    }
                    fn shapes(&self, shapes: &mut #runtime::__private::Shapes) {
                        self.describe(shapes);
                        #shapes
                    }
                    #may_be_unsafe
                    fn call(&self, frame: &'sbst #runtime::__private::Frame<'sbst>) {
                        #call
                    }
                }
                // In one place, because each instance that is tried costs the compiler time.
                #[inline(always)]
                fn __sbst_use<'sbst>(
                    purpose: #runtime::__private::Purpose<'_, 'sbst>
                ) -> ::core::option::Option<::core::primitive::usize> {
                    #other
                    let chosen = #chosen;
                    match purpose {
                        #runtime::__private::Purpose::Shapes(shapes) => {
                            chosen.shapes(shapes);
                            ::core::option::Option::None
                        }
                        #runtime::__private::Purpose::Call(frame) => {
                            chosen.call(frame);
                            ::core::option::Option::None
                        }
                        #[allow(unused_variables)]
                        #runtime::__private::Purpose::Write(arguments, nodes) => {
                            #[allow(unused_variables)]
                            let types = chosen.arguments();
                            #writing
                        }
                    }
                }
                fn __sbst_shapes(shapes: &mut #runtime::__private::Shapes) {
                    __sbst_use(#runtime::__private::Purpose::Shapes(shapes));
                }
                fn __sbst_call<'sbst>(frame: &'sbst #runtime::__private::Frame<'sbst>) {
                    __sbst_use(#runtime::__private::Purpose::Call(frame));
                }
                #[allow(dead_code)]
                fn __sbst_write(
                    arguments: &[#runtime::__private::Erased<'_>],
                    nodes: &mut #runtime::__private::TestCase
                ) -> ::core::option::Option<::core::primitive::usize> {
                    __sbst_use(#runtime::__private::Purpose::Write(arguments, nodes))
                }
            }
        } else {
            let generics = Pieces::turbofish(self.own_choices().iter().map(GenericChoice::written).collect());
            let generics = (!self.own_choices().is_empty()).then(|| {
                let generics = generics.emit();
                quote_spanned!(at=> shapes.generics(#generics);)
            });
            let owner = self.owner(&BTreeMap::new()).map(|owner| {
                let owner = owner.emit();
                quote_spanned!(at=> shapes.owner(#owner);)
            });
            let types = instances::argument_types(self).filter(|_| self.is_instance());
            let writing = types.map(|types| {
                write = quote_spanned!(at=> ::core::option::Option::Some(__sbst_write));
                let writing = self.writing(runtime);
                quote_spanned! {at=>
                    fn __sbst_write<'sbst>(
                        arguments: &[#runtime::__private::Erased<'_>],
                        nodes: &mut #runtime::__private::TestCase
                    ) -> ::core::option::Option<::core::primitive::usize> {
                        let types = (#(#runtime::__private::ArgumentType::<#types>::NEW,)*);
                        #writing
                    }
                }
            });
            quote_spanned! {at=>
                #items
                fn __sbst_shapes(shapes: &mut #runtime::__private::Shapes) {
                    #shapes
                    #generics
                    #owner
                }
                #may_be_unsafe
                fn __sbst_call<'sbst>(frame: &'sbst #runtime::__private::Frame<'sbst>) {
                    #call
                }
                #writing
            }
        };
        // What a type that stands for a parameter has in it, the signature does not tell.
        let borrows = if is_generic { (0..parameters.len()).collect() } else { borrows(signature) };
        let callable = quote_spanned! {at=>
            #runtime::__private::Callable {
                borrows: &[#(#borrows),*],
                shapes: __sbst_shapes,
                call: __sbst_call,
                write: #write,
            }
        };
        (functions, callable)
    }

    /// Whether it is called with types or constants that it does not have as it was written: where it is executed, its
    /// arguments may be of other ones.
    pub(crate) fn is_instance(&self) -> bool {
        let Opened { choices, nameless, signature, .. } = &self.opened;
        !choices.is_empty() || !nameless.is_empty() || !constants::open_names(&signature.generics).is_empty()
    }

    /// The expression that appends `arguments`, which are of `types` perhaps, to `nodes`, and says how many of them it could.
    fn writing(&self, runtime: &Path) -> TokenStream {
        let at = Span::mixed_site();
        let traits = bring_into_scope(&["CanWrite", "CannotWrite"], runtime);
        let indices: Vec<Index> = (0..self.parameters.len()).map(Index::from).collect();
        let names: Vec<Ident> =
            indices.iter().map(|index| format_ident!("argument_{}", index.index, span = at)).collect();
        let indices = indices.iter().map(|index| Index { span: at, ..index.clone() });
        let numbers = (0..names.len()).map(Literal::usize_unsuffixed);
        let written = write_all(names.iter().map(|name| write_down(name, runtime)));
        quote_spanned! {at=>
            #traits
            #( let #names = types.#indices.of(arguments, #numbers)?; )*
            ::core::option::Option::Some(#written)
        }
    }

    /// The statements that tell the shapes of the parameters, and how a call is written.
    fn shapes(&self, emitted: &[Emitted]) -> TokenStream {
        let at = Span::mixed_site();
        let shapes = emitted.iter().zip(&self.opened.signature.inputs).map(|(parameter, input)| {
            let shape = &parameter.shape;
            match self.nameless(input) {
                Some(ty) => quote_spanned!(at=> shapes.push_nameless::<#ty>(#shape);),
                None => quote_spanned!(at=> shapes.push(#shape);),
            }
        });
        let is_async = self.gives_future().then(|| quote_spanned!(at=> shapes.is_async();));
        let is_unsafe = self.is_unsafe().then(|| quote_spanned!(at=> shapes.is_unsafe();));
        let has_receiver = self.has_receiver.then(|| quote_spanned!(at=> shapes.has_receiver();));
        let written_to = self.parameters.iter().position(|parameter| parameter.formatter().is_some());
        let writes_to = written_to.map(|index| {
            let letters = match self.letters() {
                Some(letters) => quote_spanned!(at=> ::core::option::Option::Some(#letters)),
                None => quote_spanned!(at=> ::core::option::Option::None),
            };
            quote_spanned!(at=> shapes.writes_to(#index, #letters);)
        });
        quote_spanned!(at=> #( #shapes )* #is_async #is_unsafe #has_receiver #writes_to)
    }

    /// What stands in format strings for which the standard library calls the function, if it does.
    fn letters(&self) -> Option<&'static str> {
        const TRAITS: [(&str, &str); 9] = [
            ("Display", ""),
            ("Debug", "?"),
            ("LowerHex", "x"),
            ("UpperHex", "X"),
            ("Octal", "o"),
            ("Binary", "b"),
            ("LowerExp", "e"),
            ("UpperExp", "E"),
            ("Pointer", "p"),
        ];
        let of_trait = self.own.as_ref()?.of_trait.as_ref()?.segments.last()?;
        let is_asked_for = self.has_receiver && self.opened.signature.ident == "fmt";
        let found = TRAITS.iter().find(|(name, _)| is_asked_for && of_trait.ident == name);
        found.map(|(_, letters)| *letters)
    }

    /// How a test names what it belongs to; `texts` says how it names what stands for type parameters.
    fn owner(&self, texts: &BTreeMap<Ident, String>) -> Option<Pieces> {
        self.own.as_ref().map(|own| match &own.of_trait {
            None => Pieces::of_owner(&own.ty, texts),
            Some(of_trait) => Pieces::of_implementation(&own.ty, of_trait, texts),
        })
    }

    /// The type of a parameter, if something in it has no name that a call could mention.
    fn nameless(&self, input: &FnArg) -> Option<TokenStream> {
        let FnArg::Typed(typed) = input else { return None };
        let mut ty = (*typed.ty).clone();
        if !generics::mentions_any(&ty, &self.opened.nameless) {
            return None;
        }
        elide(&mut ty, &declared(&self.opened.signature.generics));
        Some(as_ours(ty))
    }

    /// Whether what it returns is a future, that of its body or another.
    fn gives_future(&self) -> bool {
        let signature = &self.opened.signature;
        let ReturnType::Type(_, output) = &signature.output else { return signature.asyncness.is_some() };
        signature.asyncness.is_some() || is_future(output)
    }

    /// The path by which it is called.
    fn path(&self) -> TokenStream {
        let at = Span::mixed_site();
        let lifetimes = declared(&self.opened.signature.generics);
        // Resolved where no parameter of the same name is seen.
        let mut name = self.twin.as_ref().unwrap_or(&self.opened.signature.ident).clone();
        name.set_span(name.span().resolved_at(at));
        let owned = self.own.as_ref().map(|own| {
            let mut ty = own.ty.clone();
            elide(&mut ty, &lifetimes);
            let ty = as_ours(ty);
            match &own.of_trait {
                None => quote_spanned!(at=> <#ty>::),
                Some(of_trait) => {
                    let mut of_trait: Type = parse_quote!(#of_trait);
                    elide(&mut of_trait, &lifetimes);
                    let of_trait = as_ours(of_trait);
                    quote_spanned!(at=> <#ty as #of_trait>::)
                }
            }
        });
        let choices = self.own_choices();
        let generics = (!choices.is_empty()).then(|| {
            let arguments = choices.iter().map(|choice| as_ours(choice.argument()));
            quote_spanned!(at=> ::<#(#arguments),*>)
        });
        quote_spanned!(at=> #owned #name #generics)
    }

    /// The call, and what is done with what it gives. Arguments are looked at when the result is gone, which may have
    /// borrowed from them in a way that the signature does not show.
    fn call(&self, parameters: &[Emitted], never: bool, runtime: &Path) -> TokenStream {
        let at = Span::mixed_site();
        let path = self.path();
        let arguments = parameters.iter().map(|parameter| &parameter.argument);
        let mut call = quote_spanned!(at=> #path(#(#arguments),*));
        if self.is_unsafe() {
            call = quote_spanned!(at=> unsafe { #call });
        }
        if self.gives_future() {
            call = quote_spanned!(at=> #runtime::__private::block_on(#call));
        }
        if never {
            return self.with_formatter(quote_spanned!(at=> #call;), runtime);
        }
        let observations = parameters.iter().map(|parameter| &parameter.observation);
        // A `match`, so that what is lent for the call lives as long as the result.
        let observed = quote_spanned! {at=>
            match #call {
                result => {
                    (&#runtime::__private::Observed(&result)).observe(frame);
                    frame.keep(result);
                }
            }
            #( #observations )*
        };
        self.with_formatter(observed, runtime)
    }

    /// A call within one that gives it a formatter, if it takes one.
    fn with_formatter(&self, call: TokenStream, runtime: &Path) -> TokenStream {
        let at = Span::mixed_site();
        let formatters = self.parameters.iter().enumerate();
        let Some((index, ty)) =
            formatters.filter_map(|(index, parameter)| Some((index, parameter.formatter()?))).next()
        else {
            return call;
        };
        let (ty, way) = (as_ours(ty), format_ident!("argument_{index}", span = at));
        quote_spanned! {at=>
            (&#runtime::__private::Formatting::<#ty>::NEW).format(frame, #index, &#way, |formatter| { #call });
        }
    }
}

/// `impl Future`, and `Pin<Box<dyn Future>>`.
fn is_future(ty: &Type) -> bool {
    let named = |bounds: &syn::punctuated::Punctuated<TypeParamBound, Token![+]>| {
        bounds.iter().any(|bound| match bound {
            TypeParamBound::Trait(bound) => {
                bound.path.segments.last().is_some_and(|last| last.ident == "Future")
            }
            _ => false,
        })
    };
    match peeled(ty) {
        Type::ImplTrait(opaque) => named(&opaque.bounds),
        Type::TraitObject(object) => named(&object.bounds),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| match &last.arguments {
            PathArguments::AngleBracketed(arguments) if last.ident == "Pin" || last.ident == "Box" => {
                arguments
                    .args
                    .iter()
                    .any(|argument| matches!(argument, GenericArgument::Type(ty) if is_future(ty)))
            }
            _ => false,
        }),
        _ => false,
    }
}

/// Imports traits of the runtime, nameless. Of a preferred trait and its fallback one often remains unused.
pub(crate) fn bring_into_scope(traits: &[&str], runtime: &Path) -> TokenStream {
    if traits.is_empty() {
        return TokenStream::new();
    }
    let at = Span::mixed_site();
    let traits = traits.iter().map(|name| Ident::new(name, at));
    quote_spanned! {at=>
        #[allow(unused_imports)]
        use #runtime::__private::{#(#traits as _),*};
    }
}
