//! The items of a crate, and the paths that reach them from another crate or from a module inside.

use super::crate_sources::CrateSources;
use super::items::{self, Function};
use super::module::Module;
use super::name_resolution::Entity;
use super::public_paths::{self, ItemPath};
use cargo_metadata::camino::Utf8Path;
use sbst_source::conditional;
use sbst_source::visibility::Visibility;
use std::collections::BTreeMap;

/// A crate's items and their paths from outside.
pub struct Exports {
    pub sources: CrateSources,
    paths: BTreeMap<Entity, ItemPath>,
}

impl Exports {
    /// Finds the public paths of a crate.
    pub fn new(sources: CrateSources) -> Exports {
        let paths = public_paths::find(&sources, None);
        Exports { sources, paths }
    }

    /// Finds the function with a definition's path, `demo::imp::triangle` or
    /// `demo::imp::Stack::push`. The place, whose file may be relative, distinguishes functions of
    /// the same name under different `#[cfg]`s.
    pub fn find_function(&self, path: &str, file: &Utf8Path, line: usize) -> Option<Entity> {
        let names: Vec<String> = self.names_inside(path)?;
        let mut found = Vec::new();
        for taken in 1..=names.len().min(2) {
            let (module, rest) = names.split_at(names.len() - taken);
            let name = &rest[taken - 1];
            let owner = (taken == 2).then(|| items::owner_names(&rest[0]));
            let (owner, of_trait) = owner.map_or((None, None), |(owner, of_trait)| (Some(owner), of_trait));
            for index in self.sources.modules_at(module) {
                let functions = self.sources.modules[index].functions.iter().enumerate();
                let same = functions.filter(|(_, f)| {
                    f.name == *name && f.owner == owner && (f.of_trait == of_trait || of_trait.is_none())
                });
                found.extend(same.map(|(at, _)| Entity::Function(index, at)));
            }
        }
        let here = |entity: &&Entity| match **entity {
            Entity::Function(module, at) => {
                let (first, last) = self.sources.modules[module].functions[at].lines;
                self.sources.modules[module].file.ends_with(file) && (first..=last).contains(&line)
            }
            _ => false,
        };
        found.iter().find(here).or(found.first()).copied()
    }

    /// Returns the type with a definition's path: `demo::imp::Kind`.
    pub fn find_type(&self, path: &str) -> Option<(usize, usize)> {
        let names = self.names_inside(path)?;
        let (name, module) = names.split_last()?;
        self.sources.modules_at(module).find_map(|index| {
            let types = &self.sources.modules[index].types;
            types.iter().position(|definition| definition.name == *name).map(|at| (index, at))
        })
    }

    /// Returns the first line of a function.
    pub fn first_line(&self, found: Entity) -> Option<usize> {
        match found {
            Entity::Function(module, at) => Some(self.sources.function((module, at)).lines.0),
            _ => None,
        }
    }

    /// True if the crate's sources show that values of a type can be compared.
    pub fn is_compared(&self, (module, at): (usize, usize)) -> bool {
        let by_hand = |(index, other): (usize, &Module)| {
            other.compared.iter().any(|path| self.sources.resolve_type(index, path) == Some((module, at)))
        };
        self.sources.type_definition((module, at)).compared
            || self.sources.modules.iter().enumerate().any(by_hand)
    }

    /// Returns the path that reaches an item from another crate. Returns `None` if the item may
    /// exist only in the crate's own tests.
    pub fn public_path(&self, entity: Entity) -> Option<ItemPath> {
        self.path_from_outside(entity).filter(|path| !path.cfgs.iter().any(|cfg| may_need_test(cfg)))
    }

    /// True if the documentation of the type that a name means in a module mentions panics.
    pub fn type_documents_panics(&self, module: usize, name: &str) -> bool {
        let found = self.sources.resolve_type(module, &[name.to_owned()]);
        found.is_some_and(|found| self.sources.type_definition(found).documents_panics)
    }

    /// True if the documentation of a method in a trait with this name mentions panics.
    pub fn trait_documents_panics(&self, of_trait: &str, method: &str) -> bool {
        let is_meant = |function: &Function| {
            function.of_trait.is_none()
                && function.owner.as_deref() == Some(of_trait)
                && function.name == method
                && function.documents_panics
        };
        self.sources.modules.iter().any(|module| module.functions.iter().any(is_meant))
    }

    fn path_from_outside(&self, entity: Entity) -> Option<ItemPath> {
        if let Entity::Function(module, at) = entity
            && let Some(owner) = &self.sources.function((module, at)).owner
        {
            let function = self.sources.function((module, at));
            if let Some(of_trait) = &function.of_trait {
                return self.path_of_implementation(module, owner, of_trait, function);
            }
            let (type_module, type_at) = self.sources.resolve_type(module, std::slice::from_ref(owner))?;
            let mut path = self.public_path(Entity::Type(type_module, type_at))?;
            path.path = format!("{}::{}", path.path, function.name);
            path.cfgs.extend(function.cfgs.iter().cloned());
            return (function.visibility == Visibility::Public).then_some(path);
        }
        self.paths.get(&entity).cloned()
    }

