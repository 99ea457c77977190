//! The modules of the crate that is compiled, and what names mean in them, as far as their files
//! tell.
//!
//! Code is emitted with the paths that come out of this, so nothing is said of what is not certain:
//!
//! 1. A name means the one item or import that declares it, of those that are compiled. Of two,
//!    each may be there under a `#[cfg]` of which nobody [knows](crate::configuration) whether it
//!    holds; an import under such a one may not be there, nor what is there for tests alone.
//! 2. What nothing declares, an import of a whole module of the crate may bring. If it is not there
//!    either, a path of several names begins with another crate, and a single name is the
//!    prelude's; nobody knows if a whole module of another crate is imported, but for a `prelude`.
//! 3. Of another crate the sources are read as well, if it is known how it was compiled.
//!    Only its public items have a path.
//! 4. A path is told for a module that looks at it: through modules, items and imports that it
//!    sees, the first that leads there, or else an import in a module around the item's own.
//!
//! Files are read as names lead to them, once in a process. Tokens do not outlive the expansion of
//! one attribute, so items are kept as texts. Of what macros declare, the items in their
//! [input](crate::macro_input) are seen; what is within functions is not.

mod crates;
pub mod elsewhere;
pub mod implementations;
mod imports;

use std::cell::RefCell;
use std::path::{Path as File, PathBuf};
use std::{collections::BTreeMap, fs, rc::Rc};

use proc_macro2::{Ident, Span};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, Item, ItemMod, Path, PathSegment};

use super::absolute;
use super::prelude::{in_prelude, is_primitive};
use crate::conditional::{is_for_tests, of_item};
use crate::configuration::Configuration;
use crate::macro_input::parse_file;
use crate::module_files::Folders;
use crate::visibility::{depth_of_root, Visibility};

pub use crates::keep_arguments;
use crates::{Compilation, Crates};
use implementations::{header, makers, Blocks, Implementations, Macros};
use imports::{imports, Import};

/// The depth to which imports that lead to imports are followed.
const DEEPEST: usize = 16;

/// The names of a module from the crate's root on.
pub type ModulePath = Vec<String>;

pub struct Crate {
    root: PathBuf,
    crates: Crates,
    modules: RefCell<BTreeMap<ModulePath, Option<Rc<Module>>>>,
    /// By the paths of the roots of crates.
    implementations: RefCell<BTreeMap<ModulePath, Rc<Implementations>>>,
    implementing: RefCell<BTreeMap<String, Blocks>>,
    meanings: RefCell<BTreeMap<(ModulePath, String), Option<Meaning>>>,
    /// Answers to questions that are asked of every function, as texts.
    pub answers: RefCell<BTreeMap<String, Vec<String>>>,
}

pub struct Module {
    pub path: ModulePath,
    items: Vec<Declared>,
    imports: Vec<Import>,
    /// The last names of traits, and the headers of blocks that implement them. In other crates also
    /// the blocks without a trait, with what makes values.
    implementations: Vec<(String, String)>,
    macros: Macros,
    file: PathBuf,
    folders: Folders,
    visibility: Visibility,
    /// True if it, or a module around it, may not be there.
    has_condition: bool,
}

/// An item that a path to a type may have in it.
struct Declared {
    name: String,
    is_module: bool,
    visibility: Visibility,
    /// True if it may not be there.
    has_condition: bool,
    is_for_tests: bool,
    text: String,
}

#[derive(Clone)]
pub enum Meaning {
    Module(Rc<Module>),
    Item(Rc<Module>, usize),
    Foreign,
}

/// The meaning of a path, and the path by which the module that looks can name that, if any.
#[derive(Clone)]
pub struct Named {
    pub meaning: Meaning,
    pub path: Option<Path>,
}

