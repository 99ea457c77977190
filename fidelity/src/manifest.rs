//! Adapts the manifests of copies, so that they build in their new place.
//!
//! A published package is incomplete: it may lack tests and examples, which cargo accepts in a
//! dependency but not here, and may have development dependencies used only by them. Each change is
//! reported.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use toml_edit::{DocumentMut, InlineTable, Item, Table, Value};

/// The name of the runtime's dependency, which no crate uses.
pub const KEY: &str = "sbst_fidelity";

/// Removes toolchain files.
pub fn forget_toolchain(root: &Path) {
    for name in ["rust-toolchain", "rust-toolchain.toml"] {
        let _ = fs::remove_file(root.join(name));
    }
}

/// Separates a published package from its workspace, without targets whose files were not
/// published; returns the changes.
pub fn stand_alone(root: &Path) -> anyhow::Result<Vec<String>> {
    let _ = fs::remove_file(root.join("Cargo.lock"));
    let mut notes = Vec::new();
    edit(&root.join("Cargo.toml"), |manifest| {
        if !manifest.contains_key("workspace") {
            manifest.insert("workspace", Item::Table(Table::new()));
        }
        for (kind, folder) in
            [("bin", "src/bin"), ("test", "tests"), ("example", "examples"), ("bench", "benches")]
        {
            let Some(targets) = manifest.get_mut(kind).and_then(Item::as_array_of_tables_mut) else {
                continue;
            };
            targets.retain(|target| {
                let text = |key: &str| target.get(key).and_then(Item::as_str).unwrap_or_default().to_owned();
                let (name, path) = (text("name"), text("path"));
                let usual =
                    [format!("{folder}/{name}.rs"), format!("{folder}/{name}/main.rs"), "src/main.rs".into()];
                let is_there = match path.as_str() {
                    "" => usual.iter().any(|path| root.join(path).is_file()),
                    path => root.join(path).is_file(),
                };
                if !is_there {
                    notes.push(format!("the {kind} `{name}` is not published"));
                }
                is_there
            });
            if targets.is_empty() {
                manifest.remove(kind);
            }
        }
    })?;
    Ok(notes)
}

/// Removes the development dependencies named in cargo's `complaint`, or all if it names none, with
/// their mentions in features; returns their names.
pub fn drop_development_dependencies(manifest: &Path, complaint: &str) -> anyhow::Result<Vec<String>> {
    let mut dropped = Vec::new();
    edit(manifest, |manifest| {
        let names = names(manifest);
        let named: Vec<String> =
            names.iter().filter(|name| complaint.contains(&format!("`{name}"))).cloned().collect();
        dropped = if named.is_empty() { names } else { named };
        for table in development(manifest) {
            for name in &dropped {
                table.remove(name);
            }
        }
        forget_in_features(manifest, &dropped);
    })?;
    Ok(dropped)
}

/// Removes mentions of absent dependencies from all features: `name/feature`, `name?/feature`,
/// `dep:name`.
fn forget_in_features(manifest: &mut DocumentMut, gone: &[String]) {
    let mut kept = Vec::new();
    let systems =
        manifest.get("target").and_then(Item::as_table_like).into_iter().flat_map(|table| table.iter());
    let tables = systems.filter_map(|(_, system)| system.as_table_like());
    for table in tables.chain([manifest.as_table() as &dyn toml_edit::TableLike]) {
        for kind in ["dependencies", "build-dependencies"] {
            let dependencies = table.get(kind).and_then(Item::as_table_like);
            kept.extend(
                dependencies.into_iter().flat_map(|table| table.iter()).map(|(name, _)| name.to_owned()),
            );
        }
    }
    let is_kept = |name: &String| kept.contains(name);
    let gone: Vec<&String> = gone.iter().filter(|name| !is_kept(name)).collect();
    let Some(features) = manifest.get_mut("features").and_then(Item::as_table_like_mut) else { return };
    for (_, feature) in features.iter_mut() {
        let Some(parts) = feature.as_array_mut() else { continue };
        parts.retain(|part| {
            let text = part.as_str().unwrap_or_default();
            let name = text.strip_prefix("dep:").or_else(|| text.split_once('/').map(|(name, _)| name));
            let name = name.map(|name| name.trim_end_matches('?'));
            !name.is_some_and(|name| gone.iter().any(|gone| *gone == name))
        });
    }
}

