//! The numbers of statements.
//!
//! 1. 0 is the call of the target. From 1 on, callables have numbers; the types behind them, for
//!    statements that are nothing but a value.
//! 2. There are fewer functions and types than the first number of [an element](ELEMENTS), of an
//!    [assignment](ASSIGNMENTS) and of [pointers](POINTERS).

/// The first number of calls for an element.
const ELEMENTS: u64 = 1 << 30;

/// The most elements of a result that is taken apart.
pub(super) const MOST_ELEMENTS: u64 = 8;

/// The first number of assignments.
const ASSIGNMENTS: u64 = 1 << 31;

/// The first number of pointers.
pub(super) const POINTERS: u64 = 1 << 32;

/// Returns the number of the statement that calls this callable for an element.
pub(crate) fn of_element(callable: u64, element: usize) -> u64 {
    ELEMENTS + callable * MOST_ELEMENTS + element as u64
}

/// Returns the callable of the statement with this number.
pub(crate) fn callable(number: u64) -> u64 {
    element(number).map_or(number, |_| (number - ELEMENTS) / MOST_ELEMENTS)
}

/// Returns the element for which the statement with this number is.
pub(crate) fn element(number: u64) -> Option<usize> {
    let place = number.checked_sub(ELEMENTS).filter(|_| number < ASSIGNMENTS)?;
    Some((place % MOST_ELEMENTS) as usize)
}

/// Returns the number of the assignment to the place lent by the callable with this number.
pub(crate) fn assignment(callable: u64) -> u64 {
    ASSIGNMENTS + callable
}

/// Returns the callable that lends the place of an assignment, if the statement with this number is
/// one.
pub(crate) fn lender(statement: u64) -> Option<u64> {
    statement.checked_sub(ASSIGNMENTS).filter(|_| statement < POINTERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_callables_and_elements() {
        assert_eq!((callable(of_element(7, 3)), element(of_element(7, 3))), (7, Some(3)));
        assert_eq!((callable(7), element(7)), (7, None));
        assert_eq!(element(assignment(7)), None);
    }

    #[test]
    fn assignments_have_numbers_of_their_own() {
        assert_eq!(lender(assignment(7)), Some(7));
        assert_eq!((lender(7), lender(POINTERS)), (None, None));
    }
}
