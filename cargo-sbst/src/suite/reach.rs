//! Items that tests can name and build from outside the crate under test, or from one of its
//! modules.

use crate::source::attributes::ItemAttributes;
use crate::source::exports::Exports;
use crate::source::items::{self, TypeBody};
use crate::source::name_resolution::{Entity, Named};
use crate::source::public_paths::{self, ItemPath};
use crate::suite::helpers;
use sbst_source::visibility::Visibility;
use sbst_vocabulary::standard::CRATES;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr;

/// The tests' view of the crates.
pub struct Reach<'a> {
    /// The crate under test.
    pub exports: &'a Exports,
    /// Other crates with known sources.
    others: &'a OtherCrates,
    /// The parent module of the tests, and paths from there to the crate's items; `None` outside.
    inside: Option<(Vec<String>, BTreeMap<Entity, ItemPath>)>,
}

/// Dependencies of the crate under test.
#[derive(Default)]
pub struct OtherCrates {
    /// Dependencies with known sources, by their own names.
    pub known: BTreeMap<String, OtherCrate>,
    /// The names of all. Tests cannot name dependencies of dependencies.
    pub names: BTreeSet<String>,
}

/// A dependency of the crate under test.
pub struct OtherCrate {
    pub exports: Exports,
    /// The name that the crate under test uses for it.
    pub name: String,
}

/// A type: its defining crate, and its index there.
pub type Definition<'a> = (&'a Exports, (usize, usize));

