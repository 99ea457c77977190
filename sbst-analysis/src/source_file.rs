//! All functions of a source file.

use std::collections::BTreeMap;

use quote::ToTokens as _;
use sbst_source::visit::{self, Visit};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Block, ImplItem, Item, ItemFn, ItemImpl, ItemMod, ItemTrait, ReceiverKind, Signature, TraitItem};

use crate::analysis::Analysis;
use crate::fields::{self, Method, MethodFields};
use sbst_instrument::analysis::{control_flow::builder::Around, data_flow::FieldsOfMethods};
use sbst_source::macro_input::parse_file;
use sbst_source::source_text::source_text;
use sbst_source::standing::{Owner, Standing};

#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its functions with a body, in source order.
    pub functions: Vec<Function>,
    /// The fields read and written by its types' methods.
    pub tables: Vec<MethodFields>,
}

#[derive(Clone, Debug)]
pub struct Function {
    /// Its path in the file: `f`, `Type::method`, `<Type as Trait>::next`, `module::f`,
    /// `outer::inner`.
    pub path: String,
    /// The first line of its signature.
    pub first_line: u32,
    pub last_line: u32,
    pub analysis: Analysis,
}

impl SourceFile {
    /// Analyses all functions of a source file. Fails at the first place that is not Rust.
    ///
    /// ```
    /// use sbst_analysis::SourceFile;
    ///
    /// let file = SourceFile::parse("impl T { fn get(&self) -> u8 { self.x } }")?;
    /// assert_eq!(file.functions[0].path, "T::get");
    /// assert_eq!(file.tables[0].reads, ["self.x"]);
    /// # Ok::<(), syn::Error>(())
    /// ```
    pub fn parse(text: &str) -> syn::Result<SourceFile> {
        Ok(SourceFile::read(&parse_file(text)?))
    }

    /// Analyses all functions of a parsed file with the items in the input of its macros.
    pub fn read(file: &syn::File) -> SourceFile {
        let mut known = Known::default();
        known.visit_file(file);
        let methods =
            known.methods.iter().map(|(owner, methods)| (owner.clone(), fields::read_methods(methods)));
        let methods: Methods = methods.collect();
        let mut walk = Walk {
            statics: &known.statics,
            receivers: &known.receivers,
            methods: &methods,
            modules: Vec::new(),
            standing: Standing::free(),
            owner: None,
            found: SourceFile { functions: Vec::new(), tables: Vec::new() },
        };
        walk.visit_file(file);
        walk.found
    }
}

/// The fields read and written by the methods of each type, and their callees.
type Methods = BTreeMap<String, (FieldsOfMethods, BTreeMap<String, std::collections::BTreeSet<String>>)>;

/// The names available to the functions of a file.
#[derive(Default)]
struct Known<'ast> {
    statics: Vec<String>,
    /// The names of methods, and true if any method of the name takes `self` as an exclusive
    /// reference.
    receivers: BTreeMap<String, bool>,
    /// Methods by the name of their type.
    methods: BTreeMap<String, Vec<Method<'ast>>>,
}

impl<'ast> Visit<'ast> for Known<'ast> {
    fn visit_item(&mut self, item: &'ast Item) {
        if let Item::Static(item) = item {
            self.statics.push(item.ident.unraw().to_string());
        }
        visit::visit_item(self, item);
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        let methods = self.methods.entry(owner_name(block)).or_default();
        for item in &block.items {
            if let ImplItem::Fn(method) = item {
                let name = method.sig.ident.unraw().to_string();
                methods.push(Method { name, signature: &method.sig, body: &method.block });
            }
        }
        visit::visit_item_impl(self, block);
    }

    fn visit_signature(&mut self, signature: &'ast Signature) {
        if let Some(receiver) = signature.receiver() {
            let is_exclusive = matches!(&receiver.kind, ReceiverKind::Reference(_, _, Some(_)))
                || matches!(&receiver.kind, ReceiverKind::Typed(_, ty) if ty.to_token_stream().to_string().contains("mut"));
            *self.receivers.entry(signature.ident.unraw().to_string()).or_default() |= is_exclusive;
        }
    }
}

/// The name of a block's type, without its parameters.
fn owner_name(block: &ItemImpl) -> String {
    match &*block.self_ty {
        syn::Type::Path(path) => {
            path.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default()
        }
        other => source_text(other.to_token_stream()),
    }
}

struct Walk<'a> {
    statics: &'a [String],
    receivers: &'a BTreeMap<String, bool>,
    methods: &'a Methods,
    modules: Vec<String>,
    standing: Standing,
    owner: Option<String>,
    found: SourceFile,
}

impl Walk<'_> {
    fn function(&mut self, signature: &Signature, body: &Block) {
        let mut path = self.modules.clone();
        path.push(self.standing.function_path(&signature.ident));
        let path = path.join("::");
        let methods = self.owner.as_ref().and_then(|owner| self.methods.get(owner));
        let around = Around {
            signature: Some(signature),
            statics: self.statics,
            records: true,
            receivers: Some(self.receivers),
            fields: methods.map(|(fields, _)| fields),
        };
        let analysis = Analysis::within(around, body);
        let name = signature.ident.unraw().to_string();
        if let (Some((fields, calls)), Some(_)) = (methods, signature.receiver()) {
            let own = fields.get(&name).cloned().unwrap_or_default();
            let flows = fields::flows(&analysis);
            self.found.tables.push(MethodFields {
                path: path.clone(),
                reads: own.reads.iter().map(fields::text).collect(),
                writes: own.writes.iter().map(fields::text).collect(),
                calls: calls.get(&name).into_iter().flatten().cloned().collect(),
                role: fields::role(body, &flows),
                flows,
            });
        }
        let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
        self.found.functions.push(Function {
            path,
            first_line: line(signature.span().start().line),
            last_line: line(body.span().end().line),
            analysis,
        });
        let inside = self.standing.inside(&signature.ident);
        self.within(inside, None, |this| visit::visit_block(this, body));
    }

    fn within(&mut self, standing: Standing, owner: Option<String>, walk: impl FnOnce(&mut Self)) {
        let standing = std::mem::replace(&mut self.standing, standing);
        let owner = std::mem::replace(&mut self.owner, owner);
        walk(self);
        self.standing = standing;
        self.owner = owner;
    }
}

impl<'ast> Visit<'ast> for Walk<'_> {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.function(&function.sig, &function.block);
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        let standing = self.standing.owned(Owner::from_impl(block));
        self.within(standing, Some(owner_name(block)), |this| {
            for item in &block.items {
                if let ImplItem::Fn(method) = item {
                    this.function(&method.sig, &method.block);
                }
            }
        });
    }

    fn visit_item_trait(&mut self, definition: &'ast ItemTrait) {
        let standing = self.standing.owned(Owner::from_trait(definition));
        self.within(standing, None, |this| {
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
        let is_nested = self.standing.is_nested();
        if !is_nested {
            self.modules.push(module.ident.unraw().to_string());
        }
        self.within(standing, None, |this| visit::visit_item_mod(this, module));
        if !is_nested {
            self.modules.pop();
        }
    }
}
