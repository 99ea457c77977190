//! Constructors: functions that build values of a type.
//!
//! 1. A constructor is a function of the type or of its module that may be called
//!    ([`crate::overlay::eligibility`]). It has no receiver, takes arguments that can certainly be
//!    built, and returns the type, or an `Option` or a `Result` of it. A type with a name like a
//!    result's counts as one.
//! 2. A function of a generic type may have more bounds than the type, where these bounds mean the
//!    same; one with the fewest bounds is preferred.
//! 3. The standard library's traits also build types: `Default`, `FromStr`, `TryFrom`, `From`.
//! 4. A constructor that reserves memory by its argument (`with_capacity`) is used only as a last
//!    resort.
//! 5. An item under a condition counts only if the enabled features satisfy it.

use super::standard::{self, Imports};
use crate::cargo::features::Features;
use quote::ToTokens as _;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Generics, Ident, ImplItem, Item, ItemImpl,
    PathArguments, ReturnType, Safety, Signature, Type, Visibility, WherePredicate,
};

const MOST_PARAMETERS: usize = 12;

/// Types whose first argument is the built value.
const OUTCOMES: [&str; 2] = ["Option", "Result"];

/// A function that may build values of a type.
#[derive(Clone)]
pub struct Constructor {
    /// The path in the type's module.
    pub path: Cow<'static, str>,
    /// True if no other module can see it.
    pub is_private: bool,
    /// True if its argument is an amount of memory to reserve.
    pub reserves: bool,
    /// True if it must not be called.
    is_refused: bool,
    parameters: Vec<Type>,
    /// Imports of the containing module.
    imports: Rc<Imports>,
    /// Bounds of the containing block on the block's parameters.
    conditions: Conditions,
    /// The containing module within the file.
    pub module: String,
    /// True if it is no associated function of the type: then it has its path in that module alone.
    pub is_free: bool,
}

impl Default for Constructor {
    fn default() -> Constructor {
        Constructor {
            path: Cow::Borrowed("Self::default"),
            is_private: false,
            reserves: false,
            is_refused: false,
            parameters: Vec::new(),
            imports: Rc::default(),
            conditions: Conditions::default(),
            module: String::new(),
            is_free: false,
        }
    }
}

impl Constructor {
    /// Returns the constructor of `#[derive(Default)]` on a type with these parameters.
    pub fn derived_default(generics: &Generics) -> Constructor {
        let mut conditions = Conditions::from_generics(generics);
        for parameter in generics.type_params() {
            let _ = conditions.bounds.insert(format!("{}: ::core::default::Default", parameter.ident));
        }
        Constructor { conditions, ..Constructor::default() }
    }
}

impl Constructor {
    /// Returns the constructor of a type of flags.
    pub fn from_bits(bits: Type) -> Constructor {
        let path = Cow::Borrowed("Self::from_bits_truncate");
        Constructor { path, parameters: vec![bits], ..Constructor::default() }
    }
}

pub struct Around<'a> {
    /// The module within the file.
    pub module: &'a str,
    /// True if the function of this name may be called.
    pub is_called: &'a dyn Fn(&Ident) -> bool,
    /// The enabled features.
    pub features: &'a Features,
    /// Imports of the containing module.
    pub imports: &'a Rc<Imports>,
}

/// The type parameters of a block or a type, with their bounds.
#[derive(Clone, Default, PartialEq)]
struct Conditions {
    names: Vec<String>,
    bounds: BTreeSet<String>,
}

