//! A test executable as a server ([`sbst_model::mutants`]).

use crate::cargo::executable::TestExecutable;
use crate::sandbox::{Grant, Monitor, Sandbox};
use crate::worker::{process, process_group};
use anyhow::Context;
use memchr::memmem;
use sbst_model::mutants::{Answer, Described, Order, SERVE};
use std::fs;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;

/// The most names of tests in an order. The server has room for them and for options.
pub const TESTS: usize = 60;

pub struct Server {
    child: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    name: String,
    /// Judges the acts in the sandbox.
    _monitor: Option<Arc<Monitor>>,
}

impl Server {
    /// Starts an executable as a server, in the sandbox, if any. `None` if it does not contain the
    /// server's code.
    pub fn start(executable: &TestExecutable, sandbox: Option<&Sandbox>) -> anyhow::Result<Option<Server>> {
        let path = &executable.path;
        let contents = fs::read(path).with_context(|| format!("failed to read {path}"))?;
        if memmem::find(&contents, SERVE.as_bytes()).is_none() {
            return Ok(None);
        }
        let root = executable.package.manifest_path.parent().context("a manifest has no parent directory")?;
        let mut command = process::command(executable, root)?;
        command.env(SERVE, "1").args(vec!["-"; TESTS + 8]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let (mut child, monitor) = process::spawn(&mut command, sandbox, Grant::default(), true)?;
        let orders = child.stdin.take().context("there is no standard input")?;
        let answers = child.stdout.take().context("there is no standard output")?;
        let name = path.file_name().unwrap_or_default().to_owned();
        Ok(Some(Server { child, orders, answers: BufReader::new(answers), name, _monitor: monitor }))
    }

    pub fn describe(&mut self) -> anyhow::Result<Described> {
        self.order(&Order::Describe)?;
        Described::read(&mut self.answers).with_context(|| self.failure())
    }

    pub fn execute(&mut self, order: &Order) -> anyhow::Result<Answer> {
        self.order(order)?;
        Answer::read(&mut self.answers).with_context(|| self.failure())
    }

    fn order(&mut self, order: &Order) -> anyhow::Result<()> {
        self.orders.write_all(order.line().as_bytes()).with_context(|| self.failure())?;
        self.orders.flush().with_context(|| self.failure())
    }

    fn failure(&self) -> String {
        format!("the test executable {} does not execute tests with mutants", self.name)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = process_group::kill(&mut self.child);
        _ = self.child.wait();
    }
}
