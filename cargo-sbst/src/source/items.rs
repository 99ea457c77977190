//! The items of a module: names, visibility and `#[cfg]`s of functions, types and `use`
//! declarations.

use super::attributes::ItemAttributes;
use super::constructors;
use super::crate_sources::{MadeFunction, Module};
use super::declared;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use sbst_analysis::annotate::macro_tokens;
use sbst_source::use_tree;
use sbst_source::visibility::Visibility;
use sbst_vocabulary::standard::CRATES;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

/// A function in a module or in one of its `impl` blocks, or a constant or a static, which tests
/// name in the same way.
pub struct Function {
    pub name: String,
    /// The name of the type of its `impl` block, or of the trait for a default method.
    pub owner: Option<String>,
    /// The name of the trait of its `impl` block, if any.
    pub of_trait: Option<String>,
    pub visibility: Visibility,
    /// The function's own `#[cfg]`s, as written.
    pub cfgs: Vec<String>,
    pub hidden: bool,
    /// True if its documentation, or that of its `impl` block, mentions panics.
    pub documents_panics: bool,
    /// True if its documentation has an example.
    pub has_example: bool,
    /// The first and the last line.
    pub lines: (usize, usize),
    /// The type and the value, if it is a constant.
    pub constant: Option<(syn::Type, syn::Expr)>,
    /// The names and types of the parameters of an associated function that returns its type.
    pub makes: Option<Vec<(String, syn::Type)>>,
}

/// A struct, an enum, a trait, or a type alias.
pub struct TypeDefinition {
    pub name: String,
    pub visibility: Visibility,
    /// The type's own `#[cfg]`s, as written.
    pub cfgs: Vec<String>,
    pub hidden: bool,
    /// True if its documentation mentions panics.
    pub documents_panics: bool,
    /// True if it derives `PartialEq`.
    pub compared: bool,
    /// True if other crates may not build it: a `#[non_exhaustive]` struct.
    pub non_exhaustive: bool,
    /// True if it has a lifetime, which a signature may leave out.
    pub borrows: bool,
    /// The names of the type parameters.
    pub parameters: Vec<String>,
    /// The number of generic arguments without defaults, and of all.
    pub arguments: (usize, usize),
    pub body: TypeBody,
}

pub enum TypeBody {
    Struct(syn::Fields),
    Enum(Vec<syn::Variant>),
    /// A trait: it shares the namespace of types.
    Trait,
    /// A type alias or a union: its parts do not matter.
    Opaque,
}

/// A name that a `use` declaration brings in.
pub struct Use {
    pub path: Vec<String>,
    /// The name in this module; `None` for a glob.
    pub name: Option<String>,
    pub visibility: Visibility,
    /// The declaration's `#[cfg]`s, as written.
    pub cfgs: Vec<String>,
    pub hidden: bool,
}

/// Returns a name without `r#`.
pub fn plain_name(ident: &proc_macro2::Ident) -> String {
    ident.unraw().to_string()
}

/// Returns the names in a path, without generic arguments.
pub fn path_names(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| plain_name(&segment.ident)).collect()
}

