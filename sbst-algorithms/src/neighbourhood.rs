//! The neighbours of a test case, one step away, for hill climbing.
//!
//! 1. Up to three parameters of one value each: all combinations of a step down, none and a step
//!    up, in counting order. The combination without a step is excluded (the Moore neighbourhood).
//! 2. Otherwise a step down and a step up for each value. A character goes up first, as in the
//!    notebook.
//! 3. Texts and sequences keep their lengths. Values without an order (variants of sums) have all
//!    other values as neighbours.
//! 4. A step past an end is no neighbour.

use sbst_model::{Shape, TestCase};
use sbst_search::operator::places::Places;
use sbst_search::operator::variables::{Part, Variable};
use sbst_search::operator::{variables, Operators};

/// The most parameters of a Moore neighbourhood: it has 3ⁿ − 1 members.
const MOORE: usize = 3;

/// Iterates over the neighbours of a test.
#[derive(Debug, Default)]
pub(crate) struct Neighbourhood {
    places: Places,
    variables: Vec<Variable>,
    moore: bool,
    /// The next neighbour: a combination, or a variable and a choice of its neighbours.
    next: (usize, usize),
    other: TestCase,
}

impl Neighbourhood {
    pub(crate) fn begin(&mut self, operators: &Operators, test: &TestCase) {
        variables::find(operators, test, &mut self.places, &mut self.variables);
        self.variables.retain(|variable| variable.part != Part::Length);
        let arguments = operators.parameters.len();
        let whole = |variable: &Variable| variable.part == Part::Value && variable.place.depth == 0;
        self.moore =
            arguments <= MOORE && self.variables.len() == arguments && self.variables.iter().all(whole);
        self.next = (0, 0);
    }

    /// Makes `neighbour` the next neighbour of `test`; false if none is left.
    pub(crate) fn next(
        &mut self,
        operators: &mut Operators,
        test: &TestCase,
        neighbour: &mut TestCase,
    ) -> bool {
        if self.moore {
            self.next_combination(operators, test, neighbour)
        } else {
            self.next_step(operators, test, neighbour)
        }
    }

    /// Rule 1.
    fn next_combination(
        &mut self,
        operators: &mut Operators,
        test: &TestCase,
        neighbour: &mut TestCase,
    ) -> bool {
        let combinations = 3usize.pow(self.variables.len() as u32);
        while self.next.0 < combinations {
            let mut digits = self.next.0;
            self.next.0 += 1;
            neighbour.clone_from(test);
            let (mut moved, mut allowed) = (false, true);
            // The last parameter is the last digit, and changes fastest.
            for index in (0..self.variables.len()).rev() {
                let direction = digits % 3;
                digits /= 3;
                if direction != 1 {
                    allowed &=
                        step(operators, self.variables[index], neighbour, direction == 2, &mut self.other);
                    std::mem::swap(neighbour, &mut self.other);
                    moved = true;
                }
            }
            if moved && allowed {
                return true;
            }
        }
        false
    }

    /// Rules 2 and 3.
    fn next_step(&mut self, operators: &mut Operators, test: &TestCase, neighbour: &mut TestCase) -> bool {
        while let Some(&variable) = self.variables.get(self.next.0) {
            let choice = self.next.1;
            self.next.1 += 1;
            if let (Part::Variant, Shape::Sum(sum)) = (variable.part, variable.place.shape) {
                let place = variable.place;
                let Some(&new) = operators.allowed_variants(place, test).get(choice) else {
                    self.next = (self.next.0 + 1, 0);
                    continue;
                };
                if new != test.nodes()[place.node].payload as usize {
                    neighbour.clone_from(test);
                    operators.outside = test.nodes().len() - test.subtree(place.node).len();
                    operators.set_variant(sum, new, place, neighbour);
                    operators.make_all_distinct(neighbour);
                    return true;
                }
                continue;
            }
            if choice == 1 {
                self.next = (self.next.0 + 1, 0);
            }
            let is_character = matches!(variable.part, Part::Character(_));
            if step(operators, variable, test, (choice == 0) == is_character, neighbour) && neighbour != test
            {
                return true;
            }
        }
        false
    }
}

/// Makes `moved` a copy of `test` with a variable one step up or down; false if it is at an end.
fn step(
    operators: &mut Operators,
    variable: Variable,
    test: &TestCase,
    up: bool,
    moved: &mut TestCase,
) -> bool {
    let scales = variable.scales();
    let found = scales.iter().find_map(|&scale| Some((scale, variable.positions(operators, test, scale)?)));
    let (scale, to) = match found {
        Some((scale, positions)) if up && positions.at < positions.highest => (scale, positions.at + 1),
        Some((scale, positions)) if !up && positions.at > 0 => (scale, positions.at - 1),
        _ => {
            moved.clone_from(test);
            return false;
        }
    };
    variable.set(operators, test, scale, to, moved);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::shape::{Alphabet, Integer, Text};
    use sbst_search::operator::inputs::Inputs;

    static DIGIT: Shape = Shape::Integer(Integer { highest: 9, ..Integer::all("u8", 8, false) });
    static WORD: Shape = Shape::Text(Text {
        template: "{0}",
        empty: None,
        shortest: 0,
        longest: 5,
        alphabet: Alphabet::from_ranges(&[('a', 'z')]),
    });

    fn neighbours(parameters: &[&'static Shape], make: impl FnOnce(&mut TestCase)) -> Vec<TestCase> {
        let inputs = Inputs { parameters: parameters.to_vec(), ..Inputs::default() };
        let mut operators = Operators::new(inputs, &[], 1);
        let mut test = TestCase::new();
        let call = test.open(sbst_model::NodeKind::Statement, 0);
        make(&mut test);
        test.close(call);
        let (mut neighbourhood, mut neighbour, mut all) =
            (Neighbourhood::default(), TestCase::new(), Vec::new());
        neighbourhood.begin(&operators, &test);
        while neighbourhood.next(&mut operators, &test, &mut neighbour) {
            all.push(neighbour.clone());
        }
        all
    }

    fn digits(values: &[u64]) -> Vec<Vec<u128>> {
        let shapes = vec![&DIGIT as &'static Shape; values.len()];
        let all = neighbours(&shapes, |test| {
            values.iter().for_each(|&value| _ = test.leaf(sbst_model::NodeKind::Integer, value));
        });
        all.iter().map(|test| (1..=values.len()).map(|node| test.integer(node)).collect()).collect()
    }

    #[test]
    fn two_parameters_have_moore_neighbourhood_in_notebook_order() {
        let expected: [[u128; 2]; 8] = [[4, 6], [4, 7], [4, 8], [5, 6], [5, 8], [6, 6], [6, 7], [6, 8]];
        assert_eq!(digits(&[5, 7]), expected);
        assert_eq!(digits(&[0, 9]), [[0, 8], [1, 8], [1, 9]], "nothing is past an end");
        assert_eq!(digits(&[5, 5, 5]).len(), 26);
    }

    #[test]
    fn more_parameters_have_two_neighbours_each() {
        let all = digits(&[1, 2, 3, 0]);
        assert_eq!(all.len(), 7);
        assert_eq!(all[..3], [[0, 2, 3, 0], [2, 2, 3, 0], [1, 1, 3, 0]]);
    }

    #[test]
    fn a_text_keeps_its_length_and_moves_a_character() {
        let all = neighbours(&[&WORD], |test| _ = test.push_text("taz"));
        let texts: Vec<&str> = all.iter().map(|test| test.text(1)).collect();
        assert_eq!(texts, ["uaz", "saz", "tbz", "tay"]);
    }
}
