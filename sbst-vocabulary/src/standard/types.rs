//! Facts about types of the language and of the standard library, by their last names.
//!
//! 1. One line of the table is one type, with all facts about it.
//! 2. A name alone may mean another type: callers resolve it before, or accept that.
//! 3. `NonZero` and `Atomic` also stand for their older names: `NonZeroU8`, `AtomicBool`.
//! 4. `tests/types.rs` compares paths, numbers of arguments and traits with the real library.

use Fact::{Alone, Composed, ComposedWith, Harmless, Homonym, Imported, Listed, Prelude, Shown, Unbounded};

/// A type of the language or of the standard library.
///
/// ```
/// use sbst_vocabulary::standard::types::{composing, standard_type, Kind};
///
/// let map = standard_type("BTreeMap").unwrap();
/// assert_eq!((map.path(), map.kind), ("std::collections::BTreeMap".into(), Kind::Map));
/// assert!(map.has("Ord") && !map.has("Copy"));
/// assert_eq!(composing("Vec", 1), Some("vec"));
/// ```
#[derive(Debug)]
pub struct StandardType {
    pub name: &'static str,
    /// The path of its module; without an allocator, the one in `core`.
    pub module: &'static str,
    /// The number of type arguments without defaults.
    pub arguments: usize,
    pub kind: Kind,
    /// The traits of [`DERIVABLE`] implemented if its arguments implement all of them, as bits; for
    /// an unsized type, those of references to it.
    traits: u16,
    facts: &'static [Fact],
}

/// The role of a type, and so the form of its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Boolean,
    Character,
    /// A float with this number of bits.
    Float(u32),
    /// An integer with this number of bits; 64 for `isize`.
    Signed(u32),
    Unsigned(u32),
    /// An owned text.
    Text,
    /// A text without a size, behind a pointer.
    Unsized,
    /// `Option` and `Result`.
    Outcome,
    Sequence,
    Set,
    Map,
    /// An owner of one value, which may have no size.
    Pointer,
    /// A place of one value that may have no size, with interior mutability.
    Cell,
    /// A place that is filled once.
    Once,
    Atomic,
    NonZero,
    /// Numbers with other operators; the `{:?}` text is the content's.
    Newtype,
    Range,
    /// An address of a network.
    Address,
    Other,
}

