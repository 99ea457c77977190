//! Durations and points in time.

use crate::value::build::{product, wrapper, Build};
use crate::value::frame::Frame;
use crate::value::within::{Unbounded, Within};
use sbst_model::shape::{Bounds, Endpoint, Integer, Range, Shape, Sum};
use sbst_model::NodeKind;
use std::time::{Duration, Instant, SystemTime};

const NANOSECONDS_IN_SECOND: u64 = 1_000_000_000;
const MILLISECONDS_IN_SECOND: u64 = 1_000;
const MICROSECONDS_IN_SECOND: u64 = 1_000_000;

/// Seconds from the epoch to the end of the year 9999: every platform and most formats can
/// represent earlier times.
const LAST_SECOND: u64 = 253_402_300_800;
/// Seconds from the beginning of the year 1601, where Windows starts counting, to the epoch.
const FIRST_SECOND: u64 = 11_644_473_600;
const SECONDS_IN_DAY: u64 = 24 * 60 * 60;
/// The most seconds between now and a point of the monotonic clock. Earlier points cannot be built:
/// the clock may have started with the machine.
const FARTHEST_INSTANT: u64 = SECONDS_IN_DAY;

/// Returns the integers below `end`.
const fn below(name: &'static str, bits: u32, end: u64) -> Shape {
    Shape::Integer(Integer { highest: end as u128 - 1, ..Integer::all(name, bits, false) })
}

/// Seconds, milliseconds, or seconds and nanoseconds. Within a range, which is given in seconds, it
/// is a number of nanoseconds.
impl<'f> Build<'f> for Duration {
    owned!(Integer);

    fn shape<B: Within>() -> &'static Shape {
        const fn build_shape<B: Within>() -> Shape {
            if B::BOUNDS.range.is_some() {
                return wrapper(nanoseconds::<B>, "{std::time::Duration}::from_nanos({0})");
            }
            Shape::Sum(Sum {
                variants: const {
                    &[
                        product(&[whole], "{std::time::Duration}::from_secs({0})"),
                        product(&[milliseconds], "{std::time::Duration}::from_millis({0})"),
                        product(&[whole, subsecond], "{std::time::Duration}::new({*})"),
                    ]
                },
            })
        }
        const { &build_shape::<B>() }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> Duration {
        if frame.next_kind() == NodeKind::Integer {
            return Duration::from_nanos(u64::build(frame));
        }
        match frame.variant() {
            0 => Duration::from_secs(u64::build(frame)),
            1 => Duration::from_millis(u64::build(frame)),
            _ => Duration::new(u64::build(frame), u32::build(frame)),
        }
    }
}

fn whole() -> &'static Shape {
    <u64 as Build<'static>>::shape::<Unbounded>()
}

/// At most a day: longer durations are written in seconds.
fn milliseconds() -> &'static Shape {
    const { &below("u64", 64, SECONDS_IN_DAY * MILLISECONDS_IN_SECOND) }
}

fn subsecond() -> &'static Shape {
    const { &below("u32", 32, NANOSECONDS_IN_SECOND) }
}

fn nanoseconds<B: Within>() -> &'static Shape {
    const {
        let Some(Range { lowest, highest, exclusive }) = B::BOUNDS.range else { unreachable!() };
        let range = Range { lowest: in_nanoseconds(lowest), highest: in_nanoseconds(highest), exclusive };
        let bounds = Bounds { range: Some(range), ..Bounds::NONE };
        &Shape::Integer(Integer::all("u64", 64, false).within(&bounds))
    }
}

/// Converts a number of seconds, perhaps a fraction, to nanoseconds.
const fn in_nanoseconds(seconds: Option<Endpoint>) -> Option<Endpoint> {
    let Some(Endpoint { value, negative: false, real }) = seconds else { return seconds };
    let value = if value as f64 == real {
        value.saturating_mul(NANOSECONDS_IN_SECOND as u128)
    } else {
        (real * NANOSECONDS_IN_SECOND as f64 + 0.5) as u128
    };
    Some(Endpoint { value, negative: false, real: value as f64 })
}

/// Precise to the microsecond: the clock of Windows counts in tenths of it.
impl<'f> Build<'f> for SystemTime {
    owned!(Nothing);

