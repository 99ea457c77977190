//! Origins of an object: the ways to make it, and the drawn ones among them.
//!
//! # Policy
//! 1. The value as an [`Input`](crate::value::build::Input) comes before calls, and a value of last
//!    resort after them. A composed value and calls have the same rank. Calls that give the type in
//!    a [variant](super::elements) come after other calls.
//! 2. Where the first kinds of origins have a finite value, the others are not drawn. So calls make
//!    a type if its constructors or fields cannot be built, and a literal is written only for a
//!    type without such calls.
//! 3. Whether a type has a finite value does not depend on the drawn origins, since rule 2 only
//!    omits irrelevant ones. So all origins count [while that is decided](crate::value::deciding).
//!    Only a value of last resort does not count for the calls before it: a method that returns its
//!    own type makes none by itself.
//! 4. A value that only [the environment](environment) gives is not preferred to calls.
//! 5. A value with parts from a variant only is not drawn if calls give the type. So there is
//!    `map.entry(3)`, and no `Entry::Occupied` around the entry taken from it.

use super::environment;
use crate::value::deciding::{decide, decide_with, deciding, origins_of, Question};
use sbst_model::shape::{least_height, Origin, Product, ShapeRef, Sum};
use sbst_model::Shape;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::OnceLock;

/// True once all types are known.
static ALL_KNOWN: AtomicBool = AtomicBool::new(false);

static NOTHING: Shape = Shape::Sum(Sum { variants: &[] });
static WITHOUT_VALUES: [ShapeRef; 1] = [|| &NOTHING];

/// The precedence of the value of a type over calls.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Precedence {
    First,
    Alike,
    Last,
}

pub(crate) struct Origins {
    pub(crate) meanings: Vec<Origin>,
    /// The first of them, kind by kind (rule 1): the first shape with a finite value is drawn.
    levels: Vec<Level>,
    /// The origins before variants.
    plain: Shape,
    all: Shape,
    value: Option<ShapeRef>,
    is_value_environmental: OnceLock<bool>,
}

/// Some origins of a type.
struct Level {
    shape: Shape,
    count: usize,
    /// The origins without the value.
    calls: Shape,
    question: Question,
    has_value: OnceLock<bool>,
    is_without_value: OnceLock<bool>,
}

impl Level {
    fn new(variants: &[Product], is_value: impl Fn(usize) -> bool, question: Question) -> Level {
        let calls = variants.iter().enumerate().map(|(index, variant)| match is_value(index) {
            true => Product { fields: &WITHOUT_VALUES, ..*variant },
            false => *variant,
        });
        Level {
            calls: Shape::Sum(Sum { variants: Vec::leak(calls.collect()) }),
            shape: Shape::Sum(Sum { variants: Vec::leak(variants.to_vec()) }),
            count: variants.len(),
            question,
            has_value: OnceLock::new(),
            is_without_value: OnceLock::new(),
        }
    }

    /// True if these origins have a finite value; by themselves, if they come before a value of
    /// last resort of these `origins` (rule 3).
    fn has_value(&'static self, origins: &'static Origins) -> bool {
        let has_value = || least_height(&self.shape).is_some();
        *self.has_value.get_or_init(|| match origins.meanings.last() == Some(&Origin::Value) {
            true => decide_with((origins.address(), &self.shape), self.question, has_value),
            false => decide(self.question, has_value),
        })
    }

    /// True if this value is not drawn, because it needs a variant (rule 5).
    fn is_without(&'static self, value: Option<ShapeRef>) -> bool {
        let needs_variant = || {
            let has = |question, value: ShapeRef| decide(question, || least_height(value()).is_some());
            self.question == Question::AllButVariants
                && value
                    .is_some_and(|value| !has(Question::AllButVariants, value) && has(Question::All, value))
        };
        *self.is_without_value.get_or_init(needs_variant)
    }
}

impl Origins {
    /// Returns the origins of a type: its value, if it has one, and calls with their arguments; the
    /// last ones give it in a variant.
    pub(super) fn new(
        value: Option<(Precedence, ShapeRef)>,
        calls: Vec<(u64, Vec<ShapeRef>)>,
        by_variants: Vec<(u64, Vec<ShapeRef>)>,
    ) -> Origins {
        let variants = by_variants.len();
        let calls = calls.into_iter().chain(by_variants);
        let calls = calls.map(|(number, fields)| (Origin::Call(number), fields));
        let mut all: Vec<(Origin, Vec<ShapeRef>)> = calls.collect();
        let precedence = value.map_or(Precedence::Alike, |(precedence, _)| precedence);
        let is_last = precedence == Precedence::Last;
        if let Some((_, value)) = value {
            all.insert(if is_last { all.len() } else { 0 }, (Origin::Value, vec![value]));
        }
        let meanings: Vec<Origin> = all.iter().map(|(origin, _)| *origin).collect();
        let products: Vec<Product> =
            all.into_iter().map(|(_, fields)| Product::new(Vec::leak(fields), "")).collect();
        let before_variants = products.len() - variants - usize::from(is_last);
        let first = if precedence == Precedence::First { 1 } else { before_variants };
        let mut ends = vec![
            (first, Question::AllButVariants),
            (before_variants, Question::AllButVariants),
            (before_variants + variants, Question::All),
        ];
        ends.dedup_by_key(|(end, _)| *end);
        // All of them are a level if that may be without the value.
        let most = products.len() - usize::from(precedence != Precedence::First);
        ends.retain(|(end, _)| *end > 0 && *end <= most);
        let is_value = |index: usize| meanings[index] == Origin::Value;
        let levels = ends.into_iter().map(|(end, question)| Level::new(&products[..end], is_value, question));
        let levels = levels.collect();
        let plain = products[..if variants > 0 { before_variants } else { products.len() }].to_vec();
        Origins {
            levels,
            plain: Shape::Sum(Sum { variants: Vec::leak(plain) }),
            all: Shape::Sum(Sum { variants: Vec::leak(products) }),
            meanings,
            value: value.map(|(_, value)| value),
            is_value_environmental: OnceLock::new(),
        }
    }

