//! Test templates: test cases with prepared objects for an uncovered goal. The relevant calls make
//! and change these objects; the search chooses the rest.
//!
//! After Lin, Ong, Sun, Fraser and Dong, "Graph-based seed object synthesis for search-based unit
//! testing", ESEC/FSE 2021 (EvoObj), Section 3.2 and Algorithm 1.
//!
//! 1. The search requests graphs after [`PATIENCE`] evaluations without another covered goal, if a
//!    goal other than a hidden check is left. Drawn tests cover most goals. Evaluations instead of
//!    seconds make it independent of the time for the graphs. A search that does not wait repeats
//!    the request after the same number of evaluations.
//! 2. From then on a test is drawn from a template with probability `P_TEMPLATE`: that of a random
//!    uncovered goal with a graph.
//! 3. For each field of the graph, one of the calls that write it on an object is drawn by its
//!    weight. It becomes the origin or a step of the object. Calls that take an object of the graph
//!    are drawn before all others, since one of the others may empty the collection just filled.
//! 4. An argument that contains an object of the graph is made in the same way. All other arguments
//!    are drawn: they are the slots of the search.
//! 5. A collection of such objects gets one or a few; a step that adds an element is repeated as
//!    often. On a step's `&mut` result, the steps that write its fields are called; if possible, it
//!    is assigned another value.
//! 6. A test from a template that fails before the call of the target is repaired instead of
//!    replaced: at most [`TRIES`] times in a row for one call, and [`REPAIRS`] times in all.
//!    (EvoObj has long failing tests as its first threat to validity.)
//! 7. A goal with failing tests has its turn less often: in proportion to the share of tests that
//!    did not fail.

mod guide;
mod draw;
mod repair;
#[cfg(test)]
mod tests;

use guide::Guide;
use sbst_model::messages::SynthesisSummary;
use sbst_model::TestCase;
use sbst_search::operator::inputs::TestSource;
use sbst_search::operator::random::Random;
use sbst_search::operator::Operators;
use std::time::{Duration, Instant};
use std::{cell::RefCell, collections::VecDeque, fmt, rc::Rc};

/// The evaluations without another covered goal after which graphs are requested (rule 1): some
/// generations of fifty.
pub const PATIENCE: u64 = 200;
/// The probability that a drawn test comes from a template (rule 2), as in EvoSuite++
/// (`RandomLengthTestFactory`).
const P_TEMPLATE: f64 = 0.3;
/// The probability of one more element, or one more adding step (rule 5). The mean is two, so that
/// a first and another element exist.
const P_MORE: f64 = 0.5;
/// The most elements.
const MOST_ELEMENTS: usize = 6;
/// The most levels of objects within objects: recursive graphs end here.
const DEEPEST: u32 = 12;
/// The most repairs of one call in a row (rule 6): a call that rejects half of its arguments
/// accepts some by then.
pub const TRIES: u32 = 4;
/// The most repairs of one test, as several of its calls may fail.
pub const REPAIRS: u32 = 16;
/// The most tests from templates to remember until their evaluation: an algorithm may draw this
/// many in advance.
const REMEMBERED: usize = 64;

/// The object construction graphs of a problem. Clones share them.
#[derive(Clone, Default)]
pub struct Templates {
    /// `None` without graphs.
    shared: Option<Rc<RefCell<Shared>>>,
}

/// Returns the graphs, or `None` while they are not ready.
type Source = Box<dyn FnMut() -> Option<Vec<Graph>>>;

#[derive(Default)]
struct Shared {
    /// `None` after it has returned graphs.
    source: Option<Source>,
    guides: Vec<Rc<Guide>>,
    /// Uncovered goals, each with the index of its graph.
    open: Vec<(u32, usize)>,
    /// Goals that were covered before the graphs were ready.
    covered: Vec<u32>,
    /// Evaluations since a goal was covered or graphs were requested.
    idle: u64,
    /// The numbers of drawn and of failed tests of each graph.
    tries: Vec<(u32, u32)>,
    /// Tests from templates, newest last.
    drawn: VecDeque<Drawn>,
    failed: Vec<Drawn>,
    synthesis: Synthesis,
}

struct Drawn {
    test: TestCase,
    graph: usize,
    repairs: u32,
    /// The last repaired call, by its node, and its number of repairs in a row.
    call: usize,
    tries: u32,
}

/// Costs and results of the templates of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Synthesis {
    pub asked_at: Option<u64>,
    pub graph_seconds: f64,
    pub template_seconds: f64,
    /// Tests made from them, without the repaired ones.
    pub tests: u64,
    /// Tests that were repaired and tried again.
    pub repaired: u64,
    /// Tests, repaired or not, that failed before the target was called.
    pub failed: u64,
}

/// An object construction graph: fields on which goals depend, and the calls that write each field.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The goals that depend on the fields, by their numbers in the search.
    pub goals: Vec<u32>,
    pub fields: Vec<Vec<Setter>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Setter {
    /// Its number among the callables.
    pub callable: u64,
    /// The likelihood relative to other calls that write the field.
    pub weight: u32,
    /// True if it may be called several times, because it adds an element.
    pub repeats: bool,
}

impl Templates {
    /// Makes templates from these graphs, for use from the first test on.
    pub fn from_graphs(graphs: Vec<Graph>) -> Templates {
        let mut shared = Shared::default();
        shared.take(graphs);
        Templates { shared: Some(Rc::new(RefCell::new(shared))) }
    }

