//! The floors of our crates: each file with submodules declares them from the ground up, and imports only go down.
//!
//! 1. A path that begins with `crate::` or `super::` leads into the module itself, to its ancestor, or, where the two ways part, to
//!    a sibling that is declared earlier.
//! 2. Below the crate's root, rule 1 binds folders: two siblings of which one is a single file are one room.
//! 3. Nothing is imported from the crate's root, except macros.
//! 4. Unit tests and quoted code may import anything.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};

const CRATES: [&str; 3] = ["sbst-model", "sbst-macros", "cargo-sbst"];

/// The declared submodules of each module, by the module's path from the crate's root.
type Submodules = HashMap<Vec<String>, Vec<String>>;

/// A path in the code of one module that begins with `crate` or `super`.
struct Import {
    from: Vec<String>,
    to: Vec<String>,
}

#[test]
fn imports_only_go_down() {
    let mut upward = Vec::new();
    for name in CRATES {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        let root = ["lib.rs", "main.rs"].map(|file| source.join(file)).into_iter().find(|file| file.exists());
        let (mut submodules, mut imports) = (Submodules::new(), Vec::new());
        read(&root.unwrap(), &source, Vec::new(), &mut submodules, &mut imports);
        assert!(submodules.len() > 5, "{name} has almost no modules: {submodules:?}");
        upward.extend(
            imports
                .iter()
                .filter(|import| goes_up(import, &submodules))
                .map(|Import { from, to }| format!("{name}: {} imports {}", from.join("::"), to.join("::"))),
        );
    }
    upward.dedup();
    assert!(upward.is_empty(), "{} imports go up:\n{}", upward.len(), upward.join("\n"));
}

/// True if `import` breaks rules 1 to 3.
fn goes_up(Import { from, to }: &Import, submodules: &Submodules) -> bool {
    let common = from.iter().zip(to).take_while(|(from, to)| from == to).count();
    let siblings = &submodules[&from[..common]];
    let floor = |path: &[String]| siblings.iter().position(|name| Some(name) == path.get(common));
    let is_folder =
        |path: &[String]| submodules.get(&path[..=common]).is_some_and(|inside| !inside.is_empty());
    match (floor(from), floor(to)) {
        (Some(own), Some(other)) => own < other && (common == 0 || is_folder(from) && is_folder(to)),
        (Some(_), None) => common == 0,
        (None, _) => false,
    }
}

/// Reads the module at `path` from `file`, whose submodules are in `directory`, with everything below it.
fn read(
    file: &Path,
    directory: &Path,
    path: Vec<String>,
    submodules: &mut Submodules,
    imports: &mut Vec<Import>,
) {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut reader = Reader { path: path.clone(), declared: Vec::new(), imports };
    reader.visit_file(&syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display())));
    let declared = reader.declared;
    for name in &declared {
        let path = path.iter().chain([name]).cloned().collect();
        read(&directory.join(format!("{name}.rs")), &directory.join(name), path, submodules, imports);
    }
    submodules.insert(path, declared);
}

struct Reader<'a> {
    path: Vec<String>,
    declared: Vec<String>,
    imports: &'a mut Vec<Import>,
}

impl Reader<'_> {
    fn import(&mut self, mut names: Vec<String>) {
        let ancestors = names.iter().take_while(|name| *name == "super").count();
        if ancestors == 0 && names[0] != "crate" {
            return;
        }
        let depth = if ancestors == 0 { 0 } else { self.path.len().saturating_sub(ancestors) };
        names.splice(..ancestors.max(1), self.path[..depth].iter().cloned());
        self.imports.push(Import { from: self.path.clone(), to: names });
    }

    fn import_tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.import_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.import(with(&name.ident)),
            syn::UseTree::Rename(name) => self.import(with(&name.ident)),
            syn::UseTree::Glob(_) => self.import(before.to_vec()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.import_tree(before, tree)),
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let is_test = |attribute: &syn::Attribute| match &attribute.meta {
            syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
            _ => false,
        };
        match module {
            _ if module.attrs.iter().any(is_test) => {}
            syn::ItemMod { content: None, .. } => self.declared.push(module.ident.to_string()),
            _ => visit::visit_item_mod(self, module),
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import_tree(&[], &item.tree);
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.import(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        visit::visit_path(self, &called.path);
        if !called.path.segments.last().is_some_and(|name| name.ident.to_string().contains("quote"))
            && let Ok(arguments) = called
                .parse_body_with(syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated)
        {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
}