impl<'a> Reach<'a> {
    /// Returns the view from outside the crate.
    pub fn outside(exports: &'a Exports, others: &'a OtherCrates) -> Reach<'a> {
        Reach { exports, others, inside: None }
    }

    /// Returns the view from a child of the module with this path.
    pub fn inside(exports: &'a Exports, others: &'a OtherCrates, module: Vec<String>) -> Reach<'a> {
        let paths = public_paths::find(&exports.sources, Some(&module));
        Reach { exports, others, inside: Some((module, paths)) }
    }

    /// Returns the number of generic arguments of the crate's type with this name: those without
    /// defaults, and all.
    pub fn generic_arguments(&self, name: &str) -> Option<(usize, usize)> {
        let mut types = self.exports.sources.modules.iter().flat_map(|module| &module.types);
        types.find(|found| found.name == name).map(|found| found.arguments)
    }

    /// The parent module of the tests.
    pub fn module(&self) -> Option<&[String]> {
        self.inside.as_ref().map(|(module, _)| module.as_slice())
    }

    /// Returns the path of a crate's item; `None` if it cannot be reached.
    pub fn path(&self, exports: &Exports, entity: Entity) -> Option<ItemPath> {
        match &self.inside {
            Some((_, paths)) if self.is_own(exports) => paths.get(&entity).cloned(),
            _ => {
                let mut found = exports.public_path(entity)?;
                if let Some(other) = self.others.known.get(&exports.sources.crate_name)
                    && !self.is_own(exports)
                    && let Some(rest) = found.path.strip_prefix(&exports.sources.crate_name)
                {
                    found.path = format!("{}{rest}", other.name);
                }
                Some(found)
            }
        }
    }

    /// Resolves a path in an argument to an item and its crate; `None` if the sources do not show
    /// it.
    pub fn named(&self, path: &str) -> Option<(&'a Exports, Named)> {
        let crate_name = path.split("::").next().unwrap_or_default();
        let own = (crate_name == self.exports.sources.crate_name).then_some(self.exports);
        // A binary may have the name of the library that it uses.
        let other = self.others.known.get(crate_name).map(|other| &other.exports);
        if own.is_none() && other.is_none() {
            return Some((self.exports, Named::Foreign(path.to_owned())));
        }
        let mut found: Vec<_> = own
            .into_iter()
            .chain(other)
            .filter_map(|exports| Some((exports, exports.sources.named(path)?)))
            .collect();
        let item = found.iter().position(|(_, named)| matches!(named, Named::Item { .. })).unwrap_or(0);
        (!found.is_empty()).then(|| found.swap_remove(item))
    }

    /// True if tests can name the crate of a path: the standard library or a dependency.
    pub fn can_name(&self, path: &str) -> bool {
        let of_crate = path.split_once("::").map_or("std", |(of_crate, _)| of_crate);
        CRATES.contains(&of_crate) || self.others.names.contains(of_crate)
    }

    /// Returns the type with this definition path.
    pub fn find_type(&self, path: &str) -> Option<Definition<'a>> {
        let other = self.others.known.get(path.split("::").next().unwrap_or_default());
        let crates = [self.exports].into_iter().chain(other.map(|other| &other.exports));
        crates.into_iter().find_map(|exports| Some((exports, exports.find_type(path)?)))
    }

    /// True if a type, by its full name, may hold a reference.
    pub fn may_borrow(&self, type_name: &str) -> bool {
        let is_part = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == ':';
        let mut paths = type_name.split(|sign| !is_part(sign)).filter(|path| !path.is_empty());
        type_name.contains(['&', '\''])
            || paths.any(|path| {
                let found = self.find_type(path);
                found.is_some_and(|(exports, found)| exports.sources.type_definition(found).borrows)
            })
    }

    /// Returns the reason why an argument with a path and the source `after` it cannot be written;
    /// `None` if it can.
    pub fn obstacle(&self, path: &str, after: &str) -> Option<String> {
        helpers::in_file(path).map_or_else(|| self.obstacle_outside_the_file(path, after), |_| None)
    }

    fn obstacle_outside_the_file(&self, path: &str, after: &str) -> Option<String> {
        let Some((exports, named)) = self.named(path) else {
            return Some(not_found(path));
        };
        let Named::Item { entity, associated } = named else { return None };
        if self.path(exports, entity).is_none() {
            return Some(format!("`{}` is private", from_root(path)));
        }
        let Entity::Type(module, at) = entity else { return None };
        // The type stands alone: `text.parse::<Type>()`, `<Type as Trait>::make(..)`.
        if after.starts_with('>') || after.starts_with(" as ") {
            return None;
        }
        // A macro may add fields that its input does not show, mostly private ones.
        let is_unit =
            matches!(exports.sources.type_definition((module, at)).body, TypeBody::Struct(syn::Fields::Unit));
        if associated.is_empty() && after.starts_with(['(', ' ']) && is_unit && self.is_outside(exports) {
            return Some(format!("a macro makes the fields of `{}`", from_root(path)));
        }
        let after = after.strip_prefix("::").unwrap_or_default();
        let after = after.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let name = associated.first().map_or(after, String::as_str);
        self.obstacle_to_build((exports, (module, at)), name).map(|what| what.replace("{}", &from_root(path)))
    }

    /// Returns the reason why a path cannot be named without building a value; `None` if it can.
    pub fn obstacle_to_name(&self, path: &str) -> Option<String> {
        match self.named(path) {
            _ if path.starts_with('?') => None,
            None => Some(not_found(path)),
            Some((exports, Named::Item { entity, .. })) if self.path(exports, entity).is_none() => {
                Some(format!("`{}` is private", from_root(path)))
            }
            Some(_) => None,
        }
    }

    /// True if tests can call a function of the crate under test: a free one is reachable, an
    /// associated one is visible.
    pub fn can_call(&self, found: Entity) -> bool {
        match found {
            Entity::Function(module, at) if self.exports.sources.function((module, at)).owner.is_some() => {
                self.sees(self.exports, &self.exports.sources.function((module, at)).visibility)
            }
            found => self.path(self.exports, found).is_some(),
        }
    }

    /// Returns the reason why a struct literal, a variant or an associated function cannot be
    /// written. `name` is empty for a struct literal; `{}` stands for the type.
    pub fn obstacle_to_build(&self, (exports, found): Definition<'_>, name: &str) -> Option<String> {
        let definition = exports.sources.type_definition(found);
        let module = &exports.sources.modules[found.0].path;
        let outside = self.is_outside(exports);
        match &definition.body {
            TypeBody::Struct(_) if name.is_empty() && definition.non_exhaustive && outside => {
                Some(String::from("`{}` is `#[non_exhaustive]`"))
            }
            TypeBody::Struct(fields) if name.is_empty() => {
                let mut fields = fields.iter().enumerate();
                let (index, field) = fields
                    .find(|(_, field)| !self.sees(exports, &Visibility::resolve(&field.vis, module)))?;
                let field = field.ident.as_ref().map_or_else(|| index.to_string(), items::plain_name);
                Some(format!("the field `{field}` of `{{}}` is private"))
            }
            TypeBody::Enum(variants) if variants.iter().any(|variant| variant.ident == name) => {
                let mut variants = variants.iter().filter(|variant| variant.ident == name);
                let closed =
                    variants.any(|variant| ItemAttributes::from_attributes(&variant.attrs).non_exhaustive);
                (outside && closed).then(|| format!("the variant `{name}` of `{{}}` is `#[non_exhaustive]`"))
            }
            _ => {
                // Functions of traits or macros are taken to be visible: the compiler decides.
                let mut functions = exports.associated(found, name).peekable();
                functions.peek()?;
                let seen = functions.any(|function| self.sees(exports, &function.visibility));
                (!seen).then(|| format!("the function `{{}}::{name}` is private"))
            }
        }
    }

    /// True if tests see an item of a crate with this visibility.
    pub fn sees(&self, exports: &Exports, visibility: &Visibility) -> bool {
        match self.module().filter(|_| self.is_own(exports)) {
            Some(module) => visibility.reaches(module),
            None => *visibility == Visibility::Public,
        }
    }

    /// True if tests see a crate from outside.
    fn is_outside(&self, exports: &Exports) -> bool {
        self.inside.is_none() || !self.is_own(exports)
    }

    fn is_own(&self, exports: &Exports) -> bool {
        ptr::eq(exports, self.exports)
    }
}
fn not_found(path: &str) -> String {
    format!("`{}` was not found in the sources; perhaps a macro makes it", from_root(path))
}

/// Converts a path to its reported form: `demo::c::D` for a module's `crate::c::D`, which is
/// `demo::a::b::crate::c::D` here.
fn from_root(path: &str) -> String {
    match path.split_once("::crate::") {
        Some((module, rest)) => format!("{}::{rest}", module.split("::").next().unwrap_or_default()),
        None => path.to_owned(),
    }
}