/// The crate that is compiled, as the compiler was told. None where macros are expanded by somebody
/// else.
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
            meanings: RefCell::default(),
            answers: RefCell::default(),
        }
    }

    /// The module of a file that stands where its path says, or within that the one with these
    /// names.
    pub fn module_in(&self, file: &File, inline: &[String]) -> Option<Rc<Module>> {
        let file = absolute(file);
        let mut path: ModulePath = Vec::new();
        if file != self.root {
            let beside = file.strip_prefix(self.root.parent()?).ok()?.with_extension("");
            path.extend(beside.iter().map(|name| name.to_string_lossy().into_owned()));
            if path.last().is_some_and(|name| name == "mod") {
                path.pop();
            }
        }
        path.extend_from_slice(inline);
        self.module(&path).filter(|module| module.file == file)
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
        let module: ItemMod = syn::parse_str(&declared.text).ok()?;
        let (path, visibility) = (path.to_vec(), declared.visibility.clone());
        let has_condition = around.has_condition || declared.has_condition;
        match &module.content {
            Some((_, items)) => {
                let folders = around.folders.within(&module);
                let (file, configuration) = (around.file.clone(), &own.configuration);
                Some(Module::of(items, file, folders, path, visibility, has_condition, configuration))
            }
            None => {
                let (file, folder) = around.folders.file_of(&module)?;
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
        let parsed = parse_file(&fs::read_to_string(&file).ok()?).ok()?;
        let folders = Folders::of_file(&file, folder);
        let configuration = &self.crates.around(&path)?.configuration;
        let is_root = path.len() == depth_of_root(&path);
        // The root is what is compiled.
        let has_condition = has_condition_around || !is_root && may_be_missing(configuration, &parsed.attrs);
        Some(Module::of(
            &parsed.items,
            absolute(&file),
            folders,
            path,
            visibility,
            has_condition,
            configuration,
        ))
    }

    /// True if what has these attributes in a module is not certainly there, or for tests alone.
    pub fn may_be_missing(&self, module: &Module, attributes: &[Attribute]) -> bool {
        let around = self.crates.around(&module.path);
        around.is_none_or(|around| may_be_missing(&around.configuration, attributes))
    }

    /// True if what has these attributes in a module is certainly not there.
    pub fn is_missing(&self, module: &Module, attributes: &[Attribute]) -> bool {
        let around = self.crates.around(&module.path);
        around.is_some_and(|around| around.configuration.is_compiled(attributes) == Some(false))
    }

    /// The meaning of a path in a module. It is looked up once.
    pub fn meaning(&self, module: &Rc<Module>, path: &Path) -> Option<Meaning> {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let leading = if path.leading_colon.is_some() { "::" } else { "" };
        let question = (module.path.clone(), format!("{leading}{}", names.join("::")));
        if let Some(known) = self.meanings.borrow().get(&question) {
            return known.clone();
        }
        let meaning = self.resolve(module, path, module).map(|named| named.meaning);
        self.meanings.borrow_mut().insert(question, meaning.clone());
        meaning
    }

    /// The meaning of a path in a module, for another one that looks at it.
    pub fn resolve(&self, module: &Rc<Module>, path: &Path, viewer: &Module) -> Option<Named> {
        let names: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
        let search = Search { of: self, viewer };
        if path.leading_colon.is_some() && !self.crates.around(&module.path)?.is_edition_2015 {
            return search.external(module, &names, 0);
        }
        match (search.resolve(module, &names, 0), &names[..]) {
            (Found::One(Named { meaning: Meaning::Module(_) | Meaning::Foreign, .. }), [name])
                if is_primitive(name) =>
            {
                Some(Named { meaning: Meaning::Foreign, path: in_prelude(name) })
            }
            (Found::One(Named { meaning: Meaning::Item(home, index), path: None }), _) => {
                let path = search.passed_on(&home, index);
                Some(Named { meaning: Meaning::Item(home, index), path })
            }
            (Found::One(named), _) => Some(named),
            (Found::None, [name]) => Some(Named { meaning: Meaning::Foreign, path: Some(in_prelude(name)?) }),
            (Found::None | Found::Unclear, _) => None,
        }
    }
}

impl Module {
    fn of(
        items: &[Item],
        file: PathBuf,
        folders: Folders,
        path: ModulePath,
        visibility: Visibility,
        has_condition: bool,
        configuration: &Configuration,
    ) -> Module {
        let items: Vec<&Item> =
            items.iter().filter(|item| configuration.is_compiled(of_item(item)) != Some(false)).collect();
        let declared = items.iter().copied().filter_map(|item| {
            let (name, visibility, attributes) = declared(item)?;
            Some(Declared {
                name: name.unraw().to_string(),
                is_module: matches!(item, Item::Mod(_)),
                visibility: Visibility::resolve(visibility, &path),
                has_condition: may_be_missing(configuration, attributes),
                is_for_tests: is_for_tests(attributes),
                text: item.to_token_stream().to_string(),
            })
        });
        let imports = items.iter().copied().flat_map(|item| match item {
            Item::Use(item) => imports(item, &path, configuration),
            _ => Vec::new(),
        });
        let implementations = items.iter().copied().filter_map(header);
        let makers = items.iter().copied().filter_map(makers).filter(|_| depth_of_root(&path) > 0);
        let implementations = implementations.chain(makers).collect();
        let macros = Macros::new(&items);
        let (items, imports) = (declared.collect(), imports.collect());
        Module { path, items, imports, implementations, macros, file, folders, visibility, has_condition }
    }

    pub fn item(&self, index: usize) -> Option<Item> {
        syn::parse_str(&self.items.get(index)?.text).ok()
    }

    /// True if it is one of the crate that is compiled.
    pub fn is_own(&self) -> bool {
        depth_of_root(&self.path) == 0
    }

    fn root(&self) -> &[String] {
        &self.path[..depth_of_root(&self.path)]
    }

    /// The path of the module around it.
    fn around(&self) -> Option<&[String]> {
        let (_, around) = self.path.split_last()?;
        (around.len() >= depth_of_root(&self.path)).then_some(around)
    }
}

#[derive(Clone, Copy)]
struct Search<'a> {
    of: &'a Crate,
    viewer: &'a Module,
}

