//! The copies of source files: the attribute on each function, and the rest of the text at its old
//! place.

use super::doubles::{self, Double};
use super::effects::Source;
use super::eligibility::Eligibility;
use super::inputs::{self, Derived};
use super::refusals::Refusals;
use crate::cargo::features::Features;
use crate::cargo::workspace::{Workspace, can_be_whole};
use crate::overlay::compiler_wrapper::{RUNTIME_NAME, normal};
use cargo_metadata::Edition;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use sbst_analysis::annotate::{self, Around, Origin, Policy, Site, Style};
use sbst_model::target::Obstacle;
use sbst_source::enclosing::are_uses_in_modules;
use sbst_source::files::{Files, ParsedFile};
use sbst_source::macro_input::{self, Call, Definitions};
use sbst_source::module_files::find_files;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Exported macros expand in crates that may not depend on the runtime.
const POLICY: Policy = Policy { style: Style::Functions, skip_exported_macros: true };

/// Macros whose names are in scope everywhere. A macro of one of these names that an attribute
/// emits is ambiguous.
const MACROS_IN_SCOPE: [&str; 45] = [
    "assert",
    "assert_eq",
    "assert_matches",
    "assert_ne",
    "cfg",
    "cfg_select",
    "column",
    "compile_error",
    "concat",
    "concat_bytes",
    "concat_idents",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_matches",
    "debug_assert_ne",
    "deref",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "is_x86_feature_detected",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "pattern_type",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "try",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
    "log_syntax",
];
const NAME_IN_SCOPE: &str = "another macro has its name";

const NO_ATTRIBUTES: &str = "the macro around it takes no attributes";

/// The source files of all members of a workspace: cargo cannot detect if an unselected member was
/// compiled from its copy earlier.
#[derive(Debug, Default)]
pub struct SourceFiles {
    /// Files by path.
    pub files: BTreeMap<Utf8PathBuf, SourceFile>,
    /// Roots, each with the files of its crate.
    pub roots: BTreeMap<Utf8PathBuf, BTreeSet<Utf8PathBuf>>,
    binaries: BTreeSet<Utf8PathBuf>,
    /// Roots that must declare the runtime themselves.
    old: BTreeSet<Utf8PathBuf>,
    /// Unparsable files, with the parser's error.
    pub unread: BTreeMap<Utf8PathBuf, String>,
    eligibility: Eligibility,
    /// Macros that only modules use.
    used_in_modules: BTreeSet<String>,
    /// Macros that several files define. Where one is in scope, an attribute's is ambiguous.
    defined_twice: BTreeSet<String>,
    definitions: Definitions,
}

/// A source file that the parser accepts.
#[derive(Debug)]
pub struct SourceFile {
    pub text: String,
    first_item: usize,
    pub sites: Vec<Site>,
    /// Macro calls among items.
    pub calls: Vec<Call>,
    /// Types whose values are built without an annotation.
    pub inputs: Vec<Derived>,
    /// Doubles for traits of the file.
    pub doubles: Vec<Double>,
    /// The enabled features.
    pub features: Features,
}

impl SourceFiles {
    /// Reads the sources of all libraries and binaries except procedural macros, for a search or to
    /// observe tests.
    pub fn read(workspace: &Workspace, for_search: bool) -> SourceFiles {
        let sources = Files::default();
        let mut found = SourceFiles::default();
        let mut parsed = BTreeMap::new();
        for package in workspace.metadata.workspace_packages() {
            let features = Features::from_metadata(&workspace.metadata, &package.id, workspace.known);
            for target in package.targets.iter().filter(|target| can_be_whole(target)) {
                if target.is_bin() {
                    found.binaries.insert(target.src_path.clone());
                }
                if target.edition == Edition::E2015 {
                    found.old.insert(target.src_path.clone());
                }
                let files = find_files(&sources, target.src_path.as_std_path(), |attributes| {
                    features.allow(attributes)
                });
                let mut of_crate = BTreeSet::new();
                for file in files {
                    let Ok(path) = Utf8PathBuf::from_path_buf(normal(&file)) else { continue };
                    of_crate.insert(path.clone());
                    if let Ok(file) = sources.read(&file) {
                        found.add(&path, &file, &features);
                        parsed.insert(path, file);
                    }
                }
                found.roots.insert(target.src_path.clone(), of_crate);
            }
        }
        found.find_uses_of_macros();
        let with_macros = parsed.values().filter(|file| file.text.contains("macro_rules!"));
        let written = with_macros.filter_map(|file| file.written.as_ref().ok());
        written.for_each(|file| found.definitions.add_file(file));
        if for_search {
            found.decide(workspace, &parsed);
        }
        found
    }

