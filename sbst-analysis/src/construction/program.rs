//! Functions, types and fields of the sources, by name.
//!
//! 1. A type is identified by its last name. Types of one name are treated as one: an unfit
//!    function is never among the calls of an object, so a search is not misled.
//! 2. The type of a field, parameter or result is the set of the program's types in it:
//!    `Option<&Player>` and `Vec<Player>` both mean `Player`. So containers, pointers and iterators
//!    need no table.
//! 3. A trait is a type without fields; its methods are those of all implementing types.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Span;
use quote::ToTokens as _;
use sbst_source::visit::{self, Visit};
use syn::{ext::IdentExt as _, spanned::Spanned as _};
use syn::{
    Block, Fields, FnArg, Generics, Ident, ImplItem, Item, ItemEnum, ItemFn, ItemImpl, ItemMod, ItemStruct,
    ItemTrait, ItemType, Path, Signature, TraitItem, Type, TypeParamBound, WherePredicate,
};

use sbst_source::conditional::{is_for_harness, is_for_tests};
use sbst_source::files::ParsedFile;
use sbst_source::source_text::{source_text, type_text};
use sbst_source::standing::{Owner, Standing};

#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The path of its module, with the name of the crate.
    pub module: &'a str,
    pub file: &'a str,
    pub parsed: &'a ParsedFile,
}

/// The program's types in a type, by index.
pub(super) type Names = BTreeSet<usize>;

/// All functions with a body, types and fields of some sources.
#[derive(Default)]
pub struct Program {
    pub functions: Vec<Function>,
    pub fields: Vec<Field>,
    types: Vec<TypeItem>,
    type_numbers: BTreeMap<String, usize>,
    free: BTreeMap<String, Vec<usize>>,
    /// Functions of a type or a trait, by its index and their name.
    associated: BTreeMap<(usize, String), Vec<usize>>,
    methods: BTreeMap<String, Vec<usize>>,
}

pub struct Function {
    /// Its path, with the name of the crate.
    pub path: String,
    pub module: String,
    pub file: String,
    /// The first line of its signature.
    pub first_line: u32,
    pub last_line: u32,
    pub signature: Signature,
    pub body: Block,
    /// Names in it with their types: `Self`, and parameters by their bounds.
    pub(super) meanings: BTreeMap<String, Names>,
}

#[derive(Clone)]
pub struct Field {
    pub owner: String,
    /// Its name; `Variant.name` in an enum.
    pub name: String,
    pub type_text: String,
    pub(super) ty: Type,
    pub(super) types: Names,
    /// True if its type mentions a parameter of the owner.
    pub(super) is_generic: bool,
}

#[derive(Default)]
struct TypeItem {
    fields: BTreeMap<String, usize>,
    variants: BTreeSet<String>,
    generics: Vec<String>,
    /// The target of an alias.
    alias: Option<Type>,
    traits: Names,
}

