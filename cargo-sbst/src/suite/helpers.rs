//! Functions in a file of tests that make arguments beyond the standard library: a failing reader,
//! a text without room.
//!
//! Templates of the runtime refer to them as `self::…`, items of the file itself.

use sbst_model::Expression;
use sbst_model::messages::TestOutline;

/// Prefix of a helper's path.
const HERE: &str = "self::";

/// A function of a generated file that makes an argument.
pub struct Helper {
    pub name: &'static str,
    /// The helper's source in the file.
    pub source: &'static str,
}

pub const HELPERS: [Helper; 2] = [
    Helper {
        name: "failing",
        source: "\
/// Fails when it is read from, and is at its end from then on.
fn failing(kind: std::io::ErrorKind) -> impl std::io::BufRead + std::fmt::Debug {
    #[derive(Debug)]
    struct Failing(Option<std::io::ErrorKind>);
    impl std::io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            self.0.take().map_or(Ok(0), |kind| Err(kind.into()))
        }
    }
    impl std::io::BufRead for Failing {
        fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
            self.0.take().map_or(Ok(&[]), |kind| Err(kind.into()))
        }
        fn consume(&mut self, _: usize) {}
    }
    Failing(Some(kind))
}
",
    },
    Helper {
        name: "with_room",
        source: "\
/// Takes texts of so many bytes together.
fn with_room(bytes: usize) -> impl std::fmt::Write + std::fmt::Debug + Clone + PartialEq {
    #[derive(Clone, Debug, PartialEq)]
    struct Room(usize);
    impl std::fmt::Write for Room {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0 = self.0.checked_sub(text.len()).ok_or(std::fmt::Error)?;
            Ok(())
        }
    }
    Room(bytes)
}
",
    },
];

/// Returns the name of a helper if the path leads to one.
pub fn in_file(path: &str) -> Option<&str> {
    path.strip_prefix(HERE)
}

/// Returns the names of the helpers that a test calls.
pub fn called(outline: &TestOutline) -> Vec<&'static str> {
    let before = outline.before.iter().flat_map(|statement| &statement.arguments);
    let paths = before.chain(&outline.arguments).flat_map(Expression::paths).filter_map(in_file);
    let paths: Vec<&str> = paths.collect();
    HELPERS.iter().map(|helper| helper.name).filter(|name| paths.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::expression;
    use sbst_model::messages::Observed;

    #[test]
    fn called_helpers_are_found_by_paths_in_arguments() {
        let outline = TestOutline {
            differs: Default::default(),
            ..TestOutline::new(
                vec![expression("&mut «self::with_room»(3)"), expression("«demo::failing»(1)")],
                Observed::Returned {
                    type_name: String::from("()"),
                    debug: None,
                    unordered: false,
                    changed: Vec::new(),
                    items: None,
                    inspection: Default::default(),
                },
            )
        };
        assert_eq!(called(&outline), ["with_room"]);
    }

    #[test]
    fn each_helper_is_a_function_of_its_name() {
        for helper in HELPERS {
            let function: syn::ItemFn = syn::parse_str(helper.source).unwrap();
            assert_eq!(function.sig.ident, helper.name);
        }
    }
}
