//! A parameter for any type with a trait, `&dyn Device` or `impl Device`, with several known types.
//! Its values are a sum with a variant for each type. The function is instantiated with each, and a
//! test case names the instance that it calls.
//!
//! # Policy
//! 1. Instances are numbered by the candidates for each such parameter; the last parameter's
//!    candidates vary fastest.
//! 2. A candidate is a variant if an instance with it can be called, and its values can be made.
//!    This is known together with objects; before that, a parameter can only be referred to.
//! 3. A value of one type may contain a value of another one, and so on back to the first. So all
//!    candidates of callable instances count [while the question is
//!    decided](crate::value::deciding).

use super::{ParameterShape, Shapes};
use crate::value::deciding::{decide, deciding, Question};
use crate::value::frame::Frame;
use crate::value::object_types;
use crate::value::size::has_values;
use sbst_model::shape::{Product, Shape, ShapeRef, Sum};
use sbst_model::target::CallForm;
use sbst_model::TestCase;
use std::sync::OnceLock;

pub struct Choice {
    parameter: usize,
    candidates: usize,
    /// The difference between the numbers of instances with neighbouring candidates.
    stride: usize,
    instances: usize,
    /// Describes the shapes of an instance.
    shapes: fn(usize, &mut Shapes),
    all: OnceLock<Variants>,
    with_values: OnceLock<Variants>,
}

/// Candidates, and the sum of their values.
struct Variants {
    shape: Shape,
    candidates: Vec<usize>,
}

impl Variants {
    fn new(parts: impl Iterator<Item = (usize, ShapeRef)>) -> Variants {
        let (candidates, parts): (Vec<usize>, Vec<ShapeRef>) = parts.unzip();
        let variants = parts.into_iter().map(|part| Product {
            fields: Vec::leak(vec![part]),
            template: "{0}",
            fallible: false,
        });
        Variants { shape: Shape::Sum(Sum { variants: Vec::leak(variants.collect()) }), candidates }
    }
}

impl Choice {
    /// Returns the choice for a parameter.
    pub const fn new(
        parameter: usize,
        candidates: usize,
        stride: usize,
        instances: usize,
        shapes: fn(usize, &mut Shapes),
    ) -> Choice {
        Choice {
            parameter,
            candidates,
            stride,
            instances,
            shapes,
            all: OnceLock::new(),
            with_values: OnceLock::new(),
        }
    }

