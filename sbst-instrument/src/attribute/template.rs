//! Templates: the source of values in tests. The notation is that of `sbst_model::shape::Template`.

use crate::attribute::stand_ins::{is_stand_in, stand_in};
use sbst_source::span::{is_dollar_crate, mixed_site};
use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{quote_spanned, ToTokens as _};
use syn::{
    Expr, ExprPath, GenericArgument, Path, PathArguments, QSelf, ReturnType, Stmt, Type, TypeParamBound,
    TypePath,
};

use crate::syntax::lifetimes::peeled;
use sbst_source::source_text::source_text;
use sbst_vocabulary::standard::types::{self, is_number, Fact};
use sbst_vocabulary::{DOUBLE_TYPE, END_OF_ITEM};

/// A template, perhaps with a path in it that begins with the code's module.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Template {
    before: String,
    /// The rest of a path after the module's, completed by the compiler.
    after_module: Option<String>,
}

impl Template {
    pub(crate) fn source(source: impl Into<String>) -> Template {
        Template { before: source.into(), after_module: None }
    }

    /// An item of the module, by its name, and source after it.
    pub(crate) fn item(name: &str, source: &str) -> Template {
        Template { before: "{".into(), after_module: Some(format!("::{name}}}{source}")) }
    }

    /// A call of the function at `path` with all values; `own` is the meaning of `Self`.
    pub(crate) fn call(path: &Path, own: Option<&str>) -> Template {
        Template::named(path, own, "({*})")
    }

    /// The item at the path, and source after it; `own` is the meaning of `Self`.
    pub(crate) fn named(path: &Path, own: Option<&str>, after: &str) -> Template {
        let name = |ident: &Ident| match own.filter(|_| ident == "Self") {
            Some(own) => own.to_owned(),
            None => name_in_module(ident),
        };
        let names: Vec<String> = path.segments.iter().map(|segment| name(&segment.ident)).collect();
        // An associated item is reached through its type, whose name is capitalised.
        let is_type =
            |name: &String| name.rsplit("::").next().is_some_and(|last| last.starts_with(char::is_uppercase));
        let item = match &names[..] {
            [.., owner, _] if is_type(owner) => names.len() - 1,
            _ => names.len(),
        };
        let (item, associated) = names.split_at(item);
        let associated: String = associated.iter().map(|name| format!("::{name}")).collect();
        let named = format!("{}}}{associated}{after}", item.join("::"));
        match path.leading_colon {
            Some(_) => Template::source(format!("{{{named}")),
            None => Template { before: "{".into(), after_module: Some(format!("::{named}")) },
        }
    }

