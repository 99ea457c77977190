//! Which functions the constants of a program need.
//!
//! Found in sources alone, so names stand for functions, and too many are better than too few: one too many does not
//! record, one too few does not compile.
//!
//! 1. A function is needed if it is called where the compiler evaluates: in a `const`, a `static`, the length of an array, an
//!    argument or a default for a constant parameter, a discriminant, a `const` block.
//! 2. A `const fn` that is needed needs what it calls.
//! 3. `Type::f()` means the function of a type that the sources define. Of any other type, or in a method call, it means the
//!    functions of that name of all types.
//! 4. What a macro does with its tokens is unknown: if there is a `const` or `static` among them, all that is called in
//!    them is needed.
//! 5. The examples in documentation are sources, too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::visit::{self, Visit};
use syn::{
    ConstParam, Expr, ExprCall, ExprConst, ExprMethodCall, ExprRepeat, File, GenericArgument, Ident,
    ImplItemConst, ImplItemFn, ItemConst, ItemEnum, ItemFn, ItemImpl, ItemMacro, ItemStatic, ItemStruct,
    ItemTrait, ItemUnion, Macro, Meta, Path, TraitItemConst, TraitItemFn, Type, TypeArray, UseRename,
    Variant,
};

/// The environment variable that names the file with what [`Needed`] shows.
pub const CONSTANTS: &str = "SBST_CONSTANTS";

/// Stands for every macro: where the compiler evaluates, it met the probe of one that was not known to be used there.
pub const ANY_MACRO: &str = "*!";

/// Stands for any type.
const ANY: &str = "*";

/// The functions that constants need. [`Display`](fmt::Display) writes them, a line each; [`Needed::parse`] reads that.
///
/// ```
/// use sbst_instrument::constants::{Needed, Sources};
/// let mut sources = Sources::default();
/// sources.add("const fn size() -> usize { least() * 2 } const fn least() -> usize { 1 } const fn other() {}");
/// sources.add("static BUFFER: [u8; size()] = [0; 2];");
/// assert_eq!(sources.needed().to_string(), "least\nsize\n");
/// assert!(Needed::parse("least\nsize\n").function("least"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needed(BTreeSet<Name>);

/// The name of a function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    /// The type that it belongs to.
    owner: Option<String>,
    name: String,
}

impl Needed {
    /// Reads what was written.
    pub fn parse(text: &str) -> Needed {
        let name = |line: &str| match line.split_once("::") {
            Some((owner, name)) => Name { owner: Some(owner.to_owned()), name: name.to_owned() },
            None => Name { owner: None, name: line.to_owned() },
        };
        Needed(text.lines().map(name).collect())
    }

    /// Whether a free function of this name may be needed.
    pub fn function(&self, name: &str) -> bool {
        self.0.contains(&Name { owner: None, name: name.to_owned() })
    }

    /// Whether a function of this name, of that type, may be needed.
    pub fn associated(&self, self_type: &Type, name: &str) -> bool {
        let owner = owner_of(self_type);
        let owners = [Some(ANY.to_owned()), owner];
        owners
            .into_iter()
            .flatten()
            .any(|owner| self.0.contains(&Name { owner: Some(owner), name: name.to_owned() }))
    }

    /// Whether a macro of this name may be needed.
    pub fn macro_definition(&self, name: &str) -> bool {
        self.function(&format!("{name}!")) || self.function(ANY_MACRO)
    }

    /// Whether any function of this name may be needed.
    pub fn any(&self, name: &str) -> bool {
        self.0.iter().any(|needed| needed.name == name)
    }
}

impl fmt::Display for Needed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Name { owner, name } in &self.0 {
            match owner {
                Some(owner) => writeln!(f, "{owner}::{name}")?,
                None => writeln!(f, "{name}")?,
            }
        }
        Ok(())
    }
}

