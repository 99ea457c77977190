//! The state of an exploration: tree, examples, and the waiting alternatives.
//!
//! Tardis, sections 3 and 4.5.
//!
//! 1. Each new alternative of an executed path waits.
//! 2. Before a choice, unclassified alternatives are classified, and all others after
//!    [`Parameters::threshold`] new examples. With [`Parameters::goals_first`], every other attempt
//!    is at an alternative whose last step covers an uncovered goal. The paper has paths instead of
//!    goals; its code ranks by them, too.
//! 3. An alternative taken by an execution meanwhile is dropped: it is covered.
//! 4. The chosen one is solved, by the first back end. If that fails, it waits for the next one
//!    until all have tried the first: a search costs more than a solver for all others. So do
//!    alternatives without a term, which only the search can solve; without a search they stay
//!    open. The fate of a solved, infeasible or abandoned one, and that of rule 3, is an example.
//!    The path of a solution is added by rule 1.
//! 5. By section 3, and in Tardis' code, each prefix of an executed path is a feasible example
//!    ([`Examples::Prefixes`]). But an alternative shares most clauses with those prefixes, so
//!    nearly all of them look feasible. By section 4, and here, only attempts are examples. An
//!    abandoned alternative is [retried](Exploration::retry) when none waits, each time with twice
//!    the limits. The retry starts from the last execution that left it at its last step, because
//!    some information about an execution's values is a guess.
//! 6. When no alternative is open, all paths were explored (`knowledge.rs`).
//! 7. Paths are cut after [`LONGEST`] clauses. While the paths of waiting alternatives have
//!    [`MOST_TERMS`] terms, new ones are examples only.

use super::alternative::{Alternative, Executed};
use super::classifier::{Classification, Classifier, Label};
use super::execution::Symbolic;
use super::fingerprint::{hash, Fingerprint};
use super::knowledge::Knowledge;
use super::path_tree::{Edge, PathTree};
use super::selection::select;
use super::slice::{slice, Dependency};
use super::solving::{BackEnd, Solution, Solving};
use super::Parameters;
use crate::path_condition::{Clause, Proof};
use sbst_model::messages::PathSummary;
use sbst_model::{PathSelection, TestCase};
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::operator::Operators;
use std::rc::Rc;

/// The most clauses of a path: slicing takes their square, a few milliseconds.
const LONGEST: usize = 1_000;
/// The most terms of paths with waiting alternatives, about 100 bytes each: 100 MB.
const MOST_TERMS: usize = 1 << 20;

/// The examples of the classifier (rule 5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Examples {
    #[default]
    Attempts,
    /// Also the prefixes of executed paths.
    Prefixes,
}

pub(super) struct Exploration<'s> {
    pub(super) symbolic: &'s mut Symbolic,
    selection: PathSelection,
    examples: Examples,
    goals_first: bool,
    threshold: usize,
    retries: u32,
    tree: PathTree,
    classifier: Classifier,
    /// The alternatives to try, in the order of discovery.
    waiting: Vec<Waiting>,
    /// Abandoned alternatives for another try.
    unsolved: Vec<Waiting>,
    /// Alternatives unsolvable by any back end, or finally abandoned, with their goals.
    unsolvable: Vec<(Edge, Option<u32>)>,
    solving: Solving,
    /// The number of choices.
    chosen: u64,
    /// Evaluations of searches for alternatives left by another back end.
    searched: u64,
    pub(super) counters: PathSummary,
    /// The number of cut paths.
    pub(super) cut: u64,
    /// Terms of the paths with waiting alternatives.
    terms: usize,
    /// The ends of paths that failed.
    failed: Vec<Edge>,
    pub(super) knowledge: Knowledge,
}

pub(super) struct Waiting {
    pub(super) alternative: Alternative,
    fingerprint: Fingerprint,
    /// The last classification, with the number of examples at the time.
    classified: Option<(usize, Classification)>,
    /// The index of the back end to use.
    back_end: usize,
    /// The number of times that it was abandoned.
    given_up: u32,
}

