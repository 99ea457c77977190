//! The emitted code for a function that the search calls. It has functions for describing the
//! shapes of its parameters and for calling it, and the `Callable` that names them.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use sbst_vocabulary::obstacle::Obstacle;
use syn::{Path, ReturnType, Type};

use crate::attribute::template::Pieces;
use crate::call::building::items::bring_into_scope;
use crate::call::building::items::Items;
use crate::call::emit::instantiated::Instantiated;
use crate::call::emit::lazy_results::Lazy;
use crate::call::plan::header::no_instance;
use crate::call::plan::instance::all;
use crate::call::plan::instance::by_number;
use crate::call::plan::instance::Instance;
use crate::call::plan::instance::Named;
use crate::call::plan::planner::Standing;
use crate::call::plan::verdicts;
use crate::call::plan::ways::ShownChoice;
use crate::call::plan::ways::Ways;
use crate::call::signature::callee::Callee;
use crate::call::signature::constants;
use crate::call::signature::generics::GenericChoice;
use crate::call::signature::obstacle;
use crate::call::signature::parameter::Emitted;
use crate::call::signature::parameter::Parameter;
use crate::call::signature::returned_functions::Applied;
use crate::syntax::lifetimes::borrows;

/// Traits that method look-up tries, in order, to build an argument.
const BUILDING: [&str; 3] = ["CanBuild", "CanBuildArbitrary", "CannotBuild"];

/// Traits that decide whether results of a closure can be built, and whether its arguments are
/// compared.
const RETURNING: [&str; 4] = ["CanReturn", "CannotReturn", "CanCompare", "CannotCompare"];

/// Traits that decide which part of a result is lent to later statements.
const GIVING: [&str; 4] = ["DescribesElements", "DescribesReference", "DescribesInner", "DescribesWhole"];

/// Traits that decide the observations of a value in addition to its `{:?}` text.
const INSPECTING: [&str; 10] = [
    "DisplaysEither",
    "DisplaysError",
    "DisplaysInner",
    "Displays",
    "CannotDisplay",
    "CanIterate",
    "CannotIterate",
    "VariesInError",
    "Varies",
    "CannotVary",
];

/// Traits that decide whether another value is assigned to a lent place.
const ASSIGNING: [&str; 2] = ["CanAssign", "CannotAssign"];

/// The most called instances of a generic function without an argument for the selection.
const MOST_CALLED: usize = 3;

/// The emitted code of a function that is called.
pub(crate) struct Emission {
    /// The items beside its registration.
    pub(crate) items: TokenStream,
    /// The expressions of its `Callable`s.
    pub(crate) callables: Vec<TokenStream>,
}

