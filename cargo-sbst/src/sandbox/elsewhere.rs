//! Stand-ins for systems without a sandbox: their constructors fail, so no other function is
//! called.

use super::{Grant, Refusals};
use anyhow::bail;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::collections::BTreeMap;
use std::process::{Child, Command};
use std::sync::Arc;

#[derive(Debug)]
pub enum Sandbox {}

#[derive(Debug)]
pub enum Monitor {}

impl Sandbox {
    pub fn try_support() -> anyhow::Result<Vec<String>> {
        bail!("sandboxes need Linux with Landlock and seccomp")
    }

    pub fn new(_: &[Utf8PathBuf], _: &Utf8Path) -> anyhow::Result<Sandbox> {
        bail!("sandboxes are not supported on this system")
    }

    pub fn spawn(&self, _: &mut Command, _: Grant, _: bool) -> anyhow::Result<(Child, Arc<Monitor>)> {
        match *self {}
    }
}

impl Monitor {
    pub fn take_refusals(&self) -> Refusals {
        match *self {}
    }

    pub fn take_touching(&self) -> BTreeMap<String, String> {
        match *self {}
    }

    pub fn take_touched(&self) -> bool {
        match *self {}
    }
}
