//! How values of the package's own types are built, where nobody has said so.
//!
//! 1. An enum, and a structure whose fields are all as visible as itself, is built field by field: whoever can name the type can do that.
//! 2. A structure with more private fields may keep a promise. It is built by its constructors: functions of the type or of its module that are
//!    not private, may be called ([`super::eligibility`]), have no receiver, return it, an `Option` or a `Result` of it, and take what can certainly be built; and by `Default`.
//! 3. A private structure without any is built field by field, if there is no `unsafe` in its file that could rely on a promise.
//! 4. Fields may be of any type: a type or variant with a field that cannot be built has no values, and the search says so.
//!
//! Left alone are types that derive `Input` themselves, unions, packed and unsized ones, and those within functions or made by macros.

use super::eligibility::{Eligibility, Source};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_instrument::annotate::conditional::{is_for_tests, of_item};
use sbst_instrument::annotate::{Origin, Site};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned as _;
use syn::{
    Attribute, FnArg, GenericArgument, GenericParam, Ident, ImplItem, Item, ItemImpl, ItemStruct,
    PathArguments, ReturnType, Safety, Signature, Type, TypeParamBound, Visibility,
};

/// The most constructors of a type that are tried.
const MOST_CONSTRUCTORS: usize = 8;
/// The most parameters that a constructor may have.
const MOST_PARAMETERS: usize = 12;

/// Types that can be built, by the names that everybody has for them.
const PLAIN: [&str; 22] = [
    "bool",
    "char",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "str",
    "String",
    "Duration",
    "Path",
    "PathBuf",
    "SystemTime",
];
/// Types that can be built if what they are of can.
const WRAPPERS: [&str; 7] = ["Option", "Vec", "Box", "Rc", "Arc", "VecDeque", "Cow"];

/// A type, and how its values are built.
#[derive(Clone, Debug)]
pub struct Derived {
    /// Where it stands.
    pub site: Site,
    /// The functions that make its values; none if its fields do.
    pub constructors: Vec<String>,
}

/// A structure or an enum that is a candidate.
struct Candidate<'a> {
    file: &'a Utf8Path,
    name: String,
    /// The module within the file.
    module: String,
    site: Site,
    way: Way,
    /// Whether it derives `Default`.
    has_default: bool,
}

/// How a type is built.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Fields,
    Constructors,
    /// By constructors, or by fields if there are none.
    Either,
}

/// A function that may make values of a type.
#[derive(Clone)]
struct Constructor {
    /// As the type names it.
    path: Cow<'static, str>,
    parameters: Vec<Type>,
    /// The module within the file in which it stands, if it is no function of the type itself: there it has that path.
    module: Option<String>,
}

/// That of `Default`.
const DEFAULT: Constructor =
    Constructor { path: Cow::Borrowed("Self::default"), parameters: Vec::new(), module: None };

