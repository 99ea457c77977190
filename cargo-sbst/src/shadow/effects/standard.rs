//! What of the standard library has effects, and what of it calls functions without their names.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Traits whose functions are called without their names.
pub const OPERATORS: [&str; 48] = [
    "Add",
    "AddAssign",
    "AsMut",
    "AsRef",
    "Binary",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Borrow",
    "BufRead",
    "Clone",
    "Debug",
    "Default",
    "Deref",
    "DerefMut",
    "Display",
    "Div",
    "DivAssign",
    "DoubleEndedIterator",
    "Drop",
    "Error",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "Future",
    "Hash",
    "Hasher",
    "Index",
    "IndexMut",
    "IntoIterator",
    "Iterator",
    "LowerHex",
    "Mul",
    "MulAssign",
    "Neg",
    "Not",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Read",
    "Rem",
    "Seek",
    "Shl",
    "Shr",
    "Sub",
    "SubAssign",
    "Write",
];
/// Methods that call functions of other names.
pub const CONVERSIONS: [(&str, &str); 5] = [
    ("collect", "from_iter"),
    ("into", "from"),
    ("parse", "from_str"),
    ("sum", "add"),
    ("try_into", "try_from"),
];

/// Their traits, and others whose functions are called by name.
pub const CONVERTERS: [&str; 4] = ["From", "FromIterator", "FromStr", "TryFrom"];

/// Names in modules with effects that have none: plain data.
const PLAIN: [&str; 16] = [
    "AddrParseError",
    "ExitCode",
    "ExitStatus",
    "FileType",
    "IpAddr",
    "Ipv4Addr",
    "Ipv6Addr",
    "Ipv6MulticastScope",
    "Metadata",
    "Output",
    "Permissions",
    "Shutdown",
    "SocketAddr",
    "SocketAddrV4",
    "SocketAddrV6",
    "Termination",
];
/// Functions that look like variables where a glob brings them in.
const FUNCTIONS: [&str; 30] = [
    "abort",
    "canonicalize",
    "copy",
    "create_dir",
    "create_dir_all",
    "exists",
    "exit",
    "hard_link",
    "metadata",
    "read",
    "read_dir",
    "read_link",
    "read_to_string",
    "remove_dir",
    "remove_dir_all",
    "remove_file",
    "remove_var",
    "rename",
    "set_current_dir",
    "set_permissions",
    "set_permissions_nofollow",
    "set_times",
    "set_times_nofollow",
    "set_var",
    "soft_link",
    "stdin",
    "symlink",
    "symlink_metadata",
    "write",
    "lchown",
];
/// What else `fs`, `net` and `process` have, by their last names.
const OF_FS: [&str; 7] = ["Dir", "DirBuilder", "DirEntry", "File", "FileTimes", "OpenOptions", "ReadDir"];
const OF_NET: [&str; 7] =
    ["Incoming", "IntoIncoming", "TcpListener", "TcpStream", "ToSocketAddrs", "UdpSocket", "hostname"];
const OF_PROCESS: [&str; 13] = [
    "Child",
    "ChildStderr",
    "ChildStdin",
    "ChildStdout",
    "Command",
    "CommandArgs",
    "CommandEnvs",
    "CommandResolvedEnvs",
    "ExitStatusError",
    "Stdio",
    "abort",
    "exit",
    "id",
];
/// Methods of paths that ask the disk, and of addresses that ask the network.
const METHODS: [&str; 12] = [
    "canonicalize",
    "exists",
    "is_dir",
    "is_file",
    "is_symlink",
    "metadata",
    "read_dir",
    "read_link",
    "symlink_metadata",
    "to_socket_addrs",
    "try_exists",
    "exec",
];
/// Words without which there is no path in a crate.
pub const PATHS: [&str; 8] =
    ["Path", "PathBuf", "DirEntry", "ToSocketAddrs", "current_dir", "current_exe", "temp_dir", "CommandExt"];
/// Macros of the standard library; what they are given is looked at all the same.
const MACROS: [&str; 45] = [
    "addr_of",
    "addr_of_mut",
    "assert",
    "assert_eq",
    "assert_matches",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "concat_bytes",
    "const_format_args",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include_bytes",
    "include_str",
    "is_x86_feature_detected",
    "join",
    "line",
    "macro_rules",
    "matches",
    "module_path",
    "offset_of",
    "option_env",
    "panic",
    "pin",
    "print",
    "println",
    "ready",
    "stringify",
    "thread_local",
    "todo",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
];
/// Types that everybody knows by name.
const TYPES: [&str; 44] = [
    "Arc",
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "Box",
    "Cell",
    "Cow",
    "Duration",
    "Err",
    "HashMap",
    "HashSet",
    "Instant",
    "LinkedList",
    "Mutex",
    "None",
    "Ok",
    "Option",
    "PhantomData",
    "Rc",
    "RefCell",
    "Result",
    "Some",
    "String",
    "SystemTime",
    "Vec",
    "VecDeque",
    "bool",
    "char",
    "f32",
    "f64",
    "i128",
    "i16",
    "i32",
    "i64",
    "i8",
    "isize",
    "str",
    "u128",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize",
    "Ordering",
];
/// The names of the methods of the standard library, each on a line.
static ALL_METHODS: &str = include_str!("standard_methods.txt");

