//! Which calls a story is rather made of.
//!
//! # Policy
//! 1. Nothing is preferred before the inputs of the uncovered goals are known: until
//!    object construction graphs are [asked for](crate::operator::template).
//! 2. From then on a call is *worth while* if it sets, or leads to, something that an uncovered
//!    goal looks at, or if a goal that is uncovered is its own. All others have had their goals
//!    covered, and change nothing that would matter.
//! 3. With probability [`P_WORTH_WHILE`] a step is drawn from those that are worth while, else from
//!    all: a state may depend on a call of which sources do not say so. (EvoSuite and Pynguin never
//!    call fully covered functions again, unless something needs it as an argument.)
//! 4. Origins are drawn as ever: which of them can make the object at all is not known.

use crate::operator::random::Random;
use crate::operator::template::Templates;
use sbst_model::shape::{Object, Sequence, StepGives};
use sbst_model::Shape;
use std::collections::BTreeMap;

/// Chance that a step is drawn from those that are worth while (rule 3): as often as from all.
const P_WORTH_WHILE: f64 = 0.5;

/// The calls of the variants of each sum of steps, by its shape's address.
#[derive(Debug, Default)]
pub(crate) struct Calls(BTreeMap<usize, &'static Object>);

impl Calls {
    /// Collects the sums of steps in these types.
    pub(crate) fn from_shapes(parameters: &[&'static Shape]) -> Calls {
        let mut calls = Calls::default();
        let mut seen: Vec<*const Shape> = Vec::new();
        let mut open: Vec<&'static Shape> = parameters.to_vec();
        while let Some(shape) = open.pop() {
            if seen.contains(&std::ptr::from_ref(shape)) {
                continue;
            }
            seen.push(shape);
            if let Shape::Wrapper(wrapper) = shape {
                if let (Some(object), Shape::Product(product)) = (wrapper.object, (wrapper.inner)()) {
                    product.fields.get(1).into_iter().for_each(|steps| calls.add(object, steps()));
                }
            }
            open.extend(shape.parts());
        }
        calls
    }

    /// The steps of an object, and those on its parts, which are found nowhere else.
    fn add(&mut self, object: &'static Object, steps: &'static Shape) {
        let Shape::Sequence(Sequence { element, .. }) = steps else { return };
        let step = element();
        let Shape::Sum(sum) = step else { return };
        if self.0.insert(address(step), object).is_some() {
            return;
        }
        for (step, variant) in object.steps.iter().zip(sum.variants) {
            if let (StepGives::Part(part), Some(steps)) = (step.gives, variant.fields.last()) {
                self.add(part(), steps());
            }
        }
    }

    /// Rules 1 to 3: one of these variants of a sum, if it is to be one that is worth while.
    #[inline]
    pub(crate) fn prefer(
        &self,
        shape: &'static Shape,
        variants: &[usize],
        templates: &Templates,
        random: &mut Random,
    ) -> Option<usize> {
        if self.0.is_empty() || variants.len() < 2 {
            return None;
        }
        let steps = &self.0.get(&address(shape))?.steps;
        let is_worth_while = |variant: &usize| templates.is_worth_while(steps[*variant].callable);
        let count = variants.iter().filter(|variant| is_worth_while(variant)).count();
        if count == 0 || count == variants.len() || !random.chance(P_WORTH_WHILE) {
            return None;
        }
        let drawn = random.index(count);
        variants.iter().copied().filter(is_worth_while).nth(drawn)
    }
}

fn address(shape: &'static Shape) -> usize {
    std::ptr::from_ref(shape).addr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::inputs::Inputs;
    use crate::operator::template::{Flow, Graph, Node, Part, Setter};
    use crate::operator::Operators;
    use sbst_model::shape::{Integer, Origin, Product, Step, Sum, Wrapper};
    use sbst_model::{story, NodeKind, TestCase};
    use std::sync::LazyLock;

    static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));

    // A counter is made by call 1; calls 2 to 5 change it.
    static ORIGIN: Shape = Shape::Sum(Sum { variants: &[Product::of(&[], "")] });
    static STEP: Shape = Shape::Sum(Sum { variants: &[const { Product::of(&[|| &U8], "") }; 4] });
    static STEPS: Shape = Shape::Sequence(Sequence::of_steps(|| &STEP, 9));
    static TREE: Shape = Shape::Product(Product::of(&[|| &ORIGIN, || &STEPS], ""));
    static OBJECT: LazyLock<Object> = LazyLock::new(|| Object {
        value: 0,
        origins: vec![Origin::Call(1)],
        steps: [2, 3, 4, 5]
            .map(|callable| Step { callable, receiver: 0, gives: StepGives::Nothing, assigned: None })
            .to_vec(),
    });
    static COUNTER: LazyLock<Shape> =
        LazyLock::new(|| Shape::Wrapper(Wrapper { inner: || &TREE, template: "{0}", object: Some(&OBJECT) }));

    /// Goal 6 looks at the part that call 3 sets; goal 8 is one of call 5.
    fn templates() -> Templates {
        let inputs = vec![(1, Flow::Computed)];
        let setter = Setter { callable: 3, object: 0, leads: false, weight: 1.0, inputs };
        let node = Node { parent: None, part: Part::Input(0), setters: vec![setter] };
        Templates::of(vec![Graph { goals: vec![6], nodes: vec![node] }]).with_calls(vec![(8, 5)])
    }

    /// Returns the share of each of the calls 2 to 5 among the steps of drawn tests, in percent.
    fn shares(templates: &Templates) -> [usize; 4] {
        let inputs = Inputs { parameters: vec![&COUNTER], templates: templates.clone(), ..Inputs::default() };
        let mut operators = Operators::new(inputs, &[], 1);
        let mut calls = [0; 4];
        let (mut test, mut told) = (TestCase::new(), TestCase::new());
        for _ in 0..2_000 {
            operators.sample_value(&COUNTER, 0, &mut test);
            let mut whole = TestCase::new();
            let statement = whole.open(NodeKind::Statement, 0);
            whole.append(&test);
            whole.close(statement);
            story::tell(&[&COUNTER], &whole, &mut told);
            for node in
                told.nodes().iter().filter(|node| node.kind == NodeKind::Statement && node.payload > 1)
            {
                calls[node.payload as usize - 2] += 1;
            }
        }
        let all: usize = calls.iter().sum();
        calls.map(|calls| 100 * calls / all)
    }

    #[track_caller]
    fn are_near(shares: [usize; 4], expected: [usize; 4]) {
        assert!(
            shares.iter().zip(expected).all(|(share, expected)| share.abs_diff(expected) <= 4),
            "{shares:?}"
        );
    }

    #[test]
    fn calls_that_matter_to_uncovered_goals_are_drawn_more_often_and_the_others_still() {
        let templates = templates();
        are_near(shares(&templates), [12, 37, 12, 37]);
        templates.evaluated(&[8]);
        are_near(shares(&templates), [12, 62, 12, 12]);
        templates.evaluated(&[6]);
        are_near(shares(&templates), [25; 4]);
    }

    #[test]
    fn nothing_is_preferred_before_anything_is_known() {
        are_near(shares(&Templates::when_wanted(|| None).with_calls(vec![(8, 5)])), [25; 4]);
    }
}
