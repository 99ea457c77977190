//! Declares a module of tests in a source file of the user: `#[cfg(test)] mod sbst_tests;`.
//!
//! The rest of the file stays unchanged, line ends included. The file is written only if the result
//! parses.

use crate::ui::whole_file;
use anyhow::{Context, bail};
use cargo_metadata::camino::Utf8Path;
use std::fs;

pub const MODULE: &str = sbst_model::messages::GENERATED_MODULE;

/// Declares the module, unless it is declared, in the inline module at the path `inline`. An empty
/// path stands for the file's own module.
pub fn declare(file: &Utf8Path, inline: &[String], path: Option<&str>) -> anyhow::Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("failed to read {file}"))?;
    let declared = with_declaration(&text, inline, path)
        .with_context(|| format!("failed to declare `mod {MODULE};` in {file}; declare it by hand"))?;
    match declared {
        Some(declared) => whole_file::replace(file, declared.as_bytes()),
        None => Ok(()),
    }
}

/// Returns the text with the declaration, or `None` if it has one.
fn with_declaration(text: &str, inline: &[String], path: Option<&str>) -> anyhow::Result<Option<String>> {
    let parsed = syn::parse_file(text)?;
    let (items, end) = find(&parsed.items, inline).context("the module is gone")?;
    if items.iter().any(is_declaration) {
        return Ok(None);
    }
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let path = path.map(|path| format!("#[path = {path:?}]"));
    let lines: Vec<&str> =
        ["#[cfg(test)]"].into_iter().chain(path.as_deref()).chain(["mod sbst_tests;"]).collect();
    let declared = match end {
        None => {
            let gap = if text.ends_with('\n') || text.is_empty() { "" } else { line_end };
            format!("{text}{gap}{line_end}{}{line_end}", lines.join(line_end))
        }
        Some(end) => {
            let brace = offset(text, end).context("the end of the module was not found")?;
            let line_start = text[..brace].rfind('\n').map_or(0, |at| at + 1);
            let indentation = &text[line_start..brace];
            if indentation.trim().is_empty() {
                let lines = lines.iter().map(|line| format!("{indentation}    {line}{line_end}"));
                let lines: String = lines.collect();
                format!("{}{line_end}{lines}{}", &text[..line_start], &text[line_start..])
            } else {
                format!("{} {} {}", text[..brace].trim_end(), lines.join(" "), &text[brace..])
            }
        }
    };
    let again = syn::parse_file(&declared)?;
    match find(&again.items, inline) {
        Some((items, _)) if items.iter().any(is_declaration) => Ok(Some(declared)),
        _ => bail!("the place for it was not found"),
    }
}

fn is_declaration(item: &syn::Item) -> bool {
    matches!(item, syn::Item::Mod(item) if item.ident == MODULE)
}

/// Returns the items of an inline module and the position of its closing brace. For an empty
/// `inline`, returns the items of the file.
fn find<'a>(
    items: &'a [syn::Item],
    inline: &[String],
) -> Option<(&'a [syn::Item], Option<proc_macro2::LineColumn>)> {
    let mut found = (items, None);
    for name in inline {
        found = found.0.iter().find_map(|item| match item {
            syn::Item::Mod(syn::ItemMod { ident, content: Some((brace, content)), .. })
                if crate::source::items::plain_name(ident) == *name =>
            {
                Some((content.as_slice(), Some(brace.span.close().start())))
            }
            _ => None,
        })?;
    }
    Some(found)
}

/// Returns the byte offset of a position in a text.
fn offset(text: &str, place: proc_macro2::LineColumn) -> Option<usize> {
    let line_start = match place.line {
        1 => text.len() - text.trim_start_matches('\u{feff}').len(),
        line => text.match_indices('\n').nth(line - 2)?.0 + 1,
    };
    let (at, _) = text[line_start..].char_indices().nth(place.column)?;
    let offset = line_start + at;
    text[offset..].starts_with('}').then_some(offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(text: &str, inline: &[&str]) -> Option<String> {
        let inline: Vec<String> = inline.iter().map(ToString::to_string).collect();
        with_declaration(text, &inline, None).unwrap()
    }

    #[test]
    fn file_gets_the_declaration_at_its_end_with_its_line_ends() {
        assert_eq!(declared("fn f() {}\n", &[]).unwrap(), "fn f() {}\n\n#[cfg(test)]\nmod sbst_tests;\n");
        assert_eq!(declared("fn f() {}", &[]).unwrap(), "fn f() {}\n\n#[cfg(test)]\nmod sbst_tests;\n");
        let windows = declared("fn f() {}\r\n", &[]).unwrap();
        assert_eq!(windows, "fn f() {}\r\n\r\n#[cfg(test)]\r\nmod sbst_tests;\r\n");
    }

    #[test]
    fn inline_module_gets_the_declaration_before_its_brace() {
        let text = "mod a {\n    mod b {\n        fn ä() {} /* é } */\n    }\n}\n";
        let expected = "mod a {\n    mod b {\n        fn ä() {} /* é } */\n\n        #[cfg(test)]\n        \
                        mod sbst_tests;\n    }\n}\n";
        assert_eq!(declared(text, &["a", "b"]).unwrap(), expected);
        let one_line = "\u{feff}mod é { fn f() {} }";
        let expected = "\u{feff}mod é { fn f() {} #[cfg(test)] mod sbst_tests; }";
        assert_eq!(declared(one_line, &["é"]).unwrap(), expected);
    }

    #[test]
    fn module_is_declared_once_with_its_path_attribute() {
        let once = with_declaration("", &[], Some("x/sbst_tests.rs")).unwrap().unwrap();
        assert_eq!(once, "\n#[cfg(test)]\n#[path = \"x/sbst_tests.rs\"]\nmod sbst_tests;\n");
        assert_eq!(declared(&once, &[]), None);
        assert!(with_declaration("mod a;", &["a".to_owned()], None).is_err());
    }
}
