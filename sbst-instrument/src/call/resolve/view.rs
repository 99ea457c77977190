//! Types in the viewing module's paths: a type from one module of the crate, as another one writes
//! it.

use sbst_source::span::mixed_site;
use std::{collections::BTreeSet, rc::Rc};

use proc_macro2::Ident;
use sbst_source::visit_mut::{self, VisitMut};
use syn::{
    parse_quote, parse_quote_spanned, Expr, GenericArgument, GenericParam, Generics, Item, Lifetime, Path,
    PathArguments, Type, TypeParamBound, TypePath,
};

use crate::call::types::markers::is_marked;
use crate::call::types::mentions::single;
use crate::call::types::substitution::Substitution;
use sbst_source::package::modules::{Crate, Meaning, Module};
use sbst_vocabulary::standard::types::has_known_parts;

/// The greatest number of aliases that are followed.
const DEEPEST: usize = 8;

pub(crate) fn parameters(generics: &Generics) -> BTreeSet<Ident> {
    let names = generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Lifetime(_) => None,
        GenericParam::Type(parameter) => Some(parameter.ident.clone()),
        GenericParam::Const(parameter) => Some(parameter.ident.clone()),
    });
    names.collect()
}

/// The lifetime of an execution, from which values may borrow.
pub(crate) fn execution_lifetime() -> Lifetime {
    Lifetime::new("'sbst", mixed_site())
}

/// The package, as seen from a module.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) own: &'a Rc<Crate>,
    pub(crate) module: &'a Rc<Module>,
    pub(crate) depth: usize,
}

impl View<'_> {
    /// A type with these parameters, named by a path, with lifetimes.
    pub(crate) fn value(self, path: &Path, generics: &Generics) -> Option<Type> {
        let mut path = path.clone();
        let given = types_in(&path)?;
        let lifetimes = generics.lifetimes().map(|_| GenericArgument::Lifetime(execution_lifetime()));
        let mut arguments: Vec<GenericArgument> = lifetimes.chain(given.into_iter().cloned()).collect();
        for argument in &mut arguments {
            if !self.may_be_argument(argument) {
                return None;
            }
            Executed.visit_generic_argument_mut(argument);
        }
        let at = mixed_site();
        path.segments.last_mut()?.arguments = match arguments.is_empty() {
            true => PathArguments::None,
            false => PathArguments::AngleBracketed(parse_quote_spanned!(at=> <#(#arguments),*>)),
        };
        Some(Type::Path(TypePath { qself: None, path, attrs: Vec::new() }))
    }

    /// The arguments in a path for the parameters; `None` unless it has all of them.
    pub(crate) fn substitution(self, path: &Path, generics: &Generics) -> Option<Substitution> {
        let given = types_in(path)?;
        let parameters = generics.params.iter();
        let parameters: Vec<&GenericParam> =
            parameters.filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_))).collect();
        if given.len() != parameters.len() {
            return None;
        }
        let mut substitution = Substitution::default();
        for (parameter, argument) in parameters.into_iter().zip(given) {
            match (parameter, argument) {
                (GenericParam::Type(parameter), GenericArgument::Type(ty)) => {
                    let mut ty = ty.clone();
                    Executed.visit_type_mut(&mut ty);
                    substitution.types.insert(parameter.ident.clone(), ty);
                }
                (GenericParam::Const(parameter), GenericArgument::Const(value)) => {
                    substitution.constants.insert(parameter.ident.clone(), value.clone());
                }
                _ => return None,
            }
        }
        Some(substitution)
    }

    /// True if no lifetime is hidden in an argument: its types are known.
    fn may_be_argument(self, argument: &GenericArgument) -> bool {
        struct Search<'a>(View<'a>, bool);
        impl<'ast> sbst_source::visit::Visit<'ast> for Search<'_> {
            fn visit_type_path(&mut self, path: &'ast TypePath) {
                let Search(View { own, module, .. }, _) = *self;
                let last = path.path.segments.last();
                let is_known = last.is_some_and(|last| has_known_parts(&last.ident.to_string()));
                let is_own = || match own.resolve(module, &path.path, module).map(|named| named.meaning) {
                    Some(Meaning::Item(home, index)) => match home.item(index).as_deref() {
                        Some(Item::Enum(item)) => item.generics.lifetimes().next().is_none(),
                        Some(Item::Struct(item)) => item.generics.lifetimes().next().is_none(),
                        _ => false,
                    },
                    _ => false,
                };
                self.1 &= path.qself.is_none() && (is_known || is_own());
                sbst_source::visit::visit_type_path(self, path);
            }
        }
        let mut search = Search(self, true);
        sbst_source::visit::Visit::visit_generic_argument(&mut search, argument);
        search.1
    }

    /// A type of the module `home`, as the viewing module writes it. Parameters with these names
    /// stay.
    pub(crate) fn rewritten(
        self,
        ty: &Type,
        home: &Rc<Module>,
        parameters: &BTreeSet<Ident>,
    ) -> Option<Type> {
        if self.depth > DEEPEST {
            return None;
        }
        let mut rewriting = Rewriting { view: self, home, parameters, failed: false };
        let mut ty = ty.clone();
        rewriting.visit_type_mut(&mut ty);
        (!rewriting.failed).then_some(ty)
    }
}