    /// Returns the path of a trait's function for a type that implements the trait. Trait and type
    /// must be reachable if they belong to the crate.
    fn path_of_implementation(
        &self,
        module: usize,
        owner: &str,
        of_trait: &str,
        function: &Function,
    ) -> Option<ItemPath> {
        let mut path = ItemPath::from_root(&self.sources.crate_name);
        for name in [owner, of_trait] {
            if let Some((module, at)) = self.sources.resolve_type(module, &[name.to_owned()]) {
                path.cfgs.extend(self.public_path(Entity::Type(module, at))?.cfgs);
            }
        }
        path.cfgs.extend(function.cfgs.iter().cloned());
        Some(path)
    }

    /// Returns the functions with this name in `impl` blocks of a type; none if they come from a
    /// macro or a trait.
    pub fn associated<'a>(
        &'a self,
        found: (usize, usize),
        name: &'a str,
    ) -> impl Iterator<Item = &'a Function> {
        self.functions_of(found, move |function| function.name == name)
    }

    /// Returns the inherent functions of this type that return it.
    pub fn constructors(&self, found: (usize, usize)) -> impl Iterator<Item = &Function> {
        self.functions_of(found, |function| function.makes.is_some() && function.of_trait.is_none())
    }

    fn functions_of<'a>(
        &'a self,
        found: (usize, usize),
        is_wanted: impl Fn(&Function) -> bool + Copy + 'a,
    ) -> impl Iterator<Item = &'a Function> {
        self.sources.modules.iter().enumerate().flat_map(move |(index, module)| {
            let wanted = module.functions.iter().filter(move |function| is_wanted(function));
            wanted.filter(move |function| {
                let owner = function.owner.as_ref().map(std::slice::from_ref);
                owner.is_some_and(|owner| self.sources.resolve_type(index, owner) == Some(found))
            })
        })
    }

    fn names_inside(&self, path: &str) -> Option<Vec<String>> {
        let mut names = items::definition_names(path).into_iter();
        (names.next()? == self.sources.crate_name).then(|| names.collect())
    }
}

