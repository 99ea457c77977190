//! The items of a module: names, visibility and `#[cfg]`s of functions, types and `use`
//! declarations.

use super::attributes::ItemAttributes;
use quote::ToTokens;
use sbst_source::visibility::Visibility;
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

/// A function in the definition of a macro.
pub struct MadeFunction {
    /// The first and the last line.
    pub lines: (usize, usize),
    /// True if the definition has `pub`.
    pub is_public: bool,
}

/// The name, the visibility and the generics of a type.
pub type Head<'a> = (&'a proc_macro2::Ident, &'a syn::Visibility, &'a syn::Generics);

/// Returns a name without `r#`.
pub fn plain_name(ident: &proc_macro2::Ident) -> String {
    ident.unraw().to_string()
}

/// Returns the names in a path, without generic arguments.
pub fn path_names(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|segment| plain_name(&segment.ident)).collect()
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

pub fn value(
    name: &proc_macro2::Ident,
    visibility: &syn::Visibility,
    item: &impl ToTokens,
    attributes: &[syn::Attribute],
    module: &[String],
) -> Function {
    let visibility = Visibility::resolve(visibility, module);
    Function { name: plain_name(name), visibility, lines: lines(item), ..function(attributes) }
}

pub fn function(attributes: &[syn::Attribute]) -> Function {
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

pub fn lines(item: &impl ToTokens) -> (usize, usize) {
    (item.span().start().line, item.span().end().line)
}

pub fn type_definition(
    (ident, visibility, generics): Head<'_>,
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
