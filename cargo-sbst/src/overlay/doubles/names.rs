//! Source with names that differ in code and in tests.

use crate::overlay::compiler_wrapper::RUNTIME_NAME;
use proc_macro2::Ident;
use quote::ToTokens;
use sbst_instrument::name_of_double;
use sbst_source::source_text::type_text;
use sbst_source::visit_mut::{self, VisitMut};
use sbst_vocabulary::prelude::is_in_every_edition;
use std::collections::BTreeSet;
use syn::{Lifetime, Path, PathArguments};

/// Source in the notation of templates. Braces contain paths in the module of the trait, `!String`
/// and the like for standard items, `=` for the double itself, or `#` for its name in tests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text(pub String);

impl Text {
    /// Returns the source beside the trait, on one line.
    pub fn in_code(&self, name: &str) -> String {
        self.replaced(|hole| match hole {
            "=" => name.to_owned(),
            "#" => name_of_double(name),
            hole => match hole.strip_prefix('!') {
                Some(standard) => format!("::{RUNTIME_NAME}::__private::stand_ins::{standard}"),
                None => hole.to_owned(),
            },
        })
        .replace("{{", "{")
        .replace("}}", "}")
        .replace('\n', " ")
    }

    /// Returns the source for tests: only paths are in braces.
    pub fn in_tests(&self, name: &str) -> String {
        self.replaced(|hole| match hole {
            "=" => name.to_owned(),
            "!fmt" => "std::fmt".to_owned(),
            hole => hole.strip_prefix('!').map_or_else(|| format!("{{{hole}}}"), str::to_owned),
        })
    }

    /// Replaces the names in single braces.
    fn replaced(&self, mut with: impl FnMut(&str) -> String) -> String {
        let mut text = String::new();
        let mut rest = &*self.0;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, after) = rest.split_at(at);
            text += before;
            if after.starts_with("{{") || after.starts_with("}}") {
                text += &after[..2];
                rest = &after[2..];
                continue;
            }
            let (hole, after) = after[1..].split_once('}').unwrap_or((&after[1..], ""));
            text += &with(hole);
            rest = after;
        }
        text + rest
    }
}

/// Returns the source of a type, a bound or a signature. `own` are names of generic parameters.
pub fn text<T: ToTokens + Clone>(
    of: &T,
    own: &BTreeSet<String>,
    visit: impl FnOnce(&mut Holes<'_>, &mut T),
) -> String {
    let mut holes = Holes { own, paths: Vec::new() };
    let mut of = of.clone();
    visit(&mut holes, &mut of);
    let mut text = type_text(of.to_token_stream()).replace('{', "{{").replace('}', "}}");
    for (index, path) in holes.paths.iter().enumerate() {
        text = text.replace(&mark(index), &format!("{{{path}}}"));
    }
    text
}

fn mark(index: usize) -> String {
    format!("__sbst_path_{index}_")
}

/// Replaces paths by marks if they have a meaning only in the module.
pub struct Holes<'a> {
    own: &'a BTreeSet<String>,
    paths: Vec<String>,
}

impl Holes<'_> {
    fn means_the_same(&self, path: &Path) -> bool {
        let Some(first) = path.segments.first() else { return true };
        let first_name = first.ident.to_string();
        if path.leading_colon.is_some() || first_name == "Self" || self.own.contains(&first_name) {
            return true;
        }
        match path.segments.len() {
            // With one argument it is an alias.
            1 if first_name == "Result" => {
                matches!(&first.arguments, PathArguments::AngleBracketed(given) if given.args.len() == 2)
            }
            1 => first_name.starts_with(char::is_lowercase) || is_in_every_edition(&first_name),
            _ => false,
        }
    }
}

impl VisitMut for Holes<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        if self.means_the_same(path) {
            return;
        }
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let Some(mut last) = path.segments.pop() else { return };
        last.ident = Ident::new(&mark(self.paths.len()), last.ident.span());
        self.paths.push(names.join("::"));
        path.segments = [last].into_iter().collect();
    }
}

/// True if source has only names that mean the same in every module.
pub fn is_clear(text: &str) -> bool {
    let holes = text.replace("{{", "").replace("}}", "");
    !holes.split('{').skip(1).any(|hole| !hole.starts_with(['!', '=', '#']))
}

/// True if a lifetime needs no declaration.
pub fn is_free(lifetime: &Lifetime) -> bool {
    lifetime.ident == "static" || lifetime.ident == "_"
}
