//! Errors of instantiations, which the compiler finds after checking all functions: a constant that
//! panics for the constants or types tried. They concern calls and may have any place.
//!
//! The called function may be any of these, the nearest first:
//!
//! 1. the functions in which the error and its notes have places: "while instantiating" names the
//!    callers;
//! 2. the functions of the type in whose block the error is;
//! 3. all functions of the file.

use super::expansions;
use crate::overlay::copies::SourceFiles;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::diagnostic::Diagnostic;
use sbst_analysis::annotate::{Site, without_prefix};
use sbst_source::visit::{self, Visit};
use std::ops::RangeInclusive;
use syn::spanned::Spanned as _;
use syn::{ItemImpl, Type};

/// A function whose call may cause an error.
type Call<'s> = (&'s Utf8PathBuf, &'s Site);

/// True if an error concerns an instantiation.
pub fn is_of_instance(error: &Diagnostic) -> bool {
    error.children.iter().any(|note| {
        note.message.contains("while instantiating")
            || note.message.contains("erroneous constant encountered")
    })
}

/// Returns the functions whose calls may cause an error: the nearest ones, then more of them.
pub fn blamed<'s>(
    sources: &'s SourceFiles,
    workspace_root: &Utf8Path,
    error: &Diagnostic,
) -> [Vec<Call<'s>>; 3] {
    let places: Vec<(&Utf8PathBuf, usize)> = [error]
        .into_iter()
        .chain(&error.children)
        .flat_map(|said| said.spans.iter().flat_map(expansions))
        .filter_map(|span| {
            let (path, _) = sources.files.get_key_value(&workspace_root.join(&span.file_name))?;
            Some((path, span.line_start))
        })
        .collect();
    let around = places.iter().filter_map(|(path, line)| {
        let site = sources.files[*path].culprit(*line)?;
        // A type has no call.
        sources.files[*path].sites.iter().any(|function| function == site).then_some((*path, site))
    });
    let of_type = places.first().into_iter().flat_map(|(path, line)| {
        let blocks = blocks_of_type(&sources.files[*path].text, *line);
        let sites = sources.files[*path].sites.iter();
        sites
            .filter(move |site| blocks.iter().any(|block| block.contains(site.lines.end())))
            .map(move |site| (*path, site))
    });
    let of_file = places
        .first()
        .into_iter()
        .flat_map(|(path, _)| sources.files[*path].sites.iter().map(move |site| (*path, site)));
    [around.collect(), of_type.collect(), of_file.collect()]
}

/// Returns the lines of all blocks of the type whose block contains a line.
fn blocks_of_type(text: &str, line: usize) -> Vec<RangeInclusive<usize>> {
    #[derive(Default)]
    struct Blocks(Vec<(String, RangeInclusive<usize>)>);
    impl<'ast> Visit<'ast> for Blocks {
        fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
            if let Type::Path(path) = &*block.self_ty
                && let Some(name) = path.path.segments.last()
            {
                let span = block.span();
                self.0.push((name.ident.to_string(), span.start().line..=span.end().line));
            }
            visit::visit_item_impl(self, block);
        }
    }
    let mut blocks = Blocks::default();
    if let Ok(file) = syn::parse_file(without_prefix(text).1) {
        blocks.visit_file(&file);
    }
    let around = blocks.0.iter().filter(|(_, lines)| lines.contains(&line));
    let innermost = around.min_by_key(|(_, lines)| lines.end() - lines.start());
    let Some((name, _)) = innermost else { return Vec::new() };
    blocks.0.iter().filter(|(other, _)| other == name).map(|(_, lines)| lines.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_blocks_of_a_type_are_found_from_one() {
        let text = "struct S;\nimpl S {\n    const A: () = ();\n}\nimpl T {\n    fn f() {}\n}\nmod m {\n    impl Tr for S {\n    }\n}\n";
        assert_eq!(blocks_of_type(text, 3), [2..=4, 9..=10]);
        assert_eq!(blocks_of_type(text, 1), []);
    }
}
