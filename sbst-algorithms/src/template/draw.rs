//! Drawing tests from templates: rules 2 to 6 of [templates](super).

use super::guide::{arguments, Guide};
use super::{Drawn, Setter, Templates, DEEPEST, MOST_ELEMENTS, P_MORE};
use sbst_model::shape::{Object, Origin, Product, Sequence, Shape, StepGives, Sum};
use sbst_model::{NodeKind, TestCase};
use sbst_search::operator::Operators;
use std::time::Instant;

impl Templates {
    /// Makes `test` from a template of an open goal, or repairs an earlier test. False if neither
    /// is possible.
    pub fn sample(&self, operators: &mut Operators, test: &mut TestCase) -> bool {
        operators.begin_test(test);
        !self.is_empty() && self.make(operators, test)
    }

    /// Samples as [`sample`](Self::sample) does, if a goal is open and `test` is empty.
    pub(super) fn make(&self, operators: &mut Operators, test: &mut TestCase) -> bool {
        let start = Instant::now();
        let mut maker = Maker { operators };
        let drawn = match self.to_repair() {
            Some(failed) => {
                test.clone_from(&failed.test);
                maker.repair(test, failed.call, failed.tries);
                Drawn { tries: failed.tries + 1, repairs: failed.repairs + 1, ..failed }
            }
            None => {
                let Some((graph, guide)) = self.pick(&mut maker.operators.random) else { return false };
                guide.prepare(&maker.operators.parameters);
                let call = test.open(NodeKind::Statement, 0);
                for index in 0..maker.operators.parameters.len() {
                    maker.construct(&guide, maker.operators.parameters[index], 0, test);
                }
                test.close(call);
                Drawn { test: TestCase::new(), graph, repairs: 0, call: 0, tries: 0 }
            }
        };
        self.note(Drawn { test: test.clone(), ..drawn }, start.elapsed());
        true
    }
}

/// Makes and repairs tests with the operators of a search.
pub(super) struct Maker<'o> {
    pub(super) operators: &'o mut Operators,
}

