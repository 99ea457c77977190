//! Dates: many small conditions, and one panic that is meant.

/// True if a year of the Gregorian calendar has a 29th of February.
#[sbst::instrument]
pub fn is_leap(year: u32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The number of days of a month.
///
/// # Panics
/// If there is no such month.
#[sbst::instrument]
pub fn days_in(year: u32, month: u32) -> u32 {
    if month == 0 || month > 12 {
        panic!("there is no month {month}");
    }
    if month == 2 {
        return if is_leap(year) { 29 } else { 28 };
    }
    if month == 4 || month == 6 || month == 9 || month == 11 {
        30
    } else {
        31
    }
}