/// What can be derived in these files.
pub fn derive(sources: &[Source<'_>], eligibility: &Eligibility) -> BTreeMap<Utf8PathBuf, Vec<Derived>> {
    let mut candidates = Vec::new();
    let mut constructors: BTreeMap<String, Vec<(&Utf8Path, Constructor)>> = BTreeMap::new();
    for source in sources {
        let path = source.path;
        let has_unsafe = source.text.contains("unsafe");
        each_item(&source.parsed.items, "", &mut |item, module| {
            let found = candidate(item, path, source.skipped, has_unsafe);
            candidates.extend(found.map(|candidate| Candidate { module: module.to_owned(), ..candidate }));
            let is_called = |name: &Ident| {
                eligibility.reason(path, source.skipped + name.span().byte_range().start).is_none()
            };
            for (name, constructor) in constructors_in(item, module, &is_called) {
                constructors.entry(name).or_default().push((path, constructor));
            }
        });
    }
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    candidates.iter().for_each(|candidate| *named.entry(&candidate.name).or_default() += 1);
    let is_unique = |name: &str| named.get(name) == Some(&1);
    let of_default = DEFAULT;
    // In another file, a type of the same name may be meant.
    let of = |candidate: &Candidate<'_>| -> Vec<&Constructor> {
        let found = constructors.get(&candidate.name).into_iter().flatten();
        let own = found.filter(|(file, constructor)| match &constructor.module {
            Some(module) => *file == candidate.file && *module == candidate.module,
            None => *file == candidate.file || is_unique(&candidate.name),
        });
        let default = candidate.has_default.then_some(&of_default);
        own.map(|(_, constructor)| constructor).chain(default).collect()
    };
    let has_value = |candidate: &Candidate<'_>, known: &BTreeSet<&str>| match candidate.way {
        Way::Fields => true,
        _ => of(candidate).iter().any(|constructor| constructor.can_be_called(known)),
    };
    // What can be built makes more constructors possible.
    let mut known: BTreeSet<&str> = BTreeSet::new();
    loop {
        let more: BTreeSet<&str> = candidates
            .iter()
            .filter(|candidate| is_unique(&candidate.name) && has_value(candidate, &known))
            .map(|candidate| &*candidate.name)
            .collect();
        if more == known {
            break;
        }
        known = more;
    }
    let mut derived: BTreeMap<Utf8PathBuf, Vec<Derived>> = BTreeMap::new();
    for candidate in &candidates {
        let mut made: Vec<String> = match candidate.way {
            Way::Fields => Vec::new(),
            _ => of(candidate)
                .iter()
                .filter(|found| found.can_be_called(&known))
                .map(|found| found.path.to_string())
                .collect(),
        };
        made.sort();
        made.dedup();
        made.truncate(MOST_CONSTRUCTORS);
        if candidate.way != Way::Constructors || !made.is_empty() {
            let found = Derived { site: candidate.site.clone(), constructors: made };
            derived.entry(candidate.file.to_owned()).or_default().push(found);
        }
    }
    derived
}

/// The items of modules, those written in place among them, but for tests, with the module within the file.
fn each_item<'a>(items: &'a [Item], module: &str, visit: &mut impl FnMut(&'a Item, &str)) {
    for item in items.iter().filter(|item| !is_for_tests(of_item(item))) {
        visit(item, module);
        if let Item::Mod(inner) = item {
            let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
            each_item(items, &format!("{module}::{}", inner.ident), visit);
        }
    }
}