fn names(manifest: &mut DocumentMut) -> Vec<String> {
    let tables = development(manifest).into_iter();
    let names = tables.flat_map(|table| table.iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>());
    names.collect()
}

/// The tables of development dependencies, including those of certain systems.
fn development(manifest: &mut DocumentMut) -> Vec<&mut dyn toml_edit::TableLike> {
    let mut tables: Vec<&mut dyn toml_edit::TableLike> = Vec::new();
    for (key, item) in manifest.iter_mut() {
        match key.get() {
            "dev-dependencies" => tables.extend(item.as_table_like_mut()),
            "target" => {
                let systems = item.as_table_like_mut().into_iter().flat_map(|table| table.iter_mut());
                for (_, system) in systems {
                    let Some(table) = system.as_table_like_mut() else { continue };
                    tables.extend(table.get_mut("dev-dependencies").and_then(Item::as_table_like_mut));
                }
            }
            _ => {}
        }
    }
    tables
}

/// Adds the runtime in the folder `runtime` as a dependency.
pub fn depend_on_runtime(manifest: &Path, runtime: &Path) -> anyhow::Result<()> {
    edit(manifest, |document| {
        let mut dependency = InlineTable::new();
        dependency.insert("package", Value::from("sbst-runtime"));
        dependency.insert("path", Value::from(runtime.to_string_lossy().into_owned()));
        let table = document.entry("dependencies").or_insert_with(|| Item::Table(Table::new()));
        if let Some(table) = table.as_table_like_mut() {
            table.insert(KEY, Item::Value(Value::InlineTable(dependency)));
        }
    })
}

/// Changes the manifest at `path`.
pub fn edit(path: &Path, change: impl FnOnce(&mut DocumentMut)) -> anyhow::Result<()> {
    let text = fs::read_to_string(path).with_context(|| format!("failed to read {}", path.display()))?;
    let mut manifest: DocumentMut =
        text.parse().with_context(|| format!("{} is not as expected", path.display()))?;
    change(&mut manifest);
    fs::write(path, manifest.to_string()).with_context(|| format!("failed to write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, change: impl FnOnce(&Path)) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("Cargo.toml");
        fs::write(&path, text).expect("a file");
        change(&path);
        fs::read_to_string(path).expect("a file")
    }

    #[test]
    fn dev_dependencies_are_removed_with_their_features() {
        let text = "[features]\nnightly = [\"a/x\", \"b/x\", \"other\", \"d/x\"]\n[dependencies]\nb = \"1\"\n\
                    [target.'cfg(any())'.dependencies]\nd = \"1\"\n[dev-dependencies]\na = \"1\"\nb = \"1\"\nd = \"1\"\n[target.'cfg(unix)'.dev-dependencies]\nc = \"1\"\n";
        let all = edited(text, |path| {
            let dropped = drop_development_dependencies(path, "").expect("a manifest");
            assert_eq!(dropped, ["c", "a", "b", "d"]);
        });
        assert_eq!(
            all,
            "[features]\nnightly = [ \"b/x\", \"other\", \"d/x\"]\n[dependencies]\nb = \"1\"\n\
             [target.'cfg(any())'.dependencies]\nd = \"1\"\n[dev-dependencies]\n[target.'cfg(unix)'.dev-dependencies]\n"
        );
        let one = edited(text, |path| {
            let dropped = drop_development_dependencies(path, "no matching package named `c` found");
            assert_eq!(dropped.expect("a manifest"), ["c"]);
        });
        assert_eq!(one, text.replace("c = \"1\"\n", ""));
    }

    #[test]
    fn published_package_is_made_independent() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = "[package]\nname = \"a\"\n\n[[test]]\nname = \"t\"\npath = \"tests/t.rs\"\n\n[[bench]]\nname = \"b\"\n";
        fs::write(folder.path().join("Cargo.toml"), text).expect("a file");
        fs::create_dir(folder.path().join("benches")).expect("a folder");
        fs::write(folder.path().join("benches/b.rs"), "").expect("a file");
        let notes = stand_alone(folder.path()).expect("a manifest");
        assert_eq!(notes, ["the test `t` is not published"]);
        let after = fs::read_to_string(folder.path().join("Cargo.toml")).expect("a file");
        assert!(
            after.contains("[workspace]") && after.contains("[[bench]]") && !after.contains("[[test]]"),
            "{after}"
        );
    }
}
