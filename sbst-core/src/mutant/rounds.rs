//! The rounds of `for` loops.

use super::point::{Point, State};
use sbst_model::Change;

/// An iterator that a loop may leave before its end.
pub struct Rounds<I> {
    point: &'static Point,
    iterator: I,
    has_begun: bool,
}

/// Returns the iterator of a `for` loop.
#[inline(always)]
pub fn rounds<I: IntoIterator>(point: &'static Point, iterated: I) -> Rounds<I::IntoIter> {
    Rounds { point, iterator: iterated.into_iter(), has_begun: false }
}

impl<I: Iterator> Iterator for Rounds<I> {
    type Item = I::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<I::Item> {
        if self.point.is_quiet() {
            return self.iterator.next();
        }
        self.next_noted()
    }
}

impl<I: Iterator> Rounds<I> {
    #[cold]
    fn next_noted(&mut self) -> Option<I::Item> {
        let has_begun = std::mem::replace(&mut self.has_begun, true);
        let is_last = |change| match change {
            Change::Removed => true,
            Change::Once => has_begun,
            _ => false,
        };
        match self.point.state() {
            State::Active(change) if is_last(change) => None,
            State::Quiet | State::Active(_) => self.iterator.next(),
            State::Recording => {
                let item = self.iterator.next()?;
                self.point.record(|change| Some(is_last(change)));
                Some(item)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static LOOP: Point = Point::new(&[Change::Removed, Change::Once]);

    #[test]
    fn loops_have_all_rounds_none_or_one() {
        let rounds = || rounds(&LOOP, [1, 2, 3]).collect::<Vec<_>>();
        assert_eq!(rounds(), [1, 2, 3]);
        LOOP.activate(1);
        assert_eq!(rounds(), []);
        LOOP.activate(2);
        assert_eq!(rounds(), [1]);
        LOOP.activate(0);
    }

    #[test]
    fn iterator_stands_still_behind_the_last_round() {
        static ONCE: Point = Point::new(&[Change::Removed, Change::Once]);
        ONCE.activate(2);
        let mut numbers = [1, 2, 3].into_iter();
        assert_eq!(rounds(&ONCE, numbers.by_ref()).count(), 1);
        assert_eq!(numbers.next(), Some(2));
    }
}