impl Program {
    /// Reads sources. Also returns the files that could not be parsed, with the reason.
    ///
    /// ```
    /// use sbst_analysis::construction::{Program, Source};
    /// use sbst_source::files::ParsedFile;
    ///
    /// let parsed = &ParsedFile::from_text("fn f(a: u8) -> bool { a > 3 }");
    /// let (program, unread) = Program::read([Source { module: "demo", file: "src/lib.rs", parsed }]);
    /// assert_eq!(program.functions[0].path, "demo::f");
    /// assert!(unread.is_empty());
    /// ```
    pub fn read<'a>(sources: impl IntoIterator<Item = Source<'a>>) -> (Program, Vec<String>) {
        let mut program = Program::default();
        let mut unread = Vec::new();
        let mut files = Vec::new();
        for source in sources {
            match source.parsed.with_inputs() {
                Ok(file) => files.push((source, file)),
                Err(error) => unread.push(format!("{}: {error}", source.file)),
            }
        }
        for (_, file) in &files {
            TypeReader { program: &mut program }.visit_file(file);
        }
        for index in 0..program.fields.len() {
            program.fields[index].types = program.names(&program.fields[index].ty, &BTreeMap::new());
        }
        for (source, file) in files {
            let module = source.module.to_owned();
            let (standing, meanings) = (Standing::free(), BTreeMap::new());
            let program = &mut program;
            FunctionReader { program, file: source.file, module, standing, meanings, owners: Vec::new() }
                .visit_file(file);
        }
        (program, unread)
    }

    fn type_number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.type_numbers.get(name) {
            return number;
        }
        self.type_numbers.insert(name.to_owned(), self.types.len());
        self.types.push(TypeItem::default());
        self.types.len() - 1
    }

    /// The program's types in a type. `meanings` are those of names other than types.
    pub(super) fn names(&self, ty: &Type, meanings: &BTreeMap<String, Names>) -> Names {
        let mut mentions = Mentions { program: self, meanings, names: Names::new(), aliases: 0 };
        mentions.visit_type(ty);
        mentions.names
    }

    /// The program's types of a path: a structure, a variant's, or the owner of an associated
    /// function.
    pub(super) fn named(&self, name: &str, meanings: &BTreeMap<String, Names>) -> Names {
        let mut mentions = Mentions { program: self, meanings, names: Names::new(), aliases: 0 };
        mentions.name(name);
        mentions.names
    }

    pub(super) fn types_of_argument(&self, function: usize, argument: usize) -> Names {
        let function = &self.functions[function];
        match &function.signature.inputs[argument] {
            FnArg::Receiver(_) => self.named("Self", &function.meanings),
            FnArg::Typed(typed) => self.names(&typed.ty, &function.meanings),
        }
    }

    /// The program's type of an argument of this name, if it is unique.
    pub(crate) fn find_only_type(&self, function: usize, argument: &str) -> Option<usize> {
        let item = &self.functions[function];
        let index = (0..item.signature.inputs.len()).find(|&index| item.argument(index) == argument)?;
        let types = self.types_of_argument(function, index);
        types.first().copied().filter(|_| types.len() == 1)
    }

    pub(super) fn has_variant(&self, ty: usize, name: &str) -> bool {
        self.types[ty].variants.contains(name)
    }

    pub(super) fn field(&self, ty: usize, name: &str) -> Option<usize> {
        self.types[ty].fields.get(name).copied()
    }

    /// The fields of a type, in source order.
    pub(super) fn list_fields(&self, ty: usize) -> Vec<usize> {
        let mut fields: Vec<usize> = self.types[ty].fields.values().copied().collect();
        fields.sort_unstable();
        fields
    }

    /// The functions of this name of these types or their traits; for a trait, those of all types.
    pub(super) fn associated(&self, types: &Names, name: &str) -> Vec<usize> {
        let of = |ty: usize| self.associated.get(&(ty, name.to_owned())).map_or(&[][..], Vec::as_slice);
        let found = types.iter().flat_map(|&ty| match of(ty) {
            [] => self.types[ty].traits.iter().flat_map(|&implemented| of(implemented)).collect(),
            own => own.iter().collect::<Vec<_>>(),
        });
        found.copied().collect()
    }

    /// The only method of this name, if unique.
    pub(super) fn only_method(&self, name: &str) -> Option<usize> {
        match self.methods.get(name)?[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    pub(super) fn free(&self, name: &str) -> &[usize] {
        self.free.get(name).map_or(&[], Vec::as_slice)
    }

    /// The only function or method of this name, if unique.
    pub fn only_named(&self, name: &str) -> Option<usize> {
        let mut named =
            self.functions.iter().enumerate().filter(|(_, function)| function.signature.ident == name);
        match (named.next(), named.next()) {
            (Some((only, _)), None) => Some(only),
            _ => None,
        }
    }

    /// The function with this path, by its index.
    pub fn function(&self, path: &str) -> Option<usize> {
        self.functions.iter().position(|function| function.path == path)
    }
}

impl Function {
    /// The name of the argument with this index, or its pattern; the receiver counts.
    pub fn argument(&self, index: usize) -> String {
        match &self.signature.inputs[index] {
            FnArg::Receiver(_) => "self".to_owned(),
            FnArg::Typed(typed) => source_text(typed.pat.to_token_stream()),
        }
    }

    /// The type of the argument with this index, as written.
    pub fn argument_type(&self, index: usize) -> String {
        match &self.signature.inputs[index] {
            FnArg::Receiver(_) => "Self".to_owned(),
            FnArg::Typed(typed) => type_text(typed.ty.to_token_stream()),
        }
    }
}

/// Collects the program's types in a type.
struct Mentions<'a> {
    program: &'a Program,
    meanings: &'a BTreeMap<String, Names>,
    names: Names,
    /// The limit of nested aliases, because an alias may be recursive.
    aliases: usize,
}