impl Conditions {
    fn from_generics(generics: &Generics) -> Conditions {
        let mut conditions = Conditions::default();
        let mut add = |about: String, bound: String| {
            let _ = conditions.bounds.insert(format!("{about}: {bound}"));
        };
        for parameter in &generics.params {
            match parameter {
                GenericParam::Lifetime(_) => {}
                GenericParam::Type(parameter) => {
                    let name = parameter.ident.to_string();
                    parameter
                        .bounds
                        .iter()
                        .for_each(|bound| add(name.clone(), bound.to_token_stream().to_string()));
                }
                GenericParam::Const(parameter) => {
                    add(parameter.ident.to_string(), parameter.ty.to_token_stream().to_string());
                }
            }
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            match predicate {
                WherePredicate::Type(said) if said.lifetimes.is_none() => {
                    let about = said.bounded_ty.to_token_stream().to_string();
                    said.bounds
                        .iter()
                        .for_each(|bound| add(about.clone(), bound.to_token_stream().to_string()));
                }
                other => add(String::new(), other.to_token_stream().to_string()),
            }
        }
        let names = generics.params.iter().filter_map(|parameter| match parameter {
            GenericParam::Lifetime(_) => None,
            GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
            GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
        });
        conditions.names = names.collect();
        conditions
    }
}

/// Returns the constructors that an item of a module is or contains, with the names of their types.
pub fn find_in_item(item: &Item, around: &Around<'_>) -> Vec<(String, Constructor)> {
    match item {
        Item::Impl(block) => {
            let name = own_name(&block.self_ty);
            let found = |name: String| {
                in_block(block, &name, around).into_iter().map(move |found| (name.clone(), found))
            };
            name.into_iter().flat_map(found).collect()
        }
        Item::Fn(function) => {
            let ReturnType::Type(_, result) = &function.sig.output else { return Vec::new() };
            let name = own_name(made_in(result).unwrap_or(result));
            let fits = |name: &String| around.is_compiled(&function.attrs) && makes(&function.sig, name);
            let constructor = Constructor {
                path: function.sig.ident.to_string().into(),
                is_private: matches!(function.vis, Visibility::Inherited),
                reserves: reserves(&function.sig),
                is_refused: !(around.is_called)(&function.sig.ident),
                parameters: parameters(&function.sig),
                imports: around.imports.clone(),
                conditions: Conditions::default(),
                module: around.module.to_owned(),
                is_free: true,
            };
            name.filter(fits).map(|name| (name, constructor)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the names of the types that the functions of an item return, also within a tuple, an
/// `Option` or a `Result`, and as an associated type of the block.
pub fn find_returned(item: &Item) -> Vec<String> {
    let (mut own, mut associated) = (None, BTreeMap::new());
    let signatures: Vec<&Signature> = match item {
        Item::Fn(function) => vec![&function.sig],
        Item::Impl(block) => {
            own = own_name(&block.self_ty);
            associated = associated_types(block);
            let functions = block.items.iter().filter_map(|item| match item {
                ImplItem::Fn(function) => Some(&function.sig),
                _ => None,
            });
            functions.collect()
        }
        _ => Vec::new(),
    };
    let returned = |signature: &Signature| -> Vec<String> {
        let ReturnType::Type(_, result) = &signature.output else { return Vec::new() };
        let named = |ty: &Type| own_name(associated_in(ty, &associated).unwrap_or(ty));
        let result = associated_in(result, &associated).unwrap_or(result);
        match made_in(result).unwrap_or(result) {
            Type::Tuple(tuple) => tuple.elems.iter().filter_map(named).collect(),
            ty => named(ty).into_iter().collect(),
        }
    };
    let names = signatures.into_iter().flat_map(returned);
    names.filter_map(|name| if name == "Self" { own.clone() } else { Some(name) }).collect()
}

/// Returns the associated types of a block, by name.
fn associated_types(block: &ItemImpl) -> BTreeMap<String, &Type> {
    let types = block.items.iter().filter_map(|item| match item {
        ImplItem::Type(item) => Some((item.ident.to_string(), &item.ty)),
        _ => None,
    });
    types.collect()
}

/// Returns the type that `Self::Name` stands for in a block with these types.
fn associated_in<'a>(ty: &Type, types: &BTreeMap<String, &'a Type>) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let [of, name] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    (path.qself.is_none() && of.ident == "Self").then(|| types.get(&name.ident.to_string()).copied())?
}

impl Around<'_> {
    /// True if an item with these attributes is certainly compiled, and no test.
    pub(super) fn is_compiled(&self, attributes: &[Attribute]) -> bool {
        let names = ["cfg_attr", "deprecated", "test"];
        let is_named = |attribute: &Attribute| match attribute.path().is_ident("cfg_attr") {
            // The condition concerns only the documentation.
            true => !attribute.to_token_stream().to_string().contains("doc (cfg"),
            false => names.iter().any(|name| attribute.path().is_ident(name)),
        };
        self.features.demand(attributes) && !attributes.iter().any(is_named)
    }
}

/// Returns the name of a type that is written without a path.
pub(super) fn own_name(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let [segment] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    path.qself.is_none().then(|| segment.ident.to_string())
}

/// Returns the constructors in an `impl` block of the type `name`.
fn in_block(block: &ItemImpl, name: &str, around: &Around<'_>) -> Vec<Constructor> {
    if !around.is_compiled(&block.attrs) || !is_of_parameters(block) {
        return Vec::new();
    }
    let conditions = Conditions::from_generics(&block.generics);
    if let Some((of_trait, _)) = &block.trait_ {
        let is_refused = block.items.iter().any(|item| match item {
            ImplItem::Fn(function) => !(around.is_called)(&function.sig.ident),
            _ => false,
        });
        let found = trait_constructor(block, of_trait);
        let imports = around.imports.clone();
        let module = around.module.to_owned();
        return found
            .map(|found| Constructor { conditions, is_refused, imports, module, ..found })
            .into_iter()
            .collect();
    }
    let functions = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    });
    let fit = functions.filter(|function| {
        around.is_compiled(&function.attrs)
            && makes(&function.sig, name)
            && !is_static(&block.self_ty)
            && !is_static_result(&function.sig)
    });
    fit.map(|function| Constructor {
        path: format!("Self::{}", function.sig.ident).into(),
        is_private: matches!(function.vis, Visibility::Inherited),
        reserves: reserves(&function.sig),
        is_refused: !(around.is_called)(&function.sig.ident),
        parameters: parameters(&function.sig),
        imports: around.imports.clone(),
        conditions: conditions.clone(),
        module: around.module.to_owned(),
        is_free: false,
    })
    .collect()
}

