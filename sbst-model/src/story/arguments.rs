//! Arguments that may repeat earlier ones: rules 5 and 6 of [call sequences](super).

use super::StatementWriter;
use crate::shape::{Argument, Object, Pointer, Same, Shape, Wrapper, REFERENCE};
use crate::test_case::{Node, NodeKind, TestCase};

impl StatementWriter<'_> {
    /// Appends the next arguments to the last statement (rule 5).
    pub(super) fn arguments(&mut self, parameters: &[&'static Shape], call: &mut TestCase) {
        let same: Vec<Option<Same>> = same(parameters, self.test);
        let mut results: Vec<u64> = vec![0; parameters.len()];
        for (index, &shape) in parameters.iter().enumerate() {
            let found = self.test.nodes()[self.node];
            let argument = match shape {
                Shape::Argument(argument) if found.kind == NodeKind::Sum => Some(argument),
                _ => None,
            };
            if argument.is_some() {
                self.next();
            }
            if let Some(Same { argument, pointer }) = same[index] {
                let result = match pointer {
                    None => results[argument],
                    Some(pointer) => self.clone_result(results[argument], pointer),
                };
                call.leaf(NodeKind::ResultOf, result);
                continue;
            }
            let shared = same.iter().flatten().find(|same| same.argument == index);
            let again = argument.is_some_and(|argument| argument.is_lent_again(found.payload as usize));
            match shared {
                None => self.reference(shape.own(), again, call),
                Some(same) => {
                    let earlier = if again { self.again(shape.own()) } else { None };
                    results[index] = earlier.unwrap_or_else(|| self.result(shape.own(), same.pointer));
                    call.leaf(NodeKind::ResultOf, results[index]);
                }
            }
        }
    }

    /// Appends the next value, an argument of an earlier statement: rule 6.
    pub(super) fn lent(&mut self, argument: &'static Argument, to: &mut TestCase) {
        let variant = self.next().payload as usize;
        self.reference(argument.own(), argument.is_lent_again(variant), to);
    }

    /// Appends the next value, or the last lent one instead. An object that the statement changes
    /// or takes is not lent: later arguments cannot use it.
    fn reference(&mut self, shape: &'static Shape, again: bool, to: &mut TestCase) {
        let earlier = if again { self.again(shape) } else { None };
        match (earlier, lent_object(shape)) {
            (Some(earlier), _) => _ = to.leaf(NodeKind::ResultOf, earlier),
            (None, Some(object)) if self.lends_again => {
                let result = self.result(shape, None);
                self.lent.push((object, result));
                to.leaf(NodeKind::ResultOf, result);
            }
            (None, _) => self.value(shape, to),
        }
    }

    /// Returns the object lent last of the type of the next value, and skips that value.
    fn again(&mut self, shape: &'static Shape) -> Option<u64> {
        self.lends_again = true;
        let object = lent_object(shape)?;
        let &(_, earlier) = self.lent.iter().rev().find(|lent| std::ptr::eq(lent.0, object))?;
        let left_out = self.test.subtree(self.node);
        let texts = self.test.nodes()[left_out.clone()].iter().filter(|node| node.kind == NodeKind::Text);
        self.text += texts.map(|node| node.payload as usize).sum::<usize>();
        self.node = left_out.end;
        Some(earlier)
    }

    /// Converts the next value, lent or cloned for another argument, and returns its statement.
    fn result(&mut self, shape: &'static Shape, pointer: Option<Pointer>) -> u64 {
        let Shape::Wrapper(wrapper) = shape else { unreachable!("only objects and pointers are shared") };
        let (place, mut value) = (self.node, TestCase::new());
        match (wrapper.object, pointer) {
            (None, None) => self.result((wrapper.inner)(), None),
            (None, Some(pointer)) => {
                self.value(shape, &mut value);
                self.only(pointer.value, &value, place)
            }
            (Some(object), _) => {
                self.object(object, (wrapper.inner)(), &mut value);
                match value.nodes()[0] {
                    Node { kind: NodeKind::ResultOf, payload, .. } => payload,
                    _ => self.only(object.value, &value, place),
                }
            }
        }
    }

    fn clone_result(&mut self, result: u64, pointer: Pointer) -> u64 {
        let mut original = TestCase::new();
        original.leaf(NodeKind::ResultOf, result);
        self.only(pointer.clone, &original, self.node - 1)
    }
}