    /// A call of a function from a trait of the standard library that makes a type of this name:
    /// `<Self as FromStr>::from_str`. `arguments` are the generic arguments of the type.
    pub(crate) fn from_trait_path(path: &ExprPath, own: &str, arguments: &str) -> Option<Template> {
        let own_type = path.qself.as_ref().map(|qself| &*qself.ty);
        let is_of_self = matches!(own_type, Some(Type::Path(ty)) if ty.path.is_ident("Self"));
        let of_trait = path.path.segments.iter().rev().nth(1).filter(|_| is_of_self)?;
        let call =
            |after: &str| Template { before: "{".into(), after_module: Some(format!("::{own}}}{after}")) };
        // The literal of a number may have several types.
        let number = match &of_trait.arguments {
            PathArguments::AngleBracketed(given) => given.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(Type::Path(ty)) => {
                    ty.path.get_ident().map(ToString::to_string).filter(|name| is_number(name))
                }
                _ => None,
            }),
            _ => None,
        };
        let after = |of_trait: &str, call: &str| Template {
            before: "<{".into(),
            after_module: Some(format!(
                "::{own}}}{arguments} as {of_trait}<{}>>::{call}",
                number.as_deref().unwrap_or("_")
            )),
        };
        match &*of_trait.ident.to_string() {
            "From" if number.is_some() => Some(after("From", "from({0})")),
            "From" => Some(call("::from({0})")),
            "FromStr" => Some(Template::parsing(own, &format!("{arguments}>()"))),
            "TryFrom" => Some(after("std::convert::TryFrom", "try_from({0})")),
            _ => None,
        }
    }

    /// A text parsed as a type of this name, and unwrapped.
    pub(crate) fn parsed(own: &str) -> Template {
        Template::parsing(own, ">().unwrap()")
    }

    /// A text parsed as a type of this name, with source after the name.
    fn parsing(own: &str, after: &str) -> Template {
        let after_module = Some(format!("::{own}}}{after}"));
        Template { before: "{0}.parse::<{".into(), after_module }
    }

    /// With source before it.
    pub(crate) fn after(self, source: &str) -> Template {
        Template { before: format!("{source}{}", self.before), ..self }
    }

    pub(crate) fn emit(&self) -> TokenStream {
        let at = mixed_site();
        let Template { before, after_module } = self;
        match after_module {
            None => quote_spanned!(at=> #before),
            Some(after) => quote_spanned!(at=> ::core::concat!(#before, ::core::module_path!(), #after)),
        }
    }
}

/// Returns the name of a double in a file of tests.
pub fn name_of_double(name: &str) -> String {
    format!("{}Double", name.trim_start_matches(DOUBLE_TYPE))
}

/// Source with paths that begin with the code's module, in the notation of templates: strings, with
/// the module's path between each and the next.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pieces(Vec<String>);

impl Pieces {
    /// Source, perhaps with whole paths in braces.
    pub(crate) fn source(source: impl Into<String>) -> Pieces {
        Pieces(vec![source.into()])
    }

    /// The module's type at this path; `_` where it cannot be named.
    pub(crate) fn if_named(path: &Path) -> Pieces {
        Pieces(vec!["{?".to_owned(), format!("::{}}}", segment_names(path).join("::"))])
    }

    pub(crate) fn from_type(ty: &Type) -> Pieces {
        Pieces::with_texts(ty, &BTreeMap::new())
    }

    /// A type with texts for names in it.
    pub(crate) fn with_texts(ty: &Type, texts: &BTreeMap<Ident, Pieces>) -> Pieces {
        let mut pieces = Pieces::source("");
        pieces.push_type(ty, "", texts);
        pieces
    }

    /// A cast to a type that replaces a pointer to a trait object.
    pub(crate) fn cast(ty: &Type) -> Pieces {
        let mut pieces = Pieces::source("{0} as ");
        pieces.push_type(ty, "", &BTreeMap::new());
        pieces
    }

    /// A type before `::` in an expression. `texts` has the replacements of names in it.
    pub(crate) fn from_owner(ty: &Type, texts: &BTreeMap<Ident, Pieces>) -> Pieces {
        let mut pieces = Pieces::source("");
        match ty {
            Type::Path(TypePath { qself: None, .. }) => {
                pieces.push_type(ty, "::", texts);
                // The compiler infers these.
                let last = pieces.0.last_mut().expect("there is always one");
                if let Some((before, arguments)) = last.split_once("::<") {
                    if arguments.split(", ").all(|argument| argument.trim_end_matches('>') == "_") {
                        *last = before.to_owned();
                    }
                }
            }
            ty => {
                pieces.push("<");
                pieces.push_type(ty, "", texts);
                pieces.push(">");
            }
        }
        pieces
    }

    /// `<ty as of_trait>`
    pub(crate) fn from_implementation(ty: &Type, of_trait: &Path, texts: &BTreeMap<Ident, Pieces>) -> Pieces {
        let mut pieces = Pieces::source("<");
        pieces.push_type(ty, "", texts);
        pieces.push(" as ");
        pieces.push_path(of_trait, "", texts);
        pieces.push(">");
        pieces
    }

    /// Generic arguments of a call; empty if the compiler infers all of them.
    pub(crate) fn turbofish(arguments: Vec<Pieces>) -> Pieces {
        if arguments.iter().all(|argument| *argument == Pieces::source("_")) {
            return Pieces::source("");
        }
        let mut pieces = Pieces::source("::<");
        for (index, argument) in arguments.into_iter().enumerate() {
            pieces.push(if index > 0 { ", " } else { "" });
            pieces.append(argument);
        }
        pieces.push(">");
        pieces
    }

    /// A value after an item of the file of tests; paths in braces begin with the code's module.
    pub(crate) fn with_item(item: &str, value: &str) -> Pieces {
        let mut pieces = Pieces::source("");
        let mut rest = item;
        while let Some(at) = rest.find(['{', '}']) {
            let is_doubled = ["{{", "}}"].iter().any(|doubled| rest[at..].starts_with(doubled));
            let (before, after) = rest.split_at(at + 1 + usize::from(is_doubled));
            pieces.push(before);
            if !is_doubled && before.ends_with('{') {
                pieces.0.push("::".to_owned());
            }
            rest = after;
        }
        pieces.push(&format!("{rest}{END_OF_ITEM}{value}"));
        pieces
    }

    fn push(&mut self, source: &str) {
        self.0.last_mut().expect("there is always one").push_str(source);
    }

    fn append(&mut self, other: Pieces) {
        let mut others = other.0.into_iter();
        self.push(&others.next().unwrap_or_default());
        self.0.extend(others);
    }

    /// Adds a type, with this before its generic arguments.
    fn push_type(&mut self, ty: &Type, before_arguments: &str, texts: &BTreeMap<Ident, Pieces>) {
        match ty {
            Type::Path(TypePath { qself: None, path, .. }) => self.push_path(path, before_arguments, texts),
            Type::Path(TypePath { qself: Some(of), path, .. }) => self.push_associated_type(of, path, texts),
            Type::Reference(reference) => {
                self.push(if reference.mutability.is_some() { "&mut " } else { "&" });
                let is_long =
                    matches!(peeled(&reference.elem), Type::TraitObject(object) if object.bounds.len() > 1);
                self.push(if is_long { "(" } else { "" });
                self.push_type(&reference.elem, "", texts);
                self.push(if is_long { ")" } else { "" });
            }
            Type::TraitObject(object) if object.bounds.iter().all(is_plain) => {
                let mut before = "dyn ";
                for bound in &object.bounds {
                    if let TypeParamBound::Trait(bound) = bound {
                        self.push(before);
                        self.push_path(&bound.path, "", texts);
                        before = " + ";
                    }
                }
            }
            Type::Slice(slice) => {
                self.push("[");
                self.push_type(&slice.elem, "", texts);
                self.push("]");
            }
            Type::Array(array) => {
                self.push("[");
                self.push_type(&array.elem, "", texts);
                self.push("; ");
                self.push_constant(&array.len, texts);
                self.push("]");
            }
            Type::Tuple(tuple) => {
                self.push("(");
                for element in &tuple.elems {
                    self.push_type(element, "", texts);
                    self.push(", ");
                }
                self.push(")");
            }
            Type::FnPtr(pointer) if pointer.lifetimes.is_none() => {
                self.push("fn(");
                for (index, input) in pointer.inputs.iter().enumerate() {
                    self.push(if index > 0 { ", " } else { "" });
                    self.push_type(&input.ty, "", texts);
                }
                self.push(")");
                if let ReturnType::Type(_, output) = &pointer.output {
                    self.push(" -> ");
                    self.push_type(output, "", texts);
                }
            }
            Type::Paren(inner) => self.push_type(&inner.elem, before_arguments, texts),
            Type::Group(inner) => self.push_type(&inner.elem, before_arguments, texts),
            other => self.push(&source_text(other.to_token_stream()).replace('{', "{{").replace('}', "}}")),
        }
    }

    /// Adds an associated type: `<[i32; 4] as Array>::Item`.
    fn push_associated_type(&mut self, of: &QSelf, path: &Path, texts: &BTreeMap<Ident, Pieces>) {
        self.push("<");
        self.push_type(&of.ty, "", texts);
        let (of_trait, names) = names_and_trait(of, path);
        if let Some(of_trait) = of_trait {
            self.push(" as ");
            self.push_path(&of_trait, "", texts);
        }
        self.push(">");
        for name in names {
            self.push("::");
            self.push(&name);
        }
    }

    /// Adds a constant, or its replacement in `texts`.
    fn push_constant(&mut self, value: &Expr, texts: &BTreeMap<Ident, Pieces>) {
        let inner = match value {
            Expr::Block(block) => match &block.block.stmts[..] {
                [Stmt::Expr(inner, None)] => inner,
                _ => value,
            },
            value => value,
        };
        let text = match inner {
            Expr::Path(path) => path.path.get_ident().and_then(|name| texts.get(name)),
            _ => None,
        };
        match text {
            Some(text) => self.append(text.clone()),
            None => {
                self.push(&source_text(value.to_token_stream()).replace('{', "{{").replace('}', "}}"));
            }
        }
    }

    fn push_path(&mut self, path: &Path, before_arguments: &str, texts: &BTreeMap<Ident, Pieces>) {
        // Names with the same meaning everywhere.
        let is_of_prelude = |name: &str| types::is(name, Fact::Prelude) || ["Send", "Sync"].contains(&name);
        if let Some(text) = path.get_ident().and_then(|name| texts.get(name)) {
            return self.append(text.clone());
        }
        let names = segment_names(path);
        // The compiler infers the associated types of a parameter.
        if names.len() > 1 && texts.contains_key(&path.segments[0].ident) {
            return self.push("_");
        }
        let is_stand_in = is_stand_in(&names);
        match (&names[..], path.leading_colon) {
            ([.., name], _) if name.starts_with(DOUBLE_TYPE) => {
                self.push(&format!("{{self::{}}}", name_of_double(name)));
            }
            ([.., name], _) if is_stand_in => match stand_in(name) {
                Some(written) => self.push(written),
                None if is_of_prelude(name) => self.push(name),
                None => return self.push("_"),
            },
            ([name], None) if is_of_prelude(name) || name.starts_with(char::is_lowercase) || name == "_" => {
                self.push(name);
            }
            // As the meanings of names are recorded.
            ([of, _, name], Some(_)) if of == "std" && is_of_prelude(name) => self.push(name),
            ([of, primitive, name], Some(_)) if of == "core" && primitive == "primitive" => self.push(name),
            (names, Some(_)) => self.push(&format!("{{{}}}", names.join("::"))),
            (names, None) => {
                self.push("{");
                self.0.push(format!("::{}}}", names.join("::")));
            }
        }
        let Some(PathArguments::AngleBracketed(given)) = path.segments.last().map(|last| &last.arguments)
        else {
            return;
        };
        let named: Vec<&GenericArgument> =
            given.args.iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_))).collect();
        for (index, argument) in named.iter().enumerate() {
            self.push(if index > 0 { ", " } else { before_arguments });
            self.push(if index > 0 { "" } else { "<" });
            match argument {
                // The compiler infers the items from the other types.
                GenericArgument::Type(Type::Path(TypePath { qself: Some(_), .. })) if is_stand_in => {
                    self.push("_");
                }
                GenericArgument::Type(ty) => self.push_type(ty, "", texts),
                GenericArgument::Const(value) => self.push_constant(value, texts),
                other => {
                    self.push(&source_text(other.to_token_stream()).replace('{', "{{").replace('}', "}}"))
                }
            }
        }
        self.push(if named.is_empty() { "" } else { ">" });
    }

    pub(crate) fn emit(&self) -> TokenStream {
        let at = mixed_site();
        let (first, rest) = self.0.split_first().expect("there is always one");
        match rest {
            [] => quote_spanned!(at=> #first),
            rest => quote_spanned!(at=> ::core::concat!(#first #(, ::core::module_path!(), #rest)*)),
        }
    }
}
/// True if a bound is a lifetime, or a trait by its path alone.
fn is_plain(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => {
            bound.lifetimes.is_none()
                && bound.maybe.is_none()
                && bound.path.segments.iter().all(|segment| segment.arguments.is_none())
        }
        TypeParamBound::Lifetime(_) => true,
        _ => false,
    }
}

/// The trait in `<T as Trait>::Item`, and the names after it.
fn names_and_trait(of: &QSelf, path: &Path) -> (Option<Path>, Vec<String>) {
    let names = path.segments.iter().skip(of.position).map(|segment| segment.ident.to_string());
    let of_trait = path.segments.iter().take(of.position).cloned().collect();
    let leading_colon = path.leading_colon.filter(|_| of.position > 0);
    let of_trait = (of.position > 0).then_some(Path { leading_colon, segments: of_trait });
    (of_trait, names.collect())
}

fn segment_names(path: &Path) -> Vec<String> {
    path.segments.iter().map(|segment| name_in_module(&segment.ident)).collect()
}

/// A name as the module writes it, also for a macro of the same crate.
fn name_in_module(name: &Ident) -> String {
    if is_dollar_crate(name) {
        "crate".to_owned()
    } else {
        name.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::format_ident;

    fn written(ty: &str) -> Vec<String> {
        let texts = [(format_ident!("G"), Pieces::source("{demo::Graph}"))].into();
        Pieces::with_texts(&syn::parse_str(ty).unwrap(), &texts).0
    }

    #[test]
    fn a_double_is_an_item_of_the_file_of_tests() {
        assert_eq!(written("Iter<crate::walk::__SbstDoubleWalker>"), ["{", "::Iter}<{self::WalkerDouble}>"]);
    }

    #[test]
    fn the_crate_of_a_macro_is_that_of_the_module() {
        assert_eq!(written("__dollar_crate::keys::Key"), ["{", "::crate::keys::Key}"]);
    }

    #[test]
    fn associated_types_of_a_parameter_are_left_to_the_compiler() {
        assert_eq!(written("Dfs<G, G::NodeId>"), ["{", "::Dfs}<{demo::Graph}, _>"]);
    }

    #[test]
    fn generic_arguments_of_a_parsed_type_are_left_to_the_compiler() {
        let path = syn::parse_str("<Self as ::core::str::FromStr>::from_str").unwrap();
        let template = Template::from_trait_path(&path, "Text", "<_>").unwrap();
        assert_eq!(template.after_module.as_deref(), Some("::Text}<_>>()"));
    }

    #[test]
    fn a_type_of_the_runtime_has_the_name_of_its_counterpart() {
        let whole = |ty: &str| Pieces::from_type(&syn::parse_str(ty).unwrap()).0.concat();
        let stand_in = "::__sbst::__private::stand_ins::IntoIter<<u8 as Iterator>::Item>";
        assert_eq!(
            whole(&format!("::own::Either<u8, {stand_in}>")),
            "{own::Either}<u8, {std::vec::IntoIter}<_>>"
        );
        assert_eq!(whole("::__sbst::__private::stand_ins::Vec<u8>"), "Vec<u8>");
        assert_eq!(whole("::__sbst::__private::stand_ins::Unknown<u8>"), "_");
        assert_eq!(whole("::std::vec::IntoIter<u8>"), "{std::vec::IntoIter}<u8>");
    }
}