/// Sources of a program, as they are read.
#[derive(Debug, Default)]
pub struct Sources {
    /// What is called where the compiler evaluates.
    called: BTreeSet<Name>,
    /// What each `const fn` calls.
    calls: BTreeMap<Name, BTreeSet<Name>>,
    /// The types that are defined.
    types: BTreeSet<String>,
    /// New names of imports, and the old ones.
    renamed: BTreeMap<String, BTreeSet<String>>,
}

impl Sources {
    /// Reads a source file. What cannot be parsed as a whole is read as the arguments of a macro are.
    pub fn add(&mut self, text: &str) {
        let mut reader =
            Reader { sources: self, self_type: None, place: Place::Elsewhere, is_documentation: false };
        match syn::parse_file(text) {
            Ok(file) => reader.visit_file(&file),
            Err(_) => {
                if let Ok(tokens) = text.parse() {
                    reader.tokens(tokens);
                }
            }
        }
    }

    /// Reads the examples in a text with documentation.
    pub fn add_documentation(&mut self, text: &str) {
        let mut reader =
            Reader { sources: self, self_type: None, place: Place::Elsewhere, is_documentation: true };
        reader.documentation(text);
    }

    /// What the constants in these sources need.
    pub fn needed(&self) -> Needed {
        let mut needed = BTreeSet::new();
        let mut open: Vec<Name> = self.called.iter().flat_map(|name| self.meanings(name)).collect();
        while let Some(name) = open.pop() {
            if !needed.insert(name.clone()) {
                continue;
            }
            let is_meant = |defined: &&Name| {
                defined.name == name.name
                    && (defined.owner == name.owner
                        || defined.owner.is_some() && name.owner.as_deref() == Some(ANY))
            };
            for defined in self.calls.keys().filter(is_meant) {
                open.extend(self.calls[defined].iter().flat_map(|name| self.meanings(name)));
            }
        }
        Needed(needed)
    }

    /// A name as called, as what it can stand for.
    fn meanings(&self, name: &Name) -> Vec<Name> {
        let known = |owner: &String| match self.types.contains(owner) {
            true => owner.clone(),
            false => ANY.to_owned(),
        };
        let owner = name.owner.as_ref().map(known);
        let others = self.renamed.get(&name.name).into_iter().flatten().cloned();
        let names = others.chain([name.name.clone()]);
        names.map(|name| Name { owner: owner.clone(), name }).collect()
    }
}

/// Where an expression stands.
#[derive(Clone, Debug)]
enum Place {
    Constant,
    /// In this `const fn`.
    Function(Name),
    Elsewhere,
}

struct Reader<'s> {
    sources: &'s mut Sources,
    self_type: Option<String>,
    place: Place,
    is_documentation: bool,
}

