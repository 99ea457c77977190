//! The emitted code for a function that the search calls: functions that describe the shapes of its
//! parameters, call it, and write down arguments of the user's own tests; and the `Callable` that
//! names them.

use sbst_source::span::mixed_site;
use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote_spanned};
use syn::{Index, Path, ReturnType, Type};

use super::{
    bring_into_scope, constants, generics::GenericChoice, instances, instances::Chosen, lazy::Lazy,
    lent::Lent, parameter::Emitted, ways::Ways, write_all, write_down, Callee, Parameter,
};
use crate::{attribute::template::Pieces, call::items::Items, syntax::lifetimes::borrows};

/// Traits that method look-up tries, in order, to build an argument.
const BUILDING: [&str; 3] = ["CanBuild", "CanBuildArbitrary", "CannotBuild"];

/// Traits that decide which part of a result later statements can borrow.
const GIVING: [&str; 4] = ["DescribesElements", "DescribesReference", "DescribesInner", "DescribesWhole"];

/// Traits that decide whether another value is assigned to a lent place.
const ASSIGNING: [&str; 2] = ["CanAssign", "CannotAssign"];

/// The most parameters of a generic function whose calls are recorded: the runtime has as many
/// stand-ins for types that are not chosen.
const MOST_WRITTEN: usize = 12;

/// The bodies of the functions that describe the shapes of the parameters and make the call.
struct Bodies<'a> {
    items: &'a TokenStream,
    shapes: TokenStream,
    call: TokenStream,
    may_be_unsafe: Option<TokenStream>,
}

impl Callee {
    /// The functions that the registration refers to, and the `Callable` that names them.
    pub(crate) fn emit(&self, runtime: &Path) -> (TokenStream, TokenStream) {
        let at = mixed_site();
        let signature = &self.opened.signature;
        let constants = signature.generics.const_params().collect();
        let mut items = Items::new(runtime, constants).at(signature.ident.span());
        let parameters = &self.parameters;
        let open = constants::open_names(&signature.generics);
        let is_generic = !open.is_empty();
        let ways = if is_generic { Ways::from_callee(self, &mut items) } else { Ways::default() };
        let emitted: Vec<Emitted> = parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| {
                let emitted = parameter.emit_making(index, &open, &mut items, runtime);
                let way = ways.of_parameters.get(index).and_then(Option::as_ref);
                let emitted = match way.and_then(|way| parameter.emit_in(way, signature, runtime)) {
                    Some((shape, value)) => emitted.in_a_way(index, shape, &value),
                    None => emitted,
                };
                match ways.chosen.iter().any(|(_, chosen)| *chosen == index) {
                    true => emitted.behind_choice(),
                    false => emitted,
                }
            })
            .collect();
        let never = matches!(&signature.output, ReturnType::Type(_, ty) if matches!(**ty, Type::Never(_)));
        let call = self.call(&emitted, never, runtime);
        let making = emitted.iter().map(|parameter| &parameter.making);
        let items = &items.tokens;