/// The constructors that an item of a module is or has, with the names of their types.
fn constructors_in(
    item: &Item,
    module: &str,
    is_called: &dyn Fn(&Ident) -> bool,
) -> Vec<(String, Constructor)> {
    match item {
        Item::Impl(block) => {
            let name = own_name(&block.self_ty);
            let found = |name: String| {
                in_block(block, &name, is_called).into_iter().map(move |found| (name.clone(), found))
            };
            name.into_iter().flat_map(found).collect()
        }
        Item::Fn(function) if !matches!(function.vis, Visibility::Inherited) => {
            let ReturnType::Type(_, result) = &function.sig.output else { return Vec::new() };
            let name = own_name(argument_of(result, &["Option", "Result"]).unwrap_or(result));
            let fits = |name: &String| {
                !is_under_condition(&function.attrs)
                    && makes(&function.sig, name)
                    && is_called(&function.sig.ident)
            };
            let path = function.sig.ident.to_string();
            let constructor = Constructor {
                path: path.into(),
                parameters: parameters(&function.sig),
                module: Some(module.to_owned()),
            };
            name.filter(fits).map(|name| (name, constructor)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn candidate<'a>(item: &Item, file: &'a Utf8Path, skipped: usize, has_unsafe: bool) -> Option<Candidate<'a>> {
    let (name, visibility, keyword, attributes, generics, way) = match item {
        Item::Struct(item) => {
            let last = item.fields.iter().last();
            if last.is_some_and(|field| is_unsized(&field.ty)) {
                return None;
            }
            let way = way(item, has_unsafe);
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
    let is_unsized = generics.params.iter().any(|parameter| match parameter {
        GenericParam::Type(parameter) => {
            parameter.bounds.iter().any(|bound| matches!(bound, TypeParamBound::Trait(bound) if quote::quote!(#bound).to_string().contains('?')))
        }
        _ => false,
    });
    if is_left_alone || is_unsized {
        return None;
    }
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
    };
    Some(Candidate { file, name: name.to_string(), module: String::new(), site, way, has_default })
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

fn way(item: &ItemStruct, has_unsafe: bool) -> Way {
    let is_private = matches!(item.vis, Visibility::Inherited);
    let as_visible = |visibility: &Visibility| {
        matches!(visibility, Visibility::Public(_)) || !is_private && *visibility == item.vis
    };
    if item.fields.iter().all(|field| as_visible(&field.vis)) {
        Way::Fields
    } else if is_private && !has_unsafe {
        Way::Either
    } else {
        Way::Constructors
    }
}

/// The name of a type that is written without a path and without types in it.
fn own_name(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let [segment] = &path.path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    path.qself.is_none().then(|| segment.ident.to_string())
}

/// The constructors in an `impl` block of the type `name`.
fn in_block(block: &ItemImpl, name: &str, is_called: &dyn Fn(&Ident) -> bool) -> Vec<Constructor> {
    // With other conditions than the type's own, they may not be there for all of its values.
    let is_conditional = block.generics.where_clause.is_some()
        || block.generics.params.iter().any(|parameter| !matches!(parameter, GenericParam::Lifetime(_)))
        || is_under_condition(&block.attrs);
    if is_conditional {
        return Vec::new();
    }
    if let Some((of_trait, _)) = &block.trait_ {
        let is_default = of_trait.segments.last().is_some_and(|last| last.ident == "Default");
        let is_called = block.items.iter().all(|item| match item {
            ImplItem::Fn(function) => is_called(&function.sig.ident),
            _ => true,
        });
        return (is_default && is_called).then_some(DEFAULT).into_iter().collect();
    }
    let functions = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) if !matches!(function.vis, Visibility::Inherited) => Some(function),
        _ => None,
    });
    let functions = functions.filter(|function| is_called(&function.sig.ident));
    let fit = functions.filter(|function| !is_under_condition(&function.attrs) && makes(&function.sig, name));
    fit.map(|function| Constructor {
        path: format!("Self::{}", function.sig.ident).into(),
        parameters: parameters(&function.sig),
        module: None,
    })
    .collect()
}

/// The types of a function's parameters.
fn parameters(signature: &Signature) -> Vec<Type> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some((*typed.ty).clone()),
        FnArg::Receiver(_) => None,
    });
    typed.collect()
}

fn is_under_condition(attributes: &[Attribute]) -> bool {
    let names = ["cfg", "cfg_attr", "deprecated", "test"];
    attributes.iter().any(|attribute| names.iter().any(|name| attribute.path().is_ident(name)))
}

/// Whether a function makes values of the type `name` out of its arguments alone.
fn makes(signature: &Signature, name: &str) -> bool {
    let is_plain = matches!(signature.safety, Safety::Default)
        && signature.asyncness.is_none()
        && signature.abi.is_none()
        && signature.receiver().is_none()
        && signature.inputs.len() <= MOST_PARAMETERS
        && signature.generics.where_clause.is_none()
        && signature.generics.params.iter().all(|parameter| matches!(parameter, GenericParam::Lifetime(_)));
    let ReturnType::Type(_, result) = &signature.output else { return false };
    // It makes what others make, and asks for as much memory as it is told.
    let reserves = signature.ident.to_string().contains("with_capacity");
    is_plain
        && !reserves
        && (is_type(result, name)
            || argument_of(result, &["Option", "Result"]).is_some_and(|ty| is_type(ty, name)))
}

fn is_type(ty: &Type, name: &str) -> bool {
    own_name(ty).is_some_and(|found| found == "Self" || found == name)
}

/// The first type that one of these types is of.
fn argument_of<'a>(ty: &'a Type, names: &[&str]) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.into_iter().next().filter(|_| names.iter().any(|name| last.ident == name))
}

impl Constructor {
    fn can_be_called(&self, known: &BTreeSet<&str>) -> bool {
        self.parameters.iter().all(|ty| can_be_built(ty, known))
    }
}

