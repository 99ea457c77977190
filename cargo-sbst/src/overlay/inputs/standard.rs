//! Types that can certainly be built: inputs of the standard library, and certain types of the
//! package.
//!
//! 1. The imports of a file decide the meaning of a path. If it leads to the standard library, its
//!    last name counts.
//! 2. Names of the prelude, and a few that are hardly ever reused, count without an import. All
//!    count where a glob imports a module of the standard library.
//! 3. A path that begins with a module of the workspace means a type of it by its last name; any
//!    other path belongs to another crate.

use sbst_vocabulary::standard::CRATES;
use sbst_vocabulary::standard::types::{Fact, standard_type};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syn::{GenericArgument, Item, PathArguments, Type};

#[derive(Debug, Default)]
pub struct Imports {
    names: BTreeMap<String, Vec<String>>,
    /// True if a glob imports a module of the standard library.
    has_standard_glob: bool,
    /// First segments of paths to types of the package, beside `crate` and its like.
    modules: Rc<BTreeSet<String>>,
}

impl Imports {
    /// Returns the meanings of names in a file and its modules, given the modules and crates of the
    /// workspace.
    pub fn from_items(items: &[Item], modules: Rc<BTreeSet<String>>) -> Imports {
        let mut imports = Imports { modules, ..Imports::default() };
        super::each_item(items, "", &mut |item, _| {
            let Item::Use(item) = item else { return };
            for (path, name) in sbst_source::use_tree::names(&item.tree) {
                match name {
                    Some(name) => _ = imports.names.insert(name, path),
                    None => imports.has_standard_glob |= is_standard(&path),
                }
            }
        });
        imports
    }

    /// True if a type can certainly be built, given the buildable types `known`.
    pub fn can_be_built(&self, ty: &Type, known: &BTreeSet<&str>) -> bool {
        match ty {
            Type::Reference(reference) => {
                let is_static =
                    reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
                !is_static && reference.mutability.is_none() && self.can_be_built(&reference.elem, known)
            }
            Type::Slice(slice) => self.can_be_built(&slice.elem, known),
            Type::Array(array) => self.can_be_built(&array.elem, known),
            Type::Tuple(tuple) => tuple.elems.iter().all(|ty| self.can_be_built(ty, known)),
            Type::Paren(paren) => self.can_be_built(&paren.elem, known),
            Type::Path(path) if path.qself.is_none() => {
                let names: Vec<String> =
                    path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                let Some(last) = path.path.segments.last() else { return false };
                let of: Vec<&Type> = match &last.arguments {
                    // A constructor's arguments live no longer than an execution.
                    PathArguments::AngleBracketed(arguments) if arguments.args.iter().any(is_static) => {
                        return false;
                    }
                    PathArguments::AngleBracketed(arguments) => {
                        let types = arguments.args.iter().filter_map(|argument| match argument {
                            GenericArgument::Type(ty) => Some(ty),
                            _ => None,
                        });
                        types.collect()
                    }
                    PathArguments::None => Vec::new(),
                    PathArguments::Parenthesized(_) => return false,
                };
                self.is_known(&self.meant(&names), &of, known)
            }
            _ => false,
        }
    }

    /// Returns the path that some names stand for.
    fn meant(&self, names: &[String]) -> Vec<String> {
        let import = names.first().and_then(|head| self.names.get(head));
        let Some(import) = import else { return names.to_vec() };
        // An import may begin with an imported name; `use a::{self, b}` must not recurse for ever.
        let before =
            match import.first().filter(|head| **head != names[0]).and_then(|head| self.names.get(head)) {
                Some(before) => [before, &import[1..]].concat(),
                None => import.clone(),
            };
        [&before, &names[1..]].concat()
    }

    fn is_known(&self, names: &[String], of: &[&Type], known: &BTreeSet<&str>) -> bool {
        let Some(last) = names.last().map(String::as_str) else { return false };
        let are_known = || last == "PhantomData" || of.iter().all(|ty| self.can_be_built(ty, known));
        let is_alone = names.len() == 1;
        let standard = standard_type(last).filter(|standard| standard.is_input());
        // `NonZeroU8` has no arguments.
        let fits = standard.is_some_and(|it| (it.arguments > 0 && it.name == last) != of.is_empty());
        let is_clear = standard.is_some_and(|standard| standard.is(Fact::Alone));
        if is_standard(names) || is_alone && self.has_standard_glob && !known.contains(last) {
            let is_meant = standard.is_some_and(|standard| {
                !standard.is(Fact::Homonym) || !is_alone && standard.path().ends_with(&names[1..].join("::"))
            });
            // `fmt::Result` has no arguments.
            return is_meant && (fits || is_clear) && are_known();
        }
        if is_alone && is_clear && fits {
            return are_known();
        }
        let is_own =
            is_alone || matches!(&*names[0], "crate" | "self" | "super") || self.modules.contains(&names[0]);
        is_own && known.contains(last)
    }
}

/// True if the meaning of a type does not depend on imports.
pub fn means_the_same_anywhere(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => means_the_same_anywhere(&reference.elem),
        Type::Slice(slice) => means_the_same_anywhere(&slice.elem),
        Type::Array(array) => means_the_same_anywhere(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(means_the_same_anywhere),
        Type::Path(path) => {
            let Some(first) = path.path.segments.first().map(|first| first.ident.to_string()) else {
                return false;
            };
            let has_arguments = path.path.segments.iter().any(|segment| !segment.arguments.is_none());
            let is_alone = path.path.segments.len() == 1;
            let is_built_in = is_alone && (first == "String" || !first.starts_with(char::is_uppercase));
            let is_absolute = !is_alone && (first == "crate" || CRATES.contains(&&*first));
            !has_arguments && (is_built_in || is_absolute)
        }
        _ => false,
    }
}

fn is_static(argument: &GenericArgument) -> bool {
    matches!(argument, GenericArgument::Lifetime(lifetime) if lifetime.ident == "static")
}

fn is_standard(path: &[String]) -> bool {
    path.first().is_some_and(|first| CRATES.contains(&&**first))
}