impl Callee {
    /// The items that the registration refers to, and the `Callable`s, or the reason why the
    /// function has none.
    pub(crate) fn emit(&self, runtime: &Path) -> Result<Emission, Obstacle> {
        let at = mixed_site();
        let open = constants::open_names(&self.opened.signature.generics);
        let mut items = Items::new(runtime, Vec::new()).at(self.opened.signature.ident.span());
        if open.is_empty() {
            let (items, callable) = self.emit_call(&[], &self.named(), items, runtime);
            return Ok(Emission { items, callables: vec![callable] });
        }
        let ways = Ways::from_callee(self, &mut items);
        let (ways, admitted) = self.admitted(ways, &open, &mut items).ok_or_else(|| no_instance(self))?;
        let called: Vec<Option<&Instance>> = match ways.choices.is_empty() {
            true => pick(&admitted[0]).into_iter().map(Some).collect(),
            // An instance's number is its place in the list.
            false => admitted.iter().map(|of_number| of_number.first()).collect(),
        };
        let reason = obstacle::emit(&no_instance(self), runtime);
        let (mut constants, mut all) = (Vec::new(), Vec::new());
        for (index, instance) in called.iter().enumerate() {
            let name = format_ident!("__SBST_INSTANCE_{index}", span = at);
            let value = instance.and_then(|instance| self.emit_instance(instance, &ways, runtime));
            let value = value.unwrap_or_else(|| {
                quote_spanned!(at=> #runtime::__private::Callable::refused(|shapes| shapes.refuse(#reason)))
            });
            constants.push(quote_spanned!(at=> const #name: #runtime::__private::Callable = #value;));
            all.push(name);
        }
        let names = ways.names.emit();
        let items = quote_spanned!(at=> #names #(#constants)*);
        let has_objects = ways.choices.iter().any(|choice| choice.is_part);
        let admitted = all.iter().zip(&called).filter(|(_, instance)| instance.is_some());
        let mut callables: Vec<TokenStream> = admitted.map(|(name, _)| name.to_token_stream()).collect();
        let Some(first) = called.iter().flatten().next().filter(|_| !ways.choices.is_empty()) else {
            return Ok(Emission { items, callables });
        };
        if !has_objects {
            callables.clear();
        }
        let (choice, callable) = self.choose(&all, &ways, &first.untold, has_objects, runtime);
        callables.insert(0, callable);
        Ok(Emission { items: quote_spanned!(at=> #items #choice), callables })
    }

    /// The instances that may be called, by number, and the remaining ways. `None` without
    /// instances.
    fn admitted(
        &self,
        mut ways: Ways,
        open: &[&Ident],
        items: &mut Items<'_>,
    ) -> Option<(Ways, Vec<Vec<Instance>>)> {
        let plan = verdicts::answers().map(|answers| &answers.plan);
        let standing = |instance: &Instance| plan.and_then(|plan| plan.standing(instance.number(self)));
        let admit = |ways: &Ways| -> Vec<Vec<Instance>> {
            let all = by_number(self, open, ways).into_iter();
            let admitted = all.map(|instances| match plan {
                Some(_) => {
                    let met = instances.into_iter().filter_map(|one| Some((standing(&one)?, one)));
                    let mut met: Vec<(Standing, Instance)> = met.collect();
                    met.sort_by_key(|(standing, _)| *standing);
                    met.into_iter().map(|(standing, one)| Instance { standing, ..one }).collect()
                }
                // Without verdicts, the likeliest is taken.
                None => instances.into_iter().take(1).collect(),
            });
            admitted.collect()
        };
        let met = |ways: &Ways| -> Vec<(Standing, Vec<usize>)> {
            let all = all(self, open, ways).into_iter();
            all.filter_map(|(indices, instance)| Some((standing(&instance)?, indices))).collect()
        };
        match verdicts::answers() {
            Some(answers) => {
                ways.widen(self, open, answers, items);
                let met = met(&ways);
                ways.keep(&met);
            }
            None => ways.drop_guesses(),
        }
        let mut narrowed = ways.clone();
        narrowed.choose(self, open);
        let has_any = |admitted: &[Vec<Instance>]| !admitted.iter().all(Vec::is_empty);
        let admitted = admit(&narrowed);
        if has_any(&admitted) {
            return Some((narrowed, admitted));
        }
        // Some bounds are about several of the selected parameters.
        let admitted = admit(&ways);
        has_any(&admitted).then_some((ways, admitted))
    }

    /// The `Callable` of an instance, as a block.
    fn emit_instance(&self, instance: &Instance, ways: &Ways, runtime: &Path) -> Option<TokenStream> {
        let Instantiated { mut callee, items: given } = self.instantiated(instance, runtime)?;
        // The search selects the type by an argument, so the argument's type is part of its value,
        // as in `1_u8`.
        for choice in ways.choices.iter().filter(|choice| choice.is_whole()) {
            callee.parameters[choice.parameter].is_nameless = true;
        }
        let mut items = Items::new(runtime, Vec::new()).at(self.opened.signature.ident.span());
        ways.names.register(&mut items);
        let chosen: Vec<usize> = ways.choices.iter().map(|choice| choice.parameter).collect();
        let (functions, callable) = callee.emit_call(&chosen, &instance.named, items, runtime);
        Some(quote_spanned!(mixed_site()=> { #given #functions #callable }))
    }

    /// The names of a function that is not generic.
    fn named(&self) -> Named {
        let generics = self.own_choices().iter().map(GenericChoice::written).collect();
        Named { generics: Pieces::turbofish(generics), owner: self.owner(&BTreeMap::new()) }
    }

    /// The emitted functions for a function without generics, and the `Callable` that names them.
    /// `chosen`: the parameters behind a choice of the search.
    fn emit_call(
        &self,
        chosen: &[usize],
        named: &Named,
        mut items: Items<'_>,
        runtime: &Path,
    ) -> (TokenStream, TokenStream) {
        let at = mixed_site();
        let signature = &self.opened.signature;
        let emitted = self.parameters.iter().enumerate().map(|(index, parameter)| {
            let emitted = parameter.emit_making(index, &mut items, runtime);
            match chosen.contains(&index) {
                true => emitted.behind_choice(),
                false => emitted,
            }
        });
        let emitted: Vec<Emitted> = emitted.collect();
        let never = matches!(&signature.output, ReturnType::Type(_, ty) if matches!(**ty, Type::Never(_)));
        let call = self.call(&emitted, never, runtime);
        let making = emitted.iter().map(|parameter| &parameter.making);
        let items = &items.tokens;

        let lent = self.lent();
        let (shape_traits, call_traits) = self.traits(never, lent.is_some());
        let [shape_traits, call_traits] =
            [shape_traits, call_traits].map(|traits| bring_into_scope(&traits, runtime));
        let shapes = self.shapes(&emitted, runtime);
        let lent = lent.map(
            |ty| quote_spanned!(at=> shapes.lends((&#runtime::__private::Lent::<#ty>::NEW).assigned());),
        );
        let named = self.emit_names(named);
        let may_be_unsafe = self.is_unsafe().then(|| quote_spanned!(at=> #[allow(unsafe_code)]));
        // The types of function pointers may have the lifetime.
        let lifetime = self.was_generic.then(|| quote_spanned!(at=> <'sbst>));
        let unused_lifetime =
            lifetime.as_ref().map(|_| quote_spanned!(at=> #[allow(clippy::extra_unused_lifetimes)]));
        let functions = quote_spanned! {at=>
            #items
            #unused_lifetime
            fn __sbst_shapes #lifetime(shapes: &mut #runtime::__private::Shapes) {
                #shape_traits
                #shapes
                #lent
                #named
            }
            #may_be_unsafe
            fn __sbst_call<'sbst>(__sbst_frame: &'sbst #runtime::__private::Frame<'sbst>) {
                #call_traits
                #( #making )*
                __sbst_frame.arguments_built();
                #call
            }
        };
        // The signature does not show the contents of an instance's types.
        let borrows =
            if self.was_generic { (0..self.parameters.len()).collect() } else { borrows(signature) };
        let callable = quote_spanned! {at=>
            #runtime::__private::Callable {
                borrows: &[#(#borrows),*],
                shapes: __sbst_shapes,
                call: __sbst_call,
            }
        };
        (functions, callable)
    }

    /// The `Callable` that calls the instance selected by a test case, and its items. `for_search`:
    /// it is not part of call sequences.
    fn choose(
        &self,
        instances: &[Ident],
        ways: &Ways,
        named: &Named,
        for_search: bool,
        runtime: &Path,
    ) -> (TokenStream, TokenStream) {
        let at = mixed_site();
        let count = instances.len();
        let (mut declared, mut choices, mut asked) = (Vec::new(), Vec::new(), Vec::new());
        let mut stride = 1;
        for &ShownChoice { index, parameter, .. } in ways.choices.iter().rev() {
            let candidates = ways.candidates[index].len();
            let name = format_ident!("__SBST_CHOICE_{parameter}", span = at);
            let shape = format_ident!("__sbst_choice_{parameter}", span = at);
            declared.push(quote_spanned! {at=>
            static #name: #runtime::__private::Choice =
                #runtime::__private::Choice::new(#parameter, #candidates, #stride, #count, __sbst_shapes_of);
            fn #shape() -> &'static #runtime::__private::shape::Shape {
                #name.shape()
            }
        });
            choices.push(quote_spanned!(at=> (&#name, #shape)));
            asked.push(quote_spanned!(at=> #name.share(__sbst_frame)));
            stride *= candidates;
        }
        let borrows = 0..self.parameters.len();
        let named = self.emit_names(named);
        let for_search = for_search.then(|| quote_spanned!(at=> shapes.only_for_search();));
        let items = quote_spanned! {at=>
            const __SBST_INSTANCES: [#runtime::__private::Callable; #count] = [#(#instances),*];
            #( #declared )*
            fn __sbst_shapes_of(instance: ::core::primitive::usize, shapes: &mut #runtime::__private::Shapes) {
                (__SBST_INSTANCES[instance].shapes)(shapes)
            }
            fn __sbst_shapes(shapes: &mut #runtime::__private::Shapes) {
                shapes.choose(&[#(#choices),*], __sbst_shapes_of);
                #named
                #for_search
            }
            fn __sbst_call<'sbst>(__sbst_frame: &'sbst #runtime::__private::Frame<'sbst>) {
                let instance = #(#asked)+*;
                __sbst_frame.begin_choices();
                (__SBST_INSTANCES[instance].call)(__sbst_frame)
            }
        };
        let callable = quote_spanned! {at=>
            #runtime::__private::Callable {
                borrows: &[#(#borrows),*],
                shapes: __sbst_shapes,
                call: __sbst_call,
            }
        };
        (items, callable)
    }

    /// The statements that set the names of types in calls.
    fn emit_names(&self, named: &Named) -> TokenStream {
        let at = mixed_site();
        let generics = (!self.own_choices().is_empty()).then(|| {
            let generics = named.generics.emit();
            quote_spanned!(at=> shapes.generics(#generics);)
        });
        let owner = named.owner.as_ref().map(|owner| {
            let owner = owner.emit();
            quote_spanned!(at=> shapes.owner(#owner);)
        });
        quote_spanned!(at=> #generics #owner)
    }

    /// Returns the traits of the runtime for the function of the shapes, and for the function of
    /// the call.
    fn traits(&self, never: bool, assigns: bool) -> (Vec<&'static str>, Vec<&'static str>) {
        let any = |wanted: fn(&Parameter) -> bool| self.parameters.iter().any(wanted);
        let building: &[&str] = if any(Parameter::is_built) { &BUILDING } else { &[] };
        let returning: &[&str] = if any(Parameter::is_function) { &RETURNING } else { &[] };
        let observing: &[&str] = match self.gives_items() {
            _ if never => &[],
            Some(_) => &["ConsumesShown", "Consumes", "CannotConsume"],
            None => &["CanObserve", "CannotObserve"],
        };
        let is_inspected = !never && self.gives_items().is_none() || any(Parameter::is_observed);
        let inspecting: &[&str] = if is_inspected { &INSPECTING } else { &[] };
        let observing_arguments: &[&str] =
            if any(Parameter::is_observed) { &["CanObserveArgument", "CannotObserveArgument"] } else { &[] };
        let formatting: &[&str] = if any(|parameter| parameter.formatter().is_some()) {
            &["CanFormat", "CannotFormat"]
        } else {
            &[]
        };
        let giving: &[&str] = if self.gives().is_some() { &GIVING } else { &[] };
        let assigning: &[&str] = if assigns { &ASSIGNING } else { &[] };
        let pinning: &[&str] = if any(Parameter::is_pinned) { &["CanPin", "CannotPin"] } else { &[] };
        let shape_traits = [building, pinning, returning, formatting, giving, assigning].concat();
        let call_traits =
            [building, pinning, returning, formatting, observing, observing_arguments, inspecting, giving]
                .concat();
        (shape_traits, call_traits)
    }

    /// The statements that describe the shapes of the parameters, and the source of a call.
    fn shapes(&self, emitted: &[Emitted], runtime: &Path) -> TokenStream {
        let at = mixed_site();
        let shapes = emitted.iter().enumerate().map(|(index, emitted)| {
            let shape = &emitted.shape;
            match self.nameless(index) {
                Some(ty) => quote_spanned!(at=> shapes.push_nameless::<#ty>(#shape);),
                None => quote_spanned!(at=> shapes.push(#shape);),
            }
        });
        let is_async = self.gives_future().then(|| quote_spanned!(at=> shapes.is_async();));
        let is_lazy = self.gives_items().map(
            |Lazy { is_iterator, is_inner }| quote_spanned!(at=> shapes.is_lazy(#is_iterator, #is_inner);),
        );
        let applied = self.applied.iter().map(|Applied { first, is_inner, is_mutable, earlier }| {
            let has_earlier = earlier.is_some();
            quote_spanned!(at=> shapes.is_applied(#first, [#is_inner, #is_mutable, #has_earlier]);)
        });
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
        quote_spanned!(at=> #( #shapes )* #is_async #is_lazy #(#applied)* #is_unsafe #has_receiver #changes #writes_to #gives)
    }

    /// The letters of the format strings with which the standard library calls the function, if
    /// any.
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

/// The instances to call without an argument for the selection: those of the plan, and variants of
/// the first one with other constants or types of the package.
fn pick(admitted: &[Instance]) -> Vec<&Instance> {
    let Some(first) = admitted.first() else { return Vec::new() };
    let (planned, others): (Vec<&Instance>, Vec<&Instance>) =
        admitted.iter().partition(|one| one.standing == Standing::Called);
    let variants = others.iter().filter(|other| other.is_variant_of(first));
    let variants = variants.take(MOST_CALLED.saturating_sub(planned.len()));
    // A type of the package may have no values.
    let usual = others.iter().find(|other| !other.has_own()).filter(|_| first.has_own());
    let mut picked = planned.clone();
    picked.extend(variants);
    picked.extend(usual);
    picked
}