    /// Finds the uses of macros that define functions.
    fn find_uses_of_macros(&mut self) {
        let sites = self.files.values().flat_map(|file| &file.sites);
        let makers: BTreeSet<&String> = sites
            .filter_map(|site| match &site.origin {
                Origin::MacroDefinition(name) if site.around == Some(Around::Use) => Some(name),
                _ => None,
            })
            .collect();
        let mut defined = BTreeSet::new();
        for file in self.files.values() {
            let names: BTreeSet<&str> = file.sites.iter().filter_map(defined_macro).collect();
            let again = names.into_iter().filter(|name| !defined.insert(*name));
            self.defined_twice.extend(again.map(str::to_owned));
        }
        let texts = || self.files.values().map(|file| file.text.as_str());
        self.used_in_modules =
            makers.into_iter().filter(|name| are_uses_in_modules(texts(), name)).cloned().collect();
    }

    /// Returns the attribute's arguments that describe the surroundings of the function at `site`.
    fn within(&self, site: &Site) -> String {
        match (&site.around, &site.origin) {
            (Some(Around::Block(header)), _) => format!(", within({header:?}, {header})"),
            (Some(Around::Use), Origin::MacroDefinition(name)) if self.used_in_modules.contains(name) => {
                ", within()".to_owned()
            }
            _ => String::new(),
        }
    }

    fn add(&mut self, path: &Utf8Path, file: &ParsedFile, features: &Features) {
        if let Some(file) = self.files.get_mut(path) {
            file.features = file.features.union(features);
            return;
        }
        // The file keeps its text if the compiler accepts it and the parser does not.
        match SourceFile::new(file, features.clone()) {
            Ok(file) => _ = self.files.insert(path.to_owned(), file),
            Err(error) => _ = self.unread.insert(path.to_owned(), error.to_string()),
        }
    }

    /// Returns all items with an attribute, in the order of their files.
    pub fn all_sites(&self) -> impl Iterator<Item = (&Utf8Path, &SourceFile, &Site)> {
        self.files.iter().flat_map(|(path, file)| {
            let mut sites: Vec<&Site> = file.all_sites().collect();
            sites.sort_by_key(|site| site.offset);
            sites.into_iter().map(move |site| (path.as_path(), file, site))
        })
    }

    /// Returns the reason why an item has no attribute, if it has none.
    pub fn left_out<'s>(
        &self,
        refusals: &'s Refusals,
        path: &Utf8Path,
        file: &SourceFile,
        site: &Site,
    ) -> Option<&'s str> {
        let takes_none = || {
            let around = file.call_around(site)?;
            (!self.definitions.may_take_attributes(&around.name)).then_some(NO_ATTRIBUTES)
        };
        let is_ambiguous = defined_macro(site)
            .is_some_and(|name| MACROS_IN_SCOPE.contains(&name) || self.defined_twice.contains(name));
        let is_ambiguous = is_ambiguous.then_some(NAME_IN_SCOPE);
        refusals.message(path, file, site).or_else(takes_none).or(is_ambiguous)
    }

    /// Returns the copies, without the refused attributes.
    pub fn copies(&self, refusals: &Refusals) -> BTreeMap<Utf8PathBuf, String> {
        let copy = |(path, file): (&Utf8PathBuf, &SourceFile)| {
            let is_kept = |site: &Site| self.left_out(refusals, path, file, site).is_none();
            let mut edits: Vec<(usize, String)> = Vec::new();
            if self.old.contains(path) {
                edits.push((file.first_item, format!("extern crate {RUNTIME_NAME};")));
            }
            let functions = file.sites.iter().filter(|site| is_kept(site));
            edits.extend(functions.map(|site| {
                let message = refusals.call_message(path, file, site);
                let rejected = message.map(|message| Obstacle::RejectedCall(message.to_owned().into()));
                let skipped = rejected.as_ref().or(self.eligibility.reason(path, site.name));
                (site.offset, attribute(&self.within(site), skipped))
            }));
            let types = file.inputs.iter().filter(|input| is_kept(&input.site));
            edits.extend(types.map(|input| (input.site.offset, derive(input))));
            let is_double_kept = |site: &Site| is_kept(site) && file.call_around(site).is_none();
            let doubles = file.doubles.iter().filter(|double| is_double_kept(&double.site));
            edits.extend(doubles.map(|double| (double.site.end, double.items())));
            let is_copied = self.roots.contains_key(path) || !edits.is_empty();
            is_copied.then(|| (path.clone(), edited(&file.text, edits)))
        };
        self.files.iter().filter_map(copy).collect()
    }

    /// Decides which functions are called, and how values of types are built.
    fn decide(&mut self, workspace: &Workspace, parsed: &BTreeMap<Utf8PathBuf, Rc<ParsedFile>>) {
        let moved_out = |(path, file): (&Utf8PathBuf, &Rc<ParsedFile>)| {
            let mut parsed = file.written.clone().ok()?;
            macro_input::move_out(&mut parsed, &self.definitions);
            Some((path.clone(), parsed, annotate::without_prefix(&file.text).0))
        };
        let parsed: Vec<(Utf8PathBuf, syn::File, usize)> = parsed.iter().filter_map(moved_out).collect();
        let mut sources: Vec<Source<'_>> = Vec::new();
        for (path, parsed, skipped) in &parsed {
            let SourceFile { text, features, .. } = &self.files[path];
            sources.push(Source { path, text, parsed, skipped: *skipped, features });
        }
        self.eligibility = Eligibility::decide(&sources, &self.binaries, workspace.allow_effects);
        // Only functions that may be called build values.
        let derived = inputs::derive(&sources, &self.eligibility);
        let doubles = doubles::find(&sources);
        for (path, doubles) in doubles {
            self.files.entry(path).and_modify(|file| file.doubles = doubles);
        }
        for (path, derived) in derived {
            self.files.entry(path).and_modify(|file| file.inputs = derived);
        }
    }
}