impl Maker<'_> {
    /// Appends a value that contains objects of a graph, if possible.
    fn construct(&mut self, guide: &Guide, shape: &'static Shape, depth: u32, test: &mut TestCase) {
        if depth > DEEPEST || !guide.leads(shape) {
            return self.operators.draw_at(shape, depth, test);
        }
        match shape {
            Shape::Wrapper(wrapper) => match (wrapper.object, (wrapper.inner)()) {
                (Some(object), Shape::Product(product)) => {
                    self.construct_object(guide, object, product, depth, test);
                }
                (_, inner) => self.construct(guide, inner, depth, test),
            },
            // A new object instead of that of another argument.
            Shape::Argument(argument) => {
                let opened = test.open(NodeKind::Sum, 0);
                self.construct(guide, argument.own(), depth, test);
                test.close(opened);
            }
            // Rule 5.
            Shape::Sequence(sequence) if self.operators.recursion.longest(sequence) > 0 => {
                let wanted = 1 + self.operators.random.geometric(P_MORE, MOST_ELEMENTS - 1);
                let length = wanted.clamp(sequence.shortest, sequence.longest);
                let opened = test.open(NodeKind::Sequence, length as u64);
                for _ in 0..length {
                    self.construct(guide, (sequence.element)(), depth + 1, test);
                }
                test.close(opened);
            }
            // The variant of an `Option` with a value.
            Shape::Sum(Sum { variants })
                if has_one_field(variants) && variants.iter().all(|one| self.has_values(one)) =>
            {
                let variant = usize::from(variants[1].fields.len() == 1);
                let opened = test.open(NodeKind::Sum, variant as u64);
                self.construct(guide, variants[variant].fields[0](), depth + 1, test);
                test.close(opened);
            }
            shape => self.operators.draw_at(shape, depth, test),
        }
    }

    /// Appends an object: rules 3 and 5.
    fn construct_object(
        &mut self,
        guide: &Guide,
        object: &'static Object,
        product: &'static Product,
        depth: u32,
        test: &mut TestCase,
    ) {
        let origin_shape = product.fields[0]();
        let steps_shape = product.fields.get(1).map(|steps| steps());
        let chosen = self.choose(guide, object, Some(origin_shape), steps_shape);
        let opened = test.open(NodeKind::Product, 0);
        let variants = match origin_shape {
            Shape::Sum(sum) => sum.variants,
            _ => &[],
        };
        let is_chosen = |callable: u64| chosen.iter().any(|setter| setter.callable == callable);
        let origins = object.origins.iter().zip(variants).enumerate();
        let calls = origins.filter_map(|(variant, (origin, fields))| match origin {
            Origin::Call(callable) => Some((variant, *callable, fields)),
            Origin::Value => None,
        });
        let origin = calls.clone().find(|(_, callable, _)| is_chosen(*callable));
        // An origin that makes the object from another one of the graph.
        let origin = origin.or_else(|| {
            let given = calls.filter(|(.., fields)| guide.is_given(fields.fields) && self.has_values(fields));
            let given: Vec<_> = given.collect();
            (!given.is_empty()).then(|| *self.operators.random.pick(&given))
        });
        match origin {
            Some((variant, _, fields)) => {
                let opened = test.open(NodeKind::Sum, variant as u64);
                fields.fields.iter().for_each(|field| self.construct(guide, field(), depth + 2, test));
                test.close(opened);
            }
            None => self.operators.draw_at(origin_shape, depth + 1, test),
        }
        if let Some(steps) = steps_shape {
            self.construct_steps(guide, &chosen, object, steps, depth, test);
        }
        test.close(opened);
    }

    /// Appends the steps among the chosen calls.
    fn construct_steps(
        &mut self,
        guide: &Guide,
        chosen: &[&Setter],
        object: &'static Object,
        shape: &'static Shape,
        depth: u32,
        test: &mut TestCase,
    ) {
        let Shape::Sequence(Sequence { element, longest, .. }) = shape else { return };
        let Shape::Sum(sum) = element() else { return };
        let opened = test.open(NodeKind::Sequence, 0);
        let mut length = 0;
        for setter in chosen {
            let Some(variant) = object.steps.iter().position(|step| step.callable == setter.callable) else {
                continue;
            };
            let (step, product) = (object.steps[variant], &sum.variants[variant]);
            let times = match setter.repeats || matches!(step.gives, StepGives::Part(_)) {
                true => 1 + self.operators.random.geometric(P_MORE, MOST_ELEMENTS - 1),
                false => 1,
            };
            for _ in 0..times.min(longest.saturating_sub(length)) {
                let step_node = test.open(NodeKind::Sum, variant as u64);
                if step.assigned.is_some() {
                    self.construct_assigned(guide, product.fields[0](), depth, test);
                }
                let given = arguments(step, product).iter();
                given.for_each(|argument| self.construct(guide, argument(), depth + 2, test));
                if let (StepGives::Part(part), Some(steps)) = (step.gives, product.fields.last()) {
                    let inner = self.choose(guide, part(), None, Some(steps()));
                    self.construct_steps(guide, &inner, part(), steps(), depth + 2, test);
                }
                test.close(step_node);
                length += 1;
            }
        }
        test.set_payload(opened, length as u64);
        test.close(opened);
    }

    /// Appends another value for an assignment to a step's result.
    fn construct_assigned(&mut self, guide: &Guide, choice: &'static Shape, depth: u32, test: &mut TestCase) {
        match choice {
            Shape::Sum(Sum { variants: [_, Product { fields: [value], .. }] }) => {
                let opened = test.open(NodeKind::Sum, 1);
                self.construct(guide, value(), depth + 3, test);
                test.close(opened);
            }
            _ => self.operators.draw_at(choice, depth + 2, test),
        }
    }

    /// Rule 3: for each field of the graph, one of the calls that write it. Such a call is an
    /// origin or a step of an object whose arguments have values.
    fn choose<'g>(
        &mut self,
        guide: &'g Guide,
        object: &'static Object,
        origins: Option<&'static Shape>,
        steps: Option<&'static Shape>,
    ) -> Vec<&'g Setter> {
        let mut calls: Vec<(u64, bool)> = Vec::new();
        if let Some(Shape::Sum(sum)) = origins {
            let all = object.origins.iter().zip(sum.variants).filter(|(_, variant)| self.has_values(variant));
            calls.extend(all.filter_map(|(origin, variant)| match origin {
                Origin::Call(callable) => Some((*callable, guide.is_given(variant.fields))),
                Origin::Value => None,
            }));
        }
        if let Some(Shape::Sequence(sequence)) = steps {
            if let Shape::Sum(sum) = (sequence.element)() {
                let all = object.steps.iter().zip(sum.variants).filter(|(_, one)| self.has_values(one));
                calls.extend(all.map(|(step, one)| (step.callable, guide.is_given(arguments(*step, one)))));
            }
        }
        let mut chosen: Vec<&Setter> = Vec::new();
        for setters in &guide.graph.fields {
            let given =
                |setter: &Setter| calls.iter().find(|call| call.0 == setter.callable).map(|call| call.1);
            let must_be_given = setters.iter().any(|setter| given(setter) == Some(true));
            let can = |setter: &&Setter| given(setter).is_some_and(|given| given || !must_be_given);
            let can: Vec<&Setter> = setters.iter().filter(can).collect();
            let total: u64 = can.iter().map(|setter| u64::from(setter.weight)).sum();
            if total == 0 {
                continue;
            }
            let mut left = self.operators.random.below(total);
            let drawn = can.into_iter().find(|setter| {
                let is_it = left < u64::from(setter.weight);
                left = left.saturating_sub(u64::from(setter.weight));
                is_it
            });
            let is_new = |setter: &&Setter| chosen.iter().all(|other| other.callable != setter.callable);
            chosen.extend(drawn.filter(is_new));
        }
        chosen
    }

    /// True if all arguments of a call have values.
    fn has_values(&self, product: &Product) -> bool {
        product.fields.iter().all(|field| self.operators.recursion.least_height(field()).is_some())
    }
}

/// True if one of two variants has one field and the other none: those of an `Option`.
fn has_one_field(variants: &[Product]) -> bool {
    let mut fields: Vec<usize> = variants.iter().map(|variant| variant.fields.len()).collect();
    fields.sort_unstable();
    fields == [0, 1]
}