/// Adds an item to its module, unless it is a module.
pub fn collect(item: &syn::Item, module: &mut Module) {
    match item {
        syn::Item::Fn(item) => {
            module.functions.push(value(&item.sig.ident, &item.vis, item, &item.attrs, &module.path));
        }
        syn::Item::Const(item) => module.functions.push(Function {
            constant: Some(((*item.ty).clone(), (*item.expr).clone())),
            ..value(&item.ident, &item.vis, item, &item.attrs, &module.path)
        }),
        syn::Item::Static(item) => {
            module.functions.push(value(&item.ident, &item.vis, item, &item.attrs, &module.path));
        }
        syn::Item::Impl(item) => collect_impl(item, module),
        syn::Item::Struct(item) => {
            let body = TypeBody::Struct(item.fields.clone());
            let head = (&item.ident, &item.vis, &item.generics);
            module.types.push(type_definition(head, &item.attrs, body, &module.path));
        }
        syn::Item::Enum(item) => {
            let body = TypeBody::Enum(item.variants.iter().cloned().collect());
            let head = (&item.ident, &item.vis, &item.generics);
            module.types.push(type_definition(head, &item.attrs, body, &module.path));
        }
        syn::Item::Trait(item) => {
            let head = (&item.ident, &item.vis, &item.generics);
            module.types.push(type_definition(head, &item.attrs, TypeBody::Trait, &module.path));
            for part in &item.items {
                if let syn::TraitItem::Fn(method) = part {
                    module.functions.push(Function {
                        name: plain_name(&method.sig.ident),
                        owner: Some(plain_name(&item.ident)),
                        visibility: Visibility::resolve(&item.vis, &module.path),
                        lines: lines(method),
                        ..function(&method.attrs)
                    });
                }
            }
        }
        syn::Item::Type(item) => {
            let head = (&item.ident, &item.vis, &item.generics);
            module.types.push(type_definition(head, &item.attrs, TypeBody::Opaque, &module.path));
        }
        syn::Item::Union(item) => {
            let head = (&item.ident, &item.vis, &item.generics);
            module.types.push(type_definition(head, &item.attrs, TypeBody::Opaque, &module.path));
        }
        syn::Item::Macro(item) if item.ident.is_some() => {
            let rules = macro_tokens::rules(item.mac.tokens.clone());
            item.ident
                .iter()
                .for_each(|name| module.declared.define(name, rules.iter().map(|rule| &rule.stands_for)));
            module.made.extend(rules.iter().flat_map(macro_tokens::in_rule).map(|made| MadeFunction {
                lines: (made.first.start().line, made.last.end().line),
                is_public: made.is_public,
            }));
        }
        syn::Item::Macro(item) => {
            collect_given(item.mac.tokens.clone(), module);
            let Some(last) = item.mac.path.segments.last() else { return };
            for (name, visibility) in module.declared.of_call(&last.ident, item.mac.tokens.clone()) {
                add_opaque(&name, &visibility, module);
            }
        }
        syn::Item::Use(item) => collect_use(item, module),
        syn::Item::ExternCrate(item) => collect_extern_crate(item, module),
        _ => {}
    }
}

/// Adds the types among tokens of a macro's input that are no items, but taken to become some
/// (`bitflags!`). Their parts are unknown.
fn collect_given(tokens: TokenStream, module: &mut Module) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, pair) in tokens.windows(2).enumerate() {
        let [TokenTree::Ident(keyword), TokenTree::Ident(name)] = pair else { continue };
        if ["struct", "enum", "union"].iter().any(|known| keyword == known) {
            add_opaque(name, &declared::visibility(&tokens[..at]), module);
        }
    }
}

/// Adds a type of which only the name is known.
fn add_opaque(name: &proc_macro2::Ident, visibility: &syn::Visibility, module: &mut Module) {
    if module.types.iter().all(|known| known.name != plain_name(name)) {
        let head = (name, visibility, &syn::Generics::default());
        module.types.push(type_definition(head, &[], TypeBody::Opaque, &module.path));
    }
}

fn collect_impl(item: &syn::ItemImpl, module: &mut Module) {
    let path = match &*item.self_ty {
        syn::Type::Path(syn::TypePath { path, qself: None, .. }) => Some(path),
        _ => None,
    };
    let last = |path: &syn::Path| path.segments.last().map(|segment| plain_name(&segment.ident));
    let of_trait = item.trait_.as_ref().and_then(|(implemented, _)| last(implemented));
    if let Some(path) = path.filter(|_| of_trait.as_deref() == Some("PartialEq")) {
        module.compared.push(path_names(path));
    }
    let owner = path.filter(|path| path.segments.len() == 1 || of_trait.is_some()).and_then(last);
    if owner.is_none() && of_trait.is_none() {
        return;
    }
    let ItemAttributes { cfgs, documents_panics, .. } = ItemAttributes::from_attributes(&item.attrs);
    for part in &item.items {
        if let syn::ImplItem::Const(constant) = part
            && of_trait.is_none()
        {
            let mut function = value(&constant.ident, &constant.vis, constant, &constant.attrs, &module.path);
            function.owner.clone_from(&owner);
            function.constant = Some((constant.ty.clone(), constant.expr.clone()));
            function.cfgs.extend(cfgs.iter().cloned());
            module.functions.push(function);
        }
        if let syn::ImplItem::Fn(method) = part {
            let visibility = match of_trait {
                Some(_) => Visibility::Public,
                None => Visibility::resolve(&method.vis, &module.path),
            };
            let mut function = Function {
                name: plain_name(&method.sig.ident),
                // A type without a path has no name that could clash with another type's.
                owner: Some(owner.clone().unwrap_or_default()),
                of_trait: of_trait.clone(),
                visibility,
                lines: lines(method),
                makes: constructors::parameters(&method.sig, owner.as_deref().unwrap_or_default()),
                ..function(&method.attrs)
            };
            function.cfgs.extend(cfgs.iter().cloned());
            function.documents_panics |= documents_panics;
            module.functions.push(function);
        }
    }
}