/// The fate of an attempted alternative.
pub(super) enum Fate {
    Solved(Rc<Executed>),
    Infeasible,
    NotSolved,
    /// An attempt left to another back end.
    Postponed,
}

impl<'s> Exploration<'s> {
    pub(super) fn new(parameters: &Parameters, symbolic: &'s mut Symbolic) -> Exploration<'s> {
        let Parameters {
            selection,
            labels,
            examples,
            goals_first,
            conflicts,
            evaluations,
            threshold,
            retries,
            ..
        } = *parameters;
        Exploration {
            symbolic,
            selection,
            examples,
            goals_first,
            threshold,
            retries,
            tree: PathTree::new(),
            classifier: Classifier::new(labels),
            waiting: Vec::new(),
            unsolved: Vec::new(),
            unsolvable: Vec::new(),
            solving: Solving::new(parameters.back_ends.clone(), conflicts, evaluations),
            chosen: 0,
            searched: 0,
            counters: PathSummary::default(),
            cut: 0,
            terms: 0,
            failed: Vec::new(),
            knowledge: Knowledge::default(),
        }
    }

    /// Executes a test and adds its path. False if the search is over.
    pub(super) fn execute(&mut self, evaluator: &mut Evaluator<'_>, test: &TestCase) -> bool {
        let executed = Executed::execute(self.symbolic, evaluator, test);
        let is_executed = executed.is_some();
        executed.map(|executed| self.learn(executed));
        is_executed
    }

    /// Rules 1 and 5.
    fn learn(&mut self, executed: Executed) -> Rc<Executed> {
        let parent = Rc::new(executed);
        for waiting in &mut self.unsolved {
            let other = waiting.alternative.with_parent(&parent);
            let is_solvable =
                |other: &Alternative| other.depth < LONGEST && self.solving.find_first(other).is_some();
            if let Some(other) = other.filter(is_solvable) {
                waiting.alternative = other;
            }
        }
        let condition = &parent.condition;
        let clauses = &condition.clauses[..condition.clauses.len().min(LONGEST)];
        let is_full = self.terms >= MOST_TERMS;
        let is_cut = is_full || condition.is_cut || clauses.len() < condition.clauses.len();
        self.cut += u64::from(is_cut);
        self.knowledge.learn(condition, is_cut);
        let steps: Vec<_> = condition.steps().take_while(|(index, _)| *index < clauses.len()).collect();
        let is_open = |step: usize| {
            let Clause { term, is_exact, .. } = clauses[steps[step].0];
            !is_full && (!is_exact || condition.pool.as_constant(term).is_none())
        };
        let mut news = self.tree.add(condition.structure, steps.iter().map(|(_, step)| *step), is_open);
        news.iter_mut().for_each(|news| news.depth = steps[news.depth].0);
        if condition.is_failed {
            self.failed.push(self.tree.end(steps.iter().map(|(_, step)| *step)));
        }
        let depths: Vec<usize> = news.iter().map(|news| news.depth).collect();
        let slices = slice(condition, Dependency::Objects, &depths);
        let as_executed: Vec<_> = clauses.iter().map(|clause| (clause.site, clause.term)).collect();
        let negated: Vec<_> =
            depths.iter().map(|&depth| (clauses[depth].site, parent.negated[depth])).collect();
        let (as_executed, negated) = (hash(condition, &as_executed), hash(condition, &negated));
        for ((news, slice), negated) in news.iter().zip(&slices).zip(negated) {
            let decided = slice.iter().filter(|&&index| !clauses[index].is_assumed);
            let before = decided.map(|&index| as_executed[index]);
            if news.is_new && self.examples == Examples::Prefixes {
                let clauses = before.clone().chain([as_executed[news.depth]]);
                self.classifier.add(Fingerprint::from_clauses(clauses), Label::Feasible);
            }
            if let Some(edge) = news.alternative {
                let alternative = Alternative { parent: Rc::clone(&parent), depth: news.depth, edge };
                let Some(back_end) = self.solving.find_first(&alternative) else {
                    self.unsolvable.push((edge, alternative.clause().other_goal));
                    continue;
                };
                self.waiting.push(Waiting {
                    back_end,
                    alternative,
                    fingerprint: Fingerprint::from_clauses(before.chain([negated])),
                    classified: None,
                    given_up: 0,
                });
            }
        }
        parent
    }

    /// True if only the search is left for the waiting alternatives, and has used half of all
    /// evaluations.
    pub(super) fn rests(&self, evaluator: &Evaluator<'_>) -> bool {
        let is_last = self.waiting.iter().all(|waiting| waiting.back_end > 0);
        is_last && !self.waiting.is_empty() && 2 * self.searched > evaluator.evaluations()
    }

    /// Rules 2 to 4: chooses among the waiting alternatives, or among those for `goal` alone.
    fn choose(
        &mut self,
        evaluator: &Evaluator<'_>,
        operators: &mut Operators,
        goal: Option<u32>,
    ) -> Option<Waiting> {
        let Exploration { waiting, unsolved, tree, terms, classifier, .. } = self;
        waiting.retain(|waiting| {
            let is_executed = tree.is_executed(waiting.alternative.edge);
            if is_executed {
                classifier.add(waiting.fingerprint, Label::Feasible);
            }
            !is_executed
        });
        *terms = count_terms(waiting) + count_terms(unsolved);
        let is_meant = |waiting: &Waiting| goal.is_none() || waiting.alternative.clause().other_goal == goal;
        let mut meant: Vec<usize> = (0..waiting.len()).filter(|&index| is_meant(&waiting[index])).collect();
        let first = meant.iter().map(|&index| waiting[index].back_end).min();
        meant.retain(|&index| Some(waiting[index].back_end) == first);
        self.chosen += 1;
        if self.goals_first && self.chosen & 1 == 1 {
            let covers = |index: &usize| {
                let goal = waiting[*index].alternative.clause().other_goal;
                goal.is_some_and(|goal| evaluator.is_sought(goal) && !evaluator.archive().is_covered(goal))
            };
            if meant.iter().any(covers) {
                meant.retain(covers);
            }
        }
        if meant.is_empty() {
            return None;
        }
        let chosen = match self.selection {
            PathSelection::Fifo => 0,
            PathSelection::Knn | PathSelection::Tardis => {
                let classifications: Vec<_> = meant.iter().map(|&index| self.classify(index)).collect();
                select(&classifications, operators.random())
            }
        };
        Some(self.waiting.remove(meant[chosen]))
    }

    fn classify(&mut self, index: usize) -> Classification {
        let Exploration { waiting, classifier, threshold, .. } = self;
        let Waiting { fingerprint, classified, .. } = &mut waiting[index];
        match *classified {
            Some((added, classification)) if classifier.added() < added + *threshold => classification,
            _ => {
                let classification = classifier.classify(fingerprint);
                *classified = Some((classifier.added(), classification));
                classification
            }
        }
    }

    /// Rule 4: tries an alternative; with a `goal`, one whose last step covers it. `None` without
    /// any.
    pub(super) fn attempt(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        operators: &mut Operators,
        goal: Option<u32>,
    ) -> Option<Fate> {
        let waiting = self.choose(evaluator, operators, goal)?;
        let Waiting { ref alternative, fingerprint, back_end, given_up, .. } = waiting;
        let alternative = alternative.clone();
        let before = evaluator.evaluations();
        let solution =
            self.solving.solve(self.symbolic, evaluator, operators, &alternative, back_end, given_up);
        if back_end > 0 {
            self.searched += evaluator.evaluations() - before;
        }
        let is_diverged = matches!(solution, Solution::Diverged(_));
        self.counters.diverged += u64::from(is_diverged);
        if matches!(solution, Solution::Diverged(_) | Solution::NotSolved)
            && self.solving.has_another(back_end)
        {
            self.waiting.push(Waiting { back_end: back_end + 1, ..waiting });
            if let Solution::Diverged(executed) = solution {
                self.learn(executed);
            }
            return Some(Fate::Postponed);
        }
        self.counters.tried += 1;
        let fate = match solution {
            Solution::Executed(executed, back_end) => {
                match back_end {
                    BackEnd::Solver => self.counters.solved_by_solver += 1,
                    BackEnd::Search => self.counters.solved_by_search += 1,
                }
                self.classifier.add(fingerprint, Label::Feasible);
                Fate::Solved(self.learn(executed))
            }
            Solution::Infeasible(clauses) => {
                self.counters.infeasible += 1;
                self.classifier.add(fingerprint, Label::Infeasible);
                self.refute(&alternative, &clauses);
                Fate::Infeasible
            }
            Solution::Diverged(executed) => {
                self.learn(executed);
                self.give_up(waiting)
            }
            Solution::NotSolved => self.give_up(waiting),
        };
        Some(fate)
    }

    fn give_up(&mut self, waiting: Waiting) -> Fate {
        self.counters.not_solved += 1;
        self.classifier.add(waiting.fingerprint, Label::NotSolved);
        if waiting.given_up < self.retries {
            self.unsolved.push(Waiting { given_up: waiting.given_up + 1, ..waiting });
        } else {
            let Alternative { edge, .. } = waiting.alternative;
            self.unsolvable.push((edge, waiting.alternative.clause().other_goal));
        }
        Fate::NotSolved
    }

    /// Returns abandoned alternatives to the queue, up to the limit of retries.
    pub(super) fn retry(&mut self) {
        let Exploration { waiting, unsolved, solving, .. } = self;
        waiting.extend(unsolved.drain(..).map(|waiting| {
            let back_end = solving.find_first(&waiting.alternative).unwrap_or(waiting.back_end);
            Waiting { back_end, ..waiting }
        }));
    }

    /// Records the proof that an alternative contradicts these clauses of its prefix.
    fn refute(&mut self, alternative: &Alternative, contradicted: &[usize]) {
        if let Some(goal) = alternative.clause().other_goal {
            let clauses: Vec<Clause> =
                contradicted.iter().map(|&index| alternative.prefix()[index]).collect();
            let step = alternative.clause().step().negate();
            self.knowledge.refute(goal, Proof::new(step, &clauses));
        }
    }

    /// Rule 6: reports infeasible goals, if no alternative is open.
    pub(super) fn conclude(&mut self, evaluator: &mut Evaluator<'_>) {
        let is_known = |end: &Edge| self.tree.goes_on(*end);
        if self.open().next().is_none() && self.failed.iter().all(is_known) {
            self.knowledge.conclude(evaluator, self.symbolic);
        }
    }

    /// Returns the goals of alternatives neither executed nor proved infeasible.
    pub(super) fn open(&self) -> impl Iterator<Item = Option<u32>> + '_ {
        let goal = |waiting: &Waiting| (waiting.alternative.edge, waiting.alternative.clause().other_goal);
        let solvable = self.waiting.iter().chain(&self.unsolved).map(goal);
        let all = solvable.chain(self.unsolvable.iter().copied());
        all.filter(|(edge, _)| !self.tree.is_executed(*edge)).map(|(_, goal)| goal)
    }
}

/// Returns the number of terms of all parents. Alternatives of one parent are adjacent.
fn count_terms(waiting: &[Waiting]) -> usize {
    let parents = waiting.chunk_by(|one, next| Rc::ptr_eq(&one.alternative.parent, &next.alternative.parent));
    parents.map(|group| group[0].alternative.parent.condition.pool.size()).sum()
}
