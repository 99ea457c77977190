use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use std::{env, thread};

use super::expression::Expression;
use super::writer::{variable_name, write};
use crate::solver::{holds, Outcome};
use crate::term::{Assignment, Term, TermPool};

/// A solver that reads SMT-LIB 2 from its standard input: `bitwuzla` or `z3`.
///
/// Its answers depend on its version, and on the time limit. Solutions are evaluated before they
/// are returned; that a condition is infeasible is believed.
#[derive(Clone, Debug)]
pub struct ExternalSolver {
    program: PathBuf,
    limit: Duration,
}

/// Values of variables by their names in a script.
#[derive(Clone, Debug, Default)]
pub struct Model<'n>(HashMap<&'n str, u128>);

impl<'n> FromIterator<(&'n str, u128)> for Model<'n> {
    fn from_iter<I: IntoIterator<Item = (&'n str, u128)>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl Model<'_> {
    /// Returns the solution that another solver has found of conditions that were
    /// [written](super::write), if all of them hold for it. Other variables have the parent's values.
    pub fn outcome(&self, pool: &TermPool, conditions: &[Term], parent: &Assignment) -> Outcome {
        let mut model = parent.clone();
        for variable in pool.variables(conditions) {
            if let Some(value) = self.0.get(variable_name(variable).as_str()) {
                model.set(variable, *value);
            }
        }
        match holds(pool, conditions, &model) {
            true => Outcome::Satisfiable(model),
            false => Outcome::NotSolved,
        }
    }
}

/// Programs in order of preference.
const PROGRAMS: [&str; 2] = ["bitwuzla", "z3"];

/// Returns what makes a program read standard input, and end by itself should nobody be there any more
/// to end it.
fn arguments(program: &str, limit: Duration) -> Vec<String> {
    let limit = limit + Duration::from_secs(1);
    match program {
        "bitwuzla" => ["--lang", "smt2", "-t", &limit.as_millis().to_string()].map(str::to_owned).to_vec(),
        _ => ["-in", "-smt2", &format!("-T:{}", limit.as_secs())].map(str::to_owned).to_vec(),
    }
}

impl ExternalSolver {
    /// Returns the first known solver that is on the `PATH`.
    pub fn find(limit: Duration) -> Option<Self> {
        PROGRAMS.iter().find_map(|name| Self::find_named(name, limit))
    }

    /// Returns the solver of this name if it is on the `PATH`, and of a kind that is known.
    pub fn find_named(name: &str, limit: Duration) -> Option<Self> {
        PROGRAMS.iter().find(|known| **known == name)?;
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        let path = env::var_os("PATH")?;
        let mut programs = env::split_paths(&path).map(|folder| folder.join(&file));
        Some(Self { program: programs.find(|program| program.is_file())?, limit })
    }

    /// Returns the solver at this place, which is of the kind that its name says.
    pub fn at(program: PathBuf, limit: Duration) -> Self {
        Self { program, limit }
    }

    /// Searches values for which all conditions hold. Variables that they do not have keep the
    /// parent's values.
    ///
    /// # Errors
    ///
    /// If the program cannot be started or speaks another language.
    pub fn check(&self, pool: &TermPool, conditions: &[Term], parent: &Assignment) -> io::Result<Outcome> {
        let variables = pool.variables(conditions);
        let names: Vec<_> = variables.iter().map(|variable| variable_name(*variable)).collect();
        let mut script = format!("(set-option :produce-models true)\n{}", write(pool, conditions));
        if !names.is_empty() {
            script += &format!("(get-value ({}))\n", names.join(" "));
        }
        let Some(answer) = self.run(script + "(exit)\n")? else { return Ok(Outcome::NotSolved) };
        let invalid = || io::Error::other(format!("{} answered: {answer}", self.program.display()));
        let answers = Expression::read_all(&answer).map_err(|_| invalid())?;
        match answers.first().and_then(Expression::atom) {
            Some("sat") => {}
            Some("unsat") => return Ok(Outcome::Infeasible),
            Some("unknown" | "timeout") => return Ok(Outcome::NotSolved),
            _ => return Err(invalid()),
        }
        let values = answers.get(1).and_then(Expression::list).unwrap_or_default();
        let mut numbers = Vec::new();
        for pair in values {
            let value = pair.list().and_then(|pair| pair.get(1)?.number());
            numbers.push(value.ok_or_else(invalid)?.0);
        }
        Ok(names
            .iter()
            .map(String::as_str)
            .zip(numbers)
            .collect::<Model<'_>>()
            .outcome(pool, conditions, parent))
    }

    /// Returns what the program prints, or nothing if it takes longer than the limit.
    fn run(&self, script: String) -> io::Result<Option<String>> {
        let name = self.program.file_stem().unwrap_or_default().to_string_lossy();
        let mut command = Command::new(&self.program);
        command
            .args(arguments(&name, self.limit))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = Running(command.spawn()?);
        let (input, output) = (child.0.stdin.take(), child.0.stdout.take());
        // A program that has read enough closes its input, which is no failure.
        thread::spawn(move || input.map(|mut input| input.write_all(script.as_bytes())));
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut text = String::new();
            let read = output.map_or(Ok(0), |mut output| output.read_to_string(&mut text));
            // Nobody listens after the limit.
            let _ = sender.send(read.map(|_| text));
        });
        receiver.recv_timeout(self.limit).map_or(Ok(None), |text| text.map(Some))
    }
}

/// A process that ends with its owner.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
