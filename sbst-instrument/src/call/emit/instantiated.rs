//! A generic function for the types of an instance: a function without type parameters.
//!
//! 1. In all types of the signature, the instance's types replace the parameters.
//! 2. Associated types by bounds, `G::NodeId` or `N` of `G: Graph<NodeId = N>`, are named where the
//!    bounds are in force. They are associated types of a trait of ours, which is implemented for
//!    all types that meet the bounds. The compiler resolves it.

use crate::call::plan::header::for_expressions;
use crate::call::types::ours::GIVEN;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use sbst_source::visit_mut::{self, VisitMut};
use syn::{
    parse_quote, Expr, FnArg, GenericArgument, GenericParam, Lifetime, Path, ReturnType, Signature, Type,
    TypePath,
};

use crate::call::plan::header::in_tuple;
use crate::call::plan::header::Bind;
use crate::call::plan::header::Header;
use crate::call::plan::instance::Instance;
use crate::call::signature::callee::Callee;
use crate::call::signature::constants::declarations;
use crate::call::signature::constants::open_names;
use crate::call::signature::determined_parameters::determined;
use crate::call::signature::generics::GenericChoice;
use crate::call::signature::generics::Opened;
use crate::call::signature::own::Own;
use crate::call::signature::parameter::parameters;
use crate::call::signature::parameter::Parameter;
use crate::call::types::mentions::mentions_any;
use crate::call::types::mentions::single;
use crate::call::types::substitution::Substitution;
use crate::syntax::lifetimes::declared;
use crate::syntax::spans::as_ours;

/// The function for an instance, and the items that name the associated types by its bounds.
pub(crate) struct Instantiated {
    pub(crate) callee: Callee,
    pub(crate) items: TokenStream,
}

impl Callee {
    /// The function for an instance. `None` if an attribute on a parameter is invalid for it:
    /// `0..N` where `N` is 0.
    pub(crate) fn instantiated(&self, instance: &Instance, runtime: &Path) -> Option<Instantiated> {
        let open = open_names(&self.opened.signature.generics);
        let lifetimes = declared(&self.opened.signature.generics);
        let types: Vec<Type> = instance.types.iter().map(|ty| for_expressions(ty, &lifetimes)).collect();
        let mut bind = Bind { declared: &lifetimes };
        let bound = instance.types.iter().cloned().map(|mut ty| {
            bind.everywhere(&mut ty);
            ty
        });
        let bound: Vec<Type> = bound.collect();
        let [tuple, bound_tuple] = [&types, &bound].map(|types| {
            let types = open.iter().zip(types.iter());
            let types = types.map(|(name, ty)| in_tuple(name, as_ours(ty), &self.opened.signature.generics));
            quote_spanned!(mixed_site()=> #runtime::__private::Instance<(#(#types,)*)>)
        });
        let constants = &instance.constants;
        let given = Vec::new();
        let mut putting = Putting {
            open: &open,
            determined: determined(&self.opened.signature.generics),
            types: &types,
            bound: &bound,
            constants,
            tuple,
            bound_tuple,
            given,
            in_function: false,
        };

        let numbers = open.iter().zip(constants);
        let numbers = numbers.filter_map(|(name, value)| Some(((*name).clone(), value.clone()?)));
        let mut in_attributes = Substitution { constants: numbers.collect(), ..Substitution::default() };
        let mut signature = self.opened.signature.clone();
        for input in &mut signature.inputs {
            if let FnArg::Typed(typed) = input {
                putting.visit_type_mut(&mut typed.ty);
                typed.attrs.iter_mut().for_each(|attribute| in_attributes.visit_attribute_mut(attribute));
            }
        }
        if let ReturnType::Type(_, output) = &mut signature.output {
            putting.visit_type_mut(output);
        }
        let own = self.own.as_ref().map(|Own { ty, of_trait }| {
            let (mut ty, mut of_trait) = (ty.clone(), of_trait.clone());
            putting.visit_type_mut(&mut ty);
            of_trait.iter_mut().for_each(|of_trait| putting.visit_path_mut(of_trait));
            Own { ty, of_trait }
        });
        let choices = self.opened.choices.iter().map(|choice| putting.choice(choice)).collect();
        let items = putting.emit_given(self, runtime);
        let parameters = self.parameters_as(&signature)?;
        let lifetimes = signature.generics.params.into_iter();
        signature.generics.params =
            lifetimes.filter(|one| matches!(one, GenericParam::Lifetime(_))).collect();
        signature.generics.where_clause = None;
        let callee = Callee {
            opened: Opened { signature, choices, nameless: Vec::new(), pointers: Vec::new() },
            own,
            applied: self.applied.clone(),
            result_type: self.result_type.clone(),
            parameters,
            was_generic: true,
            skipped: self.skipped.clone(),
            twin: self.twin.clone(),
            numbers: Vec::new(),
            ..*self
        };
        Some(Instantiated { callee, items })
    }

    /// The parameters with the types of this signature.
    fn parameters_as(&self, signature: &Signature) -> Option<Vec<Parameter>> {
        let mut all = parameters(signature).ok()?;
        for (index, parameter) in all.iter_mut().enumerate() {
            parameter.name.clone_from(&self.parameters[index].name);
            parameter.type_text.clone_from(&self.parameters[index].type_text);
            parameter.is_nameless = match &self.opened.signature.inputs[index] {
                FnArg::Typed(typed) => mentions_any(&typed.ty, &self.opened.nameless),
                FnArg::Receiver(_) => false,
            };
        }
        Some(all)
    }
}

/// Replaces parameters by types and constants.
struct Putting<'a> {
    open: &'a [&'a Ident],
    /// The parameters that others determine.
    determined: Vec<&'a Ident>,
    types: &'a [Type],
    /// The types with the lifetime of an execution.
    bound: &'a [Type],
    constants: &'a [Option<Expr>],
    /// The type of the instance, which implements the trait of ours.
    tuple: TokenStream,
    bound_tuple: TokenStream,
    /// The associated types by bounds, as the function writes them (rule 2).
    given: Vec<Type>,
    /// True within the type of a function pointer, where an elided lifetime is its own.
    in_function: bool,
}