/// The generic arguments of a path's last name except lifetimes, if no other name has any.
fn types_in(path: &Path) -> Option<Vec<&GenericArgument>> {
    let (last, before) = path
        .segments
        .iter()
        .collect::<Vec<_>>()
        .split_last()
        .map(|(last, before)| (*last, before.to_vec()))?;
    if before.iter().any(|segment| !segment.arguments.is_empty()) {
        return None;
    }
    match &last.arguments {
        PathArguments::None => Some(Vec::new()),
        PathArguments::AngleBracketed(arguments) => Some(
            arguments
                .args
                .iter()
                .filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
                .collect(),
        ),
        PathArguments::Parenthesized(_) => None,
    }
}

/// Replaces all lifetimes but `'static` by that of the execution.
pub(crate) struct Executed;

impl VisitMut for Executed {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident != "static" {
            *lifetime = execution_lifetime();
        }
    }

    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        reference.lifetime.get_or_insert_with(execution_lifetime);
        visit_mut::visit_type_reference_mut(self, reference);
    }
}

/// Rewrites the names of one module for another one.
struct Rewriting<'a> {
    view: View<'a>,
    home: &'a Rc<Module>,
    parameters: &'a BTreeSet<Ident>,
    failed: bool,
}

impl Rewriting<'_> {
    /// Returns the target of an alias; rewrites the path otherwise.
    fn path(&mut self, path: &mut Path) -> Option<Option<Type>> {
        let View { own, module, depth } = self.view;
        let named = own.resolve(self.home, path, module)?;
        types_in(path)?;
        let arguments = &mut path.segments.last_mut()?.arguments;
        self.visit_path_arguments_mut(arguments);
        if let Meaning::Item(home, index) = &named.meaning {
            if let Item::Type(alias) = &*home.item(*index)? {
                let view = View { depth: depth + 1, ..self.view };
                let target = view.rewritten(&alias.ty, home, &parameters(&alias.generics));
                if let Some(mut ty) = target {
                    view.substitution(path, &alias.generics)?.visit_type_mut(&mut ty);
                    return Some(Some(ty));
                }
                // A type of another crate that is known by this name alone.
                if !alias.generics.params.is_empty() {
                    return None;
                }
            }
        }
        let mut found = named.path?;
        found.segments.last_mut()?.arguments = path.segments.last()?.arguments.clone();
        *path = found;
        Some(None)
    }

    fn bound(&mut self, bound: &mut TypeParamBound) -> Option<()> {
        match bound {
            TypeParamBound::Lifetime(lifetime) => self.visit_lifetime_mut(lifetime),
            TypeParamBound::Trait(bound) => {
                let of_prelude = ["Send", "Sync"].iter().find(|name| bound.path.is_ident(name));
                match of_prelude {
                    Some(name) => {
                        let name = Ident::new(name, mixed_site());
                        bound.path = parse_quote!(::core::marker::#name);
                    }
                    None => _ = self.path(&mut bound.path)?,
                }
            }
            _ => return None,
        }
        Some(())
    }
}

impl VisitMut for Rewriting<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let stays = |name: &Ident| name == "Self" || is_marked(name) || self.parameters.contains(name);
        if single(ty).is_some_and(stays) {
            return;
        }
        match ty {
            Type::Path(TypePath { qself: None, path, .. }) => {
                let first = &path.segments[0].ident;
                if first == "Self" || is_marked(first) || self.parameters.contains(first) {
                    self.failed = true;
                    return;
                }
                match self.path(path) {
                    Some(Some(alias)) => *ty = alias,
                    Some(None) => {}
                    None => self.failed = true,
                }
            }
            Type::Paren(_)
            | Type::Group(_)
            | Type::Reference(_)
            | Type::Slice(_)
            | Type::Array(_)
            | Type::Tuple(_) => {
                visit_mut::visit_type_mut(self, ty);
            }
            Type::TraitObject(object) => {
                let bounds = object.bounds.iter_mut();
                self.failed |= bounds.map(|bound| self.bound(bound)).any(|found| found.is_none());
            }
            _ => self.failed = true,
        }
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        Executed.visit_lifetime_mut(lifetime);
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut GenericArgument) {
        match argument {
            GenericArgument::Lifetime(_) | GenericArgument::Type(_) | GenericArgument::Const(_) => {
                visit_mut::visit_generic_argument_mut(self, argument);
            }
            _ => self.failed = true,
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        let is_parameter = |path: &Path| path.get_ident().is_some_and(|name| self.parameters.contains(name));
        match expression {
            Expr::Lit(_) => {}
            Expr::Path(path) if is_parameter(&path.path) => {}
            _ => self.failed = true,
        }
    }
}

/// Runs a test with the view of the module `user` in a crate with this source.
#[cfg(test)]
pub(crate) fn in_user<T>(source: &str, ask: impl FnOnce(View<'_>) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("lib.rs");
    std::fs::write(&root, source).unwrap();
    use sbst_source::configuration::Configuration;
    let own = Rc::new(Crate::new(&root, false, Configuration::default()));
    let module = own.module_in(&root, &["user".to_owned()]).unwrap();
    ask(View { own: &own, module: &module, depth: 0 })
}
