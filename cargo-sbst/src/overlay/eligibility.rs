//! Functions of whole crates that the search must not call although it could.
//!
//! The sources decide it, before anything is built. A function that is not called keeps its probes:
//! its goals count, and other functions reach them. The attribute itself refuses functions by their
//! signatures (no values for a parameter, `unsafe`, `extern`), so this module does not.
//!
//! 1. `main` of a program runs all of it: it reads the program's arguments, and may end the
//!    process.
//! 2. Functions that [`effects`] finds are called only if the user allows it, or in a sandbox.

use super::effects::{self, Source};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_model::target::Obstacle;
use std::collections::{BTreeMap, BTreeSet};
use syn::Item;

/// Reasons for not calling functions, by file and by the offset of a function's name in it.
#[derive(Debug, Default)]
pub struct Eligibility(BTreeMap<(Utf8PathBuf, usize), Obstacle>);

impl Eligibility {
    /// Decides on the functions of these files; some of the files are roots of binaries.
    pub fn decide(
        sources: &[Source<'_>],
        binaries: &BTreeSet<Utf8PathBuf>,
        allow_effects: bool,
    ) -> Eligibility {
        let mut eligibility = Eligibility::default();
        if !allow_effects {
            eligibility.0 = effects::find(sources);
        }
        for source in sources.iter().filter(|source| binaries.contains(source.path)) {
            eligibility.main(source);
        }
        eligibility
    }

    /// Returns the reason for not calling a function, if any.
    pub fn reason(&self, file: &Utf8Path, name: usize) -> Option<&Obstacle> {
        self.0.get(&(file.to_owned(), name))
    }

    fn main(&mut self, source: &Source<'_>) {
        let functions = source.parsed.items.iter().filter_map(|item| match item {
            Item::Fn(function) if function.sig.ident == "main" => Some(&function.sig.ident),
            _ => None,
        });
        for name in functions {
            let place = source.skipped + name.span().byte_range().start;
            self.0.insert((source.path.to_owned(), place), Obstacle::Program);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo::features::Features;

    #[test]
    fn the_main_function_of_a_program_is_not_called() {
        let text = "mod m { fn main() {} } fn main() {} fn other() {}";
        let parsed = syn::parse_file(text).unwrap();
        let path = Utf8Path::new("/a/main.rs");
        let sources = [Source { path, text, parsed: &parsed, skipped: 3, features: &Features::default() }];
        let place = |word: &str| text.rfind(word).unwrap() + 3;
        let of_program = Eligibility::decide(&sources, &BTreeSet::from([path.to_owned()]), true);
        assert_eq!(of_program.reason(path, place("main")), Some(&Obstacle::Program));
        assert_eq!(of_program.0.len(), 1);
        assert_eq!(Eligibility::decide(&sources, &BTreeSet::new(), true).reason(path, place("main")), None);
    }
}
