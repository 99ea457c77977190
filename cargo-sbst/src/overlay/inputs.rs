//! Ways to build values of the package's own types without an annotation.
//!
//! 1. An enum, or a structure with all fields as visible as itself, is built field by field, as any
//!    code that can name the type can do. A structure with a [too long](arrays) array is not.
//! 2. A structure with more private fields may keep an invariant. It is built by its
//!    [constructors], preferring functions that are not private, and by `Default`.
//! 3. A structure without constructors is built field by field. If it is not private and any
//!    function returns it, this is a last resort: the search builds it so only if no call returns
//!    one. The function may be a method, generic, or return the structure in a variant of an enum.
//!    A last resort, too, is a non-private structure without fields in a macro's input: the macro
//!    may add private ones. A constructor of a generic type is also a last resort. It must fit all
//!    instances, while calls include those of some.
//! 4. Private constructors and private fields are not used if a function or block of the file
//!    contains `unsafe`, and mentions the type or a type that contains it. Such code could rely on
//!    an invariant.
//! 5. A type with constructors has its [constants] as well, unless these are private and its
//!    constructors are not. A non-private structure with only constants has no other values.
//! 6. Fields may have any type. A type or variant with a field that cannot be built has no values,
//!    and the search reports it. No constructor is called with a structure that keeps a function or
//!    a raw pointer.
//! 7. Types of [flags] are made of their bits.
//!
//! Excluded are types that derive `Input` themselves, unions, packed and unsized types, and types
//! within functions or from macros that were not given them as [items](sbst_source::macro_input).

mod arrays;
mod standard;
mod constructors;
mod constants;
mod flags;
mod relied_on;

use super::effects::Source;
use super::eligibility::Eligibility;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use constants::{Constant, MOST_CONSTANTS};
use constructors::{Around, Constructor, own_name};
use relied_on::words_with_unsafe;
use sbst_analysis::annotate::{Origin, Site};
use sbst_instrument::syntax::walk::{Node, Walk as _};
use sbst_source::conditional::{is_for_tests, item_attributes};
use standard::Imports;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use syn::spanned::Spanned as _;
use syn::{Attribute, Fields, Generics, Ident, Item, ItemEnum, ItemStruct, PathArguments, Type, Visibility};

/// Limit on the constructors tried for a type.
const MOST_CONSTRUCTORS: usize = 8;
/// A type and its ways to build values.
#[derive(Clone, Debug)]
pub struct Derived {
    pub site: Site,
    /// Constructors; empty if the type is built from fields or constants.
    pub constructors: Vec<String>,
    /// Expressions of constants that are values of the type.
    pub constants: Vec<String>,
    /// Bounds on the type's parameters that constructors or constants need beyond the type's own.
    pub conditions: BTreeSet<String>,
    /// True if it is built from fields, or by constructors of all instances, only if no call
    /// returns one.
    pub is_last_resort: bool,
}

/// A structure or an enum that may get a derive.
struct Candidate<'a> {
    file: &'a Utf8Path,
    name: String,
    /// The module within the file.
    module: String,
    site: Site,
    way: Way,
    generics: Generics,
    /// The constructor of a derived `Default`.
    default: Option<Constructor>,
    is_copy: bool,
    is_clone: bool,
    /// True for a structure with a function or a raw pointer; no values of such a type are built.
    has_function: bool,
    /// True for a visible structure written without fields: a macro may add some.
    shows_no_field: bool,
}

/// The way to build a type.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Fields,
    /// By non-private constructors.
    Constructors,
    /// By constructors, or by fields if no constructor can be called.
    Either {
        /// True if no other module can see the type.
        is_private: bool,
    },
}

