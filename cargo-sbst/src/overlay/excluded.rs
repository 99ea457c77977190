//! Functions compiled without the attribute because the compiler refuses it, described without
//! their executable.
//!
//! Their goals count, and no test covers them. The conditions are the same as the attribute's, and
//! the places are positions in the source.

use super::copies::{SourceFile, SourceFiles};
use super::refusals::Refusals;
use crate::cargo::workspace::{Workspace, can_be_whole};
use cargo_metadata::camino::Utf8Path;
use sbst_analysis::annotate::Site;
use sbst_model::target::{Condition, Obstacle, Place};
use sbst_model::{TargetDescription, TargetId};
use syn::ItemFn;

/// Returns the functions, with the compiler's messages.
pub fn describe(workspace: &Workspace, sources: &SourceFiles, refusals: &Refusals) -> Vec<TargetDescription> {
    let mut described = Vec::new();
    for package in workspace.packages.iter().map(|package| &package.package) {
        for target in package.targets.iter().filter(|target| can_be_whole(target)) {
            let crate_name = target.name.replace('-', "_");
            for path in sources.roots.get(&target.src_path).into_iter().flatten() {
                let Some(file) = sources.files.get(path) else { continue };
                for site in &file.sites {
                    let Some(said) = sources.left_out(refusals, path, file, site) else { continue };
                    let Some(function) = function(file, site) else { continue };
                    let root = target.src_path.parent().unwrap_or(Utf8Path::new(""));
                    let module = module(&crate_name, path.strip_prefix(root).unwrap_or(path));
                    let shown = path.strip_prefix(&workspace.metadata.workspace_root).unwrap_or(path);
                    let id = TargetId {
                        package: package.name.to_string(),
                        crate_name: crate_name.clone(),
                        binary: target.is_bin().then(|| target.name.clone()),
                        path: format!("{module}::{}", function.sig.ident),
                    };
                    described.push(description(id, shown, function, said));
                }
            }
        }
    }
    described
}

/// Returns the path of a file's module, from the name of the file.
fn module(crate_name: &str, file: &Utf8Path) -> String {
    let mut names: Vec<&str> = file.components().map(|component| component.as_str()).collect();
    let last = names.pop().and_then(|file| file.strip_suffix(".rs")).unwrap_or_default();
    if !["lib", "main", "mod"].contains(&last) {
        names.push(last);
    }
    [crate_name].into_iter().chain(names).collect::<Vec<_>>().join("::")
}

/// Returns the function at a site, with its positions in the file.
fn function(file: &SourceFile, site: &Site) -> Option<ItemFn> {
    let (before, rest) = file.text.split_at_checked(site.offset)?;
    let function = rest.get(..site.end.checked_sub(site.offset)?)?;
    let blank: String = before.chars().map(|sign| if sign == '\n' { '\n' } else { ' ' }).collect();
    syn::parse_str(&(blank + function)).ok()
}

fn description(id: TargetId, file: &Utf8Path, mut function: ItemFn, said: &str) -> TargetDescription {
    let place = |line: u32, column: u32| Place { file: file.to_string(), line, column };
    let start = function.sig.ident.span().start();
    let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    // Only the conditions matter here, not the code.
    let runtime = syn::parse_quote!(sbst);
    let found = sbst_instrument::rewrite::rewrite(&mut function.block, &runtime).conditions;
    let condition = |found: sbst_instrument::condition::Condition| Condition {
        infeasible: Vec::new(),
        kind: found.kind,
        text: found.text,
        place: place(found.line, found.column),
        in_closure: found.in_closure,
    };
    TargetDescription {
        conditions: found.into_iter().map(condition).collect(),
        not_searched: Some(Obstacle::RejectedProbes(said.to_owned().into()).into()),
        ..TargetDescription::new(id, place(narrow(start.line), narrow(start.column + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_described_by_their_files() {
        let text = "struct S;\nmake! {\n    pub fn f(n: u8) -> bool { n > 1 && n < 7 }\n}\n";
        let file = SourceFile::from_text(text);
        let function = function(&file, &file.sites[0]).unwrap();
        let id = TargetId { package: "d".into(), crate_name: "d".into(), binary: None, path: "d::f".into() };
        let description = description(id, Utf8Path::new("src/lib.rs"), function, "no rules expected `#`");
        let places: Vec<String> =
            description.conditions.iter().map(|found| format!("{} {}", found.place, found.text)).collect();
        assert_eq!(places, ["src/lib.rs:3:31 n > 1", "src/lib.rs:3:40 n < 7"]);
        assert_eq!(description.place.to_string(), "src/lib.rs:3:12");
        assert!(description.not_searched.unwrap().to_string().contains("no rules expected `#`"));
    }

    #[test]
    fn modules_are_named_by_their_files() {
        let shown = ["lib.rs", "a.rs", "a/mod.rs", "a/b.rs"].map(|file| module("d", Utf8Path::new(file)));
        assert_eq!(shown, ["d", "d::a", "d::a", "d::a::b"]);
    }
}