impl Mentions<'_> {
    fn name(&mut self, name: &str) {
        if let Some(meaning) = self.meanings.get(name) {
            self.names.extend(meaning);
        } else if let Some(&number) = self.program.type_numbers.get(name) {
            match &self.program.types[number].alias {
                Some(alias) if self.aliases < 8 => {
                    self.aliases += 1;
                    self.visit_type(alias);
                }
                _ => _ = self.names.insert(number),
            }
        }
    }
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_path(&mut self, path: &'ast Path) {
        if let Some(last) = path.segments.last() {
            self.name(&last.ident.unraw().to_string());
        }
        path.segments.iter().for_each(|segment| self.visit_path_arguments(&segment.arguments));
    }
}

/// True if an item is compiled in tests only: no call sequence can call it.
fn is_test(item: &Item) -> bool {
    match item {
        Item::Fn(item) => is_for_tests(&item.attrs) || is_for_harness(&item.attrs),
        Item::Mod(item) => is_for_tests(&item.attrs),
        Item::Impl(item) => is_for_tests(&item.attrs),
        _ => false,
    }
}

struct TypeReader<'a> {
    program: &'a mut Program,
}

impl TypeReader<'_> {
    fn add(&mut self, name: &Ident, generics: &Generics) -> usize {
        let number = self.program.type_number(&name.unraw().to_string());
        let generics = generics.type_params().map(|parameter| parameter.ident.unraw().to_string());
        self.program.types[number].generics = generics.collect();
        number
    }

    fn add_fields(&mut self, owner: &Ident, number: usize, fields: &Fields, before: &str) {
        for (index, field) in fields.iter().enumerate() {
            let name =
                field.ident.as_ref().map_or_else(|| index.to_string(), |name| name.unraw().to_string());
            let (name, at) = (format!("{before}{name}"), self.program.fields.len());
            if let std::collections::btree_map::Entry::Vacant(free) =
                self.program.types[number].fields.entry(name.clone())
            {
                free.insert(at);
                let type_text = type_text(field.ty.to_token_stream());
                let words: Vec<&str> = type_text.split(|sign: char| !sign.is_alphanumeric()).collect();
                let generics = &self.program.types[number].generics;
                self.program.fields.push(Field {
                    owner: owner.unraw().to_string(),
                    name,
                    is_generic: generics.iter().any(|generic| words.contains(&generic.as_str())),
                    type_text,
                    ty: field.ty.clone(),
                    types: Names::new(),
                });
            }
        }
    }
}

impl<'ast> Visit<'ast> for TypeReader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        let number = self.add(&item.ident, &item.generics);
        self.add_fields(&item.ident, number, &item.fields, "");
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        let number = self.add(&item.ident, &item.generics);
        for variant in &item.variants {
            let name = variant.ident.unraw().to_string();
            self.add_fields(&item.ident, number, &variant.fields, &format!("{name}."));
            self.program.types[number].variants.insert(name);
        }
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.add(&item.ident, &item.generics);
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        let number = self.add(&item.ident, &item.generics);
        self.program.types[number].alias = Some((*item.ty).clone());
    }
}

struct FunctionReader<'a> {
    program: &'a mut Program,
    file: &'a str,
    module: String,
    standing: Standing,
    /// The types, and the trait, of these functions.
    owners: Vec<usize>,
    meanings: BTreeMap<String, Names>,
}

