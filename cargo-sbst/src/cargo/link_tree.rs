//! The tree itself: copies at their places, and links to everything beside them.

use anyhow::Context;
use cargo_metadata::camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, io};

/// The most entries that a folder above the workspace may have to be linked: a folder for temporary
/// files may have any number.
const MOST_ABOVE: usize = 1000;

/// A tree in a folder.
#[derive(Clone, Debug)]
pub struct Tree {
    pub root: Utf8PathBuf,
}

impl Tree {
    /// Returns the place of a path in the tree.
    pub fn place(&self, path: &Utf8Path) -> Utf8PathBuf {
        let mut place = self.root.clone();
        for component in path.components() {
            match component {
                Utf8Component::Prefix(prefix) => place.push(prefix.as_str().replace([':', '\\', '?'], "")),
                Utf8Component::Normal(name) => place.push(name),
                _ => {}
            }
        }
        place
    }

    /// Makes the tree hold these copies, and links to the files beside them and beside the folders
    /// that they are in, up to `top`. Entries that are right already are not touched.
    pub fn renew(&self, copies: &BTreeMap<Utf8PathBuf, String>, top: &Utf8Path) -> anyhow::Result<()> {
        let folders: BTreeSet<&Utf8Path> = copies.keys().flat_map(|file| file.ancestors().skip(1)).collect();
        for &folder in &folders {
            let place = self.place(folder);
            make_folder(&place)?;
            let entries = entries(folder);
            let is_above = !folder.starts_with(top);
            let is_linked = !is_above || entries.len() <= MOST_ABOVE;
            for name in &entries {
                let original = folder.join(name);
                let place = place.join(name);
                if copies.contains_key(&original) || folders.contains(original.as_path()) {
                    continue;
                }
                if is_linked {
                    link(&original, &place)
                        .with_context(|| format!("failed to link {place} to {original}"))?;
                }
            }
            for name in self::entries(&place).difference(&entries) {
                remove(&place.join(name))?;
            }
        }
        copies.iter().try_for_each(|(file, text)| write(&self.place(file), text))
    }
}

/// The names in a folder; none if it cannot be read.
fn entries(folder: &Utf8Path) -> BTreeSet<String> {
    let entries = folder.read_dir_utf8().into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_owned()).collect()
}

fn make_folder(place: &Utf8Path) -> anyhow::Result<()> {
    if place.is_symlink() || place.is_file() {
        remove(place)?;
    }
    fs::create_dir_all(place).with_context(|| format!("failed to create {place}"))
}

fn remove(place: &Utf8Path) -> anyhow::Result<()> {
    let is_folder = !place.is_symlink() && place.is_dir();
    let removed = if is_folder { fs::remove_dir_all(place) } else { fs::remove_file(place) };
    removed.with_context(|| format!("failed to remove {place}"))
}

fn write(place: &Utf8Path, text: &str) -> anyhow::Result<()> {
    let is_link = place.is_symlink();
    if !is_link && fs::read_to_string(place).is_ok_and(|old| old == text) {
        return Ok(());
    }
    // Written through a link, it would be the user's.
    if is_link || place.is_dir() {
        remove(place)?;
    }
    fs::write(place, text).with_context(|| format!("failed to write {place}"))
}

fn link(original: &Utf8Path, place: &Utf8Path) -> io::Result<()> {
    match fs::read_link(place) {
        Ok(target) if target == *original => return Ok(()),
        Ok(_) => fs::remove_file(place)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(_) if place.is_dir() => fs::remove_dir_all(place)?,
        Err(_) => fs::remove_file(place)?,
    }
    make_link(original, place)
}

#[cfg(unix)]
fn make_link(original: &Utf8Path, place: &Utf8Path) -> io::Result<()> {
    std::os::unix::fs::symlink(original, place)
}

#[cfg(windows)]
fn make_link(original: &Utf8Path, place: &Utf8Path) -> io::Result<()> {
    match original.is_dir() {
        true => std::os::windows::fs::symlink_dir(original, place),
        false => std::os::windows::fs::symlink_file(original, place),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_among_links_and_only_changes_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(folder.path()).unwrap().canonicalize_utf8().unwrap();
        let user = folder.join("crate");
        for (name, text) in [
            ("src/lib.rs", "old"),
            ("src/data.txt", "data"),
            ("src/sub/mod.rs", "sub"),
            ("README.md", "read"),
        ] {
            fs::create_dir_all(user.join(name).parent().unwrap()).unwrap();
            fs::write(user.join(name), text).unwrap();
        }
        let tree = Tree { root: folder.join("tree") };
        let read = |name: &str| fs::read_to_string(tree.place(&user).join(name)).unwrap();
        let copies = BTreeMap::from([(user.join("src/lib.rs"), "new".to_owned())]);
        tree.renew(&copies, &user).unwrap();
        assert_eq!(["src/lib.rs", "src/data.txt", "src/../README.md"].map(read), ["new", "data", "read"]);

        let written = fs::metadata(tree.place(&user.join("src/lib.rs"))).unwrap().modified().unwrap();
        fs::remove_file(user.join("src/data.txt")).unwrap();
        let more = copies.into_iter().chain([(user.join("src/sub/mod.rs"), "copy".to_owned())]).collect();
        tree.renew(&more, &user).unwrap();
        assert_eq!(fs::metadata(tree.place(&user.join("src/lib.rs"))).unwrap().modified().unwrap(), written);
        assert!(!tree.place(&user.join("src/data.txt")).exists());
        assert_eq!(read("src/sub/mod.rs"), "copy");
        assert_eq!(
            fs::read_to_string(user.join("src/sub/mod.rs")).unwrap(),
            "sub",
            "the user's own is as it was"
        );

        tree.renew(&BTreeMap::from([(user.join("src/lib.rs"), "new".to_owned())]), &user).unwrap();
        assert!(tree.place(&user.join("src/sub")).is_symlink());
    }
}