impl Search<'_> {
    fn resolve(self, module: &Rc<Module>, names: &[String], depth: usize) -> Found {
        let Some((first, rest)) = names.split_first().filter(|_| depth < DEEPEST) else {
            return Found::Unclear;
        };
        let found = match &**first {
            "crate" => self.of_module(module.root()),
            "self" => self.of_module(&module.path),
            "super" => module.around().and_then(|around| self.of_module(around)),
            name => match self.member(module, name, None, depth + 1) {
                Found::None if !rest.is_empty() => {
                    return self.external(module, names, depth).map_or(Found::Unclear, Found::One);
                }
                Found::One(named) => Some(named),
                found => return found,
            },
        };
        let found = found.and_then(|found| {
            rest.iter().try_fold(found, |named, name| self.within(&named, name, depth + 1))
        });
        found.map_or(Found::Unclear, Found::One)
    }

    fn of_module(self, path: &[String]) -> Option<Named> {
        let module = self.of.module(path)?;
        let path = if self.is_reached(path) { self.written(path) } else { None };
        Some(Named { meaning: Meaning::Module(module), path })
    }

    /// The path of an item by those of its module and its name, if the compiled crate has a name for
    /// its crate.
    fn written(self, names: &[String]) -> Option<Path> {
        let root = depth_of_root(names);
        let of_crate = match &names[..root] {
            [mark] => Some(self.of.crates.find_name(mark)?),
            _ => None,
        };
        Some(match of_crate {
            Some(name) => foreign_path(name, &names[root..]),
            None => own_path(names),
        })
    }

    /// The thing that a path means which begins with the name of another crate. What its sources do
    /// not show is known by its path alone.
    fn external(self, module: &Module, names: &[String], depth: usize) -> Option<Named> {
        let (first, rest) = names.split_first().filter(|_| depth < DEEPEST)?;
        let read = || {
            let root = self.of_module(&[self.of.crates.named(&module.path, first)?])?;
            rest.iter().try_fold(root, |named, name| self.within(&named, name, depth + 1))
        };
        read().or_else(|| {
            let name = self.of.crates.own_name(&module.path, first);
            let path = name.map(|name| foreign_path(name, rest));
            Some(Named { meaning: Meaning::Foreign, path })
        })
    }

    /// True if the viewer sees a module and those around it.
    fn is_reached(self, path: &[String]) -> bool {
        (1..=path.len()).all(|end| {
            let module = self.of.module(&path[..end]);
            module.is_some_and(|module| module.visibility.reaches(&self.viewer.path))
        })
    }

    fn within(self, named: &Named, name: &str, depth: usize) -> Option<Named> {
        match &named.meaning {
            Meaning::Module(module) if name == "super" => self.of_module(module.around()?),
            Meaning::Module(module) => match self.member(module, name, None, depth) {
                Found::One(named) => Some(named),
                Found::None | Found::Unclear => None,
            },
            Meaning::Item(..) => None,
            Meaning::Foreign => {
                let mut path = named.path.clone()?;
                path.segments.push(segment(name));
                Some(Named { meaning: Meaning::Foreign, path: Some(path) })
            }
        }
    }

    /// The member of a module that has this name, if the module `from` sees it.
    fn member(self, module: &Rc<Module>, name: &str, from: Option<&Module>, depth: usize) -> Found {
        if depth >= DEEPEST {
            return Found::Unclear;
        }
        let is_seen = |visibility: &Visibility| from.is_none_or(|from| visibility.reaches(&from.path));
        let full: ModulePath = module.path.iter().cloned().chain([name.to_owned()]).collect();
        let path = |visibility: &Visibility| {
            let is_seen = visibility.reaches(&self.viewer.path) && self.is_reached(&module.path);
            if is_seen {
                self.written(&full)
            } else {
                None
            }
        };
        let mut found: Vec<Named> = Vec::new();
        let items = module.items.iter().enumerate().filter(|(_, item)| item.name == name);
        for (index, item) in items.filter(|(_, item)| is_seen(&item.visibility)) {
            let meaning = match item.is_module {
                true => self.of.module(&full).map(Meaning::Module),
                false => Some(Meaning::Item(module.clone(), index)),
            };
            let Some(meaning) = meaning else { return Found::Unclear };
            found.push(Named { meaning, path: path(&item.visibility) });
        }
        let imports = module.imports.iter().filter(|import| import.name.as_deref() == Some(name));
        for import in imports.filter(|import| is_seen(&import.visibility)) {
            let target = self.import(module, import, depth).filter(|_| !import.has_condition);
            let Some(target) = target else { return Found::Unclear };
            found.push(Named { path: path(&import.visibility).or(target.path), ..target });
        }
        match found.len() {
            0 => self.in_globs(module, name, from, depth),
            1 => found.pop().map_or(Found::None, Found::One),
            _ => Found::Unclear,
        }
    }

    /// The things of this name that imports of whole modules bring.
    fn in_globs(self, module: &Rc<Module>, name: &str, from: Option<&Module>, depth: usize) -> Found {
        let is_seen = |glob: &&Import| from.is_none_or(|from| glob.visibility.reaches(&from.path));
        for glob in module.imports.iter().filter(|import| import.name.is_none()).filter(is_seen) {
            let is_prelude = glob.path.last().is_some_and(|last| last == "prelude");
            let Some(target) = self.import(module, glob, depth) else { continue };
            let found = match target.meaning {
                Meaning::Module(target) if target.path == module.path => Found::None,
                Meaning::Module(target) => match self.member(&target, name, Some(module), depth + 1) {
                    // A macro of another crate may declare it.
                    Found::None if !target.is_own() && target.macros.has_calls() => Found::Unclear,
                    found => found,
                },
                Meaning::Foreign => Found::Unclear,
                Meaning::Item(..) => Found::None,
            };
            match found {
                Found::None => {}
                Found::Unclear if is_prelude => {}
                found => return found,
            }
        }
        Found::None
    }

    /// The path of an item by an import of it in a module around its own.
    fn passed_on(self, home: &Rc<Module>, index: usize) -> Option<Path> {
        let Declared { name, visibility, .. } = home.items.get(index)?;
        (0..home.path.len()).rev().find_map(|end| {
            let around = self.of.module(&home.path[..end]).filter(|around| self.is_reached(&around.path))?;
            let is_seen =
                |import: &&Import| import.visibility.reaches(&self.viewer.path) && !import.has_condition;
            let leads_there =
                |import: &Import| match (&self.import(&around, import, 0)?.meaning, &import.name) {
                    (Meaning::Item(found, at), Some(name)) if *at == index && Rc::ptr_eq(found, home) => {
                        Some(name.clone())
                    }
                    // A whole module brings what its importer sees.
                    (Meaning::Module(found), None)
                        if Rc::ptr_eq(found, home) && visibility.reaches(&around.path) =>
                    {
                        Some(name.clone())
                    }
                    _ => None,
                };
            let name = around.imports.iter().filter(is_seen).find_map(leads_there)?;
            self.written(&around.path.iter().cloned().chain([name]).collect::<Vec<_>>())
        })
    }

    /// The thing that the path of an import leads to.
    fn import(self, module: &Rc<Module>, import: &Import, depth: usize) -> Option<Named> {
        let names = &import.path;
        if import.is_foreign {
            return self.external(module, names, depth + 1);
        }
        let from = match names.first().map(String::as_str) {
            Some("crate" | "self" | "super") => module.clone(),
            _ if self.of.crates.around(&module.path)?.is_edition_2015 => self.of.module(module.root())?,
            _ => module.clone(),
        };
        match (&names[..], self.resolve(&from, names, depth + 1)) {
            // A crate.
            ([_], Found::None) => self.external(module, names, depth + 1),
            (_, Found::One(named)) => Some(named),
            (_, Found::None | Found::Unclear) => None,
        }
    }
}

enum Found {
    One(Named),
    None,
    /// Nobody knows.
    Unclear,
}

/// The name of an item that a path to a type may have in it, from where it is seen, and its
/// attributes.
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

fn segment(name: &str) -> PathSegment {
    PathSegment::from(syn::parse_str(name).unwrap_or_else(|_| match name {
        "crate" | "self" | "super" => Ident::new(name, Span::call_site()),
        name => Ident::new_raw(name, Span::call_site()),
    }))
}

/// `crate::a::b`
fn own_path(names: &[String]) -> Path {
    let segments = ["crate"].into_iter().chain(names.iter().map(String::as_str)).map(segment);
    Path { leading_colon: None, segments: Punctuated::from_iter(segments) }
}

/// `::name::a::b`
fn foreign_path(name: String, names: &[String]) -> Path {
    let segments = [&name].into_iter().chain(names).map(|name| segment(name));
    Path { leading_colon: Some(Default::default()), segments: Punctuated::from_iter(segments) }
}

#[cfg(test)]
mod tests;
