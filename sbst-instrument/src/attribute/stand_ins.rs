//! Types of the runtime that meet bounds, and their names in tests, because tests do not use the
//! runtime.

/// Returns the name of a stand-in in a test, with whole paths in braces.
pub(crate) fn stand_in(name: &str) -> Option<&'static str> {
    Some(match name {
        "PathBuf" => "{std::path::PathBuf}",
        "OsString" => "{std::ffi::OsString}",
        "CString" => "{std::ffi::CString}",
        "Cursor" => "{std::io::Cursor}",
        "Cursor<Vec<u8>>" | "Reader" | "Stream" => "{std::io::Cursor}<Vec<u8>>",
        "Writer" => "Vec<u8>",
        "TextWriter" => "String",
        "IoError" => "{std::io::Error}",
        "DefaultHasher" => "{std::collections::hash_map::DefaultHasher}",
        "BuildHasherDefault" => "{std::hash::BuildHasherDefault}",
        "BuildHasherDefault<DefaultHasher>" => {
            "{std::hash::BuildHasherDefault}<{std::collections::hash_map::DefaultHasher}>"
        }
        "RandomState" => "{std::collections::hash_map::RandomState}",
        "SocketAddr" => "{std::net::SocketAddr}",
        "Chars" => "{std::str::Chars}",
        "IntoIter" => "{std::vec::IntoIter}",
        "Range" => "{std::ops::Range}",
        "Ready" => "{std::future::Ready}",
        _ => return None,
    })
}

/// True for the names in a path of a runtime type.
pub(crate) fn is_stand_in(names: &[String]) -> bool {
    names.iter().any(|name| name == "stand_ins")
}