/// A fact about a type that does not follow from its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The prelude of every edition has it.
    Prelude,
    /// Its values are inputs, and its last name is hardly ever reused.
    Alone,
    /// Its values are inputs, if an import shows that the name is the standard library's.
    Imported,
    /// The standard library has other types of this name: the module decides.
    Homonym,
    /// The function of the runtime's `compose` that composes it from its parts.
    Composed(&'static str),
    /// The function that composes it with one more argument.
    ComposedWith(&'static str),
    /// Its `{:?}` text has a fixed form.
    Shown,
    /// Closures compare arguments of it with keys: it has no lifetimes, if its arguments have none.
    Listed,
    /// Its declaration has no bounds, and values need none.
    Unbounded,
    /// Its functions have no effects, so they do not count as the package's functions of the same
    /// name.
    Harmless,
}

/// Traits that can be derived, in alphabetical order.
pub const DERIVABLE: [&str; 9] =
    ["Clone", "Copy", "Debug", "Default", "Eq", "Hash", "Ord", "PartialEq", "PartialOrd"];

const CLONE: u16 = 1;
const COPY: u16 = 1 << 1 | CLONE;
const DEBUG: u16 = 1 << 2;
const DEFAULT: u16 = 1 << 3;
const PARTIAL_EQ: u16 = 1 << 7;
const PARTIAL_ORD: u16 = 1 << 8 | PARTIAL_EQ;
const EQ: u16 = 1 << 4 | PARTIAL_EQ;
const HASH: u16 = 1 << 5;
const ORD: u16 = 1 << 6 | PARTIAL_ORD | EQ;
const ALL: u16 = COPY | OWNED;
const OWNED: u16 = CLONE | DEBUG | DEFAULT | HASH | ORD;
const VALUE: u16 = COPY | DEBUG | HASH | ORD;
const ERROR: u16 = CLONE | DEBUG | EQ;

macro_rules! types {
    ($(
        $name:ident $module:literal $arguments:literal $kind:ident $(($bits:literal))?
        $first:ident $(| $more:ident)* $(, $fact:ident $(($value:literal))?)*;
    )*) => {
        /// The types, sorted by name.
        pub static TYPES: &[StandardType] = &[$(
            StandardType {
                name: stringify!($name),
                module: $module,
                arguments: $arguments,
                kind: Kind::$kind $(($bits))?,
                traits: $first $(| $more)*,
                facts: &[$($fact $(($value))?),*],
            }
        ),*];
    };
}

// name, module, number of arguments, kind, derivable traits, other facts
types! {
    AddrParseError    "core::net"          0 Other     ERROR, Imported;
    Arc               "std::sync"          1 Pointer   OWNED, Alone, Composed("arc"), Shown, Unbounded, Harmless;
    Atomic            "core::sync::atomic" 0 Atomic    DEBUG | DEFAULT, Imported;
    BTreeMap          "std::collections"   2 Map       OWNED, Imported, Composed("b_tree_map"), Shown, Harmless;
    BTreeSet          "std::collections"   1 Set       OWNED, Imported, Composed("b_tree_set"), Shown, Harmless;
    BinaryHeap        "std::collections"   1 Sequence  CLONE | DEBUG | DEFAULT, Imported, Composed("binary_heap");
    Bound             "core::ops"          1 Other     COPY | DEBUG | EQ | HASH, Imported, Composed("bound");
    Box               "std::boxed"         1 Pointer   OWNED, Prelude, Alone, Composed("boxed"), Shown, Unbounded, Harmless;
    CStr              "core::ffi"          0 Unsized   ALL, Imported;
    CString           "std::ffi"           0 Text      OWNED, Imported;
    Cell              "core::cell"         1 Cell      CLONE | DEBUG | DEFAULT | ORD, Imported, Composed("cell"), Unbounded;
    CharTryFromError  "core::char"         0 Other     COPY | DEBUG | EQ, Imported;
    Cow               "std::borrow"        1 Other     OWNED, Alone, Shown;
    Cursor            "std::io"            1 Other     CLONE | DEBUG | DEFAULT | EQ, Imported;
    Duration          "core::time"         0 Other     ALL, Alone, Shown, Listed;
    FpCategory        "core::num"          0 Other     COPY | DEBUG | EQ, Imported;
    FromUtf8Error     "std::string"        0 Other     ERROR, Imported;
    HashMap           "std::collections"   2 Map       CLONE | DEBUG | DEFAULT | EQ, Imported, Composed("hash_map"), ComposedWith("hash_map_with"), Shown, Harmless;
    HashSet           "std::collections"   1 Set       CLONE | DEBUG | DEFAULT | EQ, Imported, Composed("hash_set"), ComposedWith("hash_set_with"), Shown, Harmless;
    Instant           "std::time"          0 Other     VALUE, Imported;
    IntErrorKind      "core::num"          0 Other     ERROR, Imported;
    IntoIter          "std::vec"           1 Other     CLONE | DEBUG | DEFAULT, Composed("into_iter"), Unbounded;
    IpAddr            "core::net"          0 Address   VALUE, Imported;
    Ipv4Addr          "core::net"          0 Address   VALUE, Imported;
    Ipv6Addr          "core::net"          0 Address   VALUE, Imported;
    Iter              "core::slice"        1 Other     CLONE | DEBUG | DEFAULT, Composed("iter");
    LazyCell          "core::cell"         1 Once      DEBUG | DEFAULT;
    LinkedList        "std::collections"   1 Sequence  OWNED, Imported, Composed("linked_list");
    Mutex             "std::sync"          1 Cell      DEBUG | DEFAULT, Imported, Composed("mutex"), Harmless;
    NonZero           "core::num"          1 NonZero   VALUE, Imported, Shown, Listed;
    OnceCell          "core::cell"         1 Once      CLONE | DEBUG | DEFAULT | EQ, Imported, Composed("once_cell");
    OnceLock          "std::sync"          1 Once      CLONE | DEBUG | DEFAULT | EQ, Imported, Composed("once_lock");
    Option            "core::option"       1 Outcome   ALL, Prelude, Alone, Composed("option"), Shown, Listed, Unbounded;
    Ordering          "core::cmp"          0 Other     VALUE, Homonym, Imported, Shown, Listed;
    OsStr             "std::ffi"           0 Unsized   ALL, Imported;
    OsString          "std::ffi"           0 Text      OWNED, Imported;
    ParseBoolError    "core::str"          0 Other     ERROR, Imported;
    ParseCharError    "core::char"         0 Other     ERROR, Imported;
    ParseFloatError   "core::num"          0 Other     ERROR, Imported;
    ParseIntError     "core::num"          0 Other     ERROR, Imported;
    Path              "std::path"          0 Unsized   VALUE, Alone;
    PathBuf           "std::path"          0 Text      OWNED, Alone, Shown;
    PhantomData       "core::marker"       1 Other     ALL, Imported;
    PhantomPinned     "core::marker"       0 Other     ALL, Imported;
    Pin               "core::pin"          1 Other     VALUE, Composed("pin");
    Range             "core::ops"          1 Range     CLONE | DEBUG | DEFAULT | EQ | HASH, Imported, Composed("range"), Shown, Unbounded;
    RangeFrom         "core::ops"          1 Range     CLONE | DEBUG | EQ | HASH, Imported;
    RangeFull         "core::ops"          0 Range     COPY | DEBUG | DEFAULT | EQ | HASH, Imported;
    RangeInclusive    "core::ops"          1 Range     CLONE | DEBUG | EQ | HASH, Imported, Composed("range_inclusive"), Shown;
    RangeTo           "core::ops"          1 Range     COPY | DEBUG | EQ | HASH, Imported;
    RangeToInclusive  "core::ops"          1 Range     COPY | DEBUG | EQ | HASH, Imported;
    Rc                "std::rc"            1 Pointer   OWNED, Alone, Composed("rc"), Shown, Unbounded, Harmless;
    Ready             "core::future"       1 Other     CLONE | DEBUG, Unbounded;
    RefCell           "core::cell"         1 Cell      CLONE | DEBUG | DEFAULT | ORD, Imported, Composed("ref_cell"), Harmless;
    Result            "core::result"       2 Outcome   VALUE, Prelude, Alone, Composed("result"), Shown, Unbounded;
    Reverse           "core::cmp"          1 Other     ALL, Imported, Composed("reverse"), Shown, Unbounded;
    RwLock            "std::sync"          1 Cell      DEBUG | DEFAULT, Imported, Composed("rw_lock");
    Saturating        "core::num"          1 Newtype   ALL, Imported;
    SeekFrom          "std::io"            0 Other     COPY | DEBUG | EQ, Imported;
    SocketAddr        "core::net"          0 Address   VALUE, Imported;
    SocketAddrV4      "core::net"          0 Address   VALUE, Imported;
    SocketAddrV6      "core::net"          0 Address   VALUE, Imported;
    String            "std::string"        0 Text      OWNED, Prelude, Alone, Shown, Listed, Harmless;
    SystemTime        "std::time"          0 Other     VALUE, Alone;
    TryFromIntError   "core::num"          0 Other     COPY | DEBUG | EQ, Imported;
    TryFromSliceError "core::array"        0 Other     COPY | DEBUG, Imported;
    Utf8Error         "core::str"          0 Other     COPY | DEBUG | EQ, Imported;
    VarError          "std::env"           0 Other     ERROR, Imported;
    Vec               "std::vec"           1 Sequence  OWNED, Prelude, Alone, Composed("vec"), Shown, Unbounded, Harmless;
    VecDeque          "std::collections"   1 Sequence  OWNED, Alone, Composed("vec_deque"), Shown, Unbounded;
    Wrapping          "core::num"          1 Newtype   ALL, Imported, Shown;
    bool              "core::primitive"    0 Boolean   ALL, Alone, Shown, Listed;
    char              "core::primitive"    0 Character ALL, Alone, Shown, Listed;
    f32               "core::primitive"    0 Float(32) COPY | DEBUG | DEFAULT | PARTIAL_ORD, Alone, Shown, Listed;
    f64               "core::primitive"    0 Float(64) COPY | DEBUG | DEFAULT | PARTIAL_ORD, Alone, Shown, Listed;
    i128              "core::primitive"    0 Signed(128) ALL, Alone, Shown, Listed;
    i16               "core::primitive"    0 Signed(16) ALL, Alone, Shown, Listed;
    i32               "core::primitive"    0 Signed(32) ALL, Alone, Shown, Listed;
    i64               "core::primitive"    0 Signed(64) ALL, Alone, Shown, Listed;
    i8                "core::primitive"    0 Signed(8) ALL, Alone, Shown, Listed;
    isize             "core::primitive"    0 Signed(64) ALL, Alone, Shown, Listed;
    str               "core::primitive"    0 Unsized   ALL, Alone, Shown, Listed;
    u128              "core::primitive"    0 Unsigned(128) ALL, Alone, Shown, Listed;
    u16               "core::primitive"    0 Unsigned(16) ALL, Alone, Shown, Listed;
    u32               "core::primitive"    0 Unsigned(32) ALL, Alone, Shown, Listed;
    u64               "core::primitive"    0 Unsigned(64) ALL, Alone, Shown, Listed;
    u8                "core::primitive"    0 Unsigned(8) ALL, Alone, Shown, Listed;
    usize             "core::primitive"    0 Unsigned(64) ALL, Alone, Shown, Listed;
}

/// Returns the line of a type.
pub fn standard_type(name: &str) -> Option<&'static StandardType> {
    let find = |name: &str| TYPES.binary_search_by(|known| known.name.cmp(name)).ok().map(|at| &TYPES[at]);
    find(name).or_else(|| {
        let (family, of) = ["Atomic", "NonZero"]
            .iter()
            .find_map(|family| Some((*family, name.strip_prefix(family)?.to_ascii_lowercase())))?;
        (is_integer(&of) || family == "Atomic" && of == "bool").then(|| find(family))?
    })
}

