//! Functions whose attribute the compiler refuses. Builds remember them until their source or the
//! version of the runtime or the command changes.
//!
//! 1. A function from a macro is first only not called, and loses its probes only if that does not
//!    help: its place was uncertain. The same holds for a function with an error in its signature,
//!    or in no line of its own: the call repeats the signature, the probes do not.
//! 2. A macro defined twice is found twice where the attribute expands its definitions: these lose
//!    the attribute.
//! 3. If a macro refuses our attribute in its input, all items in the input of that call lose theirs.
//!    The same holds if an error is about a call and about no function.
//! 4. A function that does not compile for some of the types or constants tried ([`instances`]) is
//!    not called, and keeps its probes.

mod instances;

use super::compiler_wrapper::RUNTIME_NAME;
use super::copies::{SourceFile, SourceFiles};
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};
use sbst_analysis::annotate::{Origin, Site};
use sbst_model::fingerprint;
use sbst_source::macro_input::Call;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;

#[derive(Clone, Debug, Default)]
pub struct Refusals(BTreeMap<Identity, String>);

/// A function with its present source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Identity {
    file: Utf8PathBuf,
    lines: String,
}

impl Identity {
    fn from_site(path: &Utf8Path, file: &SourceFile, site: &Site) -> Identity {
        let (first, last) = (*site.lines.start(), *site.lines.end());
        let lines: Vec<&str> =
            file.text.lines().skip(first.saturating_sub(1)).take(last + 1 - first).collect();
        Identity {
            file: path.to_owned(),
            lines: format!("{:016x}", fingerprint::hash_text(&lines.join("\n"))),
        }
    }

    /// Returns the identity of a function's call.
    fn from_call(path: &Utf8Path, file: &SourceFile, site: &Site) -> Identity {
        let Identity { file, lines } = Identity::from_site(path, file, site);
        Identity { file, lines: format!("call {lines}") }
    }
}

impl Refusals {
    pub fn read(file: &Utf8Path) -> Refusals {
        let lines = fs::read_to_string(file).unwrap_or_default();
        Refusals(lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }

    /// Discards the refusals in the file, unless this build of the command wrote them.
    pub fn keep_those_of(build: &str, file: &Utf8Path) -> anyhow::Result<()> {
        let stamp = file.with_extension("by");
        if fs::read_to_string(&stamp).is_ok_and(|by| by == build) {
            return Ok(());
        }
        match fs::remove_file(file) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("failed to remove {file}"))
            }
            _ => fs::write(&stamp, build).with_context(|| format!("failed to write {stamp}")),
        }
    }

    pub fn write(&self, file: &Utf8Path) -> anyhow::Result<()> {
        let mut lines = Vec::new();
        for refusal in &self.0 {
            lines.extend(serde_json::to_vec(&refusal)?);
            lines.push(b'\n');
        }
        fs::write(file, lines).with_context(|| format!("failed to write {file}"))
    }

    /// Returns the compiler's message about a function.
    pub fn message(&self, path: &Utf8Path, file: &SourceFile, site: &Site) -> Option<&str> {
        self.0.get(&Identity::from_site(path, file, site)).map(String::as_str)
    }

    /// Returns the compiler's message about the call of a function.
    pub fn call_message(&self, path: &Utf8Path, file: &SourceFile, site: &Site) -> Option<&str> {
        self.0.get(&Identity::from_call(path, file, site)).map(String::as_str)
    }

    /// Adds the functions that errors are about. Returns the number of new ones.
    pub fn add(&mut self, sources: &SourceFiles, workspace_root: &Utf8Path, errors: &[Diagnostic]) -> usize {
        let mut added = 0;
        let known = self.clone();
        for error in errors.iter().filter(|error| error.level == DiagnosticLevel::Error) {
            if instances::is_of_instance(error) {
                added += self.add_instances(sources, workspace_root, error);
                continue;
            }
            if is_of_two_definitions(error) {
                added += self.add_definitions(sources, workspace_root, error);
                continue;
            }
            let mut spans: Vec<&DiagnosticSpan> = error.spans.iter().collect();
            spans.sort_by_key(|span| !span.is_primary);
            if let Some((path, file, call)) = refusing_call(sources, workspace_root, &spans) {
                added += self.add_given(path, file, call, error);
                continue;
            }
            let culprit = spans.iter().copied().flat_map(expansions).find_map(|span| {
                let path = workspace_root.join(&span.file_name);
                let file = sources.files.get(&path)?;
                let line = span.line_start;
                let attributed = file.attributed(line).filter(|_| is_attribute(span));
                let site = attributed.or_else(|| file.culprit(line))?;
                Some((site, path.clone(), file, line, attributed.is_some()))
            });
            if let Some((site, path, file, line, is_whole)) = culprit {
                let call = Identity::from_call(&path, file, site);
                // Several errors may concern one call.
                let is_function = file.sites.iter().any(|function| function == site);
                let is_of_call = site.around.is_some()
                    || is_function && (is_whole || is_in_signature(&file.text, site.name, line));
                let is_called = is_of_call && !known.0.contains_key(&call);
                let identity = if is_called { call } else { Identity::from_site(&path, file, site) };
                added += usize::from(self.0.insert(identity, shown(error)).is_none());
            } else if let Some((path, file, call)) = called(sources, workspace_root, &spans) {
                added += self.add_given(path, file, call, error);
            }
        }
        added
    }

    /// Adds the items in the input of a macro call.
    fn add_given(&mut self, path: &Utf8Path, file: &SourceFile, call: &Call, error: &Diagnostic) -> usize {
        let given: BTreeSet<Identity> =
            file.given(call).map(|site| Identity::from_site(path, file, site)).collect();
        given.into_iter().filter(|item| self.0.insert(item.clone(), shown(error)).is_none()).count()
    }

    /// Adds the definitions that the notes of an error concern.
    fn add_definitions(
        &mut self,
        sources: &SourceFiles,
        workspace_root: &Utf8Path,
        error: &Diagnostic,
    ) -> usize {
        let mut added = 0;
        for span in error.children.iter().flat_map(|note| &note.spans) {
            let path = workspace_root.join(&span.file_name);
            let Some(file) = sources.files.get(&path) else { continue };
            // The definition's lines, not its expansion's.
            let lines = span.line_start..=span.line_end;
            let is_definition = |site: &&Site| {
                matches!(site.origin, Origin::MacroDefinition(_))
                    && site.around.is_none()
                    && lines.contains(site.lines.start())
            };
            for site in file.sites.iter().filter(is_definition) {
                added += usize::from(
                    self.0.insert(Identity::from_site(&path, file, site), shown(error)).is_none(),
                );
            }
        }
        added
    }

    /// Adds calls that may cause an error: the nearest unknown ones.
    fn add_instances(
        &mut self,
        sources: &SourceFiles,
        workspace_root: &Utf8Path,
        error: &Diagnostic,
    ) -> usize {
        for calls in instances::blamed(sources, workspace_root, error) {
            let mut added = 0;
            for (path, site) in calls {
                let call = Identity::from_call(path, &sources.files[path], site);
                added += usize::from(self.0.insert(call, shown(error)).is_none());
            }
            if added > 0 {
                return added;
            }
        }
        0
    }
}