        let lent = self.lent(&open);
        let (shape_traits, call_traits) = self.traits(never, lent.as_ref());
        let [shape_traits, call_traits] =
            [shape_traits, call_traits].map(|traits| bring_into_scope(&traits, runtime));
        let shapes = self.shapes(&emitted, runtime);
        let known = match &lent {
            Some(Lent::Known(ty)) => {
                Some(quote_spanned!(at=> shapes.lends((&#runtime::__private::Lent::<#ty>::NEW).assigned());))
            }
            _ => None,
        };
        let shapes = quote_spanned!(at=> #shape_traits #shapes #known);
        let call = quote_spanned! {at=>
            #call_traits
            #( #making )*
            __sbst_frame.arguments_built();
            #call
        };
        let may_be_unsafe = self.is_unsafe().then(|| quote_spanned!(at=> #[allow(unsafe_code)]));
        let bodies = Bodies { items, shapes, call, may_be_unsafe };
        let (functions, writes) = match is_generic {
            true => self.emit_generic(&ways, bodies, lent.as_ref(), runtime),
            false => self.emit_plain(bodies, runtime),
        };
        let write = match writes {
            true => quote_spanned!(at=> ::core::option::Option::Some(__sbst_write)),
            false => quote_spanned!(at=> ::core::option::Option::None),
        };
        // The signature does not show the contents of a type that stands for a parameter.
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

    /// Returns the runtime's traits that the function for the shapes and the function for the call
    /// use.
    fn traits(&self, never: bool, lent: Option<&Lent>) -> (Vec<&'static str>, Vec<&'static str>) {
        let any = |wanted: fn(&Parameter) -> bool| self.parameters.iter().any(wanted);
        let building: &[&str] = if any(Parameter::is_built) { &BUILDING } else { &[] };
        let returning: &[&str] =
            if any(Parameter::is_function) { &["CanReturn", "CannotReturn"] } else { &[] };
        let observing: &[&str] = match self.gives_items() {
            _ if never => &[],
            Some(_) => &["ConsumesShown", "Consumes", "CannotConsume"],
            None => &["CanObserve", "CannotObserve"],
        };
        let observing_arguments: &[&str] =
            if any(Parameter::is_observed) { &["CanObserveArgument", "CannotObserveArgument"] } else { &[] };
        let formatting: &[&str] = if any(|parameter| parameter.formatter().is_some()) {
            &["CanFormat", "CannotFormat"]
        } else {
            &[]
        };
        let giving: &[&str] = if self.gives().is_some() { &GIVING } else { &[] };
        let assigning: &[&str] = if matches!(lent, Some(Lent::Known(_))) { &ASSIGNING } else { &[] };
        let pinning: &[&str] = if any(Parameter::is_pinned) { &["CanPin", "CannotPin"] } else { &[] };
        let shape_traits = [building, pinning, returning, formatting, giving, assigning].concat();
        let call_traits =
            [building, pinning, returning, formatting, observing, observing_arguments, giving].concat();
        (shape_traits, call_traits)
    }

    /// Returns the functions for a generic function, whose parameters the compiler chooses, and
    /// true if arguments of the user's own tests can be written down.
    fn emit_generic(
        &self,
        ways: &Ways,
        bodies: Bodies<'_>,
        lent: Option<&Lent>,
        runtime: &Path,
    ) -> (TokenStream, bool) {
        let at = mixed_site();
        let signature = &self.opened.signature;
        let Bodies { items, shapes, call, may_be_unsafe } = bodies;
        let instances::Generic { head, chosen, choices, arguments } = instances::generic(self, ways, runtime);
        let constants = constants::declarations(&signature.generics);
        let names = ways.names.emit();
        let arguments = arguments.filter(|types| types.len() <= MOST_WRITTEN && choices.is_empty());
        let writes = arguments.is_some();
        let writing = writes.then(|| self.writing(runtime));
        let writing = writing.unwrap_or_else(|| quote_spanned!(at=> ::core::option::Option::None));
        let types = arguments.unwrap_or_default();
        // The others are named in the body of a function, where lifetimes may be hidden in paths,
        // as in `Parser` for `Parser<'_>`.
        let open_types: Vec<_> =
            types.iter().filter(|argument| argument.is_open).map(|open| &open.ty).collect();
        let new = open_types.iter().map(|_| quote_spanned!(at=> #runtime::__private::ArgumentType::NEW));
        let mut indices = (0..).map(|index| Index { index, span: at });
        let all: Vec<TokenStream> = types
            .iter()
            .map(|argument| match argument.is_open {
                true => {
                    let index = indices.next();
                    quote_spanned!(at=> open.#index)
                }
                false => argument.marker(runtime),
            })
            .collect();
        let open_lent = match lent {
            Some(Lent::Open(ty)) => Some(ty),
            _ => None,
        };
        let tell_lent = open_lent.map(|_| {
            let assigning = bring_into_scope(&ASSIGNING, runtime);
            quote_spanned!(at=> { #assigning shapes.lends((&chosen.lent()).assigned()); })
        });
        let lent_declared = open_lent.map(|_| {
            quote_spanned! {at=>
                type Lent;
                fn lent(&self) -> Self::Lent;
            }
        });
        let lent_defined = open_lent.map(|ty| {
            quote_spanned! {at=>
                type Lent = #runtime::__private::Lent<#ty>;
                fn lent(&self) -> Self::Lent {
                    #runtime::__private::Lent::NEW
                }
            }
        });
        let use_chosen = match &chosen[..] {
            [chosen] if choices.is_empty() => use_one(chosen, &all, &writing, tell_lent.as_ref(), runtime),
            chosen => use_any(chosen, &choices, tell_lent.as_ref(), runtime),
        };
        let functions = quote_spanned! {at=>
            #names
            #items
            #constants
            #[allow(dead_code)]
            trait __SbstCalled<'sbst>: ::core::marker::Sized {
                type Arguments;
                fn or<__SbstOther>(&self, other: __SbstOther) -> Self;
                fn arguments(&self) -> Self::Arguments;
                fn shapes(&self, shapes: &mut #runtime::__private::Shapes);
                fn call(&self, __sbst_frame: &'sbst #runtime::__private::Frame<'sbst>);
                #lent_declared
            }
            #[allow(clippy::needless_lifetimes, clippy::type_complexity, clippy::unused_unit)]
            #head {
                type Arguments = (#(#runtime::__private::ArgumentType<#open_types>,)*);
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
                fn call(&self, __sbst_frame: &'sbst #runtime::__private::Frame<'sbst>) {
                    #call
                }
                #lent_defined
            }
            #use_chosen
        };
        (functions, writes)
    }

    /// Returns the functions for a function without generic parameters to choose, and true if
    /// arguments of the user's own tests can be written down.
    fn emit_plain(&self, bodies: Bodies<'_>, runtime: &Path) -> (TokenStream, bool) {
        let at = mixed_site();
        let Bodies { items, shapes, call, may_be_unsafe } = bodies;
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
        let writes = types.is_some();
        let writing = types.map(|types| {
            let writing = self.writing(runtime);
            let types = types.iter().map(|argument| argument.marker(runtime));
            quote_spanned! {at=>
                fn __sbst_write<'sbst>(
                    arguments: &[#runtime::__private::Erased<'_>],
                    nodes: &mut #runtime::__private::TestCase
                ) -> ::core::option::Option<::core::primitive::usize> {
                    let types = (#(#types,)*);
                    #writing
                }
            }
        });
        let functions = quote_spanned! {at=>
            #items
            fn __sbst_shapes(shapes: &mut #runtime::__private::Shapes) {
                #shapes
                #generics
                #owner
            }
            #may_be_unsafe
            fn __sbst_call<'sbst>(__sbst_frame: &'sbst #runtime::__private::Frame<'sbst>) {
                #call
            }
            #writing
        };
        (functions, writes)
    }

    /// The expression that appends `arguments`, which are of `types` perhaps, to `nodes`, and says
    /// how many of them it could.
    fn writing(&self, runtime: &Path) -> TokenStream {
        let at = mixed_site();
        let traits = bring_into_scope(&["CanWrite", "CannotWrite"], runtime);
        let indices: Vec<Index> = (0..self.parameters.len()).map(Index::from).collect();
        let names: Vec<Ident> =
            indices.iter().map(|index| format_ident!("argument_{}", index.index, span = at)).collect();
        let indices = indices.iter().map(|index| Index { span: at, ..index.clone() });
        let numbers = (0..names.len()).map(Literal::usize_unsuffixed);
        let written = write_all(names.iter().map(|name| write_down(name, runtime)));
        quote_spanned! {at=>
            #traits
            #( let #names = types.#indices.find(arguments, #numbers)?; )*
            ::core::option::Option::Some(#written)
        }
    }

    /// The statements that tell the shapes of the parameters, and how a call is written.
    fn shapes(&self, emitted: &[Emitted], runtime: &Path) -> TokenStream {
        let at = mixed_site();
        let shapes = emitted.iter().zip(&self.opened.signature.inputs).map(|(parameter, input)| {
            let shape = &parameter.shape;
            match self.nameless(input) {
                Some(ty) => quote_spanned!(at=> shapes.push_nameless::<#ty>(#shape);),
                None => quote_spanned!(at=> shapes.push(#shape);),
            }
        });
        let is_async = self.gives_future().then(|| quote_spanned!(at=> shapes.is_async();));
        let is_lazy = self.gives_items().map(
            |Lazy { is_iterator, is_inner }| quote_spanned!(at=> shapes.is_lazy(#is_iterator, #is_inner);),
        );
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
        let gives = self.gives().map(
            |ty| quote_spanned!(at=> shapes.gives((&&#runtime::__private::Given::<#ty>::NEW).describe());),
        );
        let changes = self.changes_shared.then(|| quote_spanned!(at=> shapes.changes_receiver();));
        quote_spanned!(at=> #( #shapes )* #is_async #is_lazy #is_unsafe #has_receiver #changes #writes_to #gives)
    }

    /// The format for which the standard library calls the function, if it does.
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
}

/// The functions that use the one instance that the compiler chooses.
fn use_one(
    chosen: &TokenStream,
    types: &[TokenStream],
    writing: &TokenStream,
    tell_lent: Option<&TokenStream>,
    runtime: &Path,
) -> TokenStream {
    let at = mixed_site();
    let other = bring_into_scope(&["OtherInstance"], runtime);
    quote_spanned! {at=>
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
                    #tell_lent
                    ::core::option::Option::None
                }
                #runtime::__private::Purpose::Call(__sbst_frame) => {
                    chosen.call(__sbst_frame);
                    ::core::option::Option::None
                }
                #[allow(unused_variables)]
                #runtime::__private::Purpose::Write(arguments, nodes) => {
                    #[allow(unused_variables)]
                    let open = chosen.arguments();
                    #[allow(unused_variables)]
                    let types = (#(#types,)*);
                    #writing
                }
            }
        }
        fn __sbst_shapes(shapes: &mut #runtime::__private::Shapes) {
            __sbst_use(#runtime::__private::Purpose::Shapes(shapes));
        }
        fn __sbst_call<'sbst>(__sbst_frame: &'sbst #runtime::__private::Frame<'sbst>) {
            __sbst_use(#runtime::__private::Purpose::Call(__sbst_frame));
        }
        #[allow(dead_code)]
        fn __sbst_write(
            arguments: &[#runtime::__private::Erased<'_>],
            nodes: &mut #runtime::__private::TestCase
        ) -> ::core::option::Option<::core::primitive::usize> {
            __sbst_use(#runtime::__private::Purpose::Write(arguments, nodes))
        }
    }
}

/// The functions that use the instance that a test case says.
fn use_any(
    chosen: &[TokenStream],
    choices: &[Chosen],
    tell_lent: Option<&TokenStream>,
    runtime: &Path,
) -> TokenStream {
    let at = mixed_site();
    let other = bring_into_scope(&["OtherInstance"], runtime);
    let (instances, numbers) = (chosen.len(), 0..chosen.len());
    let names: Vec<[Ident; 2]> = choices
        .iter()
        .map(|choice| {
            let at = |name: &str| format_ident!("{name}{}", choice.parameter, span = mixed_site());
            [at("__SBST_CHOICE_"), at("__sbst_choice_")]
        })
        .collect();
    let declared = choices.iter().zip(&names).map(|(choice, [name, shape])| {
        let Chosen { parameter, candidates, stride } = choice;
        quote_spanned! {at=>
            static #name: #runtime::__private::Choice =
                #runtime::__private::Choice::new(#parameter, #candidates, #stride, #instances, __sbst_shapes_of);
            fn #shape() -> &'static #runtime::__private::shape::Shape {
                #name.shape()
            }
        }
    });
    let tell = chosen.iter().map(|_| match tell_lent {
        None => quote_spanned!(at=> chosen.shapes(shapes)),
        Some(tell_lent) => quote_spanned!(at=> { chosen.shapes(shapes); #tell_lent }),
    });
    let told = names.iter().map(|[name, shape]| quote_spanned!(at=> (&#name, #shape)));
    let asked = names.iter().map(|[name, _]| quote_spanned!(at=> #name.share(__sbst_frame)));
    quote_spanned! {at=>
        fn __sbst_use<'sbst>(
            instance: ::core::primitive::usize,
            purpose: #runtime::__private::Purpose<'_, 'sbst>
        ) {
            #other
            match instance {
                #(
                    #numbers => {
                        let chosen = #chosen;
                        match purpose {
                            #runtime::__private::Purpose::Shapes(shapes) => #tell,
                            #runtime::__private::Purpose::Call(__sbst_frame) => chosen.call(__sbst_frame),
                            #runtime::__private::Purpose::Write(..) => {}
                        }
                    }
                )*
                _ => {}
            }
        }
        #( #declared )*
        fn __sbst_shapes_of(instance: ::core::primitive::usize, shapes: &mut #runtime::__private::Shapes) {
            __sbst_use(instance, #runtime::__private::Purpose::Shapes(shapes));
        }
        fn __sbst_shapes(shapes: &mut #runtime::__private::Shapes) {
            shapes.choose(&[#(#told),*], __sbst_shapes_of);
        }
        fn __sbst_call<'sbst>(__sbst_frame: &'sbst #runtime::__private::Frame<'sbst>) {
            __sbst_use(#(#asked)+*, #runtime::__private::Purpose::Call(__sbst_frame));
        }
    }
}