/// Returns the kind of a type.
pub fn kind(name: &str) -> Option<Kind> {
    standard_type(name).map(|known| known.kind)
}

/// True if a type has this fact.
pub fn is(name: &str, fact: Fact) -> bool {
    standard_type(name).is_some_and(|known| known.is(fact))
}

pub fn is_integer(name: &str) -> bool {
    matches!(kind(name), Some(Kind::Signed(_) | Kind::Unsigned(_)))
}

/// True for integers and floats.
pub fn is_number(name: &str) -> bool {
    is_integer(name) || matches!(kind(name), Some(Kind::Float(_)))
}

/// True for numbers, `bool` and `char`.
pub fn is_scalar(name: &str) -> bool {
    is_number(name) || matches!(kind(name), Some(Kind::Boolean | Kind::Character))
}

/// True for scalars whose equality is exact: all but floats.
pub fn is_exact(name: &str) -> bool {
    is_scalar(name) && !matches!(kind(name), Some(Kind::Float(_)))
}

/// True for types of the language: scalars and `str`.
pub fn is_primitive(name: &str) -> bool {
    is_scalar(name) || name == "str"
}

/// True for scalars and texts: inputs without parts.
pub fn is_leaf(name: &str) -> bool {
    is_scalar(name) || matches!(kind(name), Some(Kind::Text | Kind::Unsized))
}