    /// Returns its part of the number of the instance that the next statement calls.
    #[inline]
    pub fn share<'f>(&'static self, frame: &'f Frame<'f>) -> usize {
        let variant = frame.variant_of_argument(self.parameter);
        self.with_values().candidates[variant] * self.stride
    }

    /// Returns the shape of the values, unknown before objects are known.
    pub fn shape(&'static self) -> &'static Shape {
        static NOTHING: Shape = Shape::Sum(Sum { variants: &[] });
        match object_types::are_known() {
            true => self.shape_of_objects(),
            false => &NOTHING,
        }
    }

    fn shape_of_objects(&'static self) -> &'static Shape {
        match deciding().is_some() {
            true => &self.all().shape,
            false => &self.with_values().shape,
        }
    }

    /// Returns the candidates of callable instances.
    fn all(&'static self) -> &'static Variants {
        self.all.get_or_init(|| {
            let part = |candidate| {
                let mut with_it = (0..self.instances)
                    .filter(|instance| instance / self.stride % self.candidates == candidate)
                    .map(|instance| {
                        let mut shapes = Shapes::default();
                        (self.shapes)(instance, &mut shapes);
                        shapes
                    });
                let shapes = with_it.find(|shapes| shapes.refusal.is_none())?;
                let parameter = shapes.parameters.into_iter().nth(self.parameter)?;
                parameter.shape.filter(|_| parameter.unreached.is_none())?;
                Some((candidate, parameter.refer?))
            };
            Variants::new((0..self.candidates).filter_map(part))
        })
    }

    /// Returns those with values among them.
    fn with_values(&'static self) -> &'static Variants {
        self.with_values.get_or_init(|| {
            decide(Question::All, || {
                let all = self.all();
                let Shape::Sum(sum) = &all.shape else { unreachable!("candidates are variants") };
                let parts = sum.variants.iter().map(|variant| variant.fields[0]);
                let parts = all.candidates.iter().copied().zip(parts);
                Variants::new(parts.filter(|(_, part)| has_values(part())))
            })
        })
    }
}

/// The choices of an instance, and the description of each.
pub struct Choices {
    all: Vec<&'static Choice>,
    of_instance: fn(usize, &mut Shapes),
}

impl Choices {
    /// Returns the form of the call in the last statement of a test case.
    pub fn form(&self, test: &TestCase) -> CallForm {
        self.shapes(test).call
    }

    /// True if the argument of this parameter chooses.
    pub fn are_by(&self, parameter: usize) -> bool {
        self.all.iter().any(|choice| choice.parameter == parameter)
    }

    /// Returns the shapes of the instance called in a test case.
    pub fn shapes(&self, test: &TestCase) -> Shapes {
        let shares = self.all.iter().map(|choice| {
            let argument = test.children(0).nth(choice.parameter);
            let variant = argument.map_or(0, |node| test.nodes()[node].payload as usize);
            choice.with_values().candidates.get(variant).map_or(0, |candidate| candidate * choice.stride)
        });
        let mut shapes = Shapes::default();
        (self.of_instance)(shares.sum(), &mut shapes);
        shapes
    }
}

impl Shapes {
    /// Describes a function with these choices, each with a reference to its shape.
    pub fn choose(&mut self, choices: &[(&'static Choice, ShapeRef)], of_instance: fn(usize, &mut Shapes)) {
        let instances = choices.first().map_or(0, |(choice, _)| choice.instances);
        for instance in 0..instances {
            *self = Shapes::default();
            of_instance(instance, self);
            if self.refusal.is_none() {
                break;
            }
        }
        let all = choices.iter().map(|(choice, _)| *choice).collect();
        self.choices = Some(Choices { all, of_instance });
        for (choice, refer) in choices {
            let Some(parameter) = self.parameters.get_mut(choice.parameter) else { return };
            let shape = Some(refer()).filter(|shape| match shape {
                Shape::Sum(sum) => !sum.variants.is_empty(),
                _ => true,
            });
            *parameter = ParameterShape { shape, refer: Some(*refer), ..ParameterShape::default() };
            // Each variant names its type.
            self.call.types.retain(|(index, _)| *index != choice.parameter);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parameter::{ByValue, CanBuild as _};
    use crate::value::store::Store;
    use sbst_model::target::Obstacle;
    use sbst_model::NodeKind;

    /// Describes three types for the second parameter; the second type has no values.
    fn shapes_of(instance: usize, shapes: &mut Shapes) {
        shapes.push(ByValue::<u8>::NEW.shape());
        match instance {
            0 => shapes.push(ByValue::<u16>::NEW.shape()),
            1 => shapes.refusal = Some(Obstacle::NoType),
            _ => shapes.push(ByValue::<u32>::NEW.shape()),
        }
    }

    #[test]
    fn a_test_case_selects_a_type_with_values() {
        static CHOICE: Choice = Choice::new(1, 3, 1, 3, shapes_of);
        let Shape::Sum(sum) = &CHOICE.with_values().shape else { panic!("it is a sum") };
        let types: Vec<String> =
            sum.variants.iter().map(|variant| format!("{:?}", variant.fields[0]())).collect();
        assert!(types.len() == 2 && types[0].contains("u16") && types[1].contains("u32"), "{types:?}");
        for (variant, instance) in [(0, 0), (1, 2)] {
            let mut test = TestCase::new();
            let call = test.open(NodeKind::Statement, 0);
            test.leaf(NodeKind::Integer, 7);
            let sum = test.open(NodeKind::Sum, variant);
            test.leaf(NodeKind::Integer, 9);
            test.close(sum);
            test.close(call);
            let store = Store::default();
            let frame = Frame::new(&test, &store, None);
            frame.next_statement();
            assert_eq!(CHOICE.share(&frame), instance);
        }
    }

    static RECURSIVE: Choice = Choice::new(0, 3, 1, 3, |instance, shapes| {
        // A number, a list with another value, and a list with itself, without end.
        let refer: ShapeRef = match instance {
            0 => <u8 as crate::value::build::Build<'_>>::shape::<crate::value::within::Unbounded>,
            1 => || &LIST,
            _ => || &ENDLESS,
        };
        let parameter =
            ParameterShape { shape: Some(refer()), refer: Some(refer), ..ParameterShape::default() };
        shapes.parameters.push(parameter);
    });
    static LIST: Shape = Shape::Product(Product {
        fields: &[|| RECURSIVE.shape_of_objects()],
        template: "List({0})",
        fallible: false,
    });
    static ENDLESS: Shape =
        Shape::Product(Product { fields: &[|| &ENDLESS], template: "Endless({0})", fallible: false });

    #[test]
    fn a_type_that_contains_others_counts_if_one_is_finite() {
        assert_eq!(RECURSIVE.with_values().candidates, [0, 1]);
        let Shape::Sum(sum) = RECURSIVE.shape_of_objects() else { panic!("it is a sum") };
        assert!(std::ptr::eq(sum.variants[1].fields[0](), &LIST));
    }

    #[test]
    fn a_function_has_the_shapes_of_a_callable_instance() {
        fn refer() -> &'static Shape {
            <u8 as crate::value::build::Build<'_>>::shape::<crate::value::within::Unbounded>()
        }
        fn other(instance: usize, shapes: &mut Shapes) {
            shapes_of(2 - instance, shapes);
            shapes.has_receiver();
        }
        static CHOICE: Choice = Choice::new(1, 3, 1, 3, other);
        let mut shapes = Shapes::default();
        shapes.choose(&[(&CHOICE, refer)], other);
        assert!(shapes.refusal.is_none() && shapes.call.has_receiver);
        assert_eq!(shapes.parameters.len(), 2);
        assert!(std::ptr::eq(shapes.parameters[1].shape.unwrap(), refer()));
    }
}