impl Reader<'_> {
    fn at(&mut self, place: Place, visit: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.place, place);
        visit(self);
        self.place = outside;
    }

    fn call(&mut self, owner: Option<String>, name: &Ident) {
        self.called(Name { owner, name: name.unraw().to_string() });
    }

    fn called(&mut self, name: Name) {
        match &self.place {
            Place::Constant => _ = self.sources.called.insert(name),
            Place::Function(function) => {
                if let Some(calls) = self.sources.calls.get_mut(function) {
                    calls.insert(name);
                }
            }
            Place::Elsewhere => {}
        }
    }

    fn invocation(&mut self, name: &Ident) {
        let name = Name { owner: None, name: format!("{}!", name.unraw()) };
        self.called(name);
    }

    fn path(&mut self, path: &Path) {
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.unraw());
        let Some(name) = names.next() else { return };
        match names.next() {
            Some(owner) if owner == "Self" => {
                let owner = self.self_type.clone().unwrap_or_else(|| ANY.to_owned());
                self.call(Some(owner), &name);
            }
            Some(owner) if owner.to_string().starts_with(char::is_uppercase) => {
                self.call(Some(owner.to_string()), &name);
            }
            _ => self.call(None, &name),
        }
    }

    fn function(&mut self, name: &Ident, is_const: bool, visit: impl FnOnce(&mut Self)) {
        let name = Name { owner: self.self_type.clone(), name: name.unraw().to_string() };
        let place = match is_const {
            true => {
                self.sources.calls.entry(name.clone()).or_default();
                Place::Function(name)
            }
            false => Place::Elsewhere,
        };
        self.at(place, visit);
    }

    fn of_type(&mut self, self_type: Option<String>, visit: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.self_type, self_type);
        visit(self);
        self.self_type = outside;
    }

    /// All that is called in a macro's tokens.
    fn tokens(&mut self, tokens: TokenStream) {
        let place = match (&self.place, mentions_constant(tokens.clone())) {
            (Place::Elsewhere, false) => return,
            (_, true) => Place::Constant,
            (place, false) => place.clone(),
        };
        self.at(place, |this| this.calls_in(tokens));
    }

    fn calls_in(&mut self, tokens: TokenStream) {
        let mut before: Option<Ident> = None;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => before = Some(name),
                TokenTree::Punct(sign) if sign.as_char() == '!' => {
                    if let Some(name) = before.take() {
                        self.invocation(&name);
                    }
                }
                TokenTree::Group(group) => {
                    if let Some(name) = before.take().filter(|_| group.delimiter() == Delimiter::Parenthesis)
                    {
                        self.call(None, &name);
                        self.call(Some(ANY.to_owned()), &name);
                    }
                    self.calls_in(group.stream());
                }
                _ => before = None,
            }
        }
    }

    /// The examples in a text.
    fn documentation(&mut self, text: &str) {
        let mut example: Option<String> = None;
        for line in text.lines() {
            let trimmed = line.trim_start();
            match &mut example {
                None if trimmed.starts_with("```") => example = Some(String::new()),
                None => {}
                Some(code) if trimmed.starts_with("```") => {
                    self.example(code);
                    example = None;
                }
                Some(code) => {
                    let hidden = trimmed.strip_prefix("# ").or((trimmed == "#").then_some(""));
                    code.push_str(hidden.unwrap_or(line));
                    code.push('\n');
                }
            }
        }
    }

    fn example(&mut self, code: &str) {
        let wrapped = format!("fn main() {{ {code} }}");
        let parsed = syn::parse_file(code).or_else(|_| syn::parse_file(&wrapped));
        if let Ok(file) = parsed {
            let outside = std::mem::replace(&mut self.is_documentation, true);
            self.of_type(None, |this| this.at(Place::Elsewhere, |this| this.visit_file(&file)));
            self.is_documentation = outside;
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_file(&mut self, file: &'ast File) {
        self.attributes(&file.attrs);
        visit::visit_file(self, file);
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_item_const(&mut self, item: &'ast ItemConst) {
        self.attributes(&item.attrs);
        self.visit_type(&item.ty);
        self.at(Place::Constant, |this| visit::visit_item_const(this, item));
    }

    fn visit_item_static(&mut self, item: &'ast ItemStatic) {
        self.attributes(&item.attrs);
        self.at(Place::Constant, |this| visit::visit_item_static(this, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast ImplItemConst) {
        self.attributes(&item.attrs);
        self.at(Place::Constant, |this| visit::visit_impl_item_const(this, item));
    }

    fn visit_trait_item_const(&mut self, item: &'ast TraitItemConst) {
        self.at(Place::Constant, |this| visit::visit_trait_item_const(this, item));
    }

    fn visit_type_array(&mut self, array: &'ast TypeArray) {
        self.visit_type(&array.elem);
        self.at(Place::Constant, |this| this.visit_expr(&array.len));
    }

    fn visit_expr_repeat(&mut self, array: &'ast ExprRepeat) {
        self.visit_expr(&array.expr);
        self.at(Place::Constant, |this| this.visit_expr(&array.len));
    }

    fn visit_expr_const(&mut self, block: &'ast ExprConst) {
        self.at(Place::Constant, |this| visit::visit_expr_const(this, block));
    }

    fn visit_generic_argument(&mut self, argument: &'ast GenericArgument) {
        match argument {
            GenericArgument::Const(value) => self.at(Place::Constant, |this| this.visit_expr(value)),
            other => visit::visit_generic_argument(self, other),
        }
    }

    fn visit_const_param(&mut self, parameter: &'ast ConstParam) {
        self.at(Place::Constant, |this| visit::visit_const_param(this, parameter));
    }

    fn visit_variant(&mut self, variant: &'ast Variant) {
        self.attributes(&variant.attrs);
        self.visit_fields(&variant.fields);
        if let Some((_, discriminant)) = &variant.discriminant {
            self.at(Place::Constant, |this| this.visit_expr(discriminant));
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.attributes(&function.attrs);
        // What is in a function is called so within it only; as a name it counts like any other.
        self.of_type(None, |this| {
            this.function(&function.sig.ident, function.sig.constness.is_some(), |this| {
                visit::visit_item_fn(this, function);
            });
        });
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.attributes(&function.attrs);
        self.function(&function.sig.ident, function.sig.constness.is_some(), |this| {
            visit::visit_impl_item_fn(this, function);
        });
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.attributes(&function.attrs);
        self.at(Place::Elsewhere, |this| visit::visit_trait_item_fn(this, function));
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        self.attributes(&block.attrs);
        let self_type = owner_of(&block.self_ty).unwrap_or_else(|| ANY.to_owned());
        self.of_type(Some(self_type), |this| visit::visit_item_impl(this, block));
    }

    fn visit_item_trait(&mut self, definition: &'ast ItemTrait) {
        self.attributes(&definition.attrs);
        self.of_type(Some(ANY.to_owned()), |this| visit::visit_item_trait(this, definition));
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.define(&item.ident, &item.attrs);
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.define(&item.ident, &item.attrs);
        visit::visit_item_enum(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast ItemUnion) {
        self.define(&item.ident, &item.attrs);
        visit::visit_item_union(self, item);
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.attributes(&module.attrs);
        self.of_type(None, |this| visit::visit_item_mod(this, module));
    }

    fn visit_use_rename(&mut self, renamed: &'ast UseRename) {
        let [new, old] = [&renamed.rename, &renamed.ident].map(|name| name.unraw().to_string());
        self.sources.renamed.entry(new).or_default().insert(old);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(function) = &*call.func {
            match &function.qself {
                None => self.path(&function.path),
                Some(_) => {
                    if let Some(name) = function.path.segments.last() {
                        self.call(Some(ANY.to_owned()), &name.ident);
                    }
                }
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.call(Some(ANY.to_owned()), &call.method);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        self.attributes(&item.attrs);
        match &item.ident {
            // What it expands to is evaluated where it is used.
            Some(name) => {
                let name = Name { owner: None, name: format!("{}!", name.unraw()) };
                self.sources.calls.entry(name.clone()).or_default();
                self.at(Place::Function(name), |this| this.calls_in(item.mac.tokens.clone()));
                self.tokens(item.mac.tokens.clone());
            }
            None => self.visit_macro(&item.mac),
        }
    }

    fn visit_macro(&mut self, invocation: &'ast Macro) {
        if let Some(name) = invocation.path.segments.last() {
            self.invocation(&name.ident);
        }
        self.tokens(invocation.tokens.clone());
    }
}

impl Reader<'_> {
    fn define(&mut self, name: &Ident, attributes: &[syn::Attribute]) {
        if !self.is_documentation {
            self.sources.types.insert(name.unraw().to_string());
        }
        self.attributes(attributes);
    }

    /// The documentation among the attributes.
    fn attributes(&mut self, attributes: &[syn::Attribute]) {
        let mut text = String::new();
        for attribute in attributes {
            let Meta::NameValue(doc) = &attribute.meta else { continue };
            if let (true, Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(line), .. })) =
                (doc.path.is_ident("doc"), &doc.value)
            {
                let line = line.value();
                text.push_str(line.strip_prefix(' ').unwrap_or(&line));
                text.push('\n');
            }
        }
        if text.contains("```") {
            self.documentation(&text);
        }
    }
}

/// The name of a type.
fn owner_of(self_type: &Type) -> Option<String> {
    match self_type {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.unraw().to_string()),
        Type::Paren(inner) => owner_of(&inner.elem),
        Type::Group(inner) => owner_of(&inner.elem),
        _ => None,
    }
}

fn mentions_constant(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "const" || word == "static",
        TokenTree::Group(group) => mentions_constant(group.stream()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(sources: &[&str]) -> Vec<String> {
        let mut all = Sources::default();
        sources.iter().for_each(|source| all.add(source));
        all.needed().to_string().lines().map(str::to_owned).collect()
    }

    #[test]
    fn what_is_called_where_the_compiler_evaluates_is_needed() {
        assert_eq!(needed(&["const A: u8 = a::f(g(1)); fn h() { i() }"]), ["f", "g"]);
        assert_eq!(needed(&["fn h() -> [u8; f()] { const { g() }; [0; i()] }"]), ["f", "g", "i"]);
        assert_eq!(needed(&["enum E { A = f() } type T = S<{ g() }>; static S: u8 = i();"]), ["f", "g", "i"]);
        assert_eq!(
            needed(&["trait T { const A: u8 = f(); } impl T for S { const A: u8 = g(); }"]),
            ["f", "g"]
        );
    }

    #[test]
    fn what_is_needed_needs_what_it_calls() {
        let source = "const fn a() { b() } const fn b() { c() } const fn c() {} const fn d() { c() }";
        assert_eq!(needed(&[source]), [""; 0]);
        assert_eq!(needed(&[source, "const A: () = b();"]), ["b", "c"]);
    }

    #[test]
    fn functions_are_those_of_their_types() {
        let source =
            "struct S; struct T; impl S { const fn new() -> S { Self::other() } const fn other() -> S { S } }
            impl T { const fn new() -> T { T } const A: T = T::new(); }";
        assert_eq!(needed(&[source]), ["T::new"]);
        assert_eq!(needed(&[source, "static A: S = S::new();"]), ["S::new", "S::other", "T::new"]);
        assert_eq!(
            needed(&[source, "static A: S = Alias::new().x();"]),
            ["*::new", "*::x", "S::other", "T::new"]
        );
        let needed = Needed::parse("*::new\nS::f");
        let [s, t] = ["S", "m::T<u8>"].map(|name| syn::parse_str::<Type>(name).unwrap());
        assert!(needed.associated(&t, "new") && needed.associated(&s, "f"));
        assert!(!needed.associated(&t, "f") && !needed.function("f") && needed.any("f"));
    }

    #[test]
    fn imports_may_have_other_names() {
        assert_eq!(needed(&["use a::f as g; const A: u8 = g();"]), ["f", "g"]);
    }

    #[test]
    fn macros_with_constants_need_all_that_they_call() {
        assert_eq!(needed(&["bits! { const A = S::f(1); }"]), ["f", "*::f"]);
        assert_eq!(
            needed(&["fn f() { print!(\"{}\", f(1)) } const A: () = assert!(g(1));"]),
            ["assert!", "g", "*::g"]
        );
    }

    #[test]
    fn macros_are_needed_where_constants_use_them_with_what_they_call() {
        let source = "macro_rules! m { ($x:expr) => {{ f($x); n!() }} } macro_rules! o { () => { g() } }
            const A: u8 = m!(1); fn h() { o!() }";
        assert_eq!(needed(&[source]), ["f", "m!", "n!", "*::f"]);
        assert!(Needed::parse("m!").macro_definition("m") && Needed::parse("*!").macro_definition("m"));
    }

    #[test]
    fn examples_are_sources() {
        let source = "/// Text.\n/// ```\n/// # use x::f;\n/// const A: u8 = f();\n/// ```\n/// const B: u8 = g();\nfn h() {}";
        assert_eq!(needed(&[source]), ["f"]);
        let mut sources = Sources::default();
        sources.add_documentation("```rust\nstatic A: u8 = f();\nassert!(true);\n```\n");
        assert_eq!(sources.needed().to_string(), "f\n");
    }
}