/// True for a type that exists only behind pointers.
pub fn is_unsized(name: &str) -> bool {
    kind(name) == Some(Kind::Unsized)
}

/// True for `Box`, `Rc` and `Arc`.
pub fn is_pointer(name: &str) -> bool {
    kind(name) == Some(Kind::Pointer)
}

/// Returns the runtime's function that composes a type with this number of arguments.
pub fn composing(name: &str, arguments: usize) -> Option<&'static str> {
    let known = standard_type(name)?;
    known.facts.iter().find_map(|fact| match fact {
        Composed(function) if arguments == known.arguments => Some(*function),
        ComposedWith(function) if arguments == known.arguments + 1 => Some(*function),
        _ => None,
    })
}

/// True for leaves, and for types that the runtime composes of their arguments.
pub fn has_known_parts(name: &str) -> bool {
    is_leaf(name) || standard_type(name).is_some_and(|known| composing(name, known.arguments).is_some())
}

impl StandardType {
    pub fn is(&self, fact: Fact) -> bool {
        self.facts.contains(&fact)
    }

    /// True if its values are inputs.
    pub fn is_input(&self) -> bool {
        self.is(Alone) || self.is(Imported)
    }

    /// True if it has a trait of [`DERIVABLE`], given that its arguments have all of them.
    pub fn has(&self, of_trait: &str) -> bool {
        DERIVABLE.iter().position(|known| *known == of_trait).is_some_and(|bit| self.traits >> bit & 1 == 1)
    }

    /// True if values have a length.
    pub fn has_length(&self) -> bool {
        matches!(self.kind, Kind::Sequence | Kind::Set | Kind::Map) || ["String", "str"].contains(&self.name)
    }

    /// Returns the path of the type in `std`.
    pub fn path(&self) -> String {
        format!("{}::{}", self.module.replacen("core", "std", 1), self.name)
    }
}