/// Returns the names in the path of a definition: `demo`, `shapes`, `<Stack<u8> as Iterator>`,
/// `next`.
pub fn definition_names(path: &str) -> Vec<String> {
    let mut names = vec![String::new()];
    let mut depth = 0;
    let mut characters = path.chars().peekable();
    let mut before = ' ';
    while let Some(character) = characters.next() {
        match character {
            '<' | '(' | '[' => depth += 1,
            '>' if before == '-' => {}
            '>' | ')' | ']' => depth -= 1,
            ':' if depth == 0 && characters.peek() == Some(&':') => {
                characters.next();
                names.push(String::new());
                before = ' ';
                continue;
            }
            _ => {}
        }
        names.last_mut().expect("there is one").push(character);
        before = character;
    }
    if let Some(last) = names.last_mut() {
        last.truncate(without_number(last).len());
    }
    names.iter().map(|name| name.trim_start_matches("r#").to_owned()).collect()
}

/// Removes the number that distinguishes functions with one path: `demo::part#2`.
pub fn without_number(path: &str) -> &str {
    match path.rsplit_once('#') {
        Some((before, number))
            if !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) =>
        {
            before
        }
        _ => path,
    }
}

/// Returns the names of the type and the trait in an owner from a definition's path: `Stack<u8>` or
/// `<Stack<u8> as Iterator>`.
pub fn owner_names(owner: &str) -> (String, Option<String>) {
    let last = |path: &str| {
        let path = path.trim().trim_start_matches(['&', '<']);
        let names = definition_names(path.split('<').next().unwrap_or_default());
        let last = names.last().map(|name| name.trim_end_matches('>').to_owned());
        last.filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_')).unwrap_or_default()
    };
    let inside = owner.strip_prefix('<').and_then(|inside| inside.strip_suffix('>'));
    match inside.and_then(|inside| inside.rsplit_once(" as ")) {
        Some((own, of_trait)) => {
            let own = if own.starts_with('&') { String::new() } else { last(own) };
            (own, Some(last(of_trait)))
        }
        None => (last(inside.unwrap_or(owner)), None),
    }
}

fn value(
    name: &proc_macro2::Ident,
    visibility: &syn::Visibility,
    item: &impl ToTokens,
    attributes: &[syn::Attribute],
    module: &[String],
) -> Function {
    let visibility = Visibility::resolve(visibility, module);
    Function { name: plain_name(name), visibility, lines: lines(item), ..function(attributes) }
}

fn function(attributes: &[syn::Attribute]) -> Function {
    let ItemAttributes { cfgs, hidden, documents_panics, has_example, .. } =
        ItemAttributes::from_attributes(attributes);
    Function {
        name: String::new(),
        owner: None,
        of_trait: None,
        visibility: Visibility::Public,
        cfgs,
        hidden,
        documents_panics,
        has_example,
        lines: (0, 0),
        constant: None,
        makes: None,
    }
}

fn lines(item: &impl ToTokens) -> (usize, usize) {
    (item.span().start().line, item.span().end().line)
}

