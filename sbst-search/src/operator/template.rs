//! Test templates: test cases in which the objects that an uncovered goal looks at are made and changed by the calls that matter to
//! it, with everything else left to be searched.
//!
//! Lin, Ong, Sun, Fraser and Dong, "Graph-based seed object synthesis for search-based unit testing", ESEC/FSE 2021 (EvoObj), Section 3.2
//! and Algorithm 1.
//!
//! # Policy
//! 1. Graphs are asked for when a search has gone [`PATIENCE`] evaluations without covering another goal, and something that is no hidden
//!    check is left: most goals are covered by tests that are drawn, and graphs take time. By evaluations and not by time, so that a search
//!    does not depend on how long they take; who does not care goes on without them until they are there, and asks again after as many evaluations.
//! 2. From then on a test is drawn from a template with probability `P_TEMPLATE`: of a random goal that is uncovered and has a graph.
//! 3. The graph is gone through from its inputs on, breadth first. For each node one of the calls that set it is drawn, as likely as it is
//!    to set it; it becomes the origin or a step of the object that it belongs to. If parts of the node matter, too, only a call that is given
//!    what becomes the node or an element of it is drawn, if there is one: others empty it.
//! 4. An argument that becomes the node is made in the same way, by what sets the parts of the node. All other arguments are drawn: they are
//!    the slots, which the search changes.
//! 5. A collection gets one element or a few, so that indices can be met; a step that adds an element is repeated as often.
//! 6. To what a step lends as `&mut`, the steps are applied that set its parts, if no other call is given it: what is given was changed before,
//!    and to lend it may fail (an index). If it can be assigned another value, it is.
//! 7. What the graph says nothing of is drawn as always, so templates of one goal differ.
//!    All parts are in all templates. (In half of the templates each was left out with probability 1/2 for a time: that was worse on most of
//!    the crate `objects`, and did not help where fields are compared one by one.)
//! 8. A test from a template that fails before the target is called is repaired, where another would be drawn: [`TRIES`] times at
//!    most for one call in a row, [`REPAIRS`] times in all. (EvoObj has long tests that fail as its first threat to validity.)
//! 9. A goal whose tests fail all the same has its turn less often: with the share of them that did not fail.

mod draw;
mod repair;
#[cfg(test)]
mod tests;

use crate::operator::random::Random;
use sbst_model::TestCase;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Evaluations without another covered goal after which graphs are asked for (rule 1): some generations of fifty.
pub const PATIENCE: u64 = 200;
/// Chance that a test that is drawn is made from a template (rule 2): EvoSuite++'s (`RandomLengthTestFactory`).
const P_TEMPLATE: f64 = 0.3;
/// Chance of one more element, or one more of the steps that add one (rule 5): two on average, so that there is a first and another one.
const P_MORE: f64 = 0.5;
/// The most of these.
const MOST_ELEMENTS: usize = 6;
/// Objects within objects, at most: graphs that lead back to themselves end here.
const DEEPEST: u32 = 12;
/// How often a call is repaired (rule 8): what refuses half of its arguments takes some by then.
pub const TRIES: u32 = 4;
/// How often one test is repaired, as several of its calls may fail.
pub const REPAIRS: u32 = 16;
/// Tests from templates that are remembered until it is known whether they fail: as many as some algorithm draws before it evaluates them.
const REMEMBERED: usize = 64;

/// The object construction graphs of a problem. Clones share them.
#[derive(Clone, Default)]
pub struct Templates {
    /// `None` where no graphs are.
    shared: Option<Rc<RefCell<Shared>>>,
}

/// Where graphs come from when they are asked for; none while they are being made.
type Source = Box<dyn FnMut() -> Option<Vec<Graph>>>;

#[derive(Default)]
struct Shared {
    /// `None` once they were asked for.
    source: Option<Source>,
    graphs: Rc<[Graph]>,
    /// The goals that have one and are not covered: each with the index of its graph.
    open: Vec<(u32, usize)>,
    /// The goals that were covered before it was known which have one.
    covered: Vec<u32>,
    /// Evaluations since another goal was covered, until they are asked for.
    idle: u64,
    /// Of each graph, how many tests were drawn from it, and how many of them have failed.
    tries: Vec<(u32, u32)>,
    /// Tests from templates, newest last.
    drawn: VecDeque<Drawn>,
    /// Those that are to be repaired.
    failed: Vec<Drawn>,
    /// The calls that have goals of their own, each with one of them; covered goals are left out once graphs were asked for.
    own: Vec<(u32, u64)>,
    /// The calls that are worth while, ascending: by [`own`](Self::own) and by the graphs of open goals.
    worth_while: Vec<u64>,
    synthesis: Synthesis,
}

/// A test from a template.
struct Drawn {
    test: TestCase,
    graph: usize,
    repairs: u32,
    /// The call that was repaired last, by its node, and how often in a row.
    call: usize,
    tries: u32,
}

/// What templates cost a search, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Synthesis {
    /// Evaluations when graphs were asked for.
    pub asked_at: Option<u64>,
    /// Seconds until they were there.
    pub graph_seconds: f64,
    /// Seconds in which tests were made from them.
    pub template_seconds: f64,
    /// Tests made from them, without the repaired ones.
    pub tests: u64,
    /// Tests that were repaired and tried again.
    pub repaired: u64,
    /// Tests, repaired or not, that failed before the target was called.
    pub failed: u64,
}

/// An object construction graph: which parts of the inputs some goals look at, and which calls set them.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The goals.
    pub goals: Vec<u32>,
    /// Its nodes, breadth first.
    pub nodes: Vec<Node>,
}

