//! Drawing tests from templates: rules 3 to 7 of [templates](super).

use super::{Drawn, Flow, Node, Part, Setter, DEEPEST, MOST_ELEMENTS, P_MORE, P_TEMPLATE};
use crate::operator::Operators;
use sbst_model::shape::{Object, Origin, Product, Sequence, Shape, ShapeRef, StepGives, Sum};
use sbst_model::{NodeKind, TestCase};
use std::time::Instant;

/// A call that was drawn for a node.
#[derive(Clone, Copy)]
struct Chosen<'g> {
    node: usize,
    setter: &'g Setter,
}

impl Operators {
    /// Rules 2 and 8: makes `test` from a template, now and then; says whether it did.
    pub(crate) fn sample_template(&mut self, test: &mut TestCase) -> bool {
        !self.templates.is_empty() && self.random.chance(P_TEMPLATE) && self.make_from_template(test)
    }

    /// Makes `test` from a template of some goal that is uncovered, or repairs an earlier one; false if there is none.
    pub fn sample_from_template(&mut self, test: &mut TestCase) -> bool {
        self.begin_test(test);
        !self.templates.is_empty() && self.make_from_template(test)
    }

    fn make_from_template(&mut self, test: &mut TestCase) -> bool {
        let start = Instant::now();
        let drawn = match self.templates.to_repair() {
            Some(failed) => {
                test.clone_from(&failed.test);
                self.repair(test, failed.call, failed.tries);
                Drawn { tries: failed.tries + 1, repairs: failed.repairs + 1, ..failed }
            }
            None => {
                let Some(graph) = self.templates.pick(&mut self.random) else { return false };
                self.follow(graph, test);
                Drawn { test: TestCase::new(), graph, repairs: 0, call: 0, tries: 0 }
            }
        };
        self.templates.note(Drawn { test: test.clone(), ..drawn }, start.elapsed());
        true
    }

    /// Makes `test` by a graph.
    fn follow(&mut self, graph: usize, test: &mut TestCase) {
        let graphs = self.templates.graphs();
        let nodes = &graphs[graph].nodes;
        let call = test.open(NodeKind::Statement, 0);
        for index in 0..self.parameters.len() {
            let shape = self.parameters[index];
            match nodes.iter().position(|node| node.part == Part::Input(index)) {
                Some(node) => self.construct(nodes, node, shape, 0, test),
                None => self.draw_at(shape, 0, test),
            }
        }
        test.close(call);
    }

    /// Appends a value for `node`.
    fn construct(
        &mut self,
        nodes: &[Node],
        node: usize,
        shape: &'static Shape,
        depth: u32,
        test: &mut TestCase,
    ) {
        if depth > DEEPEST {
            return self.draw_at(shape, depth, test);
        }
        let element = || {
            (0..nodes.len())
                .find(|&child| nodes[child].parent == Some(node) && nodes[child].part == Part::Element)
        };
        match shape {
            Shape::Wrapper(wrapper) => match (wrapper.object, (wrapper.inner)()) {
                (Some(object), Shape::Product(product)) => {
                    self.construct_object(nodes, node, object, product, depth, test);
                }
                (_, inner) => self.construct(nodes, node, inner, depth, test),
            },
            // What a goal looks at is the argument's own.
            Shape::Argument(argument) => {
                let opened = test.open(NodeKind::Sum, 0);
                self.construct(nodes, node, argument.own(), depth, test);
                test.close(opened);
            }
            // Rule 5.
            Shape::Sequence(sequence) if self.recursion.longest(sequence) > 0 && element().is_some() => {
                let element = element().unwrap_or(node);
                let wanted = 1 + self.random.geometric(P_MORE, MOST_ELEMENTS - 1);
                let length = wanted.clamp(sequence.shortest, sequence.longest);
                let opened = test.open(NodeKind::Sequence, length as u64);
                for _ in 0..length {
                    self.construct(nodes, element, (sequence.element)(), depth + 1, test);
                }
                test.close(opened);
            }
            // Options are looked through: the variant with something in it.
            Shape::Sum(Sum { variants })
                if has_one_field(variants) && variants.iter().all(|one| self.has_values(one)) =>
            {
                let variant = usize::from(variants[1].fields.len() == 1);
                let opened = test.open(NodeKind::Sum, variant as u64);
                self.construct(nodes, node, variants[variant].fields[0](), depth + 1, test);
                test.close(opened);
            }
            shape => self.draw_at(shape, depth, test),
        }
    }

