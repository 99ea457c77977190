//! Mutants: places at which the behaviour of the code can be changed, one at a time.
//!
//! A *point* is such a place, with *alternatives*. The emitted code keeps the user's operators, so
//! that types are inferred as before, and reads the active alternative from the point's static.
//! Texts and places are those of cargo-mutants, for alternatives that both have.
//!
//! Code that [`mod@crate::rewrite`] leaves alone is left alone here as well, and so are the
//! arguments of macros.

mod operators;
mod text;
mod point;
mod values;
mod operands;
mod emit;
mod walk;
mod arms;
mod statements;

use syn::visit_mut::VisitMut as _;
use syn::{Block, Ident, Path, ReturnType, Type};

pub use point::survivor_key;
pub(crate) use point::{Place, Point};
use sbst_source::standing::{Owner, Standing};
use text::plain_text;
use walk::Walk;

/// A function whose body gets points.
pub(crate) struct Mutated<'a> {
    /// Its name with its owner, as in the names of mutants.
    pub(crate) name: String,
    pub(crate) output: &'a ReturnType,
    /// The place of its body.
    pub(crate) place: Option<Place>,
    /// True if its value can be replaced.
    pub(crate) has_values: bool,
}

/// The findings of the walk over a body.
#[derive(Default)]
pub(crate) struct Found {
    /// The points, in the order of their statics.
    pub(crate) points: Vec<Point>,
    /// The number of macro invocations without points.
    pub(crate) macros: usize,
    /// True if a comparison captures its left operand.
    pub(crate) captures: bool,
}

impl<'a> Mutated<'a> {
    pub(crate) fn new(
        name: &Ident,
        output: &'a ReturnType,
        place: Option<Place>,
        standing: &Standing,
    ) -> Mutated<'a> {
        let (around, has_values) = match &standing.owner {
            Owner::Type { self_type, implemented: None, .. } => (Some(plain_text(self_type)), name != "new"),
            Owner::Type { self_type, implemented: Some(implemented), .. } => {
                let text = format!("<impl {} for {}>", plain_text(implemented), plain_text(self_type));
                let is_default = implemented.segments.last().is_some_and(|name| name.ident == "Default");
                (Some(text), !is_default && name != "new")
            }
            Owner::Trait { name: owner, .. } => (Some(owner.to_string()), name != "new"),
            Owner::None | Owner::Macro | Owner::Unknown => (None, true),
        };
        let names = standing.outer.iter().cloned().chain(around).chain([name.to_string()]);
        Mutated { name: names.collect::<Vec<_>>().join("::"), output, place, has_values }
    }

    /// True if the return type is an `Option` by its name.
    fn returns_option(&self) -> bool {
        let ReturnType::Type(_, output) = self.output else { return false };
        matches!(&**output, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
    }
}

/// Adds points to a body, which call the runtime at `runtime`.
pub(crate) fn mutate(body: &mut Block, function: &Mutated, runtime: &Path) -> Found {
    let values = match function.has_values && !body.stmts.is_empty() {
        true => values::point(function, body, runtime),
        false => None,
    };
    let mut walk = Walk::new(function, runtime);
    if let Some((point, emit)) = values {
        let number = walk.number(point);
        walk.visit_block_mut(body);
        body.stmts.insert(0, emit(number));
    } else {
        walk.visit_block_mut(body);
    }
    body.stmts.insert(0, walk.emit.step());
    walk.found
}
