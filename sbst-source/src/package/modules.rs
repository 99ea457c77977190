//! The modules of the compiled crate and of its dependencies, as far as their files show them.
//!
//! 1. All items of the compiled crate are available; those of another crate are available if its
//!    compilation is.
//! 2. Files are read when names [lead to them](Crate::resolve), once in a process. Items are kept
//!    as [texts](parsed).
//! 3. Of items declared by macros, those in their [input](crate::macro_input) are found, and those
//!    of macros without one (`expanded.rs`). Items within functions are not.

mod crates;
mod expanded;
mod imports;
pub mod parsed;
mod resolution;
pub mod elsewhere;
pub mod implementations;

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path as File, PathBuf};
use std::{fs, rc::Rc};

use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::{Attribute, Item, Type};

use super::absolute;
use crate::conditional::{is_for_tests, item_attributes};
use crate::configuration::Configuration;
use crate::macro_input::parse_file;
use crate::module_files::Folders;
use crate::visibility::{depth_of_root, Visibility};

pub use crates::{keep_arguments, kept_arguments, KEPT};
use crates::{Compilation, Crates};
use expanded::add_expanded;
use implementations::{constant, header, makers, Blocks, Implementations, Macros};
use imports::{imports, Import};
use parsed::Parsed;
pub use resolution::{Meaning, Named};
use resolution::{Question, Resolved};

/// The names of a module, from the crate's root.
pub type ModulePath = Vec<String>;

pub struct Crate {
    root: PathBuf,
    crates: Crates,
    modules: RefCell<BTreeMap<ModulePath, Option<Rc<Module>>>>,
    /// The crates by the paths of their roots.
    implementations: RefCell<BTreeMap<ModulePath, Rc<Implementations>>>,
    implementing: RefCell<BTreeMap<String, Blocks>>,
    resolved: RefCell<HashMap<Question, Option<Rc<Resolved>>>>,
    files_by_attribute: OnceCell<BTreeMap<PathBuf, ModulePath>>,
    /// Answers to questions that recur for every function, as texts.
    pub answers: RefCell<BTreeMap<String, Rc<[Parsed<Type>]>>>,
}

pub struct Module {
    pub path: ModulePath,
    items: Vec<Declared>,
    imports: Vec<Import>,
    /// The last names of traits, with the headers of blocks that implement them, and constants. In
    /// other crates, the blocks without a trait, with their makers of values.
    implementations: Vec<(String, Rc<Parsed<Item>>)>,
    macros: Macros,
    file: PathBuf,
    folders: Folders,
    visibility: Visibility,
    /// True if it, or a module around it, may be absent.
    has_condition: bool,
}

/// A possible item in the path of a type.
struct Declared {
    name: String,
    is_module: bool,
    visibility: Visibility,
    /// True if it may be absent.
    has_condition: bool,
    is_for_tests: bool,
    item: Parsed<Item>,
}

/// The compiled crate, by the compiler's arguments. `None` where another program expands macros.
pub fn own_crate() -> Option<Rc<Crate>> {
    thread_local! {
        static OWN: Option<Rc<Crate>> = Compilation::own().map(|own| Rc::new(Crate::from_compilation(own)));
    }
    OWN.with(Option::clone)
}

impl Crate {
    pub fn new(root: &File, is_edition_2015: bool, configuration: Configuration) -> Crate {
        Crate::from_compilation(Compilation::new(root, is_edition_2015, configuration))
    }

    fn from_compilation(own: Compilation) -> Crate {
        Crate {
            root: own.root.clone(),
            crates: Crates::from_compilation(own),
            modules: RefCell::default(),
            implementations: RefCell::default(),
            implementing: RefCell::default(),
            resolved: RefCell::default(),
            files_by_attribute: OnceCell::new(),
            answers: RefCell::default(),
        }
    }

    pub fn root(&self) -> &File {
        &self.root
    }

