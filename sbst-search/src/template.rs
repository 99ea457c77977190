//! Test templates: test cases in which the objects that an uncovered goal looks at are made and changed by the calls that matter to
//! it, with everything else left to be searched.
//!
//! Lin, Ong, Sun, Fraser and Dong, "Graph-based seed object synthesis for search-based unit testing", ESEC/FSE 2021 (EvoObj), Section 3.2
//! and Algorithm 1.
//!
//! # Policy
//! 1. Where there are templates, a test is drawn from one with probability `P_TEMPLATE`: of a random goal that is uncovered and has an
//!    object construction graph.
//! 2. The graph is gone through from its inputs on, breadth first. For each node one of the calls that set it is drawn, as likely as it is
//!    to set it; it becomes the origin or a step of the object that it belongs to.
//! 3. An argument that becomes the node is made in the same way, by what sets the parts of the node. All other arguments are drawn: they are
//!    the slots, which the search changes.
//! 4. A collection gets one element or a few, so that indices can be met; a step that adds an element is repeated as often.
//! 5. To what a step lends as `&mut`, the steps are applied that set its parts, if nothing else has made it.
//! 6. What the graph says nothing of is drawn as always, so templates of one goal differ.

use crate::{Operators, Random};
use sbst_model::shape::{Object, Origin, Product, Sequence, Shape, StepGives, Sum};
use sbst_model::{NodeKind, TestCase};
use std::cell::RefCell;
use std::rc::Rc;

/// Chance that a test that is drawn is made from a template (rule 1): EvoSuite++'s (`RandomLengthTestFactory`).
const P_TEMPLATE: f64 = 0.3;
/// Chance of one more element, or one more of the steps that add one (rule 4): two on average, so that there is a first and another one.
const P_MORE: f64 = 0.5;
/// The most of these.
const MOST_ELEMENTS: usize = 6;
/// Objects within objects, at most: graphs that lead back to themselves end here.
const DEEPEST: u32 = 12;

/// The object construction graphs of a problem.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    graphs: Rc<[Graph]>,
    /// The goals that have one and are not covered: each with the index of its graph.
    open: Rc<RefCell<Vec<(u32, usize)>>>,
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
    /// Templates from these graphs.
    pub fn of(graphs: Vec<Graph>) -> Templates {
        let goals = graphs.iter().enumerate();
        let open = goals.flat_map(|(index, graph)| graph.goals.iter().map(move |goal| (*goal, index)));
        Templates { open: Rc::new(RefCell::new(open.collect())), graphs: graphs.into() }
    }

    /// Whether there are none for any goal that is uncovered.
    pub(crate) fn is_empty(&self) -> bool {
        self.open.borrow().is_empty()
    }

    /// Says that goals are covered: nobody needs templates for them.
    pub(crate) fn covered(&self, goals: &[u32]) {
        if !goals.is_empty() && !self.is_empty() {
            self.open.borrow_mut().retain(|(goal, _)| !goals.contains(goal));
        }
    }

    /// The graph of a random uncovered goal.
    fn pick(&self, random: &mut Random) -> Option<usize> {
        let open = self.open.borrow();
        (!open.is_empty()).then(|| open[random.index(open.len())].1)
    }
}

/// A call that was drawn for a node.
#[derive(Clone, Copy)]
struct Chosen<'g> {
    node: usize,
    setter: &'g Setter,
}