    fn shape<B: Within>() -> &'static Shape {
        fn after() -> &'static Shape {
            const { &below("u64", 64, LAST_SECOND) }
        }
        fn before() -> &'static Shape {
            const { &below("u64", 64, FIRST_SECOND) }
        }
        fn microseconds() -> &'static Shape {
            const { &below("u64", 64, MICROSECONDS_IN_SECOND) }
        }
        const {
            &Shape::Sum(Sum {
                variants: &[
                    product(
                        &[after],
                        "{std::time::SystemTime}::UNIX_EPOCH + {std::time::Duration}::from_secs({0})",
                    ),
                    product(
                        &[after, microseconds],
                        "{std::time::SystemTime}::UNIX_EPOCH + {std::time::Duration}::from_secs({0}) \
                         + {std::time::Duration}::from_micros({1})",
                    ),
                    product(
                        &[before, microseconds],
                        "{std::time::SystemTime}::UNIX_EPOCH - {std::time::Duration}::from_secs({0}) \
                         - {std::time::Duration}::from_micros({1})",
                    ),
                ],
            })
        }
    }
    fn build(frame: &'f Frame<'f>) -> SystemTime {
        let (variant, seconds) = (frame.variant(), Duration::from_secs(u64::build(frame)));
        match variant {
            0 => SystemTime::UNIX_EPOCH + seconds,
            1 => SystemTime::UNIX_EPOCH + seconds + Duration::from_micros(u64::build(frame)),
            _ => SystemTime::UNIX_EPOCH - seconds - Duration::from_micros(u64::build(frame)),
        }
    }
}

/// Points from now on: they differ in each execution, so texts that show them are not asserted.
impl<'f> Build<'f> for Instant {
    owned!(Nothing);

    fn shape<B: Within>() -> &'static Shape {
        fn from_now() -> &'static Shape {
            const { &below("u64", 64, FARTHEST_INSTANT * MICROSECONDS_IN_SECOND) }
        }
        const { &wrapper(from_now, "{std::time::Instant}::now() + {std::time::Duration}::from_micros({0})") }
    }
    fn build(frame: &'f Frame<'f>) -> Instant {
        Instant::now() + Duration::from_micros(u64::build(frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::store::Store;
    use crate::value::within::WithoutLength;
    use sbst_model::expression;

    #[test]
    fn times_are_built_as_they_are_printed() {
        check!(Duration, [0, 5], Duration::from_secs(5));
        check!(Duration, [1, 500], Duration::from_millis(500));
        check!(Duration, [2, 5, 999_999_999], Duration::new(5, 999_999_999));
        check!(
            SystemTime,
            [1, 1, 500],
            SystemTime::UNIX_EPOCH + Duration::from_secs(1) + Duration::from_micros(500)
        );
        check!(
            Option<SystemTime>,
            [1, 2, 0, 7],
            Some(SystemTime::UNIX_EPOCH - Duration::from_secs(0) - Duration::from_micros(7))
        );
        check!(&SystemTime, [0, 7], &(SystemTime::UNIX_EPOCH + Duration::from_secs(7)));
    }

    #[test]
    fn the_extremes_can_be_represented() {
        let last = MICROSECONDS_IN_SECOND - 1;
        check!(
            (SystemTime, SystemTime),
            [1, LAST_SECOND - 1, last, 2, FIRST_SECOND - 1, last],
            (
                SystemTime::UNIX_EPOCH
                    + Duration::from_secs(253_402_300_799)
                    + Duration::from_micros(999_999),
                SystemTime::UNIX_EPOCH - Duration::from_secs(11_644_473_599) - Duration::from_micros(999_999)
            )
        );
    }

    /// `range = 0.5..=2`.
    struct Seconds;
    impl Within for Seconds {
        const BOUNDS: Bounds = Bounds {
            range: Some(Range {
                lowest: Some(Endpoint::new(0, 0.5)),
                highest: Some(Endpoint::new(2, 2.0)),
                exclusive: false,
            }),
            ..Bounds::NONE
        };
        type Elements = WithoutLength<Seconds>;
    }

    #[test]
    fn a_range_of_durations_is_one_of_seconds() {
        check!(Duration as Seconds, [1_500_000_000], Duration::from_nanos(1_500_000_000));
        let Shape::Integer(integer) = <Duration as Build<'_>>::shape::<Seconds>().value_shape() else {
            panic!("it is one number");
        };
        assert_eq!((integer.lowest, integer.highest), (500_000_000, 2_000_000_000));
    }

    #[test]
    fn a_point_of_the_monotonic_clock_is_not_before_now() {
        let shape = Instant::shape::<Unbounded>();
        let test = super::super::check::value(shape, &[1_000_000.into()]);
        let (now, store) = (Instant::now(), Store::default());
        assert!(Instant::build(&Frame::new(&test, &store, None)) >= now + Duration::from_secs(1));
        let printed = expression::write(shape, &test, 0).to_string();
        assert_eq!(printed, "Instant::now() + Duration::from_micros(1_000_000)");
    }
}
