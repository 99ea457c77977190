//! A copy whose functions have the attribute.
//!
//! Each file keeps its sites, so that refused ones can be reverted: then the rest is still
//! compared, and one refusal does not hide the next.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use cargo_metadata::{Edition, Metadata, MetadataCommand, Target, TargetKind};

use crate::build::Remark;
use crate::configuration::Configuration;
use crate::fetch::{self, Copied, toolchain};
use crate::manifest::{self, KEY};
use sbst_analysis::annotate::{self, Origin, Policy, Site, Style};
use sbst_source::files::Files;
use sbst_source::module_files::find_files;

/// A copy with the attribute on each of its functions.
#[derive(Clone, Debug)]
pub struct Annotated {
    /// The folder of the package or workspace.
    pub root: PathBuf,
    /// The files with functions.
    pub files: BTreeMap<PathBuf, File>,
    /// The files that could not be read, and why.
    pub notes: Vec<String>,
}

/// A file with sites.
#[derive(Clone, Debug)]
pub struct File {
    /// The original text.
    text: String,
    /// The places of the attribute.
    pub sites: Vec<Site>,
    /// The place of the runtime's declaration in the edition 2015.
    introduction: Option<usize>,
}

/// A reverted site.
#[derive(Clone, Debug)]
pub struct TakenBack {
    /// The file, relative to the root.
    pub file: String,
    pub site: Site,
    pub remark: Remark,
}

impl Annotated {
    /// Copies `copied` to `root`, adds the runtime in the folder `runtime`, and inserts the
    /// attribute.
    pub fn make(copied: &Copied, root: &Path, style: Style, runtime: &Path) -> anyhow::Result<Annotated> {
        fetch::replace(&copied.root, root)?;
        let metadata = members(root)?;
        let mut annotated = Annotated { root: root.to_owned(), files: BTreeMap::new(), notes: Vec::new() };
        for package in metadata.workspace_packages() {
            let is_meant = copied.package.as_ref().is_none_or(|wanted| package.name.as_str() == wanted);
            if !is_meant {
                continue;
            }
            manifest::depend_on_runtime(package.manifest_path.as_std_path(), runtime)?;
            let is_old = package.edition == Edition::E2015;
            let policy = Policy { style, skip_exported_macros: is_old };
            for target in &package.targets {
                if is_annotated(target) {
                    annotated.annotate(target.src_path.as_std_path(), policy, is_old);
                }
            }
        }
        let files: Vec<PathBuf> = annotated.files.keys().cloned().collect();
        files.iter().try_for_each(|file| annotated.write(file))?;
        Ok(annotated)
    }

    fn annotate(&mut self, crate_root: &Path, policy: Policy, introduce: bool) {
        let sources = Files::default();
        for path in find_files(&sources, crate_root, |_| true) {
            let introduce = introduce && path == crate_root;
            if self.files.contains_key(&path) && !introduce {
                continue;
            }
            let Ok(source) = sources.read(&path) else { continue };
            match &source.written {
                Ok(file) => {
                    let text = source.text.clone();
                    let sites = annotate::sites(file, &text, policy);
                    let introduction = introduce.then(|| annotate::first_item(file, &text));
                    self.files.insert(path, File { text, sites, introduction });
                }
                Err(error) => self.notes.push(format!("{} is left alone: {error}", self.relative(&path))),
            }
        }
    }

    fn write(&self, path: &Path) -> anyhow::Result<()> {
        let file = &self.files[path];
        let mut text = annotate::insert(&file.text, &file.sites, &format!("#[::{KEY}::instrument]"));
        if let Some(at) = file.introduction {
            text.insert_str(at, &format!("extern crate {KEY}; "));
        }
        fs::write(path, text).with_context(|| format!("failed to write {}", path.display()))
    }

    /// Returns the compiled files of a configuration.
    pub fn files_in(&self, configuration: &Configuration) -> anyhow::Result<BTreeSet<PathBuf>> {
        let metadata = members(&self.root)?;
        let targets = metadata.workspace_packages().into_iter().flat_map(|package| &package.targets);
        let roots = targets.filter(|target| is_annotated(target));
        let sources = Files::default();
        let files = roots.flat_map(|target| {
            let root = target.src_path.as_std_path();
            find_files(&sources, root, |attributes| configuration.holds(attributes))
        });
        Ok(files.filter(|file| self.files.contains_key(file)).collect())
    }

    /// Returns the number of sites.
    pub fn count(&self) -> usize {
        self.files.values().map(|file| file.sites.len()).sum()
    }

    /// Reverts the innermost site at each place of `errors`, and returns these sites.
    pub fn take_back<'r>(
        &mut self,
        errors: impl Iterator<Item = &'r Remark>,
    ) -> anyhow::Result<Vec<TakenBack>> {
        let mut taken = Vec::new();
        let mut culprits: BTreeMap<PathBuf, BTreeMap<usize, Remark>> = BTreeMap::new();
        for remark in errors {
            if let Some((path, offset)) = self.culprit(remark) {
                culprits.entry(path).or_default().entry(offset).or_insert_with(|| remark.clone());
            }
        }
        for (path, offsets) in culprits {
            let relative = self.relative(&path);
            let file = self.files.get_mut(&path).expect("culprits are in files");
            let (gone, kept): (Vec<Site>, Vec<Site>) =
                file.sites.drain(..).partition(|site| offsets.contains_key(&site.offset));
            file.sites = kept;
            taken.extend(gone.into_iter().map(|site| {
                let remark = offsets[&site.offset].clone();
                TakenBack { file: relative.clone(), site, remark }
            }));
            self.write(&path)?;
        }
        Ok(taken)
    }

    /// Returns the innermost site around the first place of `remark` that is within one. A site
    /// within a macro comes before one around its use.
    fn culprit(&self, remark: &Remark) -> Option<(PathBuf, usize)> {
        remark.places.iter().find_map(|(file, line)| {
            let path = self.root.join(file);
            let sites = self.files.get(&path)?.sites.iter().filter(|site| site.lines.contains(line));
            let innermost = sites
                .min_by_key(|site| (site.lines.end() - site.lines.start(), site.origin == Origin::Source))?;
            Some((path.clone(), innermost.offset))
        })
    }

    fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }
}

/// True if the functions of a target get the attribute: those of libraries and programs.
fn is_annotated(target: &Target) -> bool {
    use TargetKind::{Bin, CDyLib, DyLib, Lib, ProcMacro, RLib, StaticLib};
    let kinds = [Bin, CDyLib, DyLib, Lib, ProcMacro, RLib, StaticLib];
    target.kind.iter().any(|kind| kinds.contains(kind))
}

/// Returns cargo's metadata of the packages in `root`.
pub fn members(root: &Path) -> anyhow::Result<Metadata> {
    MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .no_deps()
        .env("RUSTUP_TOOLCHAIN", toolchain())
        .exec()
        .with_context(|| format!("failed to read the manifests in {}", root.display()))
}