/// True if a function returns a value with a `'static` argument: a derive for any lifetime cannot
/// use it.
fn is_static_result(signature: &Signature) -> bool {
    let ReturnType::Type(_, result) = &signature.output else { return false };
    is_static(made_in(result).unwrap_or(result))
}

fn is_static(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(PathArguments::AngleBracketed(list)) = path.path.segments.last().map(|last| &last.arguments)
    else {
        return false;
    };
    let of_static = |argument: &GenericArgument| matches!(argument, GenericArgument::Lifetime(of) if of.ident == "static");
    list.args.iter().any(of_static)
}

/// True if the arguments of a block's type are exactly the block's parameters, in order.
fn is_of_parameters(block: &ItemImpl) -> bool {
    let Type::Path(path) = &*block.self_ty else { return false };
    let arguments = path.path.segments.last().map(|last| &last.arguments);
    let arguments: Vec<String> = match arguments {
        Some(PathArguments::AngleBracketed(arguments)) => {
            let arguments =
                arguments.args.iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
            arguments.map(|argument| argument.to_token_stream().to_string()).collect()
        }
        _ => Vec::new(),
    };
    arguments == Conditions::from_generics(&block.generics).names
}

/// Returns the constructor in an implementation of a trait of the standard library.
fn trait_constructor(block: &ItemImpl, of_trait: &syn::Path) -> Option<Constructor> {
    let last = of_trait.segments.last()?;
    let from = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => {
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty.clone()),
                _ => None,
            })
        }
        _ => None,
    };
    let is_reference_of_block = |ty: &Type| ty.to_token_stream().to_string().contains('\'');
    let constructor =
        |path: String, parameters| Constructor { path: path.into(), parameters, ..Constructor::default() };
    match (&*last.ident.to_string(), from) {
        ("Default", None) => Some(Constructor::default()),
        ("FromStr", None) => {
            let text: Type = syn::parse_quote!(&str);
            Some(constructor("<Self as ::core::str::FromStr>::from_str".to_owned(), vec![text]))
        }
        ("From" | "TryFrom", Some(from))
            if block.generics.lt_token.is_none() && !is_reference_of_block(&from) =>
        {
            let function = if last.ident == "From" { "from" } else { "try_from" };
            let (of, shown) = (&last.ident, from.to_token_stream());
            Some(constructor(format!("<Self as ::core::convert::{of}<{shown}>>::{function}"), vec![from]))
        }
        _ => None,
    }
}