    /// Appends an object: rules 3 and 6.
    fn construct_object(
        &mut self,
        nodes: &[Node],
        node: usize,
        object: &'static Object,
        product: &'static Product,
        depth: u32,
        test: &mut TestCase,
    ) {
        let origin_shape = product.fields[0]();
        let steps_shape = product.fields.get(1).map(|steps| steps());
        let chosen = self.choose(nodes, node, object, Some(origin_shape), steps_shape);
        let opened = test.open(NodeKind::Product, 0);
        let origin = chosen.iter().find_map(|chosen| {
            object.origins.iter().position(|origin| *origin == Origin::Call(chosen.setter.callable))
        });
        match (origin, origin_shape) {
            (Some(variant), Shape::Sum(sum)) => {
                let Origin::Call(callable) = object.origins[variant] else {
                    unreachable!("a call was chosen")
                };
                let sum_node = test.open(NodeKind::Sum, variant as u64);
                self.arguments(nodes, &chosen, callable, None, sum.variants[variant].fields, depth, test);
                test.close(sum_node);
            }
            _ => self.draw_at(origin_shape, depth + 1, test),
        }
        if let Some(steps) = steps_shape {
            self.construct_steps(nodes, &chosen, object, steps, depth, test);
        }
        test.close(opened);
    }