    /// The module of a file, or the inline module in it with these names.
    pub fn module_in(&self, file: &File, inline: &[String]) -> Option<Rc<Module>> {
        let file = absolute(file);
        let mut path = self.path_of_file(&file)?;
        path.extend_from_slice(inline);
        self.module(&path).filter(|module| module.file == file)
    }

    /// The path of a file's module: by the file's place, or else by a module's attribute.
    fn path_of_file(&self, file: &File) -> Option<ModulePath> {
        let is_it = |path: &ModulePath| self.module(path).is_some_and(|module| module.file == file);
        self.path_by_place(file).filter(is_it).or_else(|| self.files_by_attribute().get(file).cloned())
    }

    fn path_by_place(&self, file: &File) -> Option<ModulePath> {
        let mut path: ModulePath = Vec::new();
        if file != self.root {
            let beside = file.strip_prefix(self.root.parent()?).ok()?.with_extension("");
            path.extend(beside.iter().map(|name| name.to_string_lossy().into_owned()));
            if path.last().is_some_and(|name| name == "mod") {
                path.pop();
            }
        }
        Some(path)
    }

    /// The paths of the modules with files named by an attribute, and of modules in them.
    fn files_by_attribute(&self) -> &BTreeMap<PathBuf, ModulePath> {
        self.files_by_attribute.get_or_init(|| {
            let mut files = BTreeMap::new();
            let mut open: Vec<ModulePath> = vec![Vec::new()];
            while let Some(module) = open.pop().and_then(|path| self.module(&path)) {
                if self.path_by_place(&module.file).as_ref() != Some(&module.path) {
                    files.entry(module.file.clone()).or_insert_with(|| module.path.clone());
                }
                let within = module.items.iter().filter(|item| item.is_module);
                let within = within.map(|item| [&module.path[..], std::slice::from_ref(&item.name)].concat());
                open.extend(within.filter(|path| self.module(path).is_some()));
            }
            files
        })
    }

    fn module(&self, path: &[String]) -> Option<Rc<Module>> {
        if let Some(known) = self.modules.borrow().get(path) {
            return known.clone();
        }
        let module = self.read(path).map(Rc::new);
        self.modules.borrow_mut().insert(path.to_vec(), module.clone());
        module
    }

    fn read(&self, path: &[String]) -> Option<Module> {
        let own = self.crates.around(path)?;
        let Some((name, around)) =
            path.split_last().filter(|(_, around)| around.len() >= depth_of_root(path))
        else {
            let folder = own.root.parent()?;
            return self.read_file(own.root.clone(), folder, path.to_vec(), Visibility::Public, false);
        };
        let around = self.module(around)?;
        let mut declared = around.items.iter().filter(|item| item.is_module && item.name == *name);
        let (Some(declared), None) = (declared.next(), declared.next()) else { return None };
        let item = declared.item.get()?;
        let Item::Mod(module) = &*item else { return None };
        let (path, visibility) = (path.to_vec(), declared.visibility.clone());
        let has_condition = around.has_condition || declared.has_condition;
        match &module.content {
            Some((_, items)) => {
                let folders = around.folders.within(module);
                let (file, configuration) = (around.file.clone(), &own.configuration);
                Some(Module::from_items(items, file, folders, path, visibility, has_condition, configuration))
            }
            None => {
                let (file, folder) = around.folders.find_file(module)?;
                self.read_file(file, &folder, path, visibility, has_condition)
            }
        }
    }

    fn read_file(
        &self,
        file: PathBuf,
        folder: &File,
        path: ModulePath,
        visibility: Visibility,
        has_condition_around: bool,
    ) -> Option<Module> {
        let mut parsed = parse_file(&fs::read_to_string(&file).ok()?).ok()?;
        let folders = Folders::from_file(&file, folder);
        add_expanded(&mut parsed.items, &folders);
        let configuration = &self.crates.around(&path)?.configuration;
        let is_root = path.len() == depth_of_root(&path);
        // The root is always compiled.
        let has_condition = has_condition_around || !is_root && may_be_missing(configuration, &parsed.attrs);
        Some(Module::from_items(
            &parsed.items,
            absolute(&file),
            folders,
            path,
            visibility,
            has_condition,
            configuration,
        ))
    }

