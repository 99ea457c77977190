//! Types of the standard library, by their names.

/// Types whose values are inputs, if their names are those of the standard library.
pub(crate) const KNOWN: [&str; 24] = [
    "bool", "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128",
    "isize", "f32", "f64", "String", "Path", "PathBuf", "OsStr", "OsString", "CStr", "CString",
];

/// Types of the standard library with parts, by name and number of them, and the functions of the
/// runtime that compose them.
pub(crate) const COMPOSED: [(&str, usize, &str); 28] = [
    ("Vec", 1, "vec"),
    ("VecDeque", 1, "vec_deque"),
    ("LinkedList", 1, "linked_list"),
    ("BinaryHeap", 1, "binary_heap"),
    ("HashSet", 1, "hash_set"),
    ("HashSet", 2, "hash_set_with"),
    ("BTreeSet", 1, "b_tree_set"),
    ("HashMap", 2, "hash_map"),
    ("HashMap", 3, "hash_map_with"),
    ("BTreeMap", 2, "b_tree_map"),
    ("Option", 1, "option"),
    ("Result", 2, "result"),
    ("Box", 1, "boxed"),
    ("Rc", 1, "rc"),
    ("Arc", 1, "arc"),
    ("Pin", 1, "pin"),
    ("Cell", 1, "cell"),
    ("RefCell", 1, "ref_cell"),
    ("OnceCell", 1, "once_cell"),
    ("Mutex", 1, "mutex"),
    ("RwLock", 1, "rw_lock"),
    ("OnceLock", 1, "once_lock"),
    ("Reverse", 1, "reverse"),
    ("Range", 1, "range"),
    ("RangeInclusive", 1, "range_inclusive"),
    ("Bound", 1, "bound"),
    ("IntoIter", 1, "into_iter"),
    ("Iter", 1, "iter"),
];