/// Returns the derivable types in these files.
pub fn derive(sources: &[Source<'_>], eligibility: &Eligibility) -> BTreeMap<Utf8PathBuf, Vec<Derived>> {
    let found = Found::read(sources, eligibility);
    let known = found.known();
    let mut derived: BTreeMap<Utf8PathBuf, Vec<Derived>> = BTreeMap::new();
    for candidate in &found.candidates {
        let chosen = found.chosen(candidate, &known);
        let conditions =
            chosen.iter().filter_map(|found| found.asks_for(&candidate.generics)).flatten().collect();
        let mut constructors: Vec<String> = chosen.iter().map(|found| found.path.to_string()).collect();
        constructors.sort();
        constructors.dedup();
        constructors.truncate(MOST_CONSTRUCTORS);
        let constants = match constructors.is_empty() && found.is_by_fields(candidate) {
            true => Vec::new(),
            false => found.constants(candidate, &chosen),
        };
        let is_made = !constructors.is_empty() || !constants.is_empty();
        if is_made || candidate.way != Way::Constructors {
            let is_last_resort = match is_made {
                true => candidate.generics.type_params().next().is_some(),
                false => candidate.shows_no_field || !found.is_by_fields(candidate),
            };
            let site = candidate.site.clone();
            let found = Derived { site, constructors, constants, conditions, is_last_resort };
            derived.entry(candidate.file.to_owned()).or_default().push(found);
        }
    }
    derived
}

#[derive(Default)]
struct Found<'a> {
    candidates: Vec<Candidate<'a>>,
    /// Constructors by the names of their types, with their files.
    constructors: BTreeMap<String, Vec<(&'a Utf8Path, Constructor)>>,
    /// Constants by the names of their types, with their files.
    constants: BTreeMap<String, Vec<(&'a Utf8Path, Constant)>>,
    /// Names of the types that functions return.
    returned: BTreeSet<String>,
    /// Names of types with `impl` blocks of `Copy` and `Clone`.
    copied: BTreeSet<String>,
    cloned: BTreeSet<String>,
}

impl<'a> Found<'a> {
    fn read(sources: &[Source<'a>], eligibility: &Eligibility) -> Found<'a> {
        let modules = Rc::new(modules(sources));
        let long = arrays::long_lengths(sources);
        let mut found = Found::default();
        let mut contained: Vec<(String, Vec<String>)> = Vec::new();
        for source in sources {
            let path = source.path;
            let relied_on = words_with_unsafe(&source.parsed.items);
            let imports = Rc::new(Imports::from_items(&source.parsed.items, modules.clone()));
            each_item(&source.parsed.items, "", &mut |item, module| {
                let candidate = candidate(item, path, source.skipped, &relied_on, &long);
                let candidate =
                    candidate.map(|candidate| Candidate { module: module.to_owned(), ..candidate });
                found.candidates.extend(candidate);
                let flags = flags::find(item, source.skipped).into_iter();
                found.candidates.extend(flags.map(|flags| flags.candidate(path, module)));
                let is_called = |name: &Ident| {
                    eligibility.reason(path, source.skipped + name.span().byte_range().start).is_none()
                };
                let around =
                    Around { module, is_called: &is_called, features: source.features, imports: &imports };
                for (name, constructor) in constructors::find_in_item(item, &around) {
                    found.constructors.entry(name).or_default().push((path, constructor));
                }
                found.returned.extend(constructors::find_returned(item));
                for (name, constant) in constants::find_in_item(item, &around) {
                    found.constants.entry(name).or_default().push((path, constant));
                }
                if let Item::Enum(item) = item {
                    contained.push((item.ident.to_string(), contained_in_variants(item)));
                }
                if let Some((of_trait, name)) = implemented(item) {
                    match &*of_trait {
                        "Copy" => _ = found.copied.insert(name),
                        "Clone" => _ = found.cloned.insert(name),
                        _ => {}
                    }
                }
            });
        }
        contained.retain(|(name, _)| found.returned.contains(name));
        found.returned.extend(contained.into_iter().flat_map(|(_, types)| types));
        found
    }

    /// Returns the expressions of the constants of a type that also has these constructors (rule
    /// 5).
    fn constants(&self, candidate: &Candidate<'a>, chosen: &[&Constructor]) -> Vec<String> {
        let Candidate { file, name, module, generics, is_copy, is_clone, .. } = candidate;
        if candidate.way == Way::Fields || !generics.params.is_empty() {
            return Vec::new();
        }
        let are_private = !chosen.is_empty() && chosen.iter().all(|constructor| constructor.is_private);
        let is_unique = || self.candidates.iter().filter(|other| other.name == *name).count() == 1;
        let (is_copy, is_clone) =
            (*is_copy || self.copied.contains(name), *is_clone || self.cloned.contains(name));
        let of_name = self.constants.get(name).into_iter().flatten();
        let own = of_name.filter(|(of, constant)| match constant.is_free {
            true => of == file && constant.module == *module,
            false => of == file || is_unique(),
        });
        let fit = own.filter(|(_, constant)| are_private || !constant.is_private);
        let expressions = fit.filter_map(|(_, constant)| constant.expression(is_copy, is_clone));
        expressions.take(MOST_CONSTANTS).collect()
    }

    /// Returns the constructors of a type, each with true if it is in the type's module. In another
    /// file, the name may refer to another type.
    fn constructors<'s>(&'s self, candidate: &'s Candidate<'a>) -> Vec<(bool, &'s Constructor)> {
        let is_unique = || self.candidates.iter().filter(|other| other.name == candidate.name).count() == 1;
        let of_name = self.constructors.get(&candidate.name).into_iter().flatten();
        let own = of_name.filter_map(|(file, constructor)| {
            let is_of_file = *file == candidate.file;
            let is_beside = is_of_file && constructor.module == candidate.module;
            let is_own = match constructor.is_free {
                true => is_beside,
                false => is_of_file || is_unique() && constructor.means_the_same_anywhere(),
            };
            is_own.then_some((is_beside, constructor))
        });
        let default = candidate.default.as_ref().map(|default| (true, default));
        own.chain(default).collect()
    }

    /// Returns the non-private constructors, or else the private ones; of these, the preferred
    /// ones. Bounds have the names of the type's module.
    fn chosen<'s>(&'s self, candidate: &'s Candidate<'a>, known: &BTreeSet<&str>) -> Vec<&'s Constructor> {
        let can_be_named = |(is_beside, found): &(bool, &Constructor)| {
            found.asks_for(&candidate.generics).is_some_and(|more| *is_beside || more.is_empty())
        };
        let callable = self.constructors(candidate).into_iter().filter(can_be_named).map(|(_, found)| found);
        let callable = callable.filter(|found| found.can_be_called(&candidate.generics, known));
        let (visible, private): (Vec<_>, Vec<_>) = callable.partition(|found| !found.is_private);
        let found = match candidate.way {
            Way::Fields => Vec::new(),
            Way::Either { .. } if visible.is_empty() => private,
            _ => visible,
        };
        preferred(found, &candidate.generics)
    }

    fn is_by_fields(&self, candidate: &Candidate<'a>) -> bool {
        match candidate.way {
            Way::Fields | Way::Either { is_private: true } => true,
            Way::Either { is_private: false } => {
                self.constructors(candidate).is_empty()
                    && !self.returned.contains(&candidate.name)
                    && self.constants(candidate, &[]).is_empty()
            }
            Way::Constructors => false,
        }
    }

    /// Returns the names of types that can be built. Each one enables more constructors.
    fn known(&self) -> BTreeSet<&str> {
        let mut known: BTreeSet<&str> = BTreeSet::new();
        loop {
            // A name may refer to any type that has it.
            let has_none = |candidate: &&Candidate<'_>| {
                (candidate.way == Way::Constructors || candidate.has_function)
                    && self.chosen(candidate, &known).is_empty()
                    && self.constants(candidate, &[]).is_empty()
            };
            let names = |candidate: &'_ Candidate<'a>| candidate.name.clone();
            let without: BTreeSet<String> = self.candidates.iter().filter(has_none).map(names).collect();
            let all = self.candidates.iter().map(|candidate| &*candidate.name);
            let more: BTreeSet<&str> = all.filter(|name| !without.contains(*name)).collect();
            if more == known {
                return known;
            }
            known = more;
        }
    }
}