impl Putting<'_> {
    fn position(&self, name: &Ident) -> Option<usize> {
        self.open.iter().position(|open| *open == name)
    }

    /// The type for an associated type by bounds.
    fn give(&mut self, ty: &TypePath) -> Type {
        let text = ty.to_token_stream().to_string();
        let known = self.given.iter().position(|given| given.to_token_stream().to_string() == text);
        let index = known.unwrap_or_else(|| {
            self.given.push(Type::Path(ty.clone()));
            self.given.len() - 1
        });
        let (at, name) = (mixed_site(), name_of_given(index));
        let of_trait = format_ident!("{GIVEN}", span = at);
        let (tuple, lifetime) = match self.in_function {
            true => (&self.bound_tuple, "'sbst"),
            false => (&self.tuple, "'_"),
        };
        let lifetime = Lifetime::new(lifetime, at);
        parse_quote!(<#tuple as #of_trait<#lifetime>>::#name)
    }

    fn choice(&mut self, choice: &GenericChoice) -> GenericChoice {
        match choice {
            GenericChoice::Open(name) => match self.position(name) {
                Some(at) => GenericChoice::Chosen(match &self.constants[at] {
                    Some(value) => value.to_token_stream(),
                    None => self.types[at].to_token_stream(),
                }),
                None => {
                    let name = parse_quote!(#name);
                    GenericChoice::Chosen(self.give(&name).into_token_stream())
                }
            },
            GenericChoice::Chosen(tokens) | GenericChoice::Pointer(tokens) => {
                let mut tokens = tokens.clone();
                if let Ok(mut ty) = syn::parse2::<Type>(tokens.clone()) {
                    self.visit_type_mut(&mut ty);
                    tokens = ty.into_token_stream();
                }
                GenericChoice::Chosen(tokens)
            }
            GenericChoice::Inferred => GenericChoice::Inferred,
        }
    }

    /// The trait of ours, with its implementation.
    fn emit_given(&self, callee: &Callee, runtime: &Path) -> TokenStream {
        if self.given.is_empty() {
            return TokenStream::new();
        }
        let (at, generics) = (mixed_site(), &callee.opened.signature.generics);
        let lifetimes = declared(generics);
        let mut bind = Bind { declared: &lifetimes };
        let names: Vec<Ident> = (0..self.given.len()).map(name_of_given).collect();
        let types = self.given.iter().map(|ty| {
            let mut ty = ty.clone();
            bind.everywhere(&mut ty);
            as_ours(ty)
        });
        let of_trait = format_ident!("{GIVEN}", span = at);
        let Header { declared, names: parameters, predicates } = Header::from_generics(generics);
        let constants = declarations(generics);
        quote_spanned! {at=>
            #constants
            trait #of_trait<'sbst> {
                #(type #names: ?::core::marker::Sized;)*
            }
            #[allow(clippy::needless_lifetimes, clippy::type_complexity)]
            impl<'sbst, #(#declared),*> #of_trait<'sbst> for #runtime::__private::Instance<(#(#parameters,)*)>
            where #(#predicates),*
            {
                #(type #names = #types;)*
            }
        }
    }
}

fn name_of_given(index: usize) -> Ident {
    format_ident!("Given{index}", span = mixed_site())
}

impl VisitMut for Putting<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if !mentions_any(ty, self.open.iter().chain(&self.determined).copied()) {
            return;
        }
        match ty {
            Type::Path(path) if path.path.get_ident().is_some_and(|name| self.determined.contains(&name)) => {
                *ty = self.give(&path.clone());
            }
            Type::Path(path) => {
                let first = path.path.segments.first().and_then(|first| self.position(&first.ident));
                match (&path.qself, first, path.path.segments.len()) {
                    (None, Some(at), 1) if self.in_function => *ty = self.bound[at].clone(),
                    (None, Some(at), 1) => *ty = self.types[at].clone(),
                    (Some(_), ..) | (None, Some(_), _) => *ty = self.give(&path.clone()),
                    (None, None, _) => visit_mut::visit_type_mut(self, ty),
                }
            }
            Type::FnPtr(_) => {
                let before = std::mem::replace(&mut self.in_function, true);
                visit_mut::visit_type_mut(self, ty);
                self.in_function = before;
            }
            _ => visit_mut::visit_type_mut(self, ty),
        }
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        if let GenericArgument::Type(ty) = argument {
            let constant = single(ty).and_then(|name| self.constants[self.position(name)?].clone());
            if let Some(constant) = constant {
                *argument = GenericArgument::Const(constant);
                return;
            }
        }
        visit_mut::visit_generic_argument_mut(self, argument);
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::Path(path) = expression {
            let constant =
                path.path.get_ident().and_then(|name| self.constants[self.position(name)?].clone());
            if let Some(constant) = constant {
                *expression = constant;
                return;
            }
        }
        visit_mut::visit_expr_mut(self, expression);
    }
}
