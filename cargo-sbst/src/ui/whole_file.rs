//! Files that are written atomically.

use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// The beginning of the names of files that are not whole yet. A killed command leaves them.
pub const TEMPORARY: &str = ".sbst-";

/// Gives a file new content: wholly, or not at all. Nothing happens if it has that content.
pub fn replace(path: &Utf8Path, content: &[u8]) -> anyhow::Result<()> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    // A link stays a link: the file behind it is replaced.
    let target = path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
    let permissions = fs::metadata(&target).ok().map(|metadata| metadata.permissions());
    let write = || {
        let file = write_beside(target.as_std_path(), content, permissions)?;
        file.persist(&target).map_err(|error| error.error)
    };
    write().with_context(|| format!("failed to write {path}"))?;
    tracing::info!("wrote {path}, {} bytes", content.len());
    Ok(())
}

/// Writes a file wholly, or not at all, unless there is one. Returns true if it was written.
pub fn create(path: &Path, content: &[u8]) -> io::Result<bool> {
    if path.exists() {
        return Ok(false);
    }
    match write_beside(path, content, None)?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// Writes a temporary file to the folder of another, which is made.
fn write_beside(path: &Path, content: &[u8], permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    if permissions.is_none() {
        // Temporary files are private to the user; others are as the user's umask has them.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(content)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unchanged_files_are_not_touched_and_failures_name_the_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = Utf8Path::from_path(directory.path()).unwrap().join("a.rs");
        fs::write(&path, "old").unwrap();
        let modified = || fs::metadata(&path).unwrap().modified().unwrap();
        let before = modified();
        replace(&path, b"old").unwrap();
        assert_eq!(modified(), before);
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        let error = replace(&path.join("b.rs"), b"x").unwrap_err();
        assert!(format!("{error:#}").contains("a.rs/b.rs"), "{error:#}");
    }
    #[test]
    fn an_existing_file_is_not_rewritten() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("folder/a");
        assert!(create(&path, b"one").unwrap());
        assert!(!create(&path, b"other").unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");
    }
}
