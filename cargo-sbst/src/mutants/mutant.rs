//! Names and numbers of mutants.

use crate::cargo::workspace::{Workspace, is_library};
use cargo_metadata::camino::Utf8Path;
use sbst_model::mutants::{Alternative, Described, Function};
use std::collections::{BTreeMap, BTreeSet};

/// The package, the crate and the binary of counted functions.
pub type Crates = BTreeSet<(String, String, Option<String>)>;

/// Returns the crates of counted functions: the libraries and programs of a workspace.
pub fn crates(workspace: &Workspace) -> Crates {
    let of_package = |package: &cargo_metadata::Package| {
        let package_name = package.name.to_string();
        let targets = package.targets.iter().filter(|target| is_library(target) || target.is_bin());
        let triple = targets.map(move |target| {
            let binary = target.is_bin().then(|| target.name.clone());
            (package_name.clone(), target.name.replace('-', "_"), binary)
        });
        triple.collect::<Vec<_>>()
    };
    workspace.packages.iter().flat_map(|package| of_package(&package.package)).collect()
}

/// The file, the place, the text and the package of a mutant, in the order of reports.
type Identity = (String, [(u32, u32); 2], String, String);

/// A change of the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    pub package: String,
    pub file: String,
    /// The positions of the replaced text, from 1: its first, and that behind it.
    pub place: [(u32, u32); 2],
    pub genre: String,
    /// The change, and the function with the modules around it.
    pub text: String,
    /// The change, and the function, as in the executable.
    pub own_text: String,
    pub replacement: String,
    /// The alternatives of points that make the change.
    pub spots: Vec<Spot>,
}

/// An alternative of a point in an executable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub executable: usize,
    pub point: u32,
    pub number: u8,
}

impl Mutant {
    /// Returns the name as cargo-mutants writes it.
    pub fn name(&self) -> String {
        let (line, column) = self.place[0];
        format!("{}:{line}:{column}: {}", self.file, self.text)
    }

    /// Returns the line of a list of survivors, for the macro.
    pub fn key(&self) -> String {
        sbst_instrument::survivor_key(&self.file, self.place, &self.genre, &self.replacement)
    }
}

/// The mutants of a build, and the code without any.
#[derive(Debug, Default)]
pub struct Mutants {
    /// By file and place.
    pub mutants: Vec<Mutant>,
    pub left_out: LeftOut,
}

/// Code without mutants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Functions with `unsafe`.
    pub unsafe_functions: usize,
    /// Functions that constants need.
    pub constant_functions: usize,
    /// Macro invocations that were not examined.
    pub macros: usize,
}

impl Mutants {
    /// Merges the descriptions of executables, for these crates.
    pub fn from_described(described: &[Described], crates: &Crates) -> Mutants {
        let mut mutants: BTreeMap<Identity, Mutant> = BTreeMap::new();
        let mut functions: BTreeMap<(&str, u32, u32), &Function> = BTreeMap::new();
        for (executable, described) in described.iter().enumerate() {
            for function in &described.functions {
                if !crates.contains(&key(function)) {
                    continue;
                }
                functions.insert((&function.file, function.line, function.column), function);
                for alternative in &function.alternatives {
                    let mutant = new(function, alternative);
                    let key =
                        (mutant.file.clone(), mutant.place, mutant.text.clone(), mutant.package.clone());
                    let Alternative { point, number, .. } = *alternative;
                    let spots = &mut mutants.entry(key).or_insert(mutant).spots;
                    spots.push(Spot { executable, point, number });
                }
            }
        }
        let functions = || functions.values();
        let left_out = |reason: &str| functions().filter(|function| function.left_out == reason).count();
        Mutants {
            left_out: LeftOut {
                unsafe_functions: left_out("unsafe"),
                constant_functions: left_out("constant"),
                macros: functions().map(|function| function.macros as usize).sum(),
            },
            mutants: mutants.into_values().collect(),
        }
    }
}

fn key(function: &Function) -> (String, String, Option<String>) {
    let binary = Some(function.binary.clone()).filter(|binary| !binary.is_empty());
    (function.package.clone(), function.crate_name.clone(), binary)
}

