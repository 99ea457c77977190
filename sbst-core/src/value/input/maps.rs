//! Maps and sets: repeated keys are drawn once.

use super::slices::sequence;
use crate::value::build::Build;
use crate::value::frame::Frame;
use crate::value::reach::Reach;
use crate::value::within::Within;
use sbst_model::shape::{Distinct, Sequence, Shape, ShapeRef, Template};
use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{BuildHasher, Hash, RandomState};

/// The source of a map or set with a custom hasher: `from` an array only exists for the usual
/// hasher.
const OTHER_HASHER: Template = "{std::iter::FromIterator}::from_iter([{*}])";

/// Returns the shape of a map or set within the bounds `B`, with the source of the empty one.
const fn shape_of<B: Within>(
    distinct: Distinct,
    element: ShapeRef,
    template: Template,
    empty: Template,
) -> Shape {
    Shape::Sequence(Sequence { distinct, empty: Some(empty), ..sequence::<B>(element, template) })
}

macro_rules! maps_and_sets {
    ($(
        $distinct:ident $element:tt in $collection:ident
        <$($parameter:ident $(: $bound:ident + $other_bound:ident)?),+ $(; $hasher:ident)?> $path:literal;
    )*) => { $(
        impl<'f, $($parameter: Build<'f>,)+ $($hasher: BuildHasher + Default)?> Build<'f>
            for $collection<$($parameter,)+ $($hasher)?>
        where
            $($($parameter::SbstValue: $bound + $other_bound,)?)+
        {
            type SbstValue = $collection<$($parameter::SbstValue,)+ $($hasher)?>;
            const REACH: Reach = Reach::Sequence(&<$element as Build<'f>>::REACH);
            made_of!(but reach: $($parameter),+);

            fn shape<B: Within>() -> &'static Shape {
                $(
                    if typeid::of::<$hasher>() != TypeId::of::<RandomState>() {
                        return const {
                            let empty = concat!("{", $path, "}::default()");
                            &shape_of::<B>(Distinct::$distinct, <$element>::shape::<B::Elements>, OTHER_HASHER, empty)
                        };
                    }
                )?
                const {
                    let (full, empty) = (concat!("{", $path, "}::from([{*}])"), concat!("{", $path, "}::new()"));
                    &shape_of::<B>(Distinct::$distinct, <$element>::shape::<B::Elements>, full, empty)
                }
            }
            fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
                let length = frame.next().payload;
                (0..length).map(|_| <$element>::build(frame)).collect()
            }
        }
    )* };
}
maps_and_sets! {
    Keys (K, V) in HashMap<K: Hash + Eq, V; S> "std::collections::HashMap";
    Elements T in HashSet<T: Hash + Eq; S> "std::collections::HashSet";
    Keys (K, V) in BTreeMap<K: Eq + Ord, V> "std::collections::BTreeMap";
    Elements T in BTreeSet<T: Eq + Ord> "std::collections::BTreeSet";
}

#[cfg(test)]
mod tests {
    use std::collections::hash_map::DefaultHasher;
    use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
    use std::hash::BuildHasherDefault;

    type Fixed = BuildHasherDefault<DefaultHasher>;

    #[test]
    fn maps_and_sets_are_built_as_they_are_printed() {
        check!(HashMap<u8, &str>, [1, 7, "a"], HashMap::from([(7, "a")]));
        check!(&HashSet<char>, [1, 'a'], &HashSet::from(['a']));
        check!(BTreeMap<i64, Vec<u8>>, [2, 5, 0, -5, 1, 9], BTreeMap::from([(5, vec![]), (-5, b"\t".to_vec())]));
        check!(BTreeSet<(u8, bool)>, [2, 1, true, 1, false], BTreeSet::from([(1, true), (1, false)]));
        check!((HashMap<u8, u8>, HashSet<u8>), [0, 0], (HashMap::new(), HashSet::new()));
        check!(&BTreeMap<u8, BTreeSet<u8>>, [1, 3, 0], &BTreeMap::from([(3, BTreeSet::new())]));
        check!(BTreeMap<u8, &[u8]>, [2, 1, 0, 2, 1, 5], BTreeMap::from([(1, &[][..]), (2, &[5][..])]));
    }

    #[test]
    fn maps_and_sets_with_custom_hashers_are_built_as_printed() {
        check!(HashMap<u8, bool, Fixed>, [1, 7, true], FromIterator::from_iter([(7, true)]));
        check!(&HashSet<u8, Fixed>, [1, 7], &FromIterator::from_iter([7]));
        check!(&HashMap<u8, u8, Fixed>, [0], &HashMap::default());
        check!(Option<HashSet<u8, Fixed>>, [1, 0], Some(HashSet::default()));
    }
}