    /// True unless code with these attributes in a module is certainly compiled, and not for tests
    /// alone.
    pub fn may_be_missing(&self, module: &Module, attributes: &[Attribute]) -> bool {
        let around = self.crates.around(&module.path);
        around.is_none_or(|around| may_be_missing(&around.configuration, attributes))
    }

    /// True if code with these attributes in a module is certainly not compiled.
    pub fn is_missing(&self, module: &Module, attributes: &[Attribute]) -> bool {
        let around = self.crates.around(&module.path);
        around.is_some_and(|around| around.configuration.is_compiled(attributes) == Some(false))
    }
}

impl Module {
    fn from_items(
        items: &[Item],
        file: PathBuf,
        folders: Folders,
        path: ModulePath,
        visibility: Visibility,
        has_condition: bool,
        configuration: &Configuration,
    ) -> Module {
        let items: Vec<&Item> = items
            .iter()
            .filter(|item| configuration.is_compiled(item_attributes(item)) != Some(false))
            .collect();
        let declared = items.iter().copied().filter_map(|item| {
            let (name, visibility, attributes) = declared(item)?;
            Some(Declared {
                name: name.unraw().to_string(),
                is_module: matches!(item, Item::Mod(_)),
                visibility: Visibility::resolve(visibility, &path),
                has_condition: may_be_missing(configuration, attributes),
                is_for_tests: is_for_tests(attributes),
                item: Parsed::from_text(item.to_token_stream().to_string()),
            })
        });
        let imports = items.iter().copied().flat_map(|item| match item {
            Item::Use(item) => imports(item, &path, configuration),
            _ => Vec::new(),
        });
        let implementations = items.iter().copied().filter_map(header);
        let makers = items.iter().copied().filter_map(makers).filter(|_| depth_of_root(&path) > 0);
        let constants = items.iter().copied().filter_map(constant);
        let implementations = implementations.chain(makers).chain(constants);
        let implementations = implementations.map(|(name, text)| (name, Rc::new(Parsed::from_text(text))));
        let implementations = implementations.collect();
        let macros = Macros::new(&items);
        let (items, imports) = (declared.collect(), imports.collect());
        Module { path, items, imports, implementations, macros, file, folders, visibility, has_condition }
    }

    pub fn item(&self, index: usize) -> Option<Rc<Item>> {
        self.items.get(index)?.item.get()
    }

    /// True if it is one of the compiled crate.
    pub fn is_own(&self) -> bool {
        depth_of_root(&self.path) == 0
    }

    fn root(&self) -> &[String] {
        &self.path[..depth_of_root(&self.path)]
    }

    /// The path of the enclosing module.
    fn around(&self) -> Option<&[String]> {
        let (_, around) = self.path.split_last()?;
        (around.len() >= depth_of_root(&self.path)).then_some(around)
    }
}

/// The name, the visibility and the attributes of a possible item in the path of a type.
fn declared(item: &Item) -> Option<(&Ident, &syn::Visibility, &[Attribute])> {
    match item {
        Item::Enum(item) => Some((&item.ident, &item.vis, &item.attrs)),
        Item::Mod(item) => Some((&item.ident, &item.vis, &item.attrs)),
        Item::Struct(item) => Some((&item.ident, &item.vis, &item.attrs)),
        Item::Trait(item) => Some((&item.ident, &item.vis, &item.attrs)),
        Item::Type(item) => Some((&item.ident, &item.vis, &item.attrs)),
        Item::Union(item) => Some((&item.ident, &item.vis, &item.attrs)),
        _ => None,
    }
}

fn may_be_missing(configuration: &Configuration, attributes: &[Attribute]) -> bool {
    configuration.is_compiled(attributes) != Some(true) || is_for_tests(attributes)
}

#[cfg(test)]
mod tests;
