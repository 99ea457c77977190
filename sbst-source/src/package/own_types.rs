//! Types of the package that may replace generic parameters, by the words of its sources:
//!
//! 1. Types with a trait: `impl Device for Lamp`, where `Device` and `Lamp` are declared in the
//!    package and have no parameters.
//! 2. Arguments of generic types: `Queue<u32>` shows that a `Queue` may contain numbers.
//! 3. Bounds of blocks on the parameters of a generic type: `impl<S: BuildHasher> Cache<S>` shows
//!    the use of `S` to a block without bounds.
//! 4. Types that may change behind a shared reference, because they contain a `Cell`, a `Mutex`, or
//!    another such type of the package.
//! 5. Parameters of generic types that are [the same](super::related).
//! 6. Types in the input of [a macro](super::given) that implements a trait.
//!
//! All of these are proposals. A name may have another meaning, or none, at its use.

use std::collections::{BTreeMap, BTreeSet};
use std::{env, fs, path::Path, sync::LazyLock};

use super::given::Given;
use super::modules::own_crate;
use super::phrases::{arguments, condition, declaration, BYTES};
use super::related::{Place, Related};
use super::{group, MOST_FILES};
use crate::words::{in_angles, parts, path, words, Token};
use sbst_vocabulary::standard::types::{is_scalar, kind, Kind};

/// Types of the standard library that are arguments of generic types as well, and targets of text
/// and bytes.
const OWNED: [&str; 2] = ["String", BYTES];

/// A type's name, and a block's names for its parameters.
type Header = (String, Vec<String>);

/// The types of a package, by declarations and uses in its sources.
#[derive(Debug, Default)]
pub struct OwnTypes {
    /// Types without parameters.
    plain: BTreeSet<String>,
    generic: BTreeSet<String>,
    traits: BTreeSet<String>,
    /// Names of types after `impl TRAIT for`, by trait.
    implemented: BTreeMap<String, BTreeSet<String>>,
    /// Names of types with lifetimes as parameters.
    with_lifetimes: BTreeSet<String>,
    /// Names of types after `Drop for`.
    dropped: BTreeSet<String>,
    /// The arguments in angle brackets after a name, with their number of occurrences.
    mentioned: BTreeMap<String, BTreeMap<Vec<String>, usize>>,
    /// The bounds of blocks on the parameters of types, by type and by the names of its parameters.
    asked: BTreeMap<Header, BTreeSet<(String, String)>>,
    declared: BTreeMap<String, BTreeSet<String>>,
    related: Related,
    given: Given,
}

/// The types of the compiled package. They are read once in a process, at the first call.
pub fn own_types() -> &'static OwnTypes {
    static KNOWN_TYPES: LazyLock<OwnTypes> = LazyLock::new(|| {
        let mut types = OwnTypes::default();
        if let Some(package) = env::var_os("CARGO_MANIFEST_DIR") {
            let root = own_crate().map(|own| own.root().to_owned());
            let compiled = compiled(Path::new(&package), root.as_deref());
            types.read_directory(&compiled.join("src"), &mut 0);
        }
        types
    });
    &KNOWN_TYPES
}

/// The folder with the source files of a crate with this root: that of the package, or of its
/// copies, whose paths end like the originals'.
fn compiled<'p>(package: &'p Path, root: Option<&'p Path>) -> &'p Path {
    let inside = package.strip_prefix("/").unwrap_or(package);
    let mut around = root.into_iter().flat_map(Path::ancestors);
    around.find(|folder| folder.ends_with(inside)).unwrap_or(package)
}

impl OwnTypes {
    pub fn with_trait(&self, name: &str) -> impl Iterator<Item = &str> {
        let found = self.traits.get(name).and_then(|name| self.implemented.get(name));
        found.into_iter().flatten().map(String::as_str).filter(|name| self.is_plain(name))
    }