/// Returns the name of the macro that an item defines.
fn defined_macro(site: &Site) -> Option<&str> {
    match &site.origin {
        Origin::MacroDefinition(name) if site.around.is_none() => Some(name),
        _ => None,
    }
}

fn attribute(within: &str, skipped: Option<&Obstacle>) -> String {
    let skip = skipped.map(|obstacle| format!(", skip = {obstacle:?}")).unwrap_or_default();
    format!("#[::{RUNTIME_NAME}::instrument(crate = ::{RUNTIME_NAME}{within}{skip})]")
}

fn derive(input: &Derived) -> String {
    let constructors = input.constructors.iter().map(|name| format!(", construct = {name}"));
    let constants = input.constants.iter().map(|name| format!(", constant = {name}"));
    let makers: String = constructors.chain(constants).collect();
    let leniency = if makers.is_empty() { ", lenient" } else { "" };
    let last_resort = if input.is_last_resort { ", last_resort" } else { "" };
    let conditions: Vec<&str> = input.conditions.iter().map(String::as_str).collect();
    let conditions = match conditions.is_empty() {
        true => String::new(),
        false => format!(", where({})", conditions.join(", ")),
    };
    format!(
        "#[derive(::{RUNTIME_NAME}::Input)] #[sbst(crate = ::{RUNTIME_NAME}{leniency}{last_resort}{makers}{conditions})]"
    )
}

/// Returns a text with insertions at some offsets, before the items there.
fn edited(text: &str, edits: Vec<(usize, String)>) -> String {
    let mut edits: Vec<(usize, String)> = edits
        .into_iter()
        .map(|(offset, what)| match annotate::out_of_the_way(text, offset) {
            at if at == offset => (at, format!("{what} ")),
            at => (at, format!(" {what}")),
        })
        .collect();
    // A stable sort keeps the declaration of the runtime before the code that needs it.
    edits.sort_by_key(|(at, _)| *at);
    let mut copy =
        String::with_capacity(text.len() + edits.iter().map(|(_, what)| what.len()).sum::<usize>());
    let mut from = 0;
    for (at, what) in edits {
        copy.push_str(&text[from..at]);
        copy.push_str(&what);
        from = at;
    }
    copy.push_str(&text[from..]);
    copy
}

impl SourceFile {
    /// Reads the parts that depend on a text alone.
    pub fn new(file: &ParsedFile, features: Features) -> syn::Result<SourceFile> {
        let (text, written) = (file.text.clone(), file.written.as_ref().map_err(Clone::clone)?);
        let sites = annotate::sites(written, &text, POLICY);
        let first_item = annotate::first_item(written, &text);
        let skipped = annotate::without_prefix(&text).0;
        let place = |Call { name, bytes, lines }: Call| Call {
            name,
            bytes: bytes.start + skipped..bytes.end + skipped,
            lines,
        };
        let calls = file.calls()?.iter().cloned().map(place).collect();
        Ok(SourceFile { text, first_item, sites, calls, inputs: Vec::new(), doubles: Vec::new(), features })
    }

    #[cfg(test)]
    pub fn from_text(text: &str) -> SourceFile {
        SourceFile::new(&ParsedFile::from_text(text.to_owned()), Features::default()).unwrap()
    }

