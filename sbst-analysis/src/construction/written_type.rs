//! Types as they are written.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use syn::ext::IdentExt as _;
use syn::{GenericArgument, Path, PathArguments, Type, TypeParamBound};

/// A type as far as its name and those of its parameters tell. References are looked through.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct WrittenType {
    /// The last name of its path, that of the trait for `dyn` and `impl`; `()` for a tuple, `[]` for slices and arrays. With a
    /// number (`Player#2`) if several types have it.
    pub name: String,
    /// Its parameters.
    pub arguments: Vec<WrittenType>,
    /// Whether there was a `&mut` before it.
    pub is_exclusive: bool,
}

/// Types whose content is reached as if it stood in their place: it is no node of its own.
const WRAPPERS: [&str; 20] = [
    "Arc",
    "Box",
    "Cell",
    "Cow",
    "LazyCell",
    "LazyLock",
    "ManuallyDrop",
    "Mutex",
    "MutexGuard",
    "OnceCell",
    "OnceLock",
    "Option",
    "Pin",
    "Rc",
    "Ref",
    "RefCell",
    "RefMut",
    "Result",
    "Reverse",
    "RwLock",
];

/// Types that have elements; those of maps are their values.
const COLLECTIONS: [&str; 16] = [
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "HashMap",
    "HashSet",
    "IndexMap",
    "IndexSet",
    "IntoIterator",
    "Iter",
    "Iterator",
    "LinkedList",
    "SmallVec",
    "ArrayVec",
    "Vec",
    "VecDeque",
    "[]",
];

/// Wrappers that have methods of their own only as functions, so that a method is that of what is in them.
const POINTERS: [&str; 4] = ["Arc", "Box", "Pin", "Rc"];

impl WrittenType {
    /// A type without parameters.
    pub fn named(name: impl Into<String>) -> WrittenType {
        WrittenType { name: name.into(), ..WrittenType::default() }
    }

    /// What is written there.
    pub fn of(ty: &Type) -> WrittenType {
        match ty {
            Type::Reference(reference) => {
                let mut inner = WrittenType::of(&reference.elem);
                inner.is_exclusive |= reference.mutability.is_some();
                inner
            }
            Type::Paren(inner) => WrittenType::of(&inner.elem),
            Type::Group(inner) => WrittenType::of(&inner.elem),
            Type::Ptr(inner) => WrittenType::of(&inner.elem),
            Type::Path(path) => WrittenType::of_path(&path.path),
            Type::Slice(slice) => WrittenType::of_parts("[]", [&*slice.elem]),
            Type::Array(array) => WrittenType::of_parts("[]", [&*array.elem]),
            Type::Tuple(tuple) => WrittenType::of_parts("()", &tuple.elems),
            Type::ImplTrait(one) => WrittenType::of_bounds(&one.bounds),
            Type::TraitObject(one) => WrittenType::of_bounds(&one.bounds),
            _ => WrittenType::named("_"),
        }
    }

    fn of_parts<'a>(name: &str, parts: impl IntoIterator<Item = &'a Type>) -> WrittenType {
        let arguments = parts.into_iter().map(WrittenType::of).collect();
        WrittenType { name: name.to_owned(), arguments, is_exclusive: false }
    }

    /// The first trait among some bounds.
    pub fn of_bounds<'a>(bounds: impl IntoIterator<Item = &'a TypeParamBound>) -> WrittenType {
        let is_trait = |bound: &'a TypeParamBound| match bound {
            TypeParamBound::Trait(bound) => Some(WrittenType::of_path(&bound.path)),
            _ => None,
        };
        bounds.into_iter().find_map(is_trait).unwrap_or_else(|| WrittenType::named("_"))
    }

    /// The type with this path.
    pub fn of_path(path: &Path) -> WrittenType {
        let Some(last) = path.segments.last() else { return WrittenType::named("_") };
        let mut arguments = Vec::new();
        if let PathArguments::AngleBracketed(given) = &last.arguments {
            for argument in &given.args {
                match argument {
                    GenericArgument::Type(ty) => arguments.push(WrittenType::of(ty)),
                    GenericArgument::AssocType(bound) => arguments.push(WrittenType::of(&bound.ty)),
                    _ => {}
                }
            }
        }
        WrittenType { name: last.ident.unraw().to_string(), arguments, is_exclusive: false }
    }

    /// Whether nothing is known of it.
    pub fn is_unknown(&self) -> bool {
        self.name == "_"
    }

    /// Whether it is a wrapper of the standard library.
    pub fn is_wrapper(&self) -> bool {
        WRAPPERS.contains(&self.name.as_str()) && !self.arguments.is_empty()
    }

    /// Whether it is a wrapper whose methods are those of what is in it.
    pub fn is_pointer(&self) -> bool {
        POINTERS.contains(&self.name.as_str()) && !self.arguments.is_empty()
    }

    /// What is in the wrappers.
    pub fn peeled(&self) -> &WrittenType {
        match self.is_wrapper() {
            true => self.arguments[0].peeled(),
            false => self,
        }
    }

    /// The type of its elements, if it is a collection.
    pub fn element(&self) -> Option<WrittenType> {
        let peeled = self.peeled();
        let is_collection = COLLECTIONS.contains(&peeled.name.as_str());
        peeled.arguments.last().filter(|_| is_collection).cloned()
    }

    /// Whether there is a `&mut` in it.
    pub fn lends_exclusively(&self) -> bool {
        self.is_exclusive || self.arguments.iter().any(WrittenType::lends_exclusively)
    }

    /// Whether a name is in it.
    pub fn mentions(&self, name: &str) -> bool {
        self.name == name || self.arguments.iter().any(|argument| argument.mentions(name))
    }

    /// The type with others in the place of names.
    pub fn substituted(&self, by: &BTreeMap<String, WrittenType>) -> WrittenType {
        if let (Some(other), true) = (by.get(&self.name), self.arguments.is_empty()) {
            let mut other = other.clone();
            other.is_exclusive |= self.is_exclusive;
            return other;
        }
        let arguments = self.arguments.iter().map(|argument| argument.substituted(by)).collect();
        WrittenType { name: self.name.clone(), arguments, is_exclusive: self.is_exclusive }
    }
}

impl Display for WrittenType {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let arguments: Vec<String> = self.arguments.iter().map(WrittenType::to_string).collect();
        let arguments = arguments.join(", ");
        match self.name.as_str() {
            "()" => write!(formatter, "({arguments})"),
            "[]" => write!(formatter, "[{arguments}]"),
            name => {
                let name = name.split('#').next().unwrap_or(name);
                match arguments.is_empty() {
                    true => formatter.write_str(name),
                    false => write!(formatter, "{name}<{arguments}>"),
                }
            }
        }
    }
}