fn parameters(signature: &Signature) -> Vec<Type> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some((*typed.ty).clone()),
        FnArg::Receiver(_) => None,
    });
    typed.collect()
}

/// True if a function builds values of the type `name` from its arguments alone.
fn makes(signature: &Signature, name: &str) -> bool {
    let is_plain = matches!(signature.safety, Safety::Default)
        && signature.asyncness.is_none()
        && signature.abi.is_none()
        && signature.receiver().is_none()
        && signature.inputs.len() <= MOST_PARAMETERS
        && signature.generics.where_clause.is_none()
        && signature.generics.params.iter().all(|parameter| matches!(parameter, GenericParam::Lifetime(_)));
    let ReturnType::Type(_, result) = &signature.output else { return false };
    let called = signature.ident.to_string();
    // An unchecked function relies on a promise of its caller.
    let is_checked = !called.contains("unchecked");
    is_plain && is_checked && (is_type(result, name) || made_in(result).is_some_and(|ty| is_type(ty, name)))
}

/// True if a function's argument is an amount of memory to reserve.
fn reserves(signature: &Signature) -> bool {
    signature.ident.to_string().contains("with_capacity")
}

fn is_type(ty: &Type, name: &str) -> bool {
    own_name(ty).is_some_and(|found| found == "Self" || found == name)
}

/// Returns the type in an `Option` or a `Result`, or in a type with a name like a result's.
fn made_in(ty: &Type) -> Option<&Type> {
    matching_argument(ty, |name| OUTCOMES.contains(&name) || name.ends_with("Result"))
}

/// Returns the first argument of a type whose name satisfies `is_meant`.
fn matching_argument(ty: &Type, is_meant: impl Fn(&str) -> bool) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.into_iter().next().filter(|_| is_meant(&last.ident.to_string()))
}

impl Constructor {
    /// True if the path does not depend on the imports of its own file.
    pub fn means_the_same_anywhere(&self) -> bool {
        let is_written = self.path.contains('<');
        !is_written || self.parameters.iter().all(standard::means_the_same_anywhere)
    }

    /// True if it can be called for values of a type with these parameters, where its bounds hold.
    pub fn can_be_called(&self, generics: &Generics, known: &BTreeSet<&str>) -> bool {
        let of_type = Conditions::from_generics(generics);
        let mut known = known.clone();
        known.extend(of_type.names.iter().map(String::as_str));
        let is_of_names = match self.is_free || self.conditions == Conditions::default() {
            true => of_type.names.is_empty(),
            false => of_type.names == self.conditions.names,
        };
        !self.is_refused
            && is_of_names
            && self.parameters.iter().all(|ty| self.imports.can_be_built(ty, &known))
    }

    /// Returns the bounds beyond the ones of a type with these parameters, as conditions of a
    /// `where`; `None` if they cannot be written: the derive does not declare the lifetimes of the
    /// block.
    pub fn asks_for(&self, generics: &Generics) -> Option<BTreeSet<String>> {
        let of_type = Conditions::from_generics(generics);
        let more: BTreeSet<String> = self.conditions.bounds.difference(&of_type.bounds).cloned().collect();
        let is_written = |condition: &String| {
            let has_lifetime = condition.replace("'static", "").contains('\'');
            !condition.starts_with(':') && !condition.contains('?') && !has_lifetime
        };
        more.iter().all(is_written).then_some(more)
    }
}
