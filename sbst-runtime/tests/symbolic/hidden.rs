//! Functions and a macro that change values invisibly to symbolic execution.

pub fn change(by: u8, place: &mut u8) {
    *place = place.wrapping_add(by);
}

pub fn hide(value: u8) -> u8 {
    std::hint::black_box(value)
}

macro_rules! set {
    ($place:ident, $value:expr) => {
        $place = if $value > 9 { $value } else { $place }
    };
}
pub(crate) use set;
