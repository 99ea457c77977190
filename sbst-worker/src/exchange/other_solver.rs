//! The other solver, which the command asks on behalf of a worker.

use crate::exchange::events::Events;
use sbst_model::messages::{Event, Solution, Solved, SolverQuery, SOLUTION};
use sbst_solver::smtlib::{self, Model};
use sbst_solver::term::{Assignment, Term, TermPool};
use sbst_solver::Outcome;
use sbst_wire::from_line;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

/// Pause between two looks: the solver was started because this is hard.
const PAUSE: Duration = Duration::from_millis(2);
/// Time after which the command must have died.
const GONE: Duration = Duration::from_secs(30 * 60);

/// The way to the other solver.
pub(crate) struct OtherSolver {
    file: PathBuf,
    events: Rc<Events>,
    /// The queries so far.
    queries: u64,
}

impl OtherSolver {
    pub(crate) fn new(directory: &Path, events: Rc<Events>) -> OtherSolver {
        OtherSolver { file: directory.join(SOLUTION), events, queries: 0 }
    }

    /// Asks for values for which all conditions hold, and waits for the answer.
    pub(crate) fn ask(&mut self, pool: &TermPool, conditions: &[Term], parent: &Assignment) -> Outcome {
        self.queries += 1;
        let script = smtlib::write(pool, conditions);
        self.events.send(&Event::WantsSolution(SolverQuery { number: self.queries, script }));
        let asked = Instant::now();
        while asked.elapsed() < GONE {
            match self.look() {
                None => thread::sleep(PAUSE),
                Some(Solution::Infeasible) => return Outcome::Infeasible,
                Some(Solution::NotSolved) => return Outcome::NotSolved,
                Some(Solution::Satisfiable(values)) => {
                    let values =
                        values.iter().filter_map(|(name, value)| Some((&**name, value.parse().ok()?)));
                    return values.collect::<Model<'_>>().outcome(pool, conditions, parent);
                }
            }
        }
        Outcome::NotSolved
    }

    fn look(&self) -> Option<Solution> {
        let solved: Solved = from_line(&fs::read(&self.file).ok()?).ok()?;
        (solved.number == self.queries).then_some(solved.solution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_solver::term::Variable;
    use sbst_wire::{split_lines, to_line};

    #[test]
    fn an_answer_counts_if_it_is_to_the_question_and_its_values_are_a_solution() {
        let directory = std::env::temp_dir().join(format!("sbst-other-solver-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("events"), "").unwrap();
        let mut pool = TermPool::default();
        let variable = Variable { index: 0, width: 8 };
        let (x, parent) = (pool.variable(variable), Assignment::default());
        let condition = pool.equals(x, 3);
        let give = |number, solution| {
            let line = to_line(&Solved { number, solution });
            fs::write(directory.join("unfinished"), line).unwrap();
            fs::rename(directory.join("unfinished"), directory.join(SOLUTION)).unwrap();
        };
        let value = |value: &str| Solution::Satisfiable(vec![("x0_8".to_owned(), value.to_owned())]);
        let events = Rc::new(Events::open(&directory.join("events")).unwrap());
        let mut solver = OtherSolver::new(&directory, events);
        give(1, value("3"));
        let Outcome::Satisfiable(model) = solver.ask(&pool, &[condition], &parent) else { panic!() };
        assert_eq!(model.value(variable), 3);
        // The answer to the question before is there still.
        let late = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(10 * PAUSE);
                give(2, value("4"));
            });
            solver.ask(&pool, &[condition], &parent)
        });
        assert_eq!(late, Outcome::NotSolved, "4 is no solution");
        give(3, Solution::Infeasible);
        assert_eq!(solver.ask(&pool, &[condition], &parent), Outcome::Infeasible);
        let events = fs::read(directory.join("events")).unwrap();
        let asked = |line: &&[u8]| matches!(from_line(line), Ok(Event::WantsSolution(_)));
        assert_eq!(split_lines(&events).filter(asked).count(), 3);
        fs::remove_dir_all(&directory).unwrap();
    }
}
