//! Names of variables after the full names of types.

use sbst_model::words::snake_case;

/// Returns a variable's name for a value of a type, or for the value in an `Option` or a `Result`:
/// `core::option::Option<demo::OpeningHours>` is `opening_hours`.
pub fn variable(type_name: &str) -> String {
    let name = type_name.trim_start_matches(['&', '*', '(', '[']).trim_start_matches("mut ");
    let (path, arguments) = name.split_once('<').unwrap_or((name, ""));
    if ["core::option::Option", "core::result::Result", "alloc::boxed::Box"].contains(&path) {
        return variable(arguments);
    }
    let path = path.split([',', '>', ')', ']', ';', ' ']).next().unwrap_or_default();
    let name = path.rsplit("::").next().unwrap_or_default();
    if !name.starts_with(char::is_uppercase) {
        return String::from("value");
    }
    snake_case(name)
}

#[cfg(test)]
mod tests {
    use super::variable;

    #[test]
    fn variables_are_named_after_types() {
        for (type_name, name) in [
            ("kinds::opening_hours::OpeningHours", "opening_hours"),
            ("core::result::Result<kinds::Rota, kinds::Error>", "rota"),
            ("core::option::Option<&demo::Map<u8, u8>>", "map"),
            ("&mut demo::CV<'_>", "cv"),
            ("(u8, demo::Kind)", "value"),
            ("u32", "value"),
        ] {
            assert_eq!(variable(type_name), name, "{type_name}");
        }
    }
}