/// Types whose values are data, if what they are of is.
const DATA: [&str; 25] = [
    "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
    "f32", "f64", "str", "String", "Option", "Result", "Vec", "Box", "Cow", "Duration", "Ordering",
];

/// Whether a type of the standard library has no functions in its values but those that it is given.
pub fn is_data(name: &str) -> bool {
    DATA.contains(&name)
}

/// Whether a path, which begins with `std`, `core` or `alloc`, names something with effects.
pub fn has_effects(path: &[String]) -> bool {
    let names: Vec<&str> = path.iter().map(String::as_str).collect();
    let [_, module, rest @ ..] = &names[..] else { return false };
    let Some(last) = rest.last() else { return matches!(*module, "asm" | "global_asm") };
    match *module {
        "fs" | "net" => rest.iter().all(|name| !PLAIN.contains(name)),
        // To abort ends the process alone, as many a panic does.
        "process" => !matches!(*last, "abort" | "id") && rest.iter().all(|name| !PLAIN.contains(name)),
        // Strings of the system, and names for the types of C.
        "os" => !rest.contains(&"ffi") && rest[0] != "raw" && rest.len() > 1,
        // The arguments of a process that runs tests are now these, now those.
        "env" => {
            matches!(*last, "args" | "args_os" | "current_exe" | "remove_var" | "set_current_dir" | "set_var")
        }
        // What it tells is another thing tomorrow, so a test would say nothing; how long something takes mostly shows at once.
        "time" => rest.ends_with(&["SystemTime", "now"]),
        "io" => rest.iter().any(|name| matches!(*name, "stdin" | "Stdin" | "StdinLock")),
        "arch" => last.ends_with("asm"),
        "intrinsics" => *last == "abort",
        _ => false,
    }
}

/// Whether something of the standard library has, or leads to, something with effects.
pub fn may_lead_to_effects(path: &[String]) -> bool {
    let modules = ["fs", "net", "process", "os", "env", "io", "arch"];
    has_effects(path)
        || path.len() == 1
        || path.len() == 2 && modules.contains(&path[1].as_str())
        || path.len() > 2 && path[1] == "os"
}

/// Whether a module is one whose functions have effects and look like variables where a glob brings them in.
pub fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name)
}

/// Whether a glob of a module of the standard library may bring a name in: what `fs`, `net` and `process` have is known.
pub fn may_have(module: &[String], name: &str) -> bool {
    let [_, module] = module else { return true };
    let is_plain = PLAIN.contains(&name);
    match &**module {
        "fs" => is_plain || OF_FS.contains(&name) || is_function(name) && !OF_PROCESS.contains(&name),
        "net" => is_plain || OF_NET.contains(&name),
        "process" => is_plain || OF_PROCESS.contains(&name),
        _ => true,
    }
}

/// Whether a method has effects if it is one of a path.
pub fn is_effect_of_paths(name: &str) -> bool {
    METHODS.contains(&name)
}

/// Whether the standard library has a macro of this name, apart from those with effects.
pub fn is_macro(name: &str) -> bool {
    MACROS.binary_search(&name).is_ok() || name == "writeln"
}

/// Whether a type of the standard library is known by this name.
pub fn is_type(name: &str) -> bool {
    TYPES.contains(&name)
}

/// Whether the standard library has a method of this name.
pub fn is_method(name: &str) -> bool {
    static METHODS: LazyLock<HashSet<&str>> = LazyLock::new(|| ALL_METHODS.lines().collect());
    METHODS.contains(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(path: &str) -> bool {
        has_effects(&path.split("::").map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn what_touches_the_world_is_told_from_plain_data() {
        for path in [
            "std::fs::read",
            "std::fs::File::open",
            "std::process::exit",
            "std::process::Command",
            "std::net::TcpStream::connect",
            "std::env::set_var",
            "std::env::args",
            "std::io::stdin",
            "std::time::SystemTime::now",
            "core::arch::asm",
            "std::os::unix::net::UnixStream",
            "std::os::unix::fs::symlink",
        ] {
            assert!(effects(path), "{path}");
        }
        for path in [
            "std::net::IpAddr::V4",
            "std::process::ExitCode",
            "std::process::abort",
            "std::env::var",
            "std::io::stdout",
            "std::os::raw::c_int",
            "std::os::unix::ffi::OsStrExt",
            "std::fs",
            "std::mem::swap",
            "std::time::SystemTime",
            "std::time::Instant::now",
        ] {
            assert!(!effects(path), "{path}");
        }
    }

    #[test]
    fn methods_of_the_standard_library_are_known() {
        assert!(is_method("is_empty") && is_method("starts_with") && is_method("push"));
        assert!(!is_method("gen_range") && !is_method("par_iter"));
        assert!(MACROS.is_sorted());
    }
}