    /// True if a type of this name has a lifetime parameter, which a path may omit.
    pub fn has_lifetime(&self, name: &str) -> bool {
        self.with_lifetimes.contains(name)
    }

    /// True if a type of this name has a destructor.
    pub fn has_destructor(&self, name: &str) -> bool {
        self.dropped.contains(name)
    }

    /// The types in the input of macros that implement a trait of the package.
    pub fn given_trait<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s str> {
        let found = self.given.with_trait(name).into_iter();
        found.filter(|word| self.traits.contains(name) && self.is_plain(word))
    }

    /// True if a macro of the package implements this trait for tuples.
    pub fn gives_tuples(&self, name: &str) -> bool {
        self.given.is_of_tuples(name)
    }

    pub fn is_generic(&self, name: &str) -> bool {
        self.generic.contains(name)
    }

    /// True if no type of this name has parameters.
    pub fn is_plain(&self, name: &str) -> bool {
        self.plain.contains(name) && !self.generic.contains(name)
    }

    /// Returns the package's arguments without parameters for the parameter with this index of the
    /// generic type of this name, the most frequent first.
    pub fn named_for(&self, name: &str, index: usize) -> Vec<&str> {
        self.arguments_for(name, index, |argument| {
            is_scalar(argument) || OWNED.contains(&argument) || self.is_plain(argument)
        })
    }

    /// Returns the package's numbers for the constant with this index of the generic type of this
    /// name, the most frequent first.
    pub fn numbers_for(&self, name: &str, index: usize) -> Vec<&str> {
        self.arguments_for(name, index, |argument| argument.bytes().all(|digit| digit.is_ascii_digit()))
    }

    fn arguments_for(&self, name: &str, index: usize, is_known: impl Fn(&str) -> bool) -> Vec<&str> {
        let is_known_type = self.is_generic(name) && !self.related.is_ambiguous(name);
        let mentioned = self.mentioned.get(name).filter(|_| is_known_type).into_iter().flatten();
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for (arguments, times) in mentioned {
            let argument = arguments.get(index).map(String::as_str);
            if let Some(argument) = argument.filter(|argument| is_known(argument)) {
                *found.entry(argument).or_default() += times;
            }
        }
        let mut found: Vec<(&str, usize)> = found.into_iter().collect();
        found.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
        found.into_iter().map(|(argument, _)| argument).collect()
    }

