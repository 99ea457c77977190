//! What algorithms make test cases with: drawing new ones and changing given ones. Both are driven by the shapes of the
//! parameters. In the steady state neither allocates.

use crate::places::{Place, Places};
use crate::pool::Pool;
use crate::{Inputs, Random};
use sbst_model::messages::ValueSource;
use sbst_model::{Shape, TestCase};

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
    pub(crate) parameters: Vec<&'static Shape>,
    pub(crate) pool: Pool,
    pub(crate) random: Random,
    /// How often the test that is being drawn copies (see [`sample`](Operators::sample)).
    pub(crate) copy_rate: f64,
    /// Values drawn so far for that test.
    pub(crate) drawn: Vec<Place>,
    /// Places of the test that is being changed.
    pub(crate) places: Places,
    pub(crate) scratch: Scratch,
}

/// Buffers that operators use in passing.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) value: TestCase,
    pub(crate) other: TestCase,
    pub(crate) characters: Vec<char>,
    pub(crate) text: String,
}

impl Operators {
    /// Operators for test cases of one statement with these inputs.
    pub fn new(inputs: Inputs, without: &[ValueSource], seed: u64) -> Operators {
        Operators {
            pool: Pool::new(&inputs.literals, without),
            parameters: inputs.parameters,
            random: Random::new(seed),
            copy_rate: 0.0,
            drawn: Vec::new(),
            places: Places::default(),
            scratch: Scratch::default(),
        }
    }

    /// The random numbers that everything is drawn from.
    #[inline]
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }
}