    /// Appends the steps among those that were chosen.
    fn construct_steps(
        &mut self,
        nodes: &[Node],
        chosen: &[Chosen<'_>],
        object: &'static Object,
        shape: &'static Shape,
        depth: u32,
        test: &mut TestCase,
    ) {
        let Shape::Sequence(Sequence { element, longest, .. }) = shape else { return };
        let Shape::Sum(sum) = element() else { return };
        let opened = test.open(NodeKind::Sequence, 0);
        let mut length = 0;
        let mut done: Vec<u64> = Vec::new();
        for one in chosen {
            let callable = one.setter.callable;
            let Some(variant) = object.steps.iter().position(|step| step.callable == callable) else {
                continue;
            };
            if done.contains(&callable) {
                continue;
            }
            done.push(callable);
            let step = object.steps[variant];
            let adds = one.setter.inputs.iter().any(|(_, flow)| *flow == Flow::Element);
            let times = match adds || one.setter.leads {
                true => 1 + self.random.geometric(P_MORE, MOST_ELEMENTS - 1),
                false => 1,
            };
            for _ in 0..times.min(longest.saturating_sub(length)) {
                let step_node = test.open(NodeKind::Sum, variant as u64);
                let fields = step.without_assigned(sum.variants[variant].fields);
                if step.assigned.is_some() {
                    self.construct_assigned(nodes, one, sum.variants[variant].fields[0](), depth, test);
                }
                match step.gives {
                    StepGives::Part(part) if one.setter.leads => {
                        let (steps, arguments) = fields.split_last().expect("its last field are steps");
                        for argument in arguments {
                            self.draw_at(argument(), depth + 2, test);
                        }
                        let inner = self.choose(nodes, one.node, part(), None, Some(steps()));
                        self.construct_steps(nodes, &inner, part(), steps(), depth + 2, test);
                    }
                    _ => {
                        let receiver = Some(step.receiver);
                        self.arguments(nodes, chosen, callable, receiver, fields, depth, test);
                    }
                }
                test.close(step_node);
                length += 1;
            }
        }
        test.set_payload(opened, length as u64);
        test.close(opened);
    }

    /// Appends whether what a step lends is assigned another value: rule 6.
    fn construct_assigned(
        &mut self,
        nodes: &[Node],
        chosen: &Chosen<'_>,
        choice: &'static Shape,
        depth: u32,
        test: &mut TestCase,
    ) {
        match choice {
            Shape::Sum(Sum { variants: [_, Product { fields: [value], .. }] }) if chosen.setter.leads => {
                let opened = test.open(NodeKind::Sum, 1);
                self.construct(nodes, chosen.node, value(), depth + 3, test);
                test.close(opened);
            }
            _ => self.draw_at(choice, depth + 2, test),
        }
    }

    /// Appends the arguments of a call: rule 4.
    #[allow(clippy::too_many_arguments, reason = "a call, what it is for, and where it goes")]
    fn arguments(
        &mut self,
        nodes: &[Node],
        chosen: &[Chosen<'_>],
        callable: u64,
        receiver: Option<usize>,
        fields: &'static [ShapeRef],
        depth: u32,
        test: &mut TestCase,
    ) {
        for (field, shape) in fields.iter().enumerate() {
            let argument = field + usize::from(receiver.is_some_and(|receiver| receiver <= field));
            let becomes = chosen.iter().filter(|one| one.setter.callable == callable).find_map(|one| {
                let flow = one.setter.inputs.iter().find(|(index, _)| *index == argument)?.1;
                becomes(nodes, one.node, flow)
            });
            match becomes {
                Some(node) => self.construct(nodes, node, shape(), depth + 2, test),
                None => self.draw_at(shape(), depth + 2, test),
            }
        }
    }

    /// Rule 3: for each node that a call on `object` sets, one of these calls: of the origins and steps in these shapes, those whose
    /// arguments have values.
    fn choose<'g>(
        &mut self,
        nodes: &'g [Node],
        object: usize,
        what: &'static Object,
        origin: Option<&'static Shape>,
        steps: Option<&'static Shape>,
    ) -> Vec<Chosen<'g>> {
        let mut callables: Vec<u64> = Vec::new();
        if let Some(Shape::Sum(sum)) = origin {
            let calls = what.origins.iter().zip(sum.variants).filter(|(_, variant)| self.has_values(variant));
            callables.extend(calls.filter_map(|(origin, _)| match origin {
                Origin::Call(callable) => Some(callable),
                Origin::Value => None,
            }));
        }
        if let Some(Shape::Sequence(sequence)) = steps {
            if let Shape::Sum(sum) = (sequence.element)() {
                let calls =
                    what.steps.iter().zip(sum.variants).filter(|(_, variant)| self.has_values(variant));
                callables.extend(calls.map(|(step, _)| step.callable));
            }
        }
        let can = |setter: &&Setter| setter.object == object && callables.contains(&setter.callable);
        let mut chosen = Vec::new();
        for (node, of_node) in nodes.iter().enumerate() {
            let has_parts = nodes.iter().any(|child| child.parent == Some(node));
            let gives = |setter: &&Setter| setter.inputs.iter().any(|(_, flow)| *flow != Flow::Computed);
            let needs_to_be_given =
                has_parts && of_node.setters.iter().filter(can).any(|setter| gives(&setter));
            let setters =
                || of_node.setters.iter().filter(can).filter(|setter| !needs_to_be_given || gives(setter));
            let total: f64 = setters().map(|setter| setter.weight).sum();
            if total <= 0.0 {
                continue;
            }
            let mut left = self.random.unit() * total;
            let drawn = setters().find(|setter| {
                left -= setter.weight;
                left < 0.0
            });
            chosen.extend(drawn.or_else(|| setters().next_back()).map(|setter| Chosen { node, setter }));
        }
        // Rule 6: what a call is given was made and changed before.
        let given: Vec<usize> = chosen.iter().flat_map(|one| given(nodes, one)).collect();
        chosen.retain(|one| !(one.setter.leads && given.contains(&one.node)));
        chosen
    }

    /// Whether there are values for all arguments of a call.
    fn has_values(&self, product: &Product) -> bool {
        product.fields.iter().all(|field| self.recursion.least_height(field()).is_some())
    }
}

/// The node that what flows so into `node` becomes.
fn becomes(nodes: &[Node], node: usize, flow: Flow) -> Option<usize> {
    match flow {
        Flow::Whole => Some(node),
        Flow::Element => {
            let is_element = |child: &Node| child.parent == Some(node) && child.part == Part::Element;
            nodes.iter().position(is_element)
        }
        Flow::Computed => None,
    }
}

/// The nodes that the arguments of a call become.
fn given<'a>(nodes: &'a [Node], chosen: &'a Chosen<'_>) -> impl Iterator<Item = usize> + 'a {
    chosen.setter.inputs.iter().filter_map(|&(_, flow)| becomes(nodes, chosen.node, flow))
}

/// Whether one of two variants has one field and the other none: those of an `Option`.
fn has_one_field(variants: &[Product]) -> bool {
    let mut fields: Vec<usize> = variants.iter().map(|variant| variant.fields.len()).collect();
    fields.sort_unstable();
    fields == [0, 1]
}