/// The object behind a shared reference of this shape.
fn lent_object(shape: &'static Shape) -> Option<*const Object> {
    let Shape::Wrapper(Wrapper { inner, template: REFERENCE, object: None }) = shape else { return None };
    match inner() {
        Shape::Wrapper(Wrapper { object: Some(object), .. }) => Some(std::ptr::from_ref(*object)),
        _ => None,
    }
}

/// Returns the first earlier argument repeated by each argument.
fn same(parameters: &[&'static Shape], test: &TestCase) -> Vec<Option<Same>> {
    let mut all: Vec<Option<Same>> = Vec::with_capacity(parameters.len());
    for (shape, node) in parameters.iter().zip(test.children(0)) {
        let found = test.nodes()[node];
        let same = match shape {
            Shape::Argument(argument) if found.kind == NodeKind::Sum => argument.same(found.payload as usize),
            _ => None,
        };
        let first = |same: Same| Same {
            argument: all[same.argument].map_or(same.argument, |first| first.argument),
            ..same
        };
        all.push(same.map(first));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::tests::{statements, PLAYER, U8};
    use super::*;

    use crate::shape::{Origin, Product, Sequence, Step, StepGives, Sum};
    use std::sync::LazyLock;

    static LENT: Shape = Shape::Wrapper(Wrapper::new(|| &PLAYER, REFERENCE));
    static SECOND: LazyLock<Shape> = LazyLock::new(|| lent_like(1));
    static THIRD: LazyLock<Shape> = LazyLock::new(|| lent_like(2));

    fn lent_like(earlier: usize) -> Shape {
        let same = (0..earlier).map(|argument| Same { argument, pointer: None });
        Shape::Argument(Argument::new(|| &LENT, same.collect()))
    }

    #[test]
    fn object_lent_twice_is_separate_result() {
        let player = "( <0 ( 7 ) ) [0 ) )";
        assert_eq!(statements(&[&LENT, &SECOND], &format!("{player} <1 )")), ["100(Player(7))", "0(#0, #0)"]);
        assert_eq!(
            statements(&[&LENT, &SECOND], &format!("{player} <0 {player} )")),
            ["0(Player(7), Player(7))"]
        );
    }

    #[test]
    fn a_shared_object_is_changed_before_it_is_lent() {
        let player = "( <0 ( 7 ) ) [1 <0 3 ) ) )";
        let expected = ["100(Player(7))", "1(#0, 3)", "0(#0, #0)"];
        assert_eq!(statements(&[&LENT, &SECOND], &format!("{player} <1 )")), expected);
    }

    #[test]
    fn sameness_of_arguments_is_transitive() {
        let player = "( <0 ( 7 ) ) [0 ) )";
        let expected = ["100(Player(7))", "0(#0, #0, #0)"];
        assert_eq!(statements(&[&LENT, &SECOND, &THIRD], &format!("{player} <1 ) <2 )")), expected);
        let expected = ["100(Player(7))", "0(Player(7), #0, #0)"];
        assert_eq!(statements(&[&LENT, &SECOND, &THIRD], &format!("{player} <0 {player} ) <2 )")), expected);
    }

    /// A room is made with a player, and then queried for it, alone and together with another one.
    static ROOM_ORIGIN: Shape = Shape::Sum(Sum { variants: &[Product::new(&[|| &AGAIN], "")] });
    static ROOM_STEP: Shape = Shape::Sum(Sum { variants: &[Product::new(&[|| &AGAIN, || &AGAIN], "")] });
    static ROOM_STEPS: Shape = Shape::Sequence(Sequence::from_steps(|| &ROOM_STEP, 9));
    static ROOM_TREE: Shape = Shape::Product(Product::new(&[|| &ROOM_ORIGIN, || &ROOM_STEPS], ""));
    static ROOM_OBJECT: LazyLock<Object> = LazyLock::new(|| Object {
        value: 300,
        origins: vec![Origin::Call(30)],
        steps: vec![Step { callable: 31, receiver: 0, gives: StepGives::Nothing, assigned: None }],
    });
    static ROOM: LazyLock<Shape> = LazyLock::new(|| {
        Shape::Wrapper(Wrapper { inner: || &ROOM_TREE, template: "{0}", object: Some(&ROOM_OBJECT) })
    });
    static AGAIN: LazyLock<Shape> =
        LazyLock::new(|| Shape::Argument(Argument::lent_again(|| &LENT, Vec::new())));

    #[test]
    fn an_object_lent_to_a_statement_may_be_lent_again() {
        let player = |number: u8| format!("( <0 ( {number} ) ) [0 ) )");
        let (seven, eight) = (player(7), player(8));
        let room =
            |origin: &str, one: &str, other: &str| format!("( <0 {origin} ) [1 <0 {one} {other} ) ) )");
        let (own, again) = (|player: &str| format!("<0 {player} )"), |player: &str| format!("<1 {player} )"));
        assert_eq!(
            statements(
                &[&ROOM, &AGAIN],
                &format!("{} {}", room(&own(&seven), &own(&eight), &own(&seven)), own(&eight))
            ),
            ["30(Player(7))", "31(#0, Player(8), Player(7))", "0(#0, Player(8))"],
            "nothing is lent again"
        );
        assert_eq!(
            statements(
                &[&ROOM, &AGAIN],
                &format!("{} {}", room(&own(&seven), &again(&eight), &own(&eight)), again(&seven))
            ),
            ["100(Player(7))", "30(#0)", "100(Player(8))", "31(#1, #0, #2)", "0(#1, #2)"]
        );
        assert_eq!(
            statements(
                &[&AGAIN, &ROOM],
                &format!("{} {}", again(&seven), room(&again(&eight), &again(&eight), &own(&eight)))
            ),
            ["100(Player(7))", "30(#0)", "100(Player(8))", "31(#1, #0, #2)", "0(#0, #1)"],
            "the first has a value of its own"
        );
    }

    #[test]
    fn a_changed_or_taken_argument_is_not_lent_again() {
        let player = |number: u8| format!("( <0 ( {number} ) ) [0 ) )");
        let (seven, eight) = (player(7), player(8));
        for template in ["&mut {0}", "Box::new({0})"] {
            let first: &'static Shape =
                Box::leak(Box::new(Shape::Wrapper(Wrapper::new(|| &PLAYER, template))));
            assert_eq!(
                statements(&[first, &AGAIN, &AGAIN], &format!("{seven} <1 {eight} ) <1 {seven} )")),
                ["100(Player(8))", "0(Player(7), #0, #0)"],
                "{template}"
            );
        }
    }

    #[test]
    fn a_pointer_is_made_and_cloned() {
        static COUNTED: Shape = Shape::Wrapper(Wrapper::new(|| &U8, "Rc::new({0})"));
        let pointer = Some(Pointer { value: 200, clone: 201 });
        let same = vec![Same { argument: 0, pointer }];
        let second: &'static Shape = Box::leak(Box::new(Shape::Argument(Argument::new(|| &COUNTED, same))));
        assert_eq!(statements(&[&COUNTED, second], "7 <1 )"), ["200(7)", "201(#0)", "0(#0, #1)"]);
        assert_eq!(statements(&[&COUNTED, second], "7 <0 8 )"), ["0(7, 8)"]);
    }
}
