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
//! 3. A path is told for a module that looks at it: through modules, items and imports that it
//!    sees, the first that leads there, or else an import in a module around the item's own.
//!
//! Files are read as names lead to them, once in a process. Tokens do not outlive the expansion of
//! one attribute, so items are kept as texts. Of what macros declare, the items in their
//! [input](crate::macro_input) are seen; what is within functions is not.

pub mod elsewhere;
pub mod implementations;
mod imports;

use std::cell::{OnceCell, RefCell};
use std::path::{Path as File, PathBuf};
use std::{collections::BTreeMap, env, fs, rc::Rc};

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
use crate::visibility::Visibility;
use implementations::{header, Blocks, Implementations, Macros};
use imports::{imports, Import};

/// The depth to which imports that lead to imports are followed.
const DEEPEST: usize = 16;

/// The names of a module from the crate's root on.
pub type ModulePath = Vec<String>;

pub struct Crate {
    root: PathBuf,
    /// True if paths of imports begin at the root.
    is_edition_2015: bool,
    configuration: Configuration,
    modules: RefCell<BTreeMap<ModulePath, Option<Rc<Module>>>>,
    implementations: OnceCell<Implementations>,
    implementing: RefCell<BTreeMap<String, Blocks>>,
    meanings: RefCell<BTreeMap<(ModulePath, String), Option<Meaning>>>,
    /// Answers to questions that are asked of every function, as texts.
    pub answers: RefCell<BTreeMap<String, Vec<String>>>,
}

pub struct Module {
    pub path: ModulePath,
    items: Vec<Declared>,
    imports: Vec<Import>,
    /// The last names of traits, and the headers of blocks that implement them.
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
        static OWN: Option<Rc<Crate>> = compiled().map(Rc::new);
    }
    OWN.with(Option::clone)
}

fn compiled() -> Option<Crate> {
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let root = arguments.iter().find(|argument| !argument.starts_with('-') && argument.ends_with(".rs"))?;
    let edition = |(index, argument): (usize, &String)| match argument.strip_prefix("--edition") {
        Some("") => arguments.get(index + 1).cloned(),
        Some(edition) => edition.strip_prefix('=').map(str::to_owned),
        None => None,
    };
    let edition = arguments.iter().enumerate().find_map(edition);
    let is_edition_2015 = edition.is_none_or(|edition| edition == "2015");
    Some(Crate::new(File::new(root), is_edition_2015, Configuration::compiled().clone()))
}

