//! Functions whose attribute the compiler refuses. Builds remember them until their source or the
//! version of the runtime or the command changes.
//!
//! 1. An error concerns the innermost item around it with the attribute: the attribute of a
//!    function also rewrites macros defined in it.
//! 2. A function with an error in its signature, or without a line in it, is first only excluded
//!    from calls. It loses its probes only if that does not help: the call repeats the signature,
//!    the probes do not.
//! 3. A macro defined twice is found twice where the attribute expands its definitions: these lose
//!    the attribute.
//! 4. If a macro refuses our attribute in its input, all items in the input of that call lose
//!    theirs. The same holds if an error is about a call and about no function.
//! 5. An error of a macro's expansion, within its definition, costs all functions of the definition
//!    their attribute. Other errors may follow from code that the macro did not emit, so they wait.
//! 6. A function that does not compile for some of the types or constants tried ([`instances`]) is
//!    not called, and keeps its probes.
//! 7. If errors concern no function, or only functions without their attribute, more functions are
//!    affected step by step. Functions in the definitions of the macros in the errors are not
//!    called, then lose their attribute. Then all functions in the files of the errors lose theirs.
//!    A search by [`halves`] comes last.

mod instances;
mod halves;

use super::compiler_wrapper::RUNTIME_NAME;
use super::copies::{SourceFile, SourceFiles};
use anyhow::Context;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};
pub use halves::{Halves, Next};
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

    /// Returns the places of the functions, as the compiler shows them.
    pub fn places(&self, sources: &SourceFiles, workspace_root: &Utf8Path) -> BTreeSet<String> {
        let refused = sources.all_sites().filter(|(path, file, site)| {
            self.message(path, file, site).is_some() || self.call_message(path, file, site).is_some()
        });
        let place = |(path, file, site): (&Utf8Path, &SourceFile, &Site)| {
            let before = file.text.get(..site.name)?;
            let line = before.rsplit('\n').next().unwrap_or_default();
            let name = path.strip_prefix(workspace_root).unwrap_or(path);
            Some(format!("{name}:{}:{}", before.matches('\n').count() + 1, line.chars().count() + 1))
        };
        refused.filter_map(place).collect()
    }

    /// Adds the functions that errors are about. Returns the number of new ones.
    pub fn add(&mut self, sources: &SourceFiles, workspace_root: &Utf8Path, errors: &[Diagnostic]) -> usize {
        let errors = || errors.iter().filter(|error| error.level == DiagnosticLevel::Error);
        let mut added: usize =
            errors().map(|error| self.add_definition(sources, workspace_root, error)).sum();
        if added > 0 {
            return added;
        }
        let known = self.clone();
        for error in errors() {
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
                let is_near = |site: &&Site| site.lines.contains(&line) || is_behind_attribute(span);
                let is_left = |site: &&Site| !known.0.contains_key(&Identity::from_site(&path, file, site));
                let around = file.culprits(line).into_iter().filter(is_near);
                let around = attributed.into_iter().chain(around).find(is_left)?;
                Some((around, path.clone(), file, span, attributed == Some(around)))
            });
            if let Some((site, path, file, span, is_whole)) = culprit {
                let call = Identity::from_call(&path, file, site);
                // Several errors may concern one call.
                let is_function = file.sites.iter().any(|function| function == site);
                let is_of_signature =
                    || is_in_signature(&file.text, site.name, span.line_start) && is_before_brace(span);
                let is_of_call = is_function && (is_whole || is_of_signature());
                let is_called = is_of_call && !known.0.contains_key(&call);
                let identity = if is_called { call } else { Identity::from_site(&path, file, site) };
                added += usize::from(self.0.insert(identity, shown(error)).is_none());
            } else if let Some((path, file, call)) = called(sources, workspace_root, &spans) {
                added += self.add_given(path, file, call, error);
            }
        }
        added
    }

    /// Adds functions around errors that concern none: rule 7. Returns the number of new ones.
    pub fn add_around(
        &mut self,
        sources: &SourceFiles,
        workspace_root: &Utf8Path,
        errors: &[Diagnostic],
    ) -> usize {
        let is_in_macro = |span: &DiagnosticSpan, _: &Utf8Path, site: &Site| {
            let expansion = span.expansion.as_ref();
            let name = expansion.and_then(|expansion| expansion.macro_decl_name.strip_suffix('!'));
            matches!(&site.origin, Origin::MacroDefinition(macro_name) if Some(macro_name.as_str()) == name)
        };
        let is_in_file =
            |span: &DiagnosticSpan, path: &Utf8Path, _: &Site| path == workspace_root.join(&span.file_name);
        let of_call: FindIdentity = Identity::from_call;
        let ladder: [(IsAround<'_>, FindIdentity); 3] = [
            (&is_in_macro, of_call),
            (&is_in_macro, Identity::from_site),
            (&is_in_file, Identity::from_site),
        ];
        for (is_around, identity) in ladder {
            let mut added = 0;
            for error in errors.iter().filter(|error| error.level == DiagnosticLevel::Error) {
                let said = std::iter::once(error).chain(&error.children);
                let spans: Vec<&DiagnosticSpan> =
                    said.flat_map(|said| said.spans.iter().flat_map(expansions)).collect();
                for (path, file, site) in sources.all_sites() {
                    if spans.iter().any(|span| is_around(span, path, site)) {
                        let site = identity(path, file, site);
                        added += usize::from(self.0.insert(site, shown(error)).is_none());
                    }
                }
            }
            if added > 0 {
                return added;
            }
        }
        0
    }

    /// Begins a search by halves among all functions that have their attribute.
    pub fn halves(&self, sources: &SourceFiles, errors: &[Diagnostic]) -> Option<Halves> {
        let cause = shown(errors.iter().find(|error| error.level == DiagnosticLevel::Error)?);
        let of_site = |(path, file, site): (_, _, _)| Identity::from_site(path, file, site);
        let mut suspects: Vec<Identity> = sources.all_sites().map(of_site).collect();
        suspects.retain(|suspect| !self.0.contains_key(suspect));
        // Functions with the same text in a file share their attribute.
        let mut seen = BTreeSet::new();
        suspects.retain(|suspect| seen.insert(suspect.clone()));
        (!suspects.is_empty()).then(|| Halves::begin(self.clone(), suspects, cause))
    }

    /// Adds the items in the input of a macro call.
    fn add_given(&mut self, path: &Utf8Path, file: &SourceFile, call: &Call, error: &Diagnostic) -> usize {
        let given: BTreeSet<Identity> =
            file.given(call).map(|site| Identity::from_site(path, file, site)).collect();
        given.into_iter().filter(|item| self.0.insert(item.clone(), shown(error)).is_none()).count()
    }

    /// Adds the functions in the definition of a macro whose expansion has an error: rule 5.
    fn add_definition(
        &mut self,
        sources: &SourceFiles,
        workspace_root: &Utf8Path,
        error: &Diagnostic,
    ) -> usize {
        let place = error.spans.iter().find(|span| span.is_primary && span.expansion.is_none());
        let Some(span) = place.filter(|_| error.code.is_none()) else { return 0 };
        let path = workspace_root.join(&span.file_name);
        let Some(file) = sources.files.get(&path) else { return 0 };
        let Some(Site { origin: origin @ Origin::MacroDefinition(_), .. }) = file.culprit(span.line_start)
        else {
            return 0;
        };
        let of_definition = file.sites.iter().filter(|site| site.origin == *origin);
        let sites: BTreeSet<Identity> =
            of_definition.map(|site| Identity::from_site(&path, file, site)).collect();
        sites.into_iter().filter(|site| self.0.insert(site.clone(), shown(error)).is_none()).count()
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

/// Returns the identity of a function, or of its call.
type FindIdentity = fn(&Utf8Path, &SourceFile, &Site) -> Identity;

/// Returns true if a function in a file is around a span.
type IsAround<'a> = &'a dyn Fn(&DiagnosticSpan, &Utf8Path, &Site) -> bool;

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

/// True if a span is our attribute: then the error is in emitted code, not in the user's.
fn is_attribute(span: &DiagnosticSpan) -> bool {
    span.text.first().is_some_and(|line| {
        let behind: String = line.text.chars().skip(line.highlight_start.saturating_sub(1)).collect();
        behind.starts_with(&format!("#[::{RUNTIME_NAME}::"))
    })
}

/// True if a span ends in or behind an attribute of ours on its line.
fn is_behind_attribute(span: &DiagnosticSpan) -> bool {
    span.text.first().is_some_and(|line| {
        let until: String = line.text.chars().take(line.highlight_end.saturating_sub(1)).collect();
        until.contains(&format!("#[::{RUNTIME_NAME}::"))
    })
}

/// True if a line belongs to the signature of the function whose name is at the offset `name`. The
/// line with the first brace belongs to it.
fn is_in_signature(text: &str, name: usize, line: usize) -> bool {
    let first = text.get(..name).map_or(0, |before| before.matches('\n').count());
    let behind = text.lines().skip(first).position(|line| line.contains('{'));
    behind.is_some_and(|lines| (first + 1..=first + 1 + lines).contains(&line))
}

/// True if a span begins before the body of a function on its line.
fn is_before_brace(span: &DiagnosticSpan) -> bool {
    span.text.first().is_none_or(|line| {
        let before: String = line.text.chars().take(line.highlight_start.saturating_sub(1)).collect();
        !before[before.rfind("fn ").unwrap_or(0)..].contains('{')
    })
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
mod tests;
