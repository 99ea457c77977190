//! The values in a type to which bounds apply. Bounds without such values are a mistake, and
//! reported as an error.

use crate::value::within::Within;
use sbst_model::shape::Bounds;

/// The values to which the bounds on a type apply.
#[derive(Clone, Copy, Debug)]
pub enum Reach {
    /// No value: there is no number, text or collection, or the fields of the type have their own
    /// bounds.
    Nothing,
    /// An integer, or a value that counts as one.
    Integer,
    Float,
    Character,
    Text,
    /// A collection and its contents.
    Sequence(&'static Reach),
    /// A collection of a fixed length and its contents.
    Array(&'static Reach),
    Any(&'static [&'static Reach]),
}

#[derive(Clone, Copy)]
enum Kind {
    Range,
    Step,
    Length,
    Alphabet,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Range, Kind::Step, Kind::Length, Kind::Alphabet];

    /// Returns its name in the attribute.
    fn name(self) -> &'static str {
        match self {
            Kind::Range => "range",
            Kind::Step => "step",
            Kind::Length => "length",
            Kind::Alphabet => "alphabet",
        }
    }

    /// Returns the bounds of this kind alone.
    fn only(self, bounds: &Bounds) -> Bounds {
        match self {
            Kind::Range => Bounds { range: bounds.range, ..Bounds::NONE },
            Kind::Step => Bounds { step: bounds.step, ..Bounds::NONE },
            Kind::Length => Bounds { length: bounds.length, ..Bounds::NONE },
            Kind::Alphabet => Bounds { alphabet: bounds.alphabet, ..Bounds::NONE },
        }
    }
}

impl Reach {
    /// Returns the first of the bounds `B` without a value, as it is written.
    pub(crate) fn unreached<B: Within>(&self) -> Option<String> {
        // One level more than exist, for bounds on elements of a value without elements.
        let mut levels = Vec::new();
        collect::<B>(self.depth() + 1, &mut levels);
        for level in 0..levels.len() {
            for kind in Kind::ALL {
                let bounds = kind.only(&levels[level]);
                let inherited = level > 0 && kind.only(&levels[level - 1]) == bounds;
                let mut inheriting =
                    (level..levels.len()).take_while(|&below| kind.only(&levels[below]) == bounds);
                if bounds != Bounds::NONE && !inherited && !inheriting.any(|below| self.reaches(below, kind))
                {
                    return Some(format!(
                        "{}{}{}",
                        "elements(".repeat(level),
                        kind.name(),
                        ")".repeat(level)
                    ));
                }
            }
        }
        None
    }

    /// Returns the deepest nesting of collections.
    fn depth(&self) -> usize {
        match self {
            Reach::Sequence(element) | Reach::Array(element) => 1 + element.depth(),
            Reach::Any(parts) => parts.iter().map(|part| part.depth()).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// True if bounds of a kind apply to a value within this number of collections.
    fn reaches(&self, level: usize, kind: Kind) -> bool {
        match (self, kind) {
            (Reach::Any(parts), _) => parts.iter().any(|part| part.reaches(level, kind)),
            (Reach::Sequence(_), Kind::Length) if level == 0 => true,
            (Reach::Sequence(element) | Reach::Array(element), _) => {
                level > 0 && element.reaches(level - 1, kind)
            }
            (Reach::Integer, Kind::Range)
            | (Reach::Float, Kind::Range | Kind::Step)
            | (Reach::Character, Kind::Alphabet)
            | (Reach::Text, Kind::Length | Kind::Alphabet) => level == 0,
            _ => false,
        }
    }
}

/// Collects the bounds `B`, those on elements, on elements of elements and so on, down to a level.
fn collect<B: Within>(deepest: usize, bounds: &mut Vec<Bounds>) {
    bounds.push(B::BOUNDS);
    if deepest > 0 {
        collect::<B::Elements>(deepest - 1, bounds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::build::Input;
    use crate::value::within::{Unbounded, WithoutLength};
    use sbst_model::shape::{Alphabet, Endpoint, Range};
    use std::collections::HashMap;

    /// `range = 1..=5, length = 2..=3`.
    struct Both;
    impl Within for Both {
        const BOUNDS: Bounds = Bounds {
            range: Some(Range {
                lowest: Some(Endpoint::new(1, 1.0)),
                highest: Some(Endpoint::new(5, 5.0)),
                exclusive: false,
            }),
            length: Some((2, 3)),
            ..Bounds::NONE
        };
        type Elements = WithoutLength<Both>;
    }

    /// `elements(length = 0..=1, alphabet = 'a'..='z')`.
    struct OfElements;
    impl Within for OfElements {
        const BOUNDS: Bounds = Bounds::NONE;
        type Elements = Word;
    }
    struct Word;
    impl Within for Word {
        const BOUNDS: Bounds = Bounds {
            length: Some((0, 1)),
            alphabet: Some(Alphabet::from_ranges(&[('a', 'z')])),
            ..Bounds::NONE
        };
        type Elements = WithoutLength<Word>;
    }

    fn unreached<T: for<'f> Input<'f>, B: Within>() -> Option<String> {
        T::REACH.unreached::<B>()
    }

    #[test]
    fn bounds_without_a_value_are_named() {
        assert_eq!(unreached::<i32, Both>().as_deref(), Some("length"));
        assert_eq!(unreached::<String, Both>().as_deref(), Some("range"));
        assert_eq!(unreached::<bool, Both>().as_deref(), Some("range"));
        assert_eq!(unreached::<[i32; 3], Both>().as_deref(), Some("length"));
        assert_eq!(unreached::<Vec<i32>, OfElements>().as_deref(), Some("elements(length)"));
        assert_eq!(unreached::<Vec<Vec<u8>>, OfElements>().as_deref(), Some("elements(alphabet)"));
        assert_eq!(unreached::<String, OfElements>().as_deref(), Some("elements(length)"));
    }

    #[test]
    fn bounds_reach_through_wrappers_collections_and_tuples() {
        assert_eq!(unreached::<Vec<i32>, Both>(), None);
        assert_eq!(unreached::<Option<Box<(String, f32)>>, Both>(), None);
        assert_eq!(unreached::<HashMap<String, Vec<u64>>, Both>(), None);
        assert_eq!(unreached::<[String; 2], OfElements>(), None);
        assert_eq!(unreached::<Vec<String>, OfElements>(), None);
        assert_eq!(unreached::<(), Unbounded>(), None);
    }
}
