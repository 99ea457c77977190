//! A store in a directory: an object is a file, and the parts of its name are folders.

use super::backend::{Backend, Listed, Object};
use crate::ui::whole_file::{self, TEMPORARY};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Directory(PathBuf);

impl Directory {
    /// Opens a directory, and makes it if it is not there.
    pub fn open(path: &str) -> io::Result<Directory> {
        fs::create_dir_all(path)?;
        Ok(Directory(path.into()))
    }
}

impl Backend for Directory {
    fn read(&self, names: &[String]) -> Vec<anyhow::Result<Option<Vec<u8>>>> {
        names.iter().map(|name| Ok(if_there(fs::read(self.0.join(name)))?)).collect()
    }

    fn write_once(&self, objects: &[Object]) -> Vec<anyhow::Result<bool>> {
        let write = |(name, content): &Object| Ok(whole_file::create(&self.0.join(name), content)?);
        objects.iter().map(write).collect()
    }

    fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>> {
        let mut listed = Vec::new();
        walk(&self.0.join(folder), folder, &mut listed)?;
        Ok(listed)
    }
}

fn walk(directory: &Path, folder: &str, listed: &mut Vec<Listed>) -> io::Result<()> {
    for entry in if_there(fs::read_dir(directory))?.into_iter().flatten() {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| !name.starts_with(TEMPORARY)) else { continue };
        let name = format!("{folder}/{name}");
        // A link stands for its file, which may have vanished.
        let Some(metadata) = if_there(fs::metadata(entry.path()))? else { continue };
        if metadata.is_dir() {
            walk(&entry.path(), &name, listed)?;
        } else {
            listed.push(Listed { name, written: metadata.modified()? });
        }
    }
    Ok(())
}

fn if_there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_a_killed_command_was_writing_is_no_object() {
        let folder = tempfile::tempdir().unwrap();
        let directory = Directory::open(folder.path().to_str().unwrap()).unwrap();
        let written = directory.write_once(&[("tests/1.json".to_owned(), b"1".to_vec())]);
        assert!(written[0].as_ref().unwrap());
        fs::write(folder.path().join(format!("tests/{TEMPORARY}2")), "half of 2").unwrap();
        let listed = directory.list("tests").unwrap();
        assert_eq!(listed.iter().map(|listed| &*listed.name).collect::<Vec<_>>(), ["tests/1.json"]);
    }
}
