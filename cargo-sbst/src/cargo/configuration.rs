//! Cargo's configuration: the files and keys that matter before cargo starts. Files that cannot be
//! read are left to cargo to complain of.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};
use toml::Table;

/// A file of the configuration, read.
pub struct Configuration {
    pub path: PathBuf,
    pub table: Table,
}

/// The files that are there, the nearest first.
pub fn read_all() -> Vec<Configuration> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")));
    let here = env::current_dir().unwrap_or_default();
    let folders = here.ancestors().map(|folder| folder.join(".cargo")).chain(home);
    let files = folders.flat_map(|folder| ["config", "config.toml"].map(|name| folder.join(name)));
    files.filter_map(|path| Some(Configuration { table: read(&path)?, path })).collect()
}

pub fn read(path: &Path) -> Option<Table> {
    fs::read_to_string(path).ok()?.parse().ok()
}

/// Returns a program that cargo starts instead of another: `build.KEY` of the configuration, or the
/// variable that overrides it. An empty variable means none.
pub fn program(key: &str) -> Option<OsString> {
    let name = key.replace('-', "_").to_uppercase();
    for variable in [name.clone(), format!("CARGO_BUILD_{name}")] {
        if let Some(value) = env::var_os(variable) {
            return (!value.is_empty()).then_some(value);
        }
    }
    read_all().into_iter().find_map(|Configuration { path, table }| {
        let value = table.get("build")?.get(key)?.as_str()?.to_owned();
        Some(resolved(&path, &value))
    })
}

/// A program with a slash in it is relative to the folder in which `.cargo` is; any other is found
/// like a command.
fn resolved(file: &Path, program: &str) -> OsString {
    match program.contains(['/', '\\']) {
        true => file.ancestors().nth(2).unwrap_or(Path::new("")).join(program).into_os_string(),
        false => program.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_with_a_slash_is_relative_to_the_folder_of_the_configuration() {
        let file = Path::new("/home/me/crate/.cargo/config.toml");
        assert_eq!(resolved(file, "tools/wrap"), "/home/me/crate/tools/wrap");
        assert_eq!(resolved(file, "/usr/bin/wrap"), "/usr/bin/wrap");
        assert_eq!(resolved(file, "sccache"), "sccache");
    }
}
