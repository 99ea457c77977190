//! Telling the arguments of the target, of which one may be the same as an earlier one: rule 5 of [stories](super).

use super::Teller;
use crate::shape::{Pointer, Same, Shape};
use crate::{Node, NodeKind, TestCase};

impl Teller<'_> {
    /// Appends the next arguments to the last statement (rule 5).
    pub(super) fn arguments(&mut self, parameters: &[&'static Shape], call: &mut TestCase) {
        let same: Vec<Option<Same>> = same(parameters, self.test);
        let mut results: Vec<u64> = vec![0; parameters.len()];
        for (index, &shape) in parameters.iter().enumerate() {
            if matches!(shape, Shape::Argument(_)) && self.test.nodes()[self.node].kind == NodeKind::Sum {
                self.next();
            }
            if let Some(Same { argument, pointer }) = same[index] {
                let result = match pointer {
                    None => results[argument],
                    Some(pointer) => self.clone_of(results[argument], pointer),
                };
                call.leaf(NodeKind::ResultOf, result);
                continue;
            }
            match same.iter().flatten().find(|same| same.argument == index) {
                None => self.value(shape.own(), call),
                Some(same) => {
                    results[index] = self.result(shape.own(), same.pointer);
                    call.leaf(NodeKind::ResultOf, results[index]);
                }
            }
        }
    }

    /// Tells the next value, which is lent or cloned for another argument, and gives the statement whose result it is.
    fn result(&mut self, shape: &'static Shape, pointer: Option<Pointer>) -> u64 {
        let Shape::Wrapper(wrapper) = shape else { unreachable!("only objects and pointers are shared") };
        let mut value = TestCase::new();
        match (wrapper.object, pointer) {
            (None, None) => self.result((wrapper.inner)(), None),
            (None, Some(pointer)) => {
                self.value(shape, &mut value);
                self.only(pointer.value, &value)
            }
            (Some(object), _) => {
                self.object(object, (wrapper.inner)(), &mut value);
                match value.nodes()[0] {
                    Node { kind: NodeKind::ResultOf, payload, .. } => payload,
                    _ => self.only(object.value, &value),
                }
            }
        }
    }

    fn clone_of(&mut self, result: u64, pointer: Pointer) -> u64 {
        let mut original = TestCase::new();
        original.leaf(NodeKind::ResultOf, result);
        self.only(pointer.clone, &original)
    }
}

/// Of each argument, whether it is the same as an earlier one, which is the first of several that are.
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
    use super::super::tests::{told, PLAYER, U8};
    use super::*;
    use crate::shape::{Argument, Wrapper};
    use std::sync::LazyLock;

    static LENT: Shape = Shape::Wrapper(Wrapper::of(|| &PLAYER, "&{0}"));
    static SECOND: LazyLock<Shape> = LazyLock::new(|| lent_like(1));
    static THIRD: LazyLock<Shape> = LazyLock::new(|| lent_like(2));

    fn lent_like(earlier: usize) -> Shape {
        let same = (0..earlier).map(|argument| Same { argument, pointer: None });
        Shape::Argument(Argument::new(|| &LENT, same.collect()))
    }

    #[test]
    fn an_object_that_is_lent_twice_is_a_result_of_its_own() {
        let player = "( <0 ( 7 ) ) [0 ) )";
        assert_eq!(told(&[&LENT, &SECOND], &format!("{player} <1 )")), ["100(Player(7))", "0(#0, #0)"]);
        assert_eq!(told(&[&LENT, &SECOND], &format!("{player} <0 {player} )")), ["0(Player(7), Player(7))"]);
    }

    #[test]
    fn what_happens_to_it_happens_before() {
        let player = "( <0 ( 7 ) ) [1 <0 3 ) ) )";
        let expected = ["100(Player(7))", "1(#0, 3)", "0(#0, #0)"];
        assert_eq!(told(&[&LENT, &SECOND], &format!("{player} <1 )")), expected);
    }

    #[test]
    fn what_is_the_same_as_the_same_is_the_same() {
        let player = "( <0 ( 7 ) ) [0 ) )";
        let expected = ["100(Player(7))", "0(#0, #0, #0)"];
        assert_eq!(told(&[&LENT, &SECOND, &THIRD], &format!("{player} <1 ) <2 )")), expected);
        let expected = ["100(Player(7))", "0(Player(7), #0, #0)"];
        assert_eq!(told(&[&LENT, &SECOND, &THIRD], &format!("{player} <0 {player} ) <2 )")), expected);
    }

    #[test]
    fn a_pointer_is_made_and_cloned() {
        static COUNTED: Shape = Shape::Wrapper(Wrapper::of(|| &U8, "Rc::new({0})"));
        let pointer = Some(Pointer { value: 200, clone: 201 });
        let same = vec![Same { argument: 0, pointer }];
        let second: &'static Shape = Box::leak(Box::new(Shape::Argument(Argument::new(|| &COUNTED, same))));
        assert_eq!(told(&[&COUNTED, second], "7 <1 )"), ["200(7)", "201(#0)", "0(#0, #1)"]);
        assert_eq!(told(&[&COUNTED, second], "7 <0 8 )"), ["0(7, 8)"]);
    }
}