impl Operators {
    /// Rule 1: makes `test` from a template, now and then; says whether it did.
    pub(crate) fn sample_template(&mut self, test: &mut TestCase) -> bool {
        if self.templates.is_empty() || !self.random.chance(P_TEMPLATE) {
            return false;
        }
        let Some(graph) = self.templates.pick(&mut self.random) else { return false };
        let graphs = self.templates.graphs.clone();
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
        true
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
            // Rule 4.
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

    /// Appends an object: rules 2 and 5.
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
                self.arguments(nodes, &chosen, callable, None, &sum.variants[variant], depth, test);
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
                match step.gives {
                    StepGives::Part(part) if one.setter.leads => {
                        let product = &sum.variants[variant];
                        let (steps, arguments) =
                            product.fields.split_last().expect("its last field are steps");
                        for argument in arguments {
                            self.draw_at(argument(), depth + 2, test);
                        }
                        let inner = self.choose(nodes, one.node, part(), None, Some(steps()));
                        self.construct_steps(nodes, &inner, part(), steps(), depth + 2, test);
                    }
                    _ => {
                        let receiver = Some(step.receiver);
                        self.arguments(
                            nodes,
                            chosen,
                            callable,
                            receiver,
                            &sum.variants[variant],
                            depth,
                            test,
                        );
                    }
                }
                test.close(step_node);
                length += 1;
            }
        }
        test.set_payload(opened, length as u64);
        test.close(opened);
    }

    /// Appends the arguments of a call: rule 3.
    #[allow(clippy::too_many_arguments, reason = "a call, what it is for, and where it goes")]
    fn arguments(
        &mut self,
        nodes: &[Node],
        chosen: &[Chosen<'_>],
        callable: u64,
        receiver: Option<usize>,
        product: &'static Product,
        depth: u32,
        test: &mut TestCase,
    ) {
        for (field, shape) in product.fields.iter().enumerate() {
            let argument = field + usize::from(receiver.is_some_and(|receiver| receiver <= field));
            let becomes = chosen.iter().filter(|one| one.setter.callable == callable).find_map(|one| {
                let flow = one.setter.inputs.iter().find(|(index, _)| *index == argument)?.1;
                match flow {
                    Flow::Whole => Some(one.node),
                    Flow::Element => (0..nodes.len()).find(|&child| {
                        nodes[child].parent == Some(one.node) && nodes[child].part == Part::Element
                    }),
                    Flow::Computed => None,
                }
            });
            match becomes {
                Some(node) => self.construct(nodes, node, shape(), depth + 2, test),
                None => self.draw_at(shape(), depth + 2, test),
            }
        }
    }

    /// Rule 2: for each node that a call on `object` sets, one of these calls: of the origins and steps in these shapes, those whose
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
            let setters = || of_node.setters.iter().filter(can);
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
        chosen
    }

    /// Whether there are values for all arguments of a call.
    fn has_values(&self, product: &Product) -> bool {
        product.fields.iter().all(|field| self.recursion.least_height(field()).is_some())
    }
}

