//! Calls that are excluded from call sequences, because workers crashed in them.
//!
//! # Policy
//! 1. A crash before the call of the target, in a step or a maker of a value, is found by the
//!    search of that function. So a test case with another call of that size is not executed, like
//!    after the refusal of a constructor.
//! 2. A call has that size if it has as many numbers, each at least as large. With another count of
//!    numbers, its greatest one must be at least as large. Without numbers, the values must be
//!    equal.
//! 3. After [`ENOUGH`] crashes of one function, another one would not be new. If memory ran out, or
//!    they took too long, no call of an [excessive magnitude](Excess) is executed. Otherwise no
//!    call is executed at all, unless it may be the only one to make values.
//! 4. Test cases kept by earlier workers stay: they did not crash.

use super::products::{each_product, Rendered};
use super::written::statements;
use super::Objects;
use crate::value::object_types::{numbers::callable, Entry};
use sbst_model::expression::callee;
use sbst_model::magnitude::{Excess, Magnitude, ENOUGH};
use sbst_model::messages::{Death, FatalCall};
use sbst_model::shape::{Shape, Template};
use sbst_model::{Node, NodeKind, TestCase};

/// The excluded functions.
#[derive(Default)]
pub struct Avoided(Vec<Function>);

struct Function {
    /// The numbers of statements that call it.
    statements: Vec<u64>,
    /// True if it is an origin of a type.
    is_origin: bool,
    /// The source of the values made by it.
    makings: Vec<Template>,
    /// The crashed calls.
    fatal: Vec<TestCase>,
    /// Their magnitudes, if these were the cause.
    excess: Option<Excess>,
}

