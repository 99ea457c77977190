//! The compiler's diagnostics in a build of ours, shown as cargo would show them.
//!
//! One kind is held back: errors about a `const fn` that lost its `const`, and is needed in a
//! constant. They are not the user's, as long as the build can be started again without that loss.

use crate::build::constants;
use crate::cargo::workspace::Workspace;
use crate::overlay::PendingRuntime;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use std::collections::BTreeSet;

/// The compiler's code for a call of a non-`const` function in a constant.
const NOT_CONSTANT: &str = "E0015";

/// The time at which diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    AtOnce,
    /// After the build has failed. Otherwise cargo shows them when it runs the build's result.
    IfItFails,
    /// Never: the caller reports what matters.
    Never,
}

/// The diagnostics of a build.
#[derive(Debug)]
pub struct Diagnostics {
    showing: Showing,
    /// Texts shown so far: the compiler repeats a message for each executable of a file.
    shown: BTreeSet<String>,
    /// Functions that are needed in constants.
    names: BTreeSet<String>,
    /// Texts about these functions, and texts that are shown only in the end.
    held_back: Vec<String>,
}

impl Diagnostics {
    pub fn new(showing: Showing) -> Diagnostics {
        Diagnostics { showing, shown: BTreeSet::new(), names: BTreeSet::new(), held_back: Vec::new() }
    }

    /// Shows a diagnostic, now or later. The runtime may be being built.
    pub fn show(&mut self, diagnostic: Diagnostic, runtime: &PendingRuntime) {
        let is_not_constant = is_not_constant(&diagnostic);
        let Some(text) = diagnostic.rendered else { return };
        match constants::parse_complaint(&diagnostic.message).filter(|_| is_not_constant) {
            Some(name) => {
                self.names.insert(name);
                self.held_back.push(text);
            }
            // "For more information about this error …"
            None if diagnostic.level == DiagnosticLevel::FailureNote => self.held_back.push(text),
            None if self.showing == Showing::AtOnce => self.print(text, |text| runtime.print(text)),
            None => self.held_back.push(text),
        }
    }

    /// The functions without whose `const` the build failed; `None` if that was not known to be the
    /// reason.
    pub fn constants_need(&mut self, workspace: &Workspace) -> Option<BTreeSet<String>> {
        constants::are_new(workspace, &self.names).then(|| std::mem::take(&mut self.names))
    }

    /// Shows the texts held back, unless only the user's own errors are to be shown.
    pub fn show_held_back(&mut self, are_users: bool) {
        let held_back = std::mem::take(&mut self.held_back);
        if are_users || self.showing != Showing::Never {
            held_back.into_iter().for_each(|text| self.print(text, |text| anstream::eprint!("{text}")));
        }
    }

    fn print(&mut self, text: String, print: impl Fn(&str)) {
        if !self.shown.contains(&text) {
            print(&text);
            self.shown.insert(text);
        }
    }
}

/// True if an error is a call of a non-`const` function in a constant.
pub fn is_not_constant(error: &Diagnostic) -> bool {
    has_code(error, &[NOT_CONSTANT])
}

/// True if an error has one of these codes of the compiler.
pub fn has_code(error: &Diagnostic, codes: &[&str]) -> bool {
    error.code.as_ref().is_some_and(|code| codes.contains(&code.code.as_str()))
}