    /// Returns the shape of the drawn origins.
    pub(crate) fn shape(&'static self) -> &'static Shape {
        match (deciding(), origins_of(self.address())) {
            (Some(_), Some(shape)) => shape,
            (Some(Question::All), None) => &self.all,
            (Some(Question::AllButVariants), None) => &self.plain,
            (None, _) => match self.level() {
                Some(level) if level.is_without(self.value) => &level.calls,
                Some(level) if level.count < self.meanings.len() => &level.shape,
                _ => &self.all,
            },
        }
    }

    fn address(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }

    /// Returns the drawn level, if it is not all.
    fn level(&'static self) -> Option<&'static Level> {
        if deciding().is_some() || !ALL_KNOWN.load(Relaxed) {
            return None;
        }
        let level = self.levels.iter().find(|level| level.has_value(self))?;
        match self.is_value_alone(level) && self.is_value_environmental() {
            true => self.levels.get(1),
            false => Some(level),
        }
    }

    fn is_value_alone(&self, level: &Level) -> bool {
        level.count == 1 && self.meanings[0] == Origin::Value
    }

    /// True if the value is the only origin.
    pub(crate) fn is_value(&'static self) -> bool {
        match self.meanings[..] {
            [Origin::Value] => true,
            _ => self.level().is_some_and(|level| self.is_value_alone(level)),
        }
    }

    /// True if the value is preferred, and only the environment gives it (rule 4).
    fn is_value_environmental(&'static self) -> bool {
        environment::are_known()
            && *self
                .is_value_environmental
                .get_or_init(|| self.value.is_some_and(|value| environment::is_environmental(value())))
    }
}

/// Records that all types are known.
pub fn all_are_known() {
    ALL_KNOWN.store(true, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: ShapeRef = || &Shape::Bool;
    const NONE: ShapeRef = || &NOTHING;
    const VALUE: Origin = Origin::Value;
    const CALL: Origin = Origin::Call(7);
    const VARIANT: Origin = Origin::Call(8);

    fn origins(
        value: Option<(Precedence, ShapeRef)>,
        call: Option<ShapeRef>,
        variant: Option<ShapeRef>,
    ) -> &'static Origins {
        all_are_known();
        let calls = |number: u64, call: Option<ShapeRef>| call.map(|call| (number, vec![call]));
        let calls = |number, call| calls(number, call).into_iter().collect();
        Box::leak(Box::new(Origins::new(value, calls(7, call), calls(8, variant))))
    }

    /// Returns the origins that may be drawn.
    fn drawn(origins: &'static Origins) -> Vec<Origin> {
        let Shape::Sum(sum) = origins.shape() else { unreachable!() };
        let is_drawn = |variant: &Product| !std::ptr::eq(variant.fields, &WITHOUT_VALUES[..]);
        let variants = sum.variants.iter().zip(&origins.meanings);
        variants.filter(|(variant, _)| is_drawn(variant)).map(|(_, meaning)| *meaning).collect()
    }

    #[test]
    fn calls_make_types_without_own_values() {
        let first = |value| Some((Precedence::First, value));
        assert_eq!(drawn(origins(first(SOME), Some(SOME), None)), [VALUE]);
        assert_eq!(drawn(origins(first(NONE), Some(SOME), None)), [VALUE, CALL]);
        assert_eq!(drawn(origins(Some((Precedence::Alike, SOME)), Some(SOME), None)), [VALUE, CALL]);
        assert_eq!(drawn(origins(None, Some(SOME), None)), [CALL]);
    }

    #[test]
    fn a_value_of_last_resort_is_drawn_only_if_no_call_gives_one() {
        let last = Some((Precedence::Last, SOME));
        assert_eq!(drawn(origins(last, Some(SOME), None)), [CALL]);
        assert_eq!(drawn(origins(last, Some(NONE), None)), [CALL, VALUE]);
        assert_eq!(drawn(origins(last, None, Some(SOME))), [VARIANT]);
        assert_eq!(drawn(origins(last, None, Some(NONE))), [VARIANT, VALUE]);
    }

    #[test]
    fn a_call_that_takes_its_type_is_no_origin_alone() {
        static SET: OnceLock<&Origins> = OnceLock::new();
        let itself: ShapeRef = || SET.get().map_or(&NOTHING, |set| set.shape());
        let set = SET.get_or_init(|| origins(Some((Precedence::Last, SOME)), Some(itself), None));
        assert_eq!(drawn(set), [CALL, VALUE]);
    }

    #[test]
    fn a_variant_gives_types_without_other_origins() {
        for precedence in [Precedence::First, Precedence::Alike] {
            let value = origins(Some((precedence, SOME)), None, Some(SOME));
            assert_eq!(drawn(value), [VALUE]);
            assert!(value.is_value());
        }
        assert_eq!(drawn(origins(None, Some(SOME), Some(SOME))), [CALL]);
        assert_eq!(drawn(origins(None, Some(NONE), Some(SOME))), [CALL, VARIANT]);
    }

    #[test]
    fn values_around_a_variants_content_are_left_to_calls() {
        static ENTRY: OnceLock<&Origins> = OnceLock::new();
        let entry = || ENTRY.get_or_init(|| origins(None, None, Some(SOME))).shape();
        entry();
        let around: ShapeRef = || ENTRY.get().expect("made above").shape();
        assert_eq!(drawn(origins(Some((Precedence::First, around)), Some(SOME), None)), [CALL]);
    }
}