/// Whether one of two variants has one field and the other none: those of an `Option`.
fn has_one_field(variants: &[Product]) -> bool {
    let mut fields: Vec<usize> = variants.iter().map(|variant| variant.fields.len()).collect();
    fields.sort_unstable();
    fields == [0, 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Inputs;
    use sbst_model::shape::{Distinct, Integer, ShapeRef, Step, Wrapper};
    use std::sync::LazyLock;

    static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));
    static NOTHING: Shape = Shape::Sum(Sum { variants: &[] });

    const fn fields(fields: &'static [ShapeRef]) -> Product {
        Product { fields, template: "", fallible: false }
    }

    const fn sequence(element: ShapeRef) -> Shape {
        Shape::Sequence(Sequence {
            element,
            template: "",
            empty: None,
            shortest: 0,
            longest: 9,
            distinct: Distinct::Nothing,
        })
    }

    // A player is made by call 1 and given a number by call 2; call 3 would, too, but nothing has values for it. A team is made by call 4, and call 5
    // adds a player to it.
    static PLAYER_ORIGIN: Shape = Shape::Sum(Sum { variants: &[fields(&[])] });
    static PLAYER_STEP: Shape = Shape::Sum(Sum { variants: &[fields(&[|| &U8]), fields(&[|| &NOTHING])] });
    static PLAYER_STEPS: Shape = sequence(|| &PLAYER_STEP);
    static PLAYER_TREE: Shape = Shape::Product(fields(&[|| &PLAYER_ORIGIN, || &PLAYER_STEPS]));
    static PLAYER_OBJECT: LazyLock<Object> = LazyLock::new(|| Object {
        value: 0,
        origins: vec![Origin::Call(1)],
        steps: [2, 3].map(|callable| Step { callable, receiver: 0, gives: StepGives::Nothing }).to_vec(),
    });
    static PLAYER: LazyLock<Shape> = LazyLock::new(|| {
        Shape::Wrapper(Wrapper { inner: || &PLAYER_TREE, template: "{0}", object: Some(&PLAYER_OBJECT) })
    });
    static TEAM_ORIGIN: Shape = Shape::Sum(Sum { variants: &[fields(&[])] });
    static TEAM_STEP: Shape = Shape::Sum(Sum { variants: &[fields(&[|| &PLAYER])] });
    static TEAM_STEPS: Shape = sequence(|| &TEAM_STEP);
    static TEAM_TREE: Shape = Shape::Product(fields(&[|| &TEAM_ORIGIN, || &TEAM_STEPS]));
    static TEAM_OBJECT: LazyLock<Object> = LazyLock::new(|| Object {
        value: 0,
        origins: vec![Origin::Call(4)],
        steps: vec![Step { callable: 5, receiver: 0, gives: StepGives::Nothing }],
    });
    static TEAM: LazyLock<Shape> = LazyLock::new(|| {
        Shape::Wrapper(Wrapper { inner: || &TEAM_TREE, template: "{0}", object: Some(&TEAM_OBJECT) })
    });

    fn setter(callable: u64, object: usize, flow: Flow) -> Setter {
        Setter { callable, object, leads: false, weight: 1.0, inputs: vec![(1, flow)] }
    }

    /// Of goals that look at the number of a player of a team.
    fn templates() -> Templates {
        let node = |parent, part, setters| Node { parent, part, setters };
        Templates::of(vec![Graph {
            goals: vec![6, 7],
            nodes: vec![
                node(None, Part::Input(0), vec![]),
                node(Some(0), Part::Field, vec![setter(5, 0, Flow::Element)]),
                node(Some(1), Part::Element, vec![]),
                node(Some(2), Part::Field, vec![setter(2, 2, Flow::Computed), setter(3, 2, Flow::Computed)]),
            ],
        }])
    }

    fn operators(templates: &Templates) -> Operators {
        let inputs = Inputs { parameters: vec![&TEAM], templates: templates.clone(), ..Inputs::default() };
        Operators::new(inputs, &[], 1)
    }

    #[test]
    fn each_part_is_set_by_a_call_that_there_are_arguments_for() {
        let mut operators = operators(&templates());
        let mut made = 0;
        for _ in 0..200 {
            let mut test = TestCase::new();
            if !operators.sample_template(&mut test) {
                continue;
            }
            made += 1;
            let mut story = TestCase::new();
            sbst_model::story::tell(&[&TEAM], &test, &mut story);
            let called: Vec<u64> = story
                .nodes()
                .iter()
                .filter(|node| node.kind == NodeKind::Statement)
                .map(|node| node.payload)
                .collect();
            assert_eq!(called[..4], [4, 1, 2, 5], "a team, a player, its number, and it joins");
            assert!(called.iter().all(|call| *call != 3));
            assert!(crate::conforms(&TEAM, &test, 1));
        }
        assert!((30..90).contains(&made), "three of ten are made from templates, and not {made} of 200");
    }

    #[test]
    fn nobody_makes_templates_for_what_is_covered() {
        let templates = templates();
        let mut operators = operators(&templates);
        templates.covered(&[6]);
        assert!(!templates.is_empty());
        templates.covered(&[7]);
        assert!((0..100).all(|_| !operators.sample_template(&mut TestCase::new())));
    }
}