impl FunctionReader<'_> {
    fn function(&mut self, signature: &Signature, body: &Block) {
        let index = self.program.functions.len();
        let name = signature.ident.unraw().to_string();
        for &owner in &self.owners {
            self.program.associated.entry((owner, name.clone())).or_default().push(index);
        }
        if signature.receiver().is_some() {
            self.program.methods.entry(name).or_default().push(index);
        } else if self.owners.is_empty() {
            self.program.free.entry(name).or_default().push(index);
        }
        let line = |span: Span, end: bool| {
            let at = if end { span.end() } else { span.start() };
            u32::try_from(at.line).unwrap_or(u32::MAX)
        };
        let mut meanings = self.meanings.clone();
        self.add_bounds(&signature.generics, &mut meanings);
        self.program.functions.push(Function {
            path: format!("{}::{}", self.module, self.standing.function_path(&signature.ident)),
            module: self.module.clone(),
            file: self.file.to_owned(),
            first_line: line(signature.span(), false),
            last_line: line(body.span(), true),
            signature: signature.clone(),
            body: body.clone(),
            meanings,
        });
        let inside = self.standing.inside(&signature.ident);
        self.within(inside, Vec::new(), BTreeMap::new(), |this| visit::visit_block(this, body));
    }

    /// Adds the traits in bounds of generic parameters as their meanings.
    fn add_bounds(&self, generics: &Generics, meanings: &mut BTreeMap<String, Names>) {
        let mut add = |name: String, bounds: Vec<&TypeParamBound>| {
            let mut mentions =
                Mentions { program: self.program, meanings: &self.meanings, names: Names::new(), aliases: 0 };
            bounds.into_iter().for_each(|bound| mentions.visit_type_param_bound(bound));
            meanings.entry(name).or_default().extend(mentions.names);
        };
        for parameter in generics.type_params() {
            add(parameter.ident.unraw().to_string(), parameter.bounds.iter().collect());
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            if let WherePredicate::Type(predicate) = predicate {
                add(type_text(predicate.bounded_ty.to_token_stream()), predicate.bounds.iter().collect());
            }
        }
    }

    fn within(
        &mut self,
        standing: Standing,
        owners: Vec<usize>,
        meanings: BTreeMap<String, Names>,
        walk: impl FnOnce(&mut Self),
    ) {
        let standing = std::mem::replace(&mut self.standing, standing);
        let owners = std::mem::replace(&mut self.owners, owners);
        let meanings = std::mem::replace(&mut self.meanings, meanings);
        walk(self);
        (self.standing, self.owners, self.meanings) = (standing, owners, meanings);
    }
}

impl<'ast> Visit<'ast> for FunctionReader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.function(&function.sig, &function.block);
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        let standing = self.standing.owned(Owner::from_impl(block));
        let own = match &*block.self_ty {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.unraw().to_string()),
            _ => None,
        };
        let own: Names = own.iter().flat_map(|own| self.program.named(own, &BTreeMap::new())).collect();
        let mut owners: Vec<usize> = own.iter().copied().collect();
        if let Some(name) = block.trait_.as_ref().and_then(|(implemented, _)| implemented.segments.last()) {
            let implemented = self.program.type_number(&name.ident.unraw().to_string());
            own.iter().for_each(|&own| _ = self.program.types[own].traits.insert(implemented));
            owners.push(implemented);
        }
        let mut meanings =
            BTreeMap::from([("Self".to_owned(), self.program.names(&block.self_ty, &BTreeMap::new()))]);
        self.add_bounds(&block.generics, &mut meanings);
        self.within(standing, owners, meanings, |this| {
            for item in &block.items {
                if let ImplItem::Fn(method) = item {
                    this.function(&method.sig, &method.block);
                }
            }
        });
    }

    fn visit_item_trait(&mut self, definition: &'ast ItemTrait) {
        let standing = self.standing.owned(Owner::from_trait(definition));
        let number = self.program.type_number(&definition.ident.unraw().to_string());
        let mut meanings = BTreeMap::from([("Self".to_owned(), Names::from([number]))]);
        self.add_bounds(&definition.generics, &mut meanings);
        self.within(standing, vec![number], meanings, |this| {
            for item in &definition.items {
                if let TraitItem::Fn(method) = item {
                    if let Some(body) = &method.default {
                        this.function(&method.sig, body);
                    }
                }
            }
        });
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let standing = self.standing.inside_module(&module.ident);
        let outside = self.module.clone();
        if !self.standing.is_nested() {
            self.module = format!("{outside}::{}", module.ident.unraw());
        }
        self.within(standing, Vec::new(), BTreeMap::new(), |this| visit::visit_item_mod(this, module));
        self.module = outside;
    }
}