/// Whether values of a type can certainly be built.
fn can_be_built(ty: &Type, known: &BTreeSet<&str>) -> bool {
    match ty {
        Type::Reference(reference) => {
            let is_static = reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static");
            !is_static && reference.mutability.is_none() && can_be_built(&reference.elem, known)
        }
        Type::Slice(slice) => can_be_built(&slice.elem, known),
        Type::Array(array) => can_be_built(&array.elem, known),
        Type::Tuple(tuple) => tuple.elems.iter().all(|ty| can_be_built(ty, known)),
        Type::Paren(paren) => can_be_built(&paren.elem, known),
        Type::Path(_) => match argument_of(ty, &WRAPPERS) {
            Some(of) => can_be_built(of, known),
            None => own_name(ty).is_some_and(|name| PLAIN.contains(&&*name) || known.contains(&*name)),
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shadow::features::Features;
    /// The types of a file that get a derive, with their constructors.
    fn derived(text: &str) -> Vec<String> {
        let parsed = syn::parse_file(text).unwrap();
        let found = derive(
            &[Source {
                path: Utf8Path::new("/a.rs"),
                text,
                parsed: &parsed,
                skipped: 0,
                features: &Features::default(),
            }],
            &Eligibility::default(),
        );
        let shown = found.values().flatten().map(|derived| {
            let item = &text[derived.site.offset..];
            let name =
                item.split_whitespace().skip_while(|word| !["struct", "enum"].contains(word)).nth(1).unwrap();
            let name: String = name.chars().take_while(|sign| sign.is_alphanumeric()).collect();
            format!("{name}: {}", derived.constructors.join(" ").replace("Self::", ""))
        });
        shown.collect()
    }

    #[test]
    fn what_everybody_may_build_is_built_field_by_field() {
        let text = "#[doc = \"\"] pub struct A { pub a: u8 } pub enum B { C(Foreign), D } pub(crate) struct E(pub(crate) u8, pub u8); struct F;";
        assert_eq!(derived(text), ["A: ", "B: ", "E: ", "F: "]);
    }

    #[test]
    fn what_may_keep_a_promise_is_built_by_its_constructors() {
        let text = "pub struct A { a: u8 } impl A { pub fn new(a: u8) -> Self {} pub fn get(&self) -> Self {} fn own(a: u8) -> Self {}
                    pub fn parse(text: &str) -> Result<A, ()> {} pub fn of(b: &[B], c: Option<C>) -> Option<Self> {}
                    pub fn with_capacity(n: usize) -> A {} pub fn foreign(x: Foreign) -> A {} pub fn generic<T>(t: T) -> A {} #[cfg(x)] pub fn there() -> A {} }
                    pub struct B { b: u8 } impl Default for B {} pub struct C { c: A } impl C { pub fn new(a: A) -> C {} }
                    pub struct D { d: u8 }";
        assert_eq!(derived(text), ["A: new of parse", "B: default", "C: new"]);
    }

    #[test]
    fn functions_of_the_module_make_its_types() {
        let text = "pub struct A { a: u8 } pub fn make(of: Duration) -> A {} fn own() -> A {} mod m { pub fn far() -> A {} }";
        assert_eq!(derived(text), ["A: make"]);
    }

    #[test]
    fn a_private_type_is_built_field_by_field_unless_something_may_rely_on_it() {
        assert_eq!(derived("struct A { a: u8 }"), ["A: "]);
        assert_eq!(derived("struct A { a: u8 } impl A { pub(crate) fn new() -> A {} }"), ["A: new"]);
        assert_eq!(derived("struct A { a: u8 } fn f() { unsafe {} }"), Vec::<String>::new());
    }

    #[test]
    fn some_types_are_left_alone() {
        let text = "#[derive(sbst::Input)] struct A; #[repr(C, packed)] pub struct B(pub u8); pub struct C(pub str); union D { a: u8 }
                    enum E {} #[cfg(test)] struct F; fn f() { struct G; } pub struct H<T: ?Sized>(pub Box<T>);";
        assert_eq!(derived(text), Vec::<String>::new());
    }
}
