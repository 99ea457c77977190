//! Operators that draw and change test cases, driven by the shapes of the parameters. In the steady
//! state they do not allocate.

pub mod random;
pub mod recursion;
pub mod places;
pub mod calls;
pub mod inputs;
pub(crate) mod pool;
pub(crate) mod stretch;
pub mod sample;
pub mod enumeration;
pub mod known;
pub(crate) mod distinct;
pub(crate) mod mutate;
pub mod crossover;
pub mod variables;
pub mod corners;
pub mod variation;

use crate::operator::inputs::{Inputs, Known, TestSource};
use crate::operator::places::{Place, Places};
use crate::operator::pool::Pool;
use crate::operator::random::Random;
use crate::operator::recursion::Recursion;
use crate::operator::stretch::Stretch;
use sbst_model::{messages::ValueSource, Shape, TestCase};
use std::rc::Rc;

/// Draws and changes test cases.
///
/// ```
/// use sbst_model::{shape::Integer, Shape, TestCase};
/// use sbst_search::{Inputs, Operators};
///
/// static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));
/// let inputs = Inputs { parameters: vec![&U8, &U8], ..Inputs::default() };
/// let mut operators = Operators::new(inputs, &[], 1);
/// let (mut parent, mut child) = (TestCase::new(), TestCase::new());
/// operators.sample(&mut parent);
/// operators.mutate(&parent, &mut child);
/// assert_ne!(parent, child);
/// ```
#[derive(Debug)]
pub struct Operators {
    pub parameters: Vec<&'static Shape>,
    pub recursion: Recursion,
    pub(crate) pool: Pool,
    pub random: Random,
    /// The rate at which the drawn test copies earlier values (see [`sample`](Operators::sample)).
    pub(crate) copy_rate: f64,
    pub(crate) stretch: Stretch,
    pub(crate) drawn: Vec<Place>,
    /// The number of values in `drawn` of another test, whose drawing is suspended.
    pub(crate) drawn_before: usize,
    /// Nodes of the test beside the drawn value.
    pub outside: usize,
    /// Places of the test that changes.
    pub places: Places,
    pub changed_places: Places,
    pub scratch: Scratch,
    pub(crate) source: Option<Rc<dyn TestSource>>,
    /// Values of other searches.
    pub(crate) known: Vec<Known>,
}

#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) value: TestCase,
    pub(crate) other: TestCase,
    pub characters: Vec<char>,
    pub text: String,
    places: Vec<(usize, usize)>,
    /// Unused values, for operators that call one another.
    spare: Vec<TestCase>,
}

impl Scratch {
    pub fn take(&mut self) -> TestCase {
        self.spare.pop().unwrap_or_default()
    }

    /// Takes back a value from [`take`](Self::take).
    pub fn give_back(&mut self, mut value: TestCase) {
        value.clear();
        self.spare.push(value);
    }
}

impl Operators {
    /// Operators for test cases of one statement with these inputs. Panics if a parameter has no
    /// finite value (see [`least_height`](sbst_model::shape::least_height)).
    pub fn new(inputs: Inputs, without: &[ValueSource], seed: u64) -> Operators {
        let recursion = inputs.recursion();
        let finite = |shape: &&'static Shape| recursion.least_height(shape).is_some();
        assert!(inputs.parameters.iter().all(finite), "a parameter has no finite value");
        let source = inputs.source_without(without);
        Operators {
            recursion,
            pool: Pool::new(&inputs.literals, &inputs.crate_literals, without),
            parameters: inputs.parameters,
            random: Random::new(seed),
            copy_rate: 0.0,
            stretch: Stretch::default(),
            drawn: Vec::new(),
            drawn_before: 0,
            outside: 0,
            places: Places::default(),
            changed_places: Places::default(),
            scratch: Scratch::default(),
            source,
            known: inputs.known,
        }
    }

    /// The generator of all random numbers.
    #[inline]
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }
}
