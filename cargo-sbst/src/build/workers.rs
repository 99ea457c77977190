//! The executables of workers: each searched crate, linked with a `main` that is the runtime's.
//!
//! 1. The compiler links them with the arguments by which it compiled the crate, as far as these are
//!    about linking and about the target.
//! 2. An executable is linked again when the crate, its arguments or the runtime changed.
//! 3. Of several compilations of a crate, the one that is optimised most counts: others are for
//!    build scripts.
//! 4. `extern crate` is enough for the registry of the crate to be linked: its statics are `#[used]`.

use crate::cargo::executable::{Product, TestExecutable};
use crate::cargo::workspace::can_be_whole;
use crate::overlay::{Overlay, compiler_wrapper::RUNTIME_NAME, find_kept};
use anyhow::{Context, bail};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, Package};
use sbst_source::package::modules::kept_arguments;
use std::process::{Command, Stdio};
use std::{cmp::Reverse, fs, thread};

/// The crate's name in the executable.
const SEARCHED: &str = "__sbst_searched";
/// The options that are about linking or the target.
const OF_LINKING: [&str; 6] = ["-C", "--codegen", "-L", "-Z", "--target", "--sysroot"];
/// Settings of `-C` that are a crate's own.
const OF_CRATE: [&str; 5] = ["extra-filename", "incremental", "lto", "linker-plugin-lto", "metadata"];

/// Links the executables of crates, at the same time.
pub fn link(
    mut crates: Vec<(&Package, &Artifact)>,
    overlay: &Overlay<'_>,
) -> anyhow::Result<Vec<TestExecutable>> {
    crates.retain(|(_, artifact)| can_be_whole(&artifact.target));
    crates.sort_by_key(|(package, artifact)| {
        let Artifact { target, profile, .. } = artifact;
        (&package.id, target.is_bin(), &target.name, Reverse(&profile.opt_level))
    });
    crates.dedup_by_key(|(package, artifact)| (&package.id, artifact.target.is_bin(), &artifact.target.name));
    let directory = overlay.directory().join("workers");
    fs::create_dir_all(&directory).with_context(|| format!("failed to create {directory}"))?;
    let source = directory.join("main.rs");
    let text = format!(
        "extern crate {SEARCHED} as _;\nfn main() {{\n    {RUNTIME_NAME}::__private::worker::entry();\n}}\n"
    );
    fs::write(&source, text).with_context(|| format!("failed to write {source}"))?;
    let link = |package, artifact| link_one(package, artifact, &directory, &source);
    let link = &link;
    thread::scope(|scope| {
        let crates = crates.into_iter();
        let linking: Vec<_> =
            crates.map(|(package, artifact)| scope.spawn(move || link(package, artifact))).collect();
        let linked = linking.into_iter().map(|thread| thread.join().unwrap_or_else(|_| bail!("it panicked")));
        linked.collect()
    })
}

fn link_one(
    package: &Package,
    artifact: &Artifact,
    directory: &Utf8Path,
    source: &Utf8Path,
) -> anyhow::Result<TestExecutable> {
    let name = &artifact.target.name;
    let compilation = Compilation::find(artifact)
        .with_context(|| format!("`{name}` has no Rust library that a program can be linked with"))?;
    let path = directory.join(compilation.stem()).with_extension(compilation.extension());
    let stamp = path.with_extension("linked");
    let inputs = compilation.inputs();
    if !path.exists() || fs::read_to_string(&stamp).unwrap_or_default() != inputs {
        _ = fs::remove_file(&stamp);
        compilation.link(source, &path).with_context(|| format!("`{name}` cannot be linked"))?;
        fs::write(&stamp, inputs).with_context(|| format!("failed to write {stamp}"))?;
    }
    let folder = compilation.library.parent().unwrap_or(directory);
    Ok(TestExecutable::new(Product::Workers, path, folder, package, artifact))
}

/// The compilation of a crate, by its kept arguments.
struct Compilation {
    library: Utf8PathBuf,
    folder: String,
    compiler: String,
    arguments: Vec<String>,
}