/// Returns the constructors that do not reserve memory, or else the others. Of these, keeps the
/// ones with as few bounds on the type's parameters as the minimum.
fn preferred<'a>(found: Vec<&'a Constructor>, generics: &Generics) -> Vec<&'a Constructor> {
    let (reserving, mut others): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| found.reserves);
    if others.is_empty() {
        others = reserving;
    }
    let asked = |found: &&Constructor| found.asks_for(generics);
    let least = others.iter().filter_map(asked).min_by_key(|more| (more.len(), more.clone()));
    let least = least.unwrap_or_default();
    others.retain(|found| asked(found).is_some_and(|more| more.is_subset(&least)));
    others
}

/// Visits the items of modules, including inline modules and excluding tests, with the module
/// within the file.
pub(super) fn each_item<'a>(items: &'a [Item], module: &str, visit: &mut impl FnMut(&'a Item, &str)) {
    for item in items.iter().filter(|item| !is_for_tests(item_attributes(item))) {
        visit(item, module);
        if let Item::Mod(inner) = item {
            let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
            each_item(items, &format!("{module}::{}", inner.ident), visit);
        }
    }
}

/// Returns the names of modules and of possible crates: folders of packages.
fn modules(sources: &[Source<'_>]) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for source in sources {
        let names = source.path.ancestors().take(4).filter_map(Utf8Path::file_stem);
        modules.extend(names.map(|name| name.replace('-', "_")));
        each_item(&source.parsed.items, "", &mut |item, _| {
            if let Item::Mod(inner) = item {
                modules.insert(inner.ident.to_string());
            }
        });
    }
    modules
}