impl Crate {
    pub fn new(root: &File, is_edition_2015: bool, configuration: Configuration) -> Crate {
        Crate {
            root: absolute(root),
            is_edition_2015,
            configuration,
            modules: RefCell::default(),
            implementations: OnceCell::new(),
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
        let Some((name, around)) = path.split_last() else {
            let folder = self.root.parent()?;
            return self.read_file(self.root.clone(), folder, Vec::new(), Visibility::Public, false);
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
                let (file, configuration) = (around.file.clone(), &self.configuration);
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
        // The root is what is compiled.
        let has_condition = has_condition_around || !path.is_empty() && self.may_be_missing(&parsed.attrs);
        Some(Module::of(
            &parsed.items,
            absolute(&file),
            folders,
            path,
            visibility,
            has_condition,
            &self.configuration,
        ))
    }

    /// True if what has these attributes is not certainly there, or for tests alone.
    pub fn may_be_missing(&self, attributes: &[Attribute]) -> bool {
        may_be_missing(&self.configuration, attributes)
    }

    /// True if what has these attributes is certainly not there.
    pub fn is_missing(&self, attributes: &[Attribute]) -> bool {
        self.configuration.is_compiled(attributes) == Some(false)
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
        if path.leading_colon.is_some() && !self.is_edition_2015 {
            return Some(foreign(&names));
        }
        let search = Search { of: self, viewer };
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
        let implementations = items.iter().copied().filter_map(header).collect();
        let macros = Macros::new(&items);
        let (items, imports) = (declared.collect(), imports.collect());
        Module { path, items, imports, implementations, macros, file, folders, visibility, has_condition }
    }

    pub fn item(&self, index: usize) -> Option<Item> {
        syn::parse_str(&self.items.get(index)?.text).ok()
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
        let around = || module.path.split_last().map(|(_, around)| around);
        let found = match &**first {
            "crate" => self.of_module(&[]),
            "self" => self.of_module(&module.path),
            "super" => around().and_then(|around| self.of_module(around)),
            name => match self.member(module, name, depth + 1) {
                Found::None if !rest.is_empty() => Some(foreign(&names[..1])),
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
        let path = self.is_reached(path).then(|| own_path(path));
        Some(Named { meaning: Meaning::Module(module), path })
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
            Meaning::Module(module) if name == "super" => self.of_module(module.path.split_last()?.1),
            Meaning::Module(module) => match self.member(module, name, depth) {
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

    fn member(self, module: &Rc<Module>, name: &str, depth: usize) -> Found {
        if depth >= DEEPEST {
            return Found::Unclear;
        }
        let full: ModulePath = module.path.iter().cloned().chain([name.to_owned()]).collect();
        let path = |visibility: &Visibility| {
            (visibility.reaches(&self.viewer.path) && self.is_reached(&module.path)).then(|| own_path(&full))
        };
        let mut found: Vec<Named> = Vec::new();
        for (index, item) in module.items.iter().enumerate().filter(|(_, item)| item.name == name) {
            let meaning = match item.is_module {
                true => self.of.module(&full).map(Meaning::Module),
                false => Some(Meaning::Item(module.clone(), index)),
            };
            let Some(meaning) = meaning else { return Found::Unclear };
            found.push(Named { meaning, path: path(&item.visibility) });
        }
        for import in module.imports.iter().filter(|import| import.name.as_deref() == Some(name)) {
            let target = self.import(module, import, depth).filter(|_| !import.has_condition);
            let Some(target) = target else { return Found::Unclear };
            found.push(Named { path: path(&import.visibility).or(target.path), ..target });
        }
        match found.len() {
            0 => self.in_globs(module, name, depth),
            1 => found.pop().map_or(Found::None, Found::One),
            _ => Found::Unclear,
        }
    }

    /// The things of this name that imports of whole modules bring.
    fn in_globs(self, module: &Rc<Module>, name: &str, depth: usize) -> Found {
        for glob in module.imports.iter().filter(|import| import.name.is_none()) {
            let Some(target) = self.import(module, glob, depth) else { continue };
            let target = match target.meaning {
                Meaning::Module(target) if target.path != module.path => target,
                Meaning::Foreign if glob.path.last().is_none_or(|last| last != "prelude") => {
                    return Found::Unclear;
                }
                _ => continue,
            };
            match self.member(&target, name, depth + 1) {
                Found::None => {}
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
            Some(own_path(&around.path.iter().cloned().chain([name]).collect::<Vec<_>>()))
        })
    }

    /// The thing that the path of an import leads to.
    fn import(self, module: &Rc<Module>, import: &Import, depth: usize) -> Option<Named> {
        let names = &import.path;
        if import.is_foreign {
            return Some(foreign(names));
        }
        let from = match names.first().map(String::as_str) {
            Some("crate" | "self" | "super") => module.clone(),
            _ if self.of.is_edition_2015 => self.of.module(&[])?,
            _ => module.clone(),
        };
        match (&names[..], self.resolve(&from, names, depth + 1)) {
            // A crate.
            ([_], Found::None) => Some(foreign(names)),
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

/// `::a::b`
fn foreign(names: &[String]) -> Named {
    let segments = names.iter().map(|name| segment(name));
    let path = Path { leading_colon: Some(Default::default()), segments: Punctuated::from_iter(segments) };
    Named { meaning: Meaning::Foreign, path: Some(path) }
}

#[cfg(test)]
mod tests;