    /// The bounds of blocks on a parameter of a generic type with these names of parameters.
    pub fn find_asked<'s>(
        &'s self,
        of: &str,
        parameters: &[String],
        name: &'s str,
    ) -> impl Iterator<Item = &'s str> {
        let found = self.asked.get(&(of.to_owned(), parameters.to_vec()));
        let of_name = found.into_iter().flatten().filter(move |(of, _)| of == name);
        of_name.map(|(_, bound)| bound.as_str())
    }

    /// The parameters of the package's generic types with the same type as this one, itself first.
    pub fn find_related(&self, place: Place) -> Vec<Place> {
        self.related.find(place, |name| self.is_generic(name))
    }

    /// The default of a parameter, if it is a type of the package without parameters.
    pub fn default_of(&self, place: &Place) -> Option<&str> {
        self.related.default_of(place).filter(|name| self.is_plain(name))
    }

    /// The bounds of blocks on a parameter without mention of another one.
    pub fn find_asked_of<'s>(&'s self, (of, index): &'s Place) -> impl Iterator<Item = &'s str> {
        let blocks = self.asked.iter().filter(move |((name, _), _)| name == of);
        blocks.flat_map(move |((_, parameters), asked)| {
            let name = parameters.get(*index);
            let asked = asked.iter().filter(move |(of, _)| Some(of) == name);
            asked.map(|(_, bound)| bound.as_str()).filter(move |bound| {
                let mut words = bound.split(|c: char| !c.is_alphanumeric() && c != '_');
                words.all(|word| parameters.iter().all(|parameter| parameter != word))
            })
        })
    }

    /// True if values of the type of this name may change behind a shared reference.
    pub fn has_cells(&self, name: &str) -> bool {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![name];
        while let Some(words) = open.pop().and_then(|name| self.declared.get(name)) {
            for word in words {
                let is_own = self.declared.contains_key(word);
                // Other crates have atomics, too.
                let is_cell =
                    || matches!(kind(word), Some(Kind::Cell | Kind::Once)) || word.starts_with("Atomic");
                if !is_own && is_cell() {
                    return true;
                }
                if is_own && seen.insert(word) {
                    open.push(word);
                }
            }
        }
        false
    }

    fn read_directory(&mut self, directory: &Path, files: &mut usize) {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && *files < MOST_FILES && !path.join("Cargo.toml").exists() {
                self.read_directory(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                *files += 1;
                self.read(&fs::read_to_string(&path).unwrap_or_default());
            }
        }
    }

    pub fn read(&mut self, text: &str) {
        let tokens = words(text);
        for (index, token) in tokens.iter().enumerate() {
            let rest = &tokens[index + 1..];
            match (token, rest) {
                (Token::Word("struct" | "enum" | "union"), [Token::Word(name), after, ..]) => {
                    let kind = match after {
                        Token::Sign('<') => &mut self.generic,
                        _ => &mut self.plain,
                    };
                    kind.insert((*name).to_owned());
                    // Lifetimes are no words.
                    if let [_, Token::Sign('<'), Token::Sign('>' | ',' | ':'), ..] = rest {
                        self.with_lifetimes.insert((*name).to_owned());
                    }
                    let declared = self.declared.entry((*name).to_owned()).or_default();
                    declared.extend(declaration(&rest[1..]).map(str::to_owned));
                    self.related.read(name, &rest[1..]);
                }
                (Token::Word("trait"), [Token::Word(name), ..]) => _ = self.traits.insert((*name).to_owned()),
                (Token::Word("impl"), rest) => {
                    self.implementation(rest);
                    self.block(rest);
                }
                (Token::Word("Drop"), [Token::Word("for"), of @ ..]) => {
                    self.dropped.extend(path(of).map(|(name, _)| name.to_owned()));
                }
                (Token::Word("macro_rules"), [Token::Sign('!'), Token::Word(name), rest @ ..]) => {
                    self.given.read_definition(name, group(rest));
                }
                (Token::Word(name), [Token::Sign('!'), rest @ ..]) => {
                    self.given.read_invocation(name, group(rest));
                }
                (Token::Word(name), rest) if name.starts_with(char::is_uppercase) => {
                    if let Some(arguments) = arguments(rest) {
                        let of_type = self.mentioned.entry((*name).to_owned()).or_default();
                        *of_type.entry(arguments).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
    }

    /// `a::Trait for b::Type {`
    fn implementation(&mut self, rest: &[Token<'_>]) {
        let Some((of_trait, [Token::Word("for"), rest @ ..])) = path(rest) else { return };
        let Some((name, [Token::Sign('{'), ..])) = path(rest) else { return };
        self.implemented.entry(of_trait.to_owned()).or_default().insert(name.to_owned());
    }

    /// `<T: A> Type<T> where T: B {`, perhaps of a trait.
    fn block(&mut self, rest: &[Token<'_>]) {
        let Some((declared, rest)) = in_angles(rest) else { return };
        let mut depth = 0_usize;
        let end = rest.iter().position(|token| {
            match token {
                Token::Sign('[') => depth += 1,
                Token::Sign(']') => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && matches!(token, Token::Sign('{' | ';'))
        });
        let Some(end) = end else { return };
        let (header, conditions) = match rest[..end].iter().position(|token| *token == Token::Word("where")) {
            Some(at) => (&rest[..at], &rest[at + 1..end]),
            None => (&rest[..end], &rest[end..end]),
        };
        let header = match header.iter().position(|token| *token == Token::Word("for")) {
            Some(at) => &header[at + 1..],
            None => header,
        };
        let Some((name, arguments)) = path(header) else { return };
        let Some((arguments, [])) = in_angles(arguments) else { return };
        let arguments = parts(arguments).into_iter().map(|part| match part {
            [Token::Word(name)] => Some((*name).to_owned()),
            _ => None,
        });
        let Some(arguments) = arguments.collect::<Option<Vec<String>>>() else { return };
        let said = parts(declared).into_iter().chain(parts(conditions)).filter_map(condition);
        let said = said.filter(|(of, _)| arguments.iter().any(|argument| argument == of));
        // A parameter of this block alone has no meaning elsewhere.
        let declared = parts(declared).into_iter().filter_map(|part| match part {
            [Token::Word("const"), Token::Word(name), ..] | [Token::Word(name), ..] => Some(*name),
            _ => None,
        });
        let unknown: Vec<&str> =
            declared.filter(|name| arguments.iter().all(|argument| argument != name)).collect();
        let is_known = |(_, bound): &(String, String)| {
            let mut words = bound.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.all(|word| !unknown.contains(&word))
        };
        let said: Vec<(String, String)> = said
            .flat_map(|(of, bounds)| bounds.into_iter().map(move |bound| (of.to_owned(), bound)))
            .filter(is_known)
            .collect();
        self.asked.entry((name.to_owned(), arguments)).or_default().extend(said);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> OwnTypes {
        let mut types = OwnTypes::default();
        types.read(text);
        types
    }

    #[test]
    fn types_with_package_traits_are_found_by_name() {
        let types = read(
            "pub trait Device { fn power(&self); } struct Lamp { on: bool } enum Heater { Cold } struct Wire<T>(T);
            impl Device for Lamp {} impl crate::Device for self::Heater {} impl<T> Device for Wire<T> {}
            impl Device for Wire<u8> {} impl Device for Vec<u8> {} impl Clone for Lamp {} impl Device for Unknown {}",
        );
        assert_eq!(types.with_trait("Device").collect::<Vec<_>>(), ["Heater", "Lamp"]);
        assert_eq!(types.with_trait("Clone").count(), 0, "it is not the package's own");
    }

    #[test]
    fn types_with_lifetimes_are_found_by_name() {
        let mut types = OwnTypes::default();
        types
            .read("struct Iter<'a, T>(&'a T); enum Entry<'a> { A(&'a u8) } struct Stack<T>(T); struct Lamp;");
        let found = ["Iter", "Entry", "Stack", "Lamp"].map(|name| types.has_lifetime(name));
        assert_eq!(found, [true, true, false, false]);
    }

    #[test]
    fn types_with_destructor_are_found_by_name() {
        let mut types = OwnTypes::default();
        types.read(
            "impl<T> Drop for Guard<T> {} impl ::core::ops::Drop for a::Lock {} impl Shape for Circle {}",
        );
        let found = ["Guard", "Lock", "Circle"].map(|name| types.has_destructor(name));
        assert_eq!(found, [true, true, false]);
    }

    #[test]
    fn types_in_input_of_implementing_macro_are_found() {
        let types = read(
            "pub trait Key {} struct Id; macro_rules! key { ($name:ident) => { impl $crate::Key for $name {}
            impl Clone for $name {} } } key!(Id); crate::key! { Unknown } other!(Other); struct Other;",
        );
        assert_eq!(types.given_trait("Key").collect::<Vec<_>>(), ["Id"]);
        assert_eq!(types.given_trait("Clone").count(), 0, "it is not the package's own");
    }

    #[test]
    fn copies_are_read_where_the_crate_is_compiled_from_them() {
        let package = Path::new("/home/me/crate");
        let copies = "/home/me/crate/target/sbst/all/search/sources/home/me/crate";
        let root = format!("{copies}/src/bin/tool.rs");
        assert_eq!(compiled(package, Some(Path::new(&root))), Path::new(copies));
        assert_eq!(compiled(package, Some(Path::new("/home/me/crate/src/lib.rs"))), package);
        assert_eq!(compiled(package, None), package);
    }

    #[test]
    fn name_with_generic_use_is_not_a_type() {
        let types =
            read("mod a { struct One; } mod b { struct One<T>(T); } trait Has {} impl Has for One {}");
        assert!(types.is_generic("One") && !types.is_plain("One"));
        assert_eq!(types.with_trait("Has").count(), 0);
    }

    #[test]
    fn arguments_of_generic_types_are_those_in_the_sources() {
        let types = read(
            "struct Queue<T>(T); struct Map<K, V>(K, V); struct Item;
            fn f(a: &Queue<u32>, b: Queue<Item>, c: Queue<Other>, d: &Queue<Vec<u8>>) { Queue::<char>::new(); }
            fn g(a: Map<std::primitive::u8, String>, b: Vec<u64>) {} impl<T> Queue<T> {} fn h(a: Queue<u32>) {}
            struct Table<const N: usize>([u8; N]); impl Sealed for Table<16> {} fn i(a: &Table<0>, b: Table<16>, c: Table<N>) {}",
        );
        assert_eq!(types.numbers_for("Table", 0), ["16", "0"]);
        assert_eq!(types.named_for("Queue", 0), ["u32", "Item", "Vec<u8>", "char"]);
        assert_eq!((types.named_for("Map", 0), types.named_for("Map", 1)), (vec!["u8"], vec!["String"]));
        assert_eq!(types.named_for("Vec", 0), [""; 0]);
    }

    #[test]
    fn bounds_of_one_block_apply_to_others_without_bounds() {
        let types = read(
            "struct Cache<K, V, S>(K, V, S); impl<K, V, S> Cache<K, V, S> { fn len(&self) {} }
            impl<K: Eq + Hash, V, S> Debug for Cache<K, V, S> where S: std::hash::BuildHasher, V: Iterator<Item = (u8, K)> + 'static {}
            impl<K, V, S, Target, const N: usize> AsRef<Target> for Cache<K, V, S> where V: AsRef<Target>, S: Into<[u8; N]> {}
            impl<K: ?Sized, F: Fn(u8) -> Vec<K>> Cache<K, u8, F> {} impl<'a, S> Other<'a, S> where S: Clone {}",
        );
        let parameters = ["K", "V", "S"].map(str::to_owned);
        let asked = |name| types.find_asked("Cache", &parameters, name).collect::<Vec<_>>();
        assert_eq!(asked("K"), ["Eq", "Hash"]);
        assert_eq!(asked("S"), ["std::hash::BuildHasher"]);
        assert_eq!(asked("V")[0], "Iterator<Item=(u8,K)>");
        assert!(
            !asked("V").iter().any(|bound| bound.contains("Target")),
            "only one block has such a parameter"
        );
        assert_eq!(types.find_asked("Cache", &["A".to_owned()], "A").count(), 0);
    }

    #[test]
    fn types_with_cells_are_found_by_declarations() {
        let types = read(
            "struct Till<T> where T: Copy { coins: Cell<T>, name: String } enum Door { Open(AtomicBool), Shut } struct Plain(u8);
            struct Shop { till: Rc<Till<u8>>, next: Option<Box<Shop>> } struct List { next: Option<Box<List>>, plain: Plain }
            struct Unit; struct After(RefCell<u8>); mod life { struct OnceCell(bool); struct Grid(Vec<OnceCell>); }",
        );
        let found = ["Till", "Door", "Plain", "Shop", "List", "Unit", "After", "Grid"]
            .map(|name| types.has_cells(name));
        assert_eq!(found, [true, true, false, true, false, false, true, false]);
    }
}
