//! The other solver: a program that workers have asked for what their own solver did not solve.
//!
//! 1. The command starts it, since a worker in a sandbox starts no process. A thread waits for each
//!    query, so that the worker is followed meanwhile.
//! 2. The program gets no text of the worker, which the code under test might have written: the query
//!    is read, and written anew.
//! 3. Whatever goes wrong is told once, and leaves the query unsolved.

use crate::ui::console;
use anyhow::{anyhow, bail};
use clap::ValueEnum;
use sbst_model::messages::{Solution, Solved, SolverQuery};
use sbst_solver::Outcome;
use sbst_solver::smtlib::{self, ExternalSolver};
use sbst_solver::term::{Assignment, TermPool};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::Duration;

/// The solver of path conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum UseSolver {
    /// The built-in one alone
    #[default]
    Builtin,
    /// Bitwuzla for what the built-in one does not solve
    Bitwuzla,
    /// Z3 for what the built-in one does not solve
    Z3,
}

#[derive(Debug)]
pub struct OtherSolver {
    program: ExternalSolver,
    /// True once it was told that the program fails.
    has_failed: Arc<AtomicBool>,
}

/// A query at work.
#[derive(Debug)]
pub struct Solving {
    number: u64,
    solution: Receiver<Solution>,
}

impl OtherSolver {
    /// Returns the solver that was asked for, if it is not the built-in one. A query may take `limit`.
    ///
    /// # Errors
    /// If it is not on the `PATH`.
    pub fn find(wanted: UseSolver, limit: Duration) -> anyhow::Result<Option<OtherSolver>> {
        if wanted == UseSolver::Builtin {
            return Ok(None);
        }
        let name = wanted.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        let Some(program) = ExternalSolver::find_named(&name, limit) else {
            bail!(
                "`--solver {name}`: there is no program `{name}` on the PATH\n  install it, or leave the option out"
            );
        };
        Ok(Some(OtherSolver { program, has_failed: Arc::default() }))
    }

    pub fn ask(&self, query: SolverQuery) -> Solving {
        let (sender, solution) = mpsc::channel();
        let (program, has_failed) = (self.program.clone(), Arc::clone(&self.has_failed));
        let number = query.number;
        thread::spawn(move || {
            let solution = solve(&program, &query.script).unwrap_or_else(|error| {
                if !has_failed.swap(true, Ordering::Relaxed) {
                    console::warning(format_args!(
                        "the solver failed; it is not used for such queries any more: {error:#}"
                    ));
                }
                Solution::NotSolved
            });
            // The worker may have ended.
            _ = sender.send(solution);
        });
        Solving { number, solution }
    }
}

impl Solving {
    /// The answer, if it is there.
    pub fn solved(&self) -> Option<Solved> {
        let solution = match self.solution.try_recv() {
            Ok(solution) => solution,
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Solution::NotSolved,
        };
        Some(Solved { number: self.number, solution })
    }
}

/// Rule 2.
fn solve(program: &ExternalSolver, script: &str) -> anyhow::Result<Solution> {
    let mut pool = TermPool::default();
    let script =
        smtlib::read(&mut pool, script).map_err(|error| anyhow!("a query cannot be read: {error}"))?;
    let outcome = program.check(&pool, &script.conditions, &Assignment::default())?;
    Ok(match outcome {
        Outcome::Infeasible => Solution::Infeasible,
        Outcome::NotSolved => Solution::NotSolved,
        Outcome::Satisfiable(model) => {
            let values = script.variables.iter();
            let values = values.map(|(name, variable)| (name.clone(), model.value(*variable).to_string()));
            Solution::Satisfiable(values.collect())
        }
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    /// A program that is named as a solver and says this.
    fn program(folder: &std::path::Path, says: &str) -> ExternalSolver {
        let path = folder.join("z3");
        fs::write(&path, format!("#!/bin/sh\ncat > {}/query\necho '{says}'\n", folder.display())).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        ExternalSolver::at(path, Duration::from_secs(60))
    }

    const SCRIPT: &str = "(set-option :diagnostic-output-channel \"stolen\")
        (declare-const x7_8 (_ BitVec 8)) (assert (= (bvadd x7_8 #x01) #x04)) (check-sat)";

    #[test]
    fn a_program_gets_the_conditions_and_no_other_command() {
        let folder = tempfile::tempdir().unwrap();
        let solution = solve(&program(folder.path(), "sat ((x #x03))"), SCRIPT).unwrap();
        assert_eq!(solution, Solution::Satisfiable(vec![("x7_8".to_owned(), "3".to_owned())]));
        let query = fs::read_to_string(folder.path().join("query")).unwrap();
        assert!(query.contains("(assert ") && !query.contains("stolen"), "{query}");
    }

    #[test]
    fn what_is_no_solution_or_no_answer_solves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let says = |text: &str| solve(&program(folder.path(), text), SCRIPT);
        assert_eq!(says("sat ((x #x05))").unwrap(), Solution::NotSolved);
        assert_eq!(says("unsat").unwrap(), Solution::Infeasible);
        assert!(says("(error \"line 1\")").is_err());
        assert!(solve(&program(folder.path(), "sat"), "(get-unsat-core)").is_err());
    }
}
