//! The meaning of single names without a declaration.

use syn::{parse_quote, Path};

/// The path of a name from the language or the prelude, for names that the types of fields mention.
/// Types that need an allocator are reached through the standard library.
pub(super) fn in_prelude(name: &str) -> Option<Path> {
    Some(match name {
        "Box" => parse_quote!(::std::boxed::Box),
        "Option" => parse_quote!(::core::option::Option),
        "Result" => parse_quote!(::core::result::Result),
        "String" => parse_quote!(::std::string::String),
        "Vec" => parse_quote!(::std::vec::Vec),
        _ if is_primitive(name) => {
            let name = syn::parse_str::<syn::Ident>(name).ok()?;
            parse_quote!(#name)
        }
        _ => return None,
    })
}

/// True for a type of the language. An import of the module of the same name (`use std::f32`) does
/// not hide the type.
pub(super) fn is_primitive(name: &str) -> bool {
    const PRIMITIVE: [&str; 17] = [
        "bool", "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128",
        "isize", "f32", "f64",
    ];
    PRIMITIVE.contains(&name)
}