impl Avoided {
    /// Returns the excluded calls, for a target with these parameters.
    pub fn new(objects: &Objects, parameters: &[&'static Shape], calls: &[FatalCall]) -> Avoided {
        let mut avoided: Vec<(&FatalCall, Function)> = Vec::new();
        for avoids in calls {
            let Some(call) = TestCase::from_hex(&avoids.call) else { continue };
            let cause = excess_of(&avoids.death);
            let known = avoided.iter_mut().find(|(other, function)| {
                let is_alike = function.excess.is_none() && cause.is_none() || other.death == avoids.death;
                other.function == avoids.function && is_alike
            });
            match known {
                Some((_, function)) => function.add(call),
                None => {
                    let calls = objects.callables.iter().enumerate();
                    let calls = calls.filter(|(_, callable)| callable.target.id() == avoids.function);
                    let statements: Vec<u64> = calls.map(|(index, _)| index as u64 + 1).collect();
                    let calls_it = |number: &u64| statements.contains(&callable(*number));
                    let gives = |entry: &Entry| entry.origins.iter().chain(&entry.variants).any(calls_it);
                    let is_origin = objects.types.entries.entries().iter().any(|(_, entry)| gives(entry));
                    let makings = makings(parameters, &avoids.function.path);
                    let mut function =
                        Function { statements, is_origin, makings, fatal: Vec::new(), excess: cause };
                    function.add(call);
                    avoided.push((avoids, function));
                }
            }
        }
        Avoided(avoided.into_iter().map(|(_, function)| function).collect())
    }

    /// True if a test case with arguments of these shapes, and this call sequence, contains such a
    /// call.
    #[inline]
    pub fn is_in(&self, parameters: &[&'static Shape], test: &TestCase, story: &TestCase) -> bool {
        !self.0.is_empty() && self.has_any(parameters, test, story)
    }

    fn has_any(&self, parameters: &[&'static Shape], test: &TestCase, story: &TestCase) -> bool {
        let mut nodes = statements(story);
        nodes.pop();
        let is_such = |node: usize| {
            let number = callable(story.nodes()[node].payload);
            let mut such = self.0.iter().filter(|function| function.statements.contains(&number));
            such.any(|function| function.kills(story, node))
        };
        nodes.into_iter().any(is_such) || self.makes_such(parameters, test)
    }

    fn makes_such(&self, parameters: &[&'static Shape], test: &TestCase) -> bool {
        if self.0.iter().all(|function| function.makings.is_empty()) {
            return false;
        }
        let mut makes = false;
        for (node, shape) in test.children(0).zip(parameters) {
            each_product(shape, test, node, Rendered::No, &mut |product, node| {
                let is_such = |function: &Function| {
                    function.makings.contains(&product.template) && function.kills(test, node)
                };
                makes = makes || self.0.iter().any(is_such);
            });
        }
        makes
    }
}

/// Returns the excess behind a death of this cause.
fn excess_of(death: &Death) -> Option<Excess> {
    match death {
        Death::OutOfMemory => Some(Excess::OF_MEMORY),
        Death::TooSlow => Some(Excess::UNKNOWN),
        Death::NoEnd(_) | Death::Other(_) => None,
    }
}

impl Function {
    fn add(&mut self, call: TestCase) {
        if let Some(excess) = &mut self.excess {
            excess.add(Magnitude::of_call(&call, 0, &[]));
        }
        self.fatal.push(call);
    }

    /// True if the call at a node is excluded (rules 2 and 3).
    fn kills(&self, test: &TestCase, node: usize) -> bool {
        let is_excessive = match &self.excess {
            Some(excess) => excess.is_known() && excess.is_reached_by(Magnitude::of_call(test, node, &[])),
            None => self.fatal.len() >= ENOUGH && !self.is_origin && self.makings.is_empty(),
        };
        is_excessive || self.fatal.iter().any(|fatal| asks_for_as_much((test, node), (fatal, 0)))
    }
}

/// True if a call has at least the size of a fatal one (rule 2).
fn asks_for_as_much(call: (&TestCase, usize), fatal: (&TestCase, usize)) -> bool {
    let (these, those): (Vec<u64>, Vec<u64>) =
        (numbers(call.0, call.1).collect(), numbers(fatal.0, fatal.1).collect());
    if those.is_empty() {
        let values = |(test, node): (&TestCase, usize)| {
            let mut call = TestCase::new();
            test.copy_subtree(node, &mut call);
            let own = |node: &&Node| node.kind != NodeKind::ResultOf;
            let nodes: Vec<_> =
                call.nodes()[1..].iter().filter(own).map(|node| (node.kind, node.payload)).collect();
            (nodes, call.text_buffer().to_owned())
        };
        return values(call) == values(fatal);
    }
    match these.len() == those.len() {
        true => these.iter().zip(&those).all(|(this, that)| this >= that),
        false => these.iter().max() >= those.iter().max(),
    }
}

fn numbers(test: &TestCase, node: usize) -> impl Iterator<Item = u64> + '_ {
    let nodes = test.nodes()[test.subtree(node)].iter();
    nodes.filter(|node| node.kind == NodeKind::Integer).map(|node| node.payload)
}

/// Returns the greatest number in a value.
pub fn greatest(test: &TestCase, node: usize) -> Option<u64> {
    numbers(test, node).max()
}

/// Returns the source of values that the function with this path makes in arguments of these
/// shapes.
fn makings(parameters: &[&'static Shape], path: &str) -> Vec<Template> {
    let mut seen: Vec<*const Shape> = Vec::new();
    let mut open: Vec<&'static Shape> = parameters.to_vec();
    let mut makings = Vec::new();
    while let Some(shape) = open.pop() {
        if seen.contains(&std::ptr::from_ref(shape)) {
            continue;
        }
        seen.push(shape);
        let products = match shape {
            Shape::Product(product) => std::slice::from_ref(product),
            Shape::Sum(sum) => sum.variants,
            _ => &[],
        };
        makings.extend(products.iter().map(|product| product.template).filter(|template| {
            !template.is_empty() && callee(template).is_some_and(|callee| callee == path)
        }));
        open.extend(shape.parts());
    }
    makings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(numbers: &[u64], text: &str) -> TestCase {
        let mut call = TestCase::new();
        let statement = call.open(NodeKind::Statement, 3);
        call.leaf(NodeKind::ResultOf, numbers.first().copied().unwrap_or_default());
        for number in numbers {
            call.leaf(NodeKind::Integer, *number);
        }
        call.push_text(text);
        call.close(statement);
        call
    }

    #[test]
    fn only_calls_at_least_as_large_as_a_fatal_one_are_avoided() {
        let fatal = call(&[700, 2], "a");
        for (numbers, expected) in
            [(&[700, 2][..], true), (&[900, 2], true), (&[900, 1], false), (&[699], false), (&[701], true)]
        {
            let call = call(numbers, "b");
            assert_eq!(asks_for_as_much((&call, 0), (&fatal, 0)), expected, "{numbers:?}");
        }
        let without = call(&[], "a");
        assert!(asks_for_as_much((&call(&[], "a"), 0), (&without, 0)));
        assert!(!asks_for_as_much((&call(&[], "b"), 0), (&without, 0)));
    }

    #[test]
    fn after_some_deaths_all_calls_or_excessive_ones_are_avoided() {
        let function = |deaths: usize, how: &Death| {
            let mut function = Function {
                statements: vec![3],
                is_origin: false,
                makings: Vec::new(),
                fatal: Vec::new(),
                excess: excess_of(how),
            };
            (0..deaths).for_each(|_| function.add(call(&[1 << 40], "")));
            function
        };
        let abort = Death::Other("abort".into());
        let kills = |deaths, how: &Death, number| function(deaths, how).kills(&call(&[number], ""), 0);
        assert!(!kills(ENOUGH - 1, &abort, 1) && kills(ENOUGH, &abort, 1));
        let memory = Death::OutOfMemory;
        assert!(!kills(ENOUGH, &memory, (1 << 16) - 1) && kills(ENOUGH, &memory, 1 << 16));
        let slow = Death::TooSlow;
        assert!(!kills(ENOUGH, &slow, 1 << 39) && kills(ENOUGH, &slow, (1 << 40) + 1));
        let origin = Function { is_origin: true, ..function(ENOUGH, &abort) };
        assert!(!origin.kills(&call(&[1], ""), 0), "it may be the only one to make values");
    }
}