    /// Makes templates from the graphs of `source` when the search needs them (rule 1). It is
    /// called again while it returns `None`.
    pub fn when_wanted(source: impl FnMut() -> Option<Vec<Graph>> + 'static) -> Templates {
        let shared = Shared { source: Some(Box::new(source)), ..Shared::default() };
        Templates { shared: Some(Rc::new(RefCell::new(shared))) }
    }

    /// Requests the graphs now, independently of the search.
    pub fn prepare(&self) {
        self.ask(0, true);
    }

    pub fn synthesis(&self) -> Synthesis {
        self.shared.as_ref().map_or_else(Synthesis::default, |shared| shared.borrow().synthesis)
    }

    /// Records the goals that an evaluation covered. True if it is time to [request](Self::ask)
    /// graphs.
    fn is_time(&self, covered: &[u32]) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.borrow_mut().evaluated(covered))
    }

    /// Requests the graphs if a goal is left; otherwise waits as long again.
    #[cold]
    fn ask(&self, evaluations: u64, is_anything_left: bool) {
        let Some(shared) = &self.shared else { return };
        shared.borrow_mut().idle = 0;
        let source = if is_anything_left { shared.borrow_mut().source.take() } else { None };
        if let Some(mut source) = source {
            let start = Instant::now();
            let graphs = source();
            let mut shared = shared.borrow_mut();
            match graphs {
                Some(graphs) => shared.take(graphs),
                None => shared.source = Some(source),
            }
            shared.synthesis.asked_at.get_or_insert(evaluations);
            shared.synthesis.graph_seconds += start.elapsed().as_secs_f64();
        }
    }

    /// True if no uncovered goal has a graph, or graphs are not ready.
    #[inline]
    fn is_empty(&self) -> bool {
        self.shared.as_ref().is_none_or(|shared| shared.borrow().open.is_empty())
    }

    /// Rules 2 and 7: the graph of a random uncovered goal, sometimes `None`.
    fn pick(&self, random: &mut Random) -> Option<(usize, Rc<Guide>)> {
        let shared = self.shared.as_ref()?.borrow();
        let (_, graph) = *random.pick(&shared.open);
        let (tests, failed) = shared.tries[graph];
        let share = f64::from(tests - failed + 1) / f64::from(tests + 1);
        random.chance(share).then(|| (graph, Rc::clone(&shared.guides[graph])))
    }

    fn to_repair(&self) -> Option<Drawn> {
        self.shared.as_ref()?.borrow_mut().failed.pop()
    }

    fn note(&self, drawn: Drawn, took: Duration) {
        let Some(shared) = &self.shared else { return };
        let mut shared = shared.borrow_mut();
        shared.tries[drawn.graph].0 += 1;
        shared.synthesis.template_seconds += took.as_secs_f64();
        match drawn.repairs {
            0 => shared.synthesis.tests += 1,
            _ => shared.synthesis.repaired += 1,
        }
        if shared.drawn.len() == REMEMBERED {
            shared.drawn.pop_front();
        }
        shared.drawn.push_back(drawn);
    }
}

impl Shared {
    fn take(&mut self, graphs: Vec<Graph>) {
        let goals = graphs.iter().enumerate();
        let goals = goals.flat_map(|(index, graph)| graph.goals.iter().map(move |goal| (*goal, index)));
        self.open = goals.filter(|(goal, _)| !self.covered.contains(goal)).collect();
        self.tries = vec![(0, 0); graphs.len()];
        self.guides = graphs.into_iter().map(Guide::new).map(Rc::new).collect();
    }

    fn evaluated(&mut self, covered: &[u32]) -> bool {
        if self.source.is_none() {
            if !covered.is_empty() {
                self.open.retain(|(goal, _)| !covered.contains(goal));
            }
            return false;
        }
        self.covered.extend_from_slice(covered);
        self.idle = if covered.is_empty() { self.idle + 1 } else { 0 };
        self.idle >= PATIENCE
    }
}

impl TestSource for Templates {
    /// Rules 2 and 6.
    fn draw(&self, operators: &mut Operators, test: &mut TestCase) -> bool {
        !self.is_empty() && operators.random.chance(P_TEMPLATE) && self.make(operators, test)
    }

    #[inline]
    fn evaluated(&self, evaluations: u64, covered: &[u32], is_anything_left: &dyn Fn() -> bool) {
        if self.is_time(covered) {
            self.ask(evaluations, is_anything_left());
        }
    }

    /// A test that is not from a template is ignored.
    fn failed(&self, test: &TestCase, place: &dyn Fn() -> Option<usize>) {
        let Some(shared) = &self.shared else { return };
        let mut shared = shared.borrow_mut();
        let Some(index) = shared.drawn.iter().rposition(|drawn| drawn.test == *test) else { return };
        let mut drawn = shared.drawn.remove(index).expect("it was found");
        shared.synthesis.failed += 1;
        shared.tries[drawn.graph].1 += 1;
        let Some(call) = place() else { return };
        if std::mem::replace(&mut drawn.call, call) != call {
            drawn.tries = 0;
        }
        if drawn.tries < TRIES && drawn.repairs < REPAIRS && shared.failed.len() < REMEMBERED {
            shared.failed.push(drawn);
        }
    }

    fn summary(&self) -> SynthesisSummary {
        let Synthesis { graph_seconds, template_seconds, tests, repaired, failed, .. } = self.synthesis();
        SynthesisSummary { graph_seconds, template_seconds, tests, repaired, failed }
    }
}

impl fmt::Debug for Templates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Templates").finish_non_exhaustive()
    }
}
