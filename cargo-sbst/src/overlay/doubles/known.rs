//! The traits and types of the package, by their names.

use crate::overlay::effects::Source;
use crate::overlay::inputs::each_item;
use quote::ToTokens as _;
use sbst_vocabulary::standard::types::{Kind, standard_type};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Attribute, GenericArgument, Generics, Item, ItemImpl, ItemTrait, PathArguments, Type, TypeParamBound,
};

/// The depth limit of aliases and arguments.
const DEEPEST: usize = 8;

#[derive(Default)]
pub struct Known<'a> {
    /// Traits by name, each with its place.
    traits: BTreeMap<String, Vec<(&'a ItemTrait, String)>>,
    /// Traits that a type has.
    implemented: BTreeSet<String>,
    /// Traits with a blanket implementation, with the names of its bounds.
    passed_on: BTreeMap<String, Vec<BTreeSet<String>>>,
    /// The types that have each trait.
    having: BTreeMap<String, BTreeSet<String>>,
    aliases: BTreeMap<String, &'a Type>,
    types: BTreeSet<String>,
}

impl<'a> Known<'a> {
    pub fn read(sources: &[Source<'a>]) -> Known<'a> {
        let mut known = Known::default();
        for source in sources {
            each_item(&source.parsed.items, "", &mut |item, module| match item {
                Item::Impl(block) if source.features.demand(&block.attrs) => known.read_block(block),
                Item::Trait(item) => {
                    let place = format!("{}{module}", source.path);
                    known.traits.entry(item.ident.to_string()).or_default().push((item, place));
                }
                Item::Type(alias) => _ = known.aliases.insert(alias.ident.to_string(), &alias.ty),
                Item::Struct(item) => known.read_type(&item.ident, &item.attrs),
                Item::Enum(item) => known.read_type(&item.ident, &item.attrs),
                _ => {}
            });
        }
        let text: Vec<&str> = sources.iter().map(|source| source.text).collect();
        // The blocks of a macro's definition.
        let made = known.traits.keys().filter(|name| {
            text.iter()
                .any(|text| [" for $", "<$"].iter().any(|after| text.contains(&format!("{name}{after}"))))
        });
        let made: Vec<String> = made.cloned().collect();
        known.implemented.extend(made);
        known
    }

    fn read_type(&mut self, name: &syn::Ident, attributes: &[Attribute]) {
        self.types.insert(name.to_string());
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("derive")) {
            let text = attribute.meta.to_token_stream().to_string();
            for derived in text.split(|c: char| !c.is_alphanumeric() && c != '_') {
                self.having.entry(derived.to_owned()).or_default().insert(name.to_string());
            }
        }
    }

    fn read_block(&mut self, block: &ItemImpl) {
        let Some(last) = block.trait_.as_ref().and_then(|(path, _)| path.segments.last()) else { return };
        let of_trait = last.ident.to_string();
        let self_name = name(&block.self_ty);
        let parameter =
            block.generics.type_params().find(|parameter| self_name == Some(parameter.ident.to_string()));
        if let Some(parameter) = parameter {
            let bounds = asked(&parameter.ident, &block.generics);
            return self.passed_on.entry(of_trait).or_default().push(bounds);
        }
        if let Some(name) = self_name {
            self.having.entry(of_trait.clone()).or_default().insert(name);
        }
        if block.generics.type_params().next().is_none() {
            self.implemented.insert(of_trait);
        }
    }

    pub fn has_type(&self, name: &str) -> bool {
        self.types.contains(name)
    }

    /// True if a trait has types beside its double.
    pub fn is_implemented(&self, of_trait: &str) -> bool {
        let is_callable = |name: &String| ["Fn", "FnMut", "FnOnce"].contains(&&**name);
        let is_rare = |bounds: &BTreeSet<String>| {
            bounds.iter().any(|name| is_callable(name) || self.traits.contains_key(name))
        };
        let others = self.passed_on.get(of_trait).into_iter().flatten();
        self.implemented.contains(of_trait) || others.into_iter().any(|bounds| !is_rare(bounds))
    }

    /// True if types have a trait because they have others.
    pub fn is_passed_on(&self, of_trait: &str) -> bool {
        self.passed_on.contains_key(of_trait)
    }

    /// Returns the only trait of a name, with its place.
    pub fn only_trait(&self, name: &str) -> Option<(&'a ItemTrait, &str)> {
        match &self.traits.get(name)?[..] {
            [(item, place)] => Some((item, place)),
            _ => None,
        }
    }

    /// True if values of a type certainly have one of the traits that can be derived. `parameters`
    /// are names of types that have it.
    pub fn has(&self, ty: &Type, of_trait: &str, parameters: &BTreeSet<String>) -> bool {
        self.has_to(ty, of_trait, parameters, DEEPEST)
    }

    fn has_to(&self, ty: &Type, of_trait: &str, parameters: &BTreeSet<String>, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let has = |ty: &Type| self.has_to(ty, of_trait, parameters, depth);
        match ty {
            Type::Paren(inner) => has(&inner.elem),
            Type::Group(inner) => has(&inner.elem),
            Type::Tuple(tuple) => tuple.elems.iter().all(has),
            Type::Array(array) => of_trait != "Default" && has(&array.elem),
            Type::Reference(reference) => {
                let is_static =
                    reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
                is_static && reference.mutability.is_none() && has(&reference.elem)
            }
            Type::Path(path) if path.qself.is_none() => {
                let Some(last) = path.path.segments.last() else { return false };
                let name = last.ident.to_string();
                let before = path.path.segments.iter().nth_back(1).map(|segment| segment.ident.to_string());
                let (arguments, takes_types) = match &last.arguments {
                    PathArguments::None => (true, 0),
                    PathArguments::AngleBracketed(given) => {
                        let types = given.args.iter().all(|argument| match argument {
                            GenericArgument::Type(ty) => has(ty),
                            GenericArgument::Lifetime(lifetime) => lifetime.ident == "static",
                            _ => false,
                        });
                        (types, given.args.len())
                    }
                    PathArguments::Parenthesized(_) => return false,
                };
                match (before.as_deref(), &*name) {
                    (Some("fmt"), "Error") => true,
                    (Some("fmt"), "Result") => !["Default", "Copy"].contains(&of_trait),
                    (Some("io"), _) => false,
                    (None, own) if parameters.contains(own) => true,
                    (None, "Result") if takes_types < 2 => {
                        arguments
                            && self.aliases.get(&name).is_some_and(|ty| self.alias_has(ty, of_trait, depth))
                    }
                    (_, own) if self.types.contains(own) => {
                        arguments && self.having.get(of_trait).is_some_and(|types| types.contains(own))
                    }
                    (_, own) if self.aliases.contains_key(own) => takes_types == 0 && has(self.aliases[own]),
                    (_, standard) => arguments && standard_has(standard, of_trait),
                }
            }
            _ => false,
        }
    }

    /// True if an alias for a `Result` has a trait for every argument.
    fn alias_has(&self, alias: &Type, of_trait: &str, depth: usize) -> bool {
        let Type::Path(path) = alias else { return false };
        let Some(PathArguments::AngleBracketed(given)) =
            path.path.segments.last().map(|last| &last.arguments)
        else {
            return false;
        };
        given.args.iter().skip(1).all(|argument| {
            matches!(argument, GenericArgument::Type(ty) if self.has_to(ty, of_trait, &BTreeSet::new(), depth))
        })
    }
}

/// True if a type of the standard library has a trait, given that its arguments have. A cell may
/// require other traits of its content.
fn standard_has(name: &str, of_trait: &str) -> bool {
    standard_type(name)
        .is_some_and(|known| known.is_input() && known.kind != Kind::Cell && known.has(of_trait))
}

/// Returns the name of a type by a path.
fn name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}

/// Returns the names of the traits that generics require of a parameter.
fn asked(parameter: &syn::Ident, generics: &Generics) -> BTreeSet<String> {
    let own = generics.type_params().filter(|own| own.ident == *parameter).flat_map(|own| &own.bounds);
    let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let said = clauses.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(said) if name(&said.bounded_ty) == Some(parameter.to_string()) => {
            Some(&said.bounds)
        }
        _ => None,
    });
    own.chain(said.flatten()).filter_map(trait_name).collect()
}

/// Returns the last name of the trait of a bound.
pub fn trait_name(bound: &TypeParamBound) -> Option<String> {
    match bound {
        TypeParamBound::Trait(bound) if bound.maybe.is_none() => {
            bound.path.segments.last().map(|last| last.ident.to_string())
        }
        _ => None,
    }
}
