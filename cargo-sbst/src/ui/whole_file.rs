//! Files that are replaced whole or not at all, whatever happens meanwhile.

use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use std::fs;
use std::io::Write;

/// Gives a file new content: wholly, or not at all. Nothing happens if it has that content.
pub fn replace(path: &Utf8Path, content: &[u8]) -> anyhow::Result<()> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let failed = || format!("failed to write {path}");
    let directory = path.parent().filter(|parent| !parent.as_str().is_empty()).unwrap_or(Utf8Path::new("."));
    fs::create_dir_all(directory).with_context(failed)?;
    // A link stays a link: the file behind it is replaced.
    let target = path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
    let directory = target.parent().unwrap_or(directory);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sbst-");
    let permissions = fs::metadata(&target).map(|metadata| metadata.permissions());
    #[cfg(unix)]
    if permissions.is_err() {
        // Temporary files are private to the user; sources are as the user's umask has them.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory).with_context(failed)?;
    file.write_all(content).and_then(|()| file.flush()).with_context(failed)?;
    if let Ok(permissions) = permissions {
        file.as_file().set_permissions(permissions).with_context(failed)?;
    }
    file.persist(&target).map_err(|error| error.error).with_context(failed)?;
    Ok(())
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
}