    /// Returns the innermost macro call that has an item in its input.
    pub fn call_around(&self, site: &Site) -> Option<&Call> {
        let around = self.calls.iter().filter(|call| call.bytes.contains(&site.offset));
        around.min_by_key(|call| call.bytes.len())
    }

    /// Returns the items in the input of a macro call, except those in calls within it.
    pub fn given(&self, call: &Call) -> impl Iterator<Item = &Site> {
        self.all_sites().filter(move |site| self.call_around(site) == Some(call))
    }

    /// Returns the items around a line, from the innermost: one within a macro before one around
    /// its use.
    pub fn culprits(&self, line: usize) -> Vec<&Site> {
        let contains = |site: &&Site| {
            let first = self.line_of_attribute(site).min(*site.lines.start());
            (first..=*site.lines.end()).contains(&line)
        };
        let mut around: Vec<&Site> = self.all_sites().filter(contains).collect();
        around.sort_by_key(|site| (site.lines.end() - site.lines.start(), site.origin == Origin::Source));
        around
    }

    /// Returns the innermost item around a line.
    pub fn culprit(&self, line: usize) -> Option<&Site> {
        self.culprits(line).into_iter().next()
    }

    /// Returns the item whose attribute is at the end of a line, perhaps behind another item.
    pub fn attributed(&self, line: usize) -> Option<&Site> {
        let mut below = self.all_sites().filter(|site| *site.lines.start() > line);
        below.find(|site| self.line_of_attribute(site) == line)
    }

    fn line_of_attribute(&self, site: &Site) -> usize {
        let at = annotate::out_of_the_way(&self.text, site.offset);
        self.text[..at].matches('\n').count() + 1
    }

    fn all_sites(&self) -> impl Iterator<Item = &Site> {
        let types = self.inputs.iter().map(|input| &input.site);
        self.sites.iter().chain(types).chain(self.doubles.iter().map(|double| &double.site))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_items_that_share_a_line_are_moved() {
        let text = "struct S;\nimpl S {\n    /// Says much.\n    fn a(&self) {}\n    fn b(&self) {} fn c(&self) {}\n}\n";
        let edits = ["fn a", "fn b", "fn c"].map(|function| (text.find(function).unwrap(), "@".to_owned()));
        let expected = "struct S;\nimpl S { @\n    /// Says much.\n    fn a(&self) {} @\n    fn b(&self) {} @ fn c(&self) {}\n}\n";
        assert_eq!(edited(text, edits.to_vec()), expected);
    }

    #[test]
    fn line_between_functions_ends_one_and_attributes_the_other() {
        let text = "fn a() {\n    x();\n}\n/// Says much.\nfn b() {\n    y();\n    z();\n}\n";
        let file = SourceFile::from_text(text);
        let first = |site: Option<&Site>| site.map(|site| *site.lines.start());
        assert_eq!((first(file.culprit(3)), first(file.attributed(3))), (Some(1), Some(5)));
        assert_eq!((first(file.culprit(6)), first(file.attributed(6))), (Some(5), None));
    }

    #[test]
    fn ambiguous_definitions_of_macros_have_no_attribute() {
        let mut sources = SourceFiles::default();
        for (path, names) in
            [("/a.rs", ["deref", "one"]), ("/b.rs", ["two", "one"]), ("/c.rs", ["three", "three"])]
        {
            let text = names.map(|name| format!("macro_rules! {name} {{ () => {{}}; }}\n")).concat();
            sources.files.insert(path.into(), SourceFile::from_text(&text));
        }
        sources.find_uses_of_macros();
        let has_attribute = |(path, file, site): &(&Utf8Path, &SourceFile, &Site)| {
            sources.left_out(&Refusals::default(), path, file, site).is_none()
        };
        let left: Vec<&str> = sources
            .all_sites()
            .filter(has_attribute)
            .filter_map(|(_, _, site)| defined_macro(site))
            .collect();
        assert_eq!(left, ["two", "three", "three"]);
    }

    #[test]
    fn the_runtime_is_declared_before_its_first_use() {
        let text = "#![no_std]\nfn a() {}\n";
        let at = text.find("fn").unwrap();
        assert_eq!(
            edited(text, vec![(at, "extern;".into()), (at, "@".into())]),
            "#![no_std] extern; @\nfn a() {}\n"
        );
    }

    #[test]
    fn an_obstacle_is_written_with_literals() {
        let rejected = Obstacle::RejectedCall("a \"b\"".into());
        assert_eq!(
            attribute("", Some(&rejected)),
            r#"#[::__sbst::instrument(crate = ::__sbst, skip = RejectedCall("a \"b\""))]"#
        );
        assert_eq!(attribute("", None), "#[::__sbst::instrument(crate = ::__sbst)]");
    }
}