fn new(function: &Function, alternative: &Alternative) -> Mutant {
    Mutant {
        package: function.package.clone(),
        file: function.file.clone(),
        place: alternative.place,
        genre: alternative.genre.clone(),
        text: qualified(&alternative.text, function),
        own_text: alternative.text.clone(),
        replacement: alternative.replacement.clone(),
        spots: Vec::new(),
    }
}

/// Returns the text with the inline modules around the function.
fn qualified(text: &str, function: &Function) -> String {
    let modules = inline_modules(&function.module_path, &function.file);
    let name = &function.name;
    if modules.is_empty() {
        return text.to_owned();
    }
    let whole = format!("{modules}::{name}");
    let within = text.strip_suffix(name.as_str()).filter(|before| before.ends_with(" in "));
    match (within, text.strip_prefix(&format!("replace {name}"))) {
        (Some(before), _) => format!("{before}{whole}"),
        (None, Some(behind)) => format!("replace {whole}{behind}"),
        (None, None) => text.to_owned(),
    }
}

/// Returns the inline modules of a path: in braces in a file, not in separate files.
fn inline_modules(path: &str, file: &str) -> String {
    let mut modules: Vec<&str> = path.split("::").skip(1).collect();
    let folders: Vec<&str> = file.split('/').collect();
    let source = folders.iter().rposition(|folder| *folder == "src").map_or(0, |at| at + 1);
    let stem = Utf8Path::new(file).file_stem().unwrap_or_default();
    let mut of_file: Vec<&str> = folders[source..].to_vec();
    of_file.pop();
    if !matches!(stem, "lib" | "main" | "mod") {
        of_file.push(stem);
    }
    let common = modules.iter().zip(&of_file).take_while(|(module, file)| module == file).count();
    modules.drain(..common);
    modules.join("::")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(module_path: &str, file: &str) -> Function {
        let (name, file, module_path) = ("S::f".to_owned(), file.to_owned(), module_path.to_owned());
        let (package, crate_name) = ("p".to_owned(), "p".to_owned());
        let alternative = |point, text: &str| Alternative {
            point,
            number: 1,
            place: [(3, 5), (3, 6)],
            genre: "BinaryOperator".into(),
            text: text.into(),
            replacement: "<=".into(),
        };
        let alternatives = vec![
            alternative(0, "replace < with <= in S::f"),
            alternative(1, "replace S::f -> bool with true"),
        ];
        Function { package, crate_name, module_path, name, file, alternatives, ..Function::default() }
    }

    #[test]
    fn names_have_the_inline_modules_of_the_file() {
        let texts = |module_path, file| {
            let function = function(module_path, file);
            let texts =
                function.alternatives.iter().map(|alternative| qualified(&alternative.text, &function));
            texts.collect::<Vec<_>>()
        };
        let plain = ["replace < with <= in S::f", "replace S::f -> bool with true"];
        assert_eq!(texts("p", "src/lib.rs"), plain);
        assert_eq!(texts("p::a::b", "src/a/b.rs"), plain);
        assert_eq!(texts("p::a::b", "member/src/a/b/mod.rs"), plain);
        assert_eq!(texts("p::a::m", "src/a.rs")[0], "replace < with <= in m::S::f");
        assert_eq!(texts("p::m", "src/main.rs")[1], "replace m::S::f -> bool with true");
    }

    #[test]
    fn mutants_of_counted_crates_are_merged_across_executables() {
        let crates = Crates::from([("p".to_owned(), "p".to_owned(), None)]);
        let one = Described { functions: vec![function("p", "src/lib.rs")] };
        let mut other = one.clone();
        other.functions[0].crate_name = "tests".into();
        let found = Mutants::from_described(&[one.clone(), one, other], &crates);
        let names: Vec<_> = found.mutants.iter().map(Mutant::name).collect();
        let expected =
            ["src/lib.rs:3:5: replace < with <= in S::f", "src/lib.rs:3:5: replace S::f -> bool with true"];
        assert_eq!(names, expected);
        let executables: Vec<_> =
            found.mutants[1].spots.iter().map(|spot| (spot.executable, spot.point)).collect();
        assert_eq!(executables, [(0, 1), (1, 1)]);
    }
}
