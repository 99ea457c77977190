//! Copies of subjects, in separate folders.
//!
//! Cargo itself fetches a crate of the registry: a temporary package with this dependency is
//! resolved, and its source is copied. The original is never changed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use cargo_metadata::MetadataCommand;

use crate::subject::Subject;

/// A copy of a subject.
#[derive(Clone, Debug)]
pub struct Copied {
    /// The name in results: `NAME-VERSION`, or that of the folder.
    pub name: String,
    /// The folder with the manifest of the package or workspace.
    pub root: PathBuf,
    /// The package to check, if the workspace has others.
    pub package: Option<String>,
    /// The requested features.
    pub features: Vec<String>,
    /// True for a published package, whose `Cargo.lock` is ignored, and which has no other files
    /// beside it.
    pub is_published: bool,
}

/// Copies `subject` to a new folder within `directory`, and replaces an earlier copy.
pub fn fetch(subject: &Subject, directory: &Path) -> anyhow::Result<Copied> {
    match subject {
        Subject::Registry { name, version, features } => {
            let (version, source) =
                in_registry(name, version.as_deref(), &directory.join("fetch").join(name))?;
            let full_name = format!("{name}-{version}");
            let root = directory.join(&full_name).join("plain");
            replace(&source, &root)?;
            Ok(Copied {
                name: full_name,
                root,
                package: None,
                features: features.clone(),
                is_published: true,
            })
        }
        Subject::Folder(folder) => {
            let folder = folder.canonicalize().with_context(|| format!("no folder {}", folder.display()))?;
            let manifest = folder.join("Cargo.toml");
            let metadata = MetadataCommand::new()
                .manifest_path(&manifest)
                .no_deps()
                .env("RUSTUP_TOOLCHAIN", toolchain())
                .exec()
                .with_context(|| format!("failed to read {}", manifest.display()))?;
            let is_alone = metadata.workspace_root.as_std_path() == folder;
            let package = match is_alone {
                true => None,
                false => metadata
                    .packages
                    .iter()
                    .find(|package| package.manifest_path == manifest)
                    .map(|package| package.name.to_string()),
            };
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let root = directory.join(&name).join("plain");
            replace(metadata.workspace_root.as_std_path(), &root)?;
            Ok(Copied { name, root, package, features: Vec::new(), is_published: false })
        }
    }
}

/// Returns the version of a crate, and the folder of its source in cargo's home.
fn in_registry(name: &str, version: Option<&str>, probe: &Path) -> anyhow::Result<(String, PathBuf)> {
    let requirement = version.map_or("*".to_owned(), |version| format!("={version}"));
    fs::create_dir_all(probe.join("src"))?;
    fs::write(probe.join("src/lib.rs"), "")?;
    let _ = fs::remove_file(probe.join("Cargo.lock"));
    let manifest = format!(
        "[package]\nname = \"fetch-{name}\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n\
         [dependencies]\n\"{name}\" = \"{requirement}\"\n\n[workspace]\n"
    );
    fs::write(probe.join("Cargo.toml"), manifest)?;
    let metadata = MetadataCommand::new()
        .manifest_path(probe.join("Cargo.toml"))
        .env("RUSTUP_TOOLCHAIN", toolchain())
        .exec()
        .with_context(|| format!("cargo does not find {name} {requirement}"))?;
    let wanted = |version: &str| match requirement.strip_prefix('=') {
        Some(wanted) => wanted.split('+').next() == version.split('+').next(),
        None => true,
    };
    let mut found: Vec<_> = metadata
        .packages
        .iter()
        .filter(|package| package.name.as_str() == name && wanted(&package.version.to_string()))
        .collect();
    found.sort_by_key(|package| package.version.clone());
    match found.last() {
        Some(package) => {
            let folder = package.manifest_path.parent().context("a manifest is in a folder")?;
            Ok((package.version.to_string(), folder.as_std_path().to_owned()))
        }
        None => bail!("cargo resolves {name} {requirement} to nothing"),
    }
}

/// Copies the folder `from` to `to`, and replaces an earlier copy.
pub fn replace(from: &Path, to: &Path) -> anyhow::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to).with_context(|| format!("failed to remove {}", to.display()))?;
    }
    copy(from, to).with_context(|| format!("failed to copy {} to {}", from.display(), to.display()))
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        // Build results, and the files of cargo and git.
        if [".git", ".cargo-ok", ".cargo-checksum.json"].iter().any(|own| name == *own) || is_built(&entry) {
            continue;
        }
        let (source, destination) = (entry.path(), to.join(&name));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy(&source, &destination)?;
        } else if kind.is_symlink() {
            link(&fs::read_link(&source)?, &destination)?;
        } else {
            fs::copy(&source, &destination)?;
            writable(&destination)?;
        }
    }
    Ok(())
}

/// True for a target directory, which cargo marks as a cache.
fn is_built(entry: &fs::DirEntry) -> bool {
    entry.file_name() == "target" && entry.path().join("CACHEDIR.TAG").exists()
}

#[cfg(unix)]
fn link(to: &Path, at: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(to, at)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

fn writable(file: &Path) -> std::io::Result<()> {
    let mut permissions = fs::metadata(file)?.permissions();
    if permissions.readonly() {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            permissions.set_mode(permissions.mode() | 0o200);
        }
        #[cfg(not(unix))]
        permissions.set_readonly(false);
        fs::set_permissions(file, permissions)?;
    }
    Ok(())
}

/// The toolchain of all started cargos: ours, regardless of a crate's `rust-toolchain`.
pub fn toolchain() -> String {
    std::env::var("RUSTUP_TOOLCHAIN").unwrap_or_else(|_| "stable".to_owned())
}