/// A macro call, with its file.
type CallInFile<'s> = (&'s Utf8Path, &'s SourceFile, &'s Call);

/// Returns the macro call in whose input our attribute is refused as it is written, before it is
/// expanded.
fn refusing_call<'s>(
    sources: &'s SourceFiles,
    workspace_root: &Utf8Path,
    spans: &[&DiagnosticSpan],
) -> Option<CallInFile<'s>> {
    spans.iter().filter(|span| span.expansion.is_none() && is_attribute(span)).find_map(|span| {
        let (path, file) = sources.files.get_key_value(&workspace_root.join(&span.file_name))?;
        Some((path.as_path(), file, file.call_around(file.attributed(span.line_start)?)?))
    })
}

/// Returns the macro call that one of the spans covers.
fn called<'s>(
    sources: &'s SourceFiles,
    workspace_root: &Utf8Path,
    spans: &[&DiagnosticSpan],
) -> Option<CallInFile<'s>> {
    spans.iter().copied().flat_map(expansions).find_map(|span| {
        let (path, file) = sources.files.get_key_value(&workspace_root.join(&span.file_name))?;
        let around = file.calls.iter().filter(|call| call.lines.contains(&span.line_start));
        let call = around.min_by_key(|call| call.bytes.len())?;
        Some((path.as_path(), file, call))
    })
}

/// True if an error reports an ambiguous name.
fn is_of_two_definitions(error: &Diagnostic) -> bool {
    error.code.as_ref().is_some_and(|code| code.code == "E0659")
}

/// True if a span is an attribute of ours: what the compiler complains of was made, not written.
fn is_attribute(span: &DiagnosticSpan) -> bool {
    span.text.first().is_some_and(|line| {
        let behind: String = line.text.chars().skip(line.highlight_start.saturating_sub(1)).collect();
        behind.starts_with(&format!("#[::{RUNTIME_NAME}::"))
    })
}

/// True if a line belongs to the signature of the function whose name is at the offset `name`. The
/// line with the first brace belongs to it.
fn is_in_signature(text: &str, name: usize, line: usize) -> bool {
    let first = text.get(..name).map_or(0, |before| before.matches('\n').count());
    let behind = text.lines().skip(first).position(|line| line.contains('{'));
    behind.is_some_and(|lines| (first + 1..=first + 1 + lines).contains(&line))
}

/// Formats an error on one line.
fn shown(error: &Diagnostic) -> String {
    let code = error.code.as_ref().map(|code| format!(" [{}]", code.code)).unwrap_or_default();
    format!("{}{code}", error.message.lines().next().unwrap_or_default())
}

/// Returns a span and the macro calls that it comes from, outwards.
fn expansions(span: &DiagnosticSpan) -> impl Iterator<Item = &DiagnosticSpan> {
    std::iter::successors(Some(span), |span| span.expansion.as_ref().map(|expansion| &expansion.span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_build_of_ours_tries_anew_what_the_compiler_refused() {
        let directory = tempfile::tempdir().unwrap();
        let file = Utf8Path::from_path(directory.path()).unwrap().join("refused");
        let identity = Identity { file: "src/lib.rs".into(), lines: "f".into() };
        let refusals = Refusals(BTreeMap::from([(identity, "no rules expected `#`".to_owned())]));
        let left_by = |build| {
            Refusals::keep_those_of(build, &file).unwrap();
            let left = Refusals::read(&file).0.len();
            refusals.write(&file).unwrap();
            left
        };
        assert_eq!(["first", "first", "second", "second"].map(left_by), [0, 1, 0, 1]);
    }

    #[test]
    fn the_lines_of_a_signature_end_with_the_first_brace() {
        let text = "struct S {}\n#[inline]\nfn near(\n    n: u8,\n) -> u8 {\n    n\n}\n";
        let name = text.find("near").unwrap();
        let lines: Vec<usize> = (1..=7).filter(|line| is_in_signature(text, name, *line)).collect();
        assert_eq!(lines, [3, 4, 5]);
    }
}