impl Compilation {
    fn find(artifact: &Artifact) -> Option<Compilation> {
        let metadata = artifact.filenames.iter().find(|file| file.extension() == Some("rmeta"));
        let beside = metadata.and_then(|file| kept_arguments(file.as_std_path()));
        let kept = beside
            .or_else(|| artifact.filenames.iter().find_map(|file| find_kept(file.as_std_path())))
            .and_then(|kept| Utf8PathBuf::from_path_buf(kept).ok())?;
        let text = fs::read_to_string(&kept).ok()?;
        let mut lines = text.lines().map(str::to_owned);
        let (folder, compiler) = (lines.next()?, lines.next()?);
        let library = kept.with_file_name(format!("lib{}.rlib", kept.file_stem()?));
        Some(Compilation { library, folder, compiler, arguments: lines.collect() })
    }

    /// The file name of the crate's library without `lib`.
    fn stem(&self) -> &str {
        let stem = self.library.file_stem().unwrap_or_default();
        stem.strip_prefix("lib").unwrap_or(stem)
    }

    /// The ending of executables' names.
    fn extension(&self) -> &'static str {
        let target = self.arguments.windows(2).find(|pair| pair[0] == "--target");
        let is_for_windows = target.map_or(cfg!(windows), |pair| pair[1].contains("windows"));
        if is_for_windows { "exe" } else { "" }
    }

    /// A text that changes with every linked file.
    fn inputs(&self) -> String {
        let modified =
            |file: &str| format!("{file} {:?}", fs::metadata(file).and_then(|file| file.modified()).ok());
        let runtime = self.runtime().map(|(_, file)| modified(file)).unwrap_or_default();
        format!("{}\n{runtime}\n{}", modified(self.library.as_str()), self.arguments.join("\n"))
    }

    /// The runtime's name and library.
    fn runtime(&self) -> Option<(&str, &str)> {
        let mut named = self.arguments.iter().filter_map(|argument| argument.split_once('='));
        named.find(|(name, _)| *name == RUNTIME_NAME)
    }

    fn link(&self, source: &Utf8Path, path: &Utf8Path) -> anyhow::Result<()> {
        let (name, runtime) = self.runtime().context("it is not compiled with the runtime")?;
        let mut command = Command::new(&self.compiler);
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.args(["--crate-name", "__sbst_worker", "--crate-type", "bin", "--edition", "2021"]);
        command.args(["--cap-lints", "allow", "-o", path.as_str(), source.as_str()]);
        command.args(["--extern", &format!("{SEARCHED}={}", self.library)]);
        command.args(["--extern", &format!("{name}={runtime}")]);
        command.args(of_linking(&self.arguments));
        let output = command.output().with_context(|| format!("failed to start {}", self.compiler))?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            bail!(
                "{}",
                text.lines()
                    .find(|line| line.starts_with("error"))
                    .unwrap_or("the compiler printed no error")
            );
        }
        Ok(())
    }
}

/// Rule 1.
fn of_linking(arguments: &[String]) -> Vec<&str> {
    let mut found = Vec::new();
    let mut left = arguments.iter().map(String::as_str);
    while let Some(argument) = left.next() {
        let Some(option) = OF_LINKING.into_iter().find(|option| argument.starts_with(option)) else {
            continue;
        };
        let apart = if argument == option { left.next() } else { None };
        let value = apart.unwrap_or_else(|| argument[option.len()..].trim_start_matches('='));
        let is_of_crate = OF_CRATE.contains(&value.split('=').next().unwrap_or_default());
        if !is_of_crate || !["-C", "--codegen"].contains(&option) {
            found.push(argument);
            found.extend(apart);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_of_linking_are_found_however_they_are_written() {
        let line = "--crate-name a --edition=2021 src/lib.rs --crate-type lib --emit=dep-info,metadata,link -C opt-level=2 \
                    -Cmetadata=1 -C extra-filename=-1 --out-dir /t -C incremental=/i -L dependency=/t -Lnative=/n -C lto=off \
                    --codegen=linker=cc --target x --extern b=/t/libb.rmeta --cfg a -l z --cap-lints warn";
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        assert_eq!(
            of_linking(&words).join(" "),
            "-C opt-level=2 -L dependency=/t -Lnative=/n --codegen=linker=cc --target x"
        );
    }
}