fn type_definition(
    (ident, visibility, generics): (&proc_macro2::Ident, &syn::Visibility, &syn::Generics),
    attributes: &[syn::Attribute],
    body: TypeBody,
    module: &[String],
) -> TypeDefinition {
    let ItemAttributes { cfgs, hidden, documents_panics, derives_partial_eq, non_exhaustive, .. } =
        ItemAttributes::from_attributes(attributes);
    TypeDefinition {
        name: plain_name(ident),
        visibility: Visibility::resolve(visibility, module),
        cfgs,
        hidden,
        documents_panics,
        compared: derives_partial_eq,
        // Other crates can build a non-exhaustive enum; they only need a wildcard to match it.
        non_exhaustive: non_exhaustive && matches!(body, TypeBody::Struct(_)),
        borrows: generics.lifetimes().next().is_some(),
        parameters: generics.type_params().map(|parameter| plain_name(&parameter.ident)).collect(),
        arguments: arguments(generics),
        body,
    }
}

/// Returns the number of arguments without defaults that generics take, and of all but lifetimes.
fn arguments(generics: &syn::Generics) -> (usize, usize) {
    let has_default = |parameter: &&syn::GenericParam| match parameter {
        syn::GenericParam::Lifetime(_) => false,
        syn::GenericParam::Type(parameter) => parameter.default.is_some(),
        syn::GenericParam::Const(parameter) => parameter.default.is_some(),
    };
    let all = generics.params.len() - generics.lifetimes().count();
    (all - generics.params.iter().filter(has_default).count(), all)
}

fn collect_use(item: &syn::ItemUse, module: &mut Module) {
    let ItemAttributes { cfgs, hidden, .. } = ItemAttributes::from_attributes(&item.attrs);
    let visibility = Visibility::resolve(&item.vis, &module.path);
    // The path of another crate begins with an empty name.
    let first = item.leading_colon.map(|_| String::new());
    module.uses.extend(use_tree::names(&item.tree).into_iter().map(|(path, name)| Use {
        path: first.iter().cloned().chain(path).collect(),
        name,
        visibility: visibility.clone(),
        cfgs: cfgs.clone(),
        hidden,
    }));
}

/// Collects a crate of the standard library, or one with another name here, which `crate::std::str` refers to.
fn collect_extern_crate(item: &syn::ItemExternCrate, module: &mut Module) {
    let ItemAttributes { cfgs, hidden, .. } = ItemAttributes::from_attributes(&item.attrs);
    let of_crate = plain_name(&item.ident);
    let name = item.rename.as_ref().map_or_else(|| of_crate.clone(), |(_, name)| plain_name(name));
    let is_standard = CRATES.contains(&of_crate.as_str());
    if of_crate != "self" && name != "_" && (is_standard || name != of_crate) {
        module.uses.push(Use {
            path: vec![String::new(), of_crate],
            name: Some(name),
            visibility: Visibility::resolve(&item.vis, &module.path),
            cfgs,
            hidden,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definitions_path_includes_angle_brackets() {
        let names = |path: &str| definition_names(path).join(" | ");
        assert_eq!(names("demo::shapes::triangle"), "demo | shapes | triangle");
        assert_eq!(names("demo::r#mod::Stack<a::B>::push"), "demo | mod | Stack<a::B> | push");
        assert_eq!(names("demo::part#2"), "demo | part", "the second of its path");
        assert_eq!(names("demo::<[u8] as Tr<fn() -> x::Y>>::f"), "demo | <[u8] as Tr<fn() -> x::Y>> | f");
    }

    #[test]
    fn an_impl_block_has_the_names_of_its_type_and_trait() {
        let names = |owner: &str| owner_names(owner);
        assert_eq!(names("Stack<T>"), ("Stack".into(), None));
        assert_eq!(names("<Point as fmt::Display>"), ("Point".into(), Some("Display".into())));
        assert_eq!(names("<shapes::Point<u8> as Add<i32>>"), ("Point".into(), Some("Add".into())));
        assert_eq!(names("<&Point as Add>"), (String::new(), Some("Add".into())));
        assert_eq!(names("<[u8] as Measured>"), (String::new(), Some("Measured".into())));
    }
}