/// True if a `#[cfg]` may hold in unit tests but not for a user of the crate.
fn may_need_test(cfg: &str) -> bool {
    let condition = cfg.strip_prefix("#[cfg(").and_then(|cfg| cfg.strip_suffix(")]"));
    condition.and_then(|condition| condition.parse().ok()).is_some_and(conditional::may_need_test)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::Directory;

    fn function(exports: &Exports, path: &str) -> Option<ItemPath> {
        let found = exports.find_function(path, Utf8Path::new(""), 0);
        exports.public_path(found.unwrap_or_else(|| panic!("{path} is not found")))
    }

    fn public(exports: &Exports, path: &str) -> Option<String> {
        function(exports, path).map(|path| path.path)
    }

    #[test]
    fn modules_are_found_where_the_compiler_finds_them() {
        let exports = Directory::with_files(&[
            (
                "src/lib.rs",
                "pub mod a; pub mod b; #[path = \"other/c.rs\"] pub mod c; pub mod i { pub mod j; }",
            ),
            ("src/a.rs", "pub mod inner;"),
            ("src/a/inner.rs", "pub fn f() {}"),
            ("src/b/mod.rs", "pub mod inner;"),
            ("src/b/inner.rs", "pub fn f() {}"),
            ("src/other/c.rs", "pub mod beside;"),
            ("src/other/beside.rs", "pub fn f() {}"),
            ("src/i/j.rs", "pub fn f() {}"),
        ])
        .exports();
        assert_eq!(exports.sources.unknown, [""; 0]);
        for path in ["demo::a::inner::f", "demo::b::inner::f", "demo::c::beside::f", "demo::i::j::f"] {
            assert_eq!(public(&exports, path).as_deref(), Some(path));
        }
    }

    #[test]
    fn the_shortest_public_path_is_taken() {
        let exports = Directory::with_files(&[(
            "src/lib.rs",
            "mod imp { pub fn named() {} pub fn renamed() {} pub(crate) fn inner() {} pub mod deep { pub fn f() {} } \
             pub mod glob { pub fn g() {} fn private() {} } } \
             pub use imp::{named, renamed as other}; pub use self::imp::deep; pub mod prelude { pub use super::chain::*; } \
             mod chain { pub use crate::imp::glob::*; } #[doc(hidden)] pub mod secret { pub fn s() {} } \
             pub mod long { pub mod way { pub use crate::secret::s; } } pub fn plain() {} pub use imp::deep::f as plain_f;",
        )])
        .exports();
        let public = |path| public(&exports, path);
        assert_eq!(public("demo::imp::named").unwrap(), "demo::named");
        assert_eq!(public("demo::imp::renamed").unwrap(), "demo::other");
        assert_eq!(public("demo::imp::inner"), None);
        assert_eq!(public("demo::imp::deep::f").unwrap(), "demo::plain_f");
        assert_eq!(public("demo::imp::glob::g").unwrap(), "demo::prelude::g");
        assert_eq!(public("demo::imp::glob::private"), None);
        assert_eq!(public("demo::secret::s").unwrap(), "demo::long::way::s");
        assert_eq!(public("demo::plain").unwrap(), "demo::plain");
    }

    #[test]
    fn cfgs_on_the_way_belong_to_the_path_and_places_distinguish_twins() {
        let directory = Directory::with_files(&[
            (
                "src/lib.rs",
                "#[cfg(feature = \"x\")]\npub mod a {\n    #[cfg(unix)]\n    pub fn f() {}\n    #[cfg(windows)]\n    pub \
                 fn f() {}\n}\n#[cfg(test)]\npub fn t() {}\nmod r#type {\n    pub fn r#match() {}\n}\n#[cfg(any(unix, \
                 windows))]\npub use r#type::r#match;\nmod broken;\n#[cfg(windows)]\nmod missing;\n",
            ),
            ("src/broken.rs", "fn {"),
        ]);
        let exports = directory.exports();
        let file = directory.path().join("src/lib.rs");
        let cfgs = |line| {
            let found = exports.find_function("demo::a::f", &file, line).unwrap();
            exports.public_path(found).unwrap().cfgs.join(" ")
        };
        assert_eq!(cfgs(4), "#[cfg(feature = \"x\")] #[cfg(unix)]");
        assert_eq!(cfgs(6), "#[cfg(feature = \"x\")] #[cfg(windows)]");
        assert_eq!(function(&exports, "demo::t"), None);
        let raw = function(&exports, "demo::type::match").unwrap();
        assert_eq!(
            (raw.path.as_str(), raw.cfgs.join(" ")),
            ("demo::r#match", "#[cfg(any(unix, windows))]".into())
        );
        assert_eq!(exports.sources.unknown.len(), 1, "{:?}", exports.sources.unknown);
    }

    #[test]
    fn test_only_items_are_invisible_from_outside() {
        let exports = Directory::with_files(&[(
            "src/lib.rs",
            "#[cfg(any(feature = \"x\", test))] pub fn tested() {} #[cfg(all(unix, not(test)))] pub fn plain() {} \
             pub struct Point; pub trait Near { fn near(&self) {} } #[cfg(any(test, feature = \"x\"))] impl Near for Point { fn near(&self) {} }",
        )])
        .exports();
        assert_eq!(public(&exports, "demo::tested"), None);
        assert_eq!(public(&exports, "demo::<Point as Near>::near"), None);
        assert!(public(&exports, "demo::plain").is_some());
    }

    #[test]
    fn methods_are_visible_with_their_types_and_types_where_imported() {
        let exports = Directory::with_files(&[(
            "src/lib.rs",
            "mod imp { pub struct Stack; impl Stack { pub fn new() -> Stack { Stack } fn inner(&self) {} } \
             pub struct Hand; impl PartialEq for Hand { fn eq(&self, _: &Hand) -> bool { true } } \
             mod deep { pub struct Far; pub struct Hidden; } pub(super) use deep::Far; pub(super) struct Near; } \
             pub use imp::Stack as Pile; mod other {} pub(crate) mod within { pub use crate::imp::Far; } \
             mod zip { use self::core::*; mod buffer { pub struct Local; } \
             pub mod core { use crate::zip::buffer::Local; pub(crate) struct Level; } }",
        )])
        .exports();
        assert_eq!(public(&exports, "demo::imp::Stack::new").unwrap(), "demo::Pile::new");
        assert_eq!(public(&exports, "demo::imp::Stack::inner"), None);
        let named = |path| exports.find_type(path).unwrap();
        assert!(
            exports.is_compared(named("demo::imp::Hand")) && !exports.is_compared(named("demo::imp::Stack"))
        );
        let from = |path, module: &str| {
            let (module_of, at) = named(path);
            let module: Vec<String> = module.split("::").map(str::to_owned).collect();
            let paths = public_paths::find(&exports.sources, Some(&module));
            paths.get(&Entity::Type(module_of, at)).map(|path| path.path.clone())
        };
        assert_eq!(from("demo::imp::Near", "other").unwrap(), "crate::imp::Near");
        assert_eq!(from("demo::imp::deep::Far", "other").unwrap(), "crate::imp::Far");
        assert_eq!(from("demo::imp::deep::Hidden", "other"), None);
        assert_eq!(from("demo::imp::deep::Hidden", "imp").unwrap(), "crate::imp::deep::Hidden");
        // The glob in `zip` does not import the private imports of `core`.
        assert_eq!(from("demo::zip::buffer::Local", "zip::core").unwrap(), "crate::zip::buffer::Local");
        assert_eq!(from("demo::zip::core::Level", "zip::core").unwrap(), "crate::zip::Level");
        assert!(exports.associated(named("demo::imp::Stack"), "inner").count() == 1);
    }
}