/// A part of an input.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Of which node it is a part; none of an input.
    pub parent: Option<usize>,
    /// Which part.
    pub part: Part,
    /// The calls that set it.
    pub setters: Vec<Setter>,
}

/// Which part of its parent a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The argument with this index.
    Input(usize),
    /// A field.
    Field,
    /// An element of a collection.
    Element,
}

/// A call that sets a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Setter {
    /// Its number among the callables.
    pub callable: u64,
    /// The node of the object that it makes or is called on.
    pub object: usize,
    /// Whether it lends the node as `&mut`, and sets nothing by itself.
    pub leads: bool,
    /// How likely it is to set the node, in comparison.
    pub weight: f64,
    /// The arguments that flow into the node, by index, the receiver counted.
    pub inputs: Vec<(usize, Flow)>,
}

/// How an argument flows into a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It becomes the node.
    Whole,
    /// It becomes an element of the node.
    Element,
    /// The node is computed from it.
    Computed,
}

impl Templates {
    /// Templates from these graphs, from the first test on.
    pub fn of(graphs: Vec<Graph>) -> Templates {
        let mut shared = Shared::default();
        shared.take(graphs);
        Templates { shared: Some(Rc::new(RefCell::new(shared))) }
    }

    /// Templates from graphs that are made when they are wanted (rule 1). `source` is asked until it gives them.
    pub fn when_wanted(source: impl FnMut() -> Option<Vec<Graph>> + 'static) -> Templates {
        let shared = Shared { source: Some(Box::new(source)), ..Shared::default() };
        Templates { shared: Some(Rc::new(RefCell::new(shared))) }
    }

    /// The same, and which calls the goals are of that are not the target's: each goal with the number of the callable.
    #[must_use]
    pub fn with_calls(self, own: Vec<(u32, u64)>) -> Templates {
        if let Some(shared) = &self.shared {
            let mut shared = shared.borrow_mut();
            shared.own = own;
            shared.weigh();
        }
        self
    }

    /// Whether a call is [worth while](crate::operator::calls), as far as that is known.
    #[inline]
    pub(crate) fn is_worth_while(&self, callable: u64) -> bool {
        let knows =
            |shared: &Rc<RefCell<Shared>>| shared.borrow().worth_while.binary_search(&callable).is_ok();
        self.shared.as_ref().is_some_and(knows)
    }

    /// Asks for the graphs now, whatever the search has done.
    pub fn prepare(&self) {
        self.ask(0, true);
    }

    /// What they cost so far.
    pub fn synthesis(&self) -> Synthesis {
        self.shared.as_ref().map_or_else(Synthesis::default, |shared| shared.borrow().synthesis)
    }

    /// Says that a test failed before the target was called, which matters if it is from a template: in the call that the node which
    /// `place` gives tells of, the variant of an origin or a step; or elsewhere.
    pub fn failed(&self, test: &TestCase, place: impl FnOnce() -> Option<usize>) {
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

    /// Says that an evaluation, the one with this number, covered these goals: nobody needs templates for them. True if graphs may be
    /// [asked](Self::ask) for now.
    #[inline]
    pub(crate) fn evaluated(&self, covered: &[u32]) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.borrow_mut().evaluated(covered))
    }

    /// Asks for the graphs if `is_anything_left`, else waits as long again.
    #[cold]
    pub(crate) fn ask(&self, evaluations: u64, is_anything_left: bool) {
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

    /// Whether there are none, or none yet, for any goal that is uncovered.
    #[inline]
    fn is_empty(&self) -> bool {
        self.shared.as_ref().is_none_or(|shared| shared.borrow().open.is_empty())
    }

    fn graphs(&self) -> Rc<[Graph]> {
        self.shared.as_ref().map_or_else(Rc::default, |shared| shared.borrow().graphs.clone())
    }

    /// Rules 2 and 9: the graph of a random uncovered goal, now and then none.
    fn pick(&self, random: &mut Random) -> Option<usize> {
        let shared = self.shared.as_ref()?.borrow();
        let (_, graph) = *random.pick(&shared.open);
        let (tests, failed) = shared.tries[graph];
        let share = f64::from(tests - failed + 1) / f64::from(tests + 1);
        random.chance(share).then_some(graph)
    }

    /// The next test to be repaired.
    fn to_repair(&self) -> Option<Drawn> {
        self.shared.as_ref()?.borrow_mut().failed.pop()
    }

    /// Notes a test that was made.
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
        self.graphs = graphs.into();
        self.own.retain(|(goal, _)| !self.covered.contains(goal));
        self.weigh();
    }

    /// Says anew which calls are worth while, once graphs were asked for.
    fn weigh(&mut self) {
        if self.source.is_some() {
            return;
        }
        let graphs = self.open.iter().map(|(_, graph)| &self.graphs[*graph]);
        let setters = graphs.flat_map(|graph| &graph.nodes).flat_map(|node| &node.setters);
        let own = self.own.iter().map(|(_, callable)| *callable);
        self.worth_while = setters.map(|setter| setter.callable).chain(own).collect();
        self.worth_while.sort_unstable();
        self.worth_while.dedup();
    }

    fn evaluated(&mut self, covered: &[u32]) -> bool {
        if self.source.is_none() {
            if !covered.is_empty() {
                self.open.retain(|(goal, _)| !covered.contains(goal));
                self.own.retain(|(goal, _)| !covered.contains(goal));
                self.weigh();
            }
            return false;
        }
        self.covered.extend_from_slice(covered);
        self.idle = if covered.is_empty() { self.idle + 1 } else { 0 };
        self.idle >= PATIENCE
    }
}

impl fmt::Debug for Templates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Templates").field("graphs", &self.graphs()).finish_non_exhaustive()
    }
}
