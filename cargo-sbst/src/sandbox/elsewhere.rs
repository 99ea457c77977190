//! Systems without a sandbox.

use super::{Grant, Refusals};
use anyhow::bail;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::collections::BTreeMap;
use std::process::{Child, Command};
use std::sync::Arc;

/// A sandbox, of which there is none here.
#[derive(Debug)]
pub enum Sandbox {}

/// The monitor of a sandboxed process, of which there is none here.
#[derive(Debug)]
pub enum Monitor {}

impl Sandbox {
    /// Fails: there is none on this system.
    pub fn try_support() -> anyhow::Result<Vec<String>> {
        bail!("sandboxes are made of Landlock and seccomp, which only Linux has")
    }

    /// Fails: there is none on this system.
    pub fn new(_: &[Utf8PathBuf], _: &Utf8Path) -> anyhow::Result<Sandbox> {
        bail!("there is no sandbox on this system")
    }

    /// Never called.
    pub fn spawn(&self, _: &mut Command, _: Grant, _: bool) -> anyhow::Result<(Child, Arc<Monitor>)> {
        match *self {}
    }
}

impl Monitor {
    /// Never called.
    pub fn take_refusals(&self) -> Refusals {
        match *self {}
    }

    /// Never called.
    pub fn take_touching(&self) -> BTreeMap<String, String> {
        match *self {}
    }

    /// Never called.
    pub fn take_touched(&self) -> bool {
        match *self {}
    }
}