fn candidate<'a>(
    item: &'a Item,
    file: &'a Utf8Path,
    skipped: usize,
    relied_on: &BTreeSet<String>,
    long: &BTreeSet<String>,
) -> Option<Candidate<'a>> {
    let (name, visibility, keyword, attributes, generics, way) = match item {
        Item::Struct(item) => {
            let last = item.fields.iter().last();
            if last.is_some_and(|field| is_unsized(&field.ty)) {
                return None;
            }
            let way = way(item, relied_on.contains(&item.ident.to_string()), long);
            (&item.ident, &item.vis, item.struct_token.span, &item.attrs, &item.generics, way)
        }
        Item::Enum(item) if !item.variants.is_empty() => {
            (&item.ident, &item.vis, item.enum_token.span, &item.attrs, &item.generics, Way::Fields)
        }
        _ => return None,
    };
    let is_left_alone = attributes.iter().any(|attribute| {
        let path = attribute.path();
        path.is_ident("derive") && mentions(attribute, "Input")
            || path.is_ident("repr") && mentions(attribute, "packed")
    });
    let has_default = attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("derive") && mentions(attribute, "Default"));
    if is_left_alone {
        return None;
    }
    let default = has_default.then(|| Constructor::derived_default(generics));
    let first = match visibility {
        Visibility::Inherited => keyword,
        visibility => visibility.span(),
    };
    let offset = skipped + first.byte_range().start;
    let end = skipped + item.span().byte_range().end;
    let site = Site {
        offset,
        name: offset,
        end,
        lines: first.start().line..=item.span().end().line,
        origin: Origin::Source,
        around: None,
    };
    let module = String::new();
    let derives = |name: &str| {
        let mut derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
        derives.any(|attribute| mentions(attribute, name))
    };
    let (is_copy, is_clone) = (derives("Copy"), derives("Clone"));
    let (name, generics) = (name.to_string(), generics.clone());
    let has_function = match item {
        Item::Struct(item) => item.fields.iter().any(|field| has_function(&field.ty)),
        _ => false,
    };
    let shows_no_field = match item {
        Item::Struct(item) => {
            matches!(item.fields, Fields::Unit) && !matches!(item.vis, Visibility::Inherited)
        }
        _ => false,
    };
    Some(Candidate {
        file,
        name,
        module,
        site,
        way,
        generics,
        default,
        is_copy,
        is_clone,
        has_function,
        shows_no_field,
    })
}

/// Returns the names of types that are the only field of a variant.
fn contained_in_variants(item: &ItemEnum) -> Vec<String> {
    let only = |fields: &Fields| {
        let mut fields = fields.iter();
        fields.next().filter(|_| fields.next().is_none()).and_then(|field| own_name(&field.ty))
    };
    item.variants.iter().filter_map(|variant| only(&variant.fields)).collect()
}

/// Returns the last name of a block's trait, and its type's.
fn implemented(item: &Item) -> Option<(String, String)> {
    let Item::Impl(block) = item else { return None };
    let (of_trait, _) = block.trait_.as_ref()?;
    Some((of_trait.segments.last()?.ident.to_string(), own_name(&block.self_ty)?))
}

fn mentions(attribute: &Attribute, word: &str) -> bool {
    quote::quote!(#attribute)
        .to_string()
        .split(|sign: char| !sign.is_alphanumeric())
        .any(|found| found == word)
}

fn is_unsized(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    }
}

/// True if there is a function or a raw pointer in a type.
fn has_function(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |node| {
        found |= match node {
            Node::Type(ty) => matches!(ty, Type::FnPtr(_) | Type::Ptr(_)),
            Node::PathSegment(segment) => matches!(segment.arguments, PathArguments::Parenthesized(_)),
            _ => false,
        };
        true
    });
    found
}

fn way(item: &ItemStruct, is_relied_on: bool, long: &BTreeSet<String>) -> Way {
    let is_private = matches!(item.vis, Visibility::Inherited);
    let as_visible = |visibility: &Visibility| {
        matches!(visibility, Visibility::Public(_)) || !is_private && *visibility == item.vis
    };
    let is_long = item.fields.iter().any(|field| arrays::has_long_array(&field.ty, long));
    if is_long && !is_relied_on {
        Way::Either { is_private: true }
    } else if item.fields.iter().all(|field| as_visible(&field.vis)) {
        Way::Fields
    } else if !is_relied_on {
        Way::Either { is_private }
    } else {
        Way::Constructors
    }
}

#[cfg(test)]
mod tests;
