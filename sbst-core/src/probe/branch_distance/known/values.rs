//! Values of the standard library that hide numbers: durations, points in time, network addresses.
//!
//! 1. A duration counts as its nanoseconds, because these have its order. By seconds first, 0.9 s
//!    would be nearer to 1.5 s than 1.2 s is.
//! 2. Addresses are compared number by number, in their structure.

use super::{Found, Kind, Known, KnownPart, KnownType, Parts};
use crate::probe::operand::Operand;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Structures with a fixed number of parts: operands, or values with parts.
macro_rules! products {
    ($($type:ident $count:literal |$value:ident, $index:ident| $part:expr;)*) => { $(
        impl Parts for $type {
            fn kind(&self) -> Kind {
                Kind::Product
            }
            fn count(&self) -> usize {
                $count
            }
            fn part(&self, $index: usize) -> KnownPart<'_> {
                let $value = self;
                KnownPart($part)
            }
        }
    )* };
}
products! {
    Duration 1 |time, _index| Found::Operand(Operand::WidestUnsigned(time.as_nanos()));
    SystemTime 1 |time, _index| Found::Operand(Operand::WidestSigned(since_epoch(time)));
    Ipv4Addr 4 |address, index| number(address.octets()[index].into());
    Ipv6Addr 8 |address, index| number(address.segments()[index]);
    SocketAddrV4 2 |address, index| match index {
        0 => Found::Parts(address.ip()),
        _ => number(address.port()),
    };
    SocketAddrV6 2 |address, index| match index {
        0 => Found::Parts(address.ip()),
        _ => number(address.port()),
    };
}

fn number(number: u16) -> Found<'static> {
    Found::Operand(Operand::Narrow(number.into()))
}

/// Returns the nanoseconds since the epoch, which are fewer than `i128` can hold on every platform.
fn since_epoch(time: &SystemTime) -> i128 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => after.as_nanos() as i128,
        Err(before) => -(before.duration().as_nanos() as i128),
    }
}

macro_rules! versions {
    ($($type:ident)*) => { $(
        impl Parts for $type {
            fn kind(&self) -> Kind {
                Kind::Variant(u32::from(self.is_ipv6()))
            }
            fn count(&self) -> usize {
                1
            }
            fn part(&self, _: usize) -> KnownPart<'_> {
                KnownPart(match self {
                    $type::V4(address) => Found::Parts(address),
                    $type::V6(address) => Found::Parts(address),
                })
            }
        }
    )* };
}
versions!(IpAddr SocketAddr);

pub(super) static TYPES: &[&[KnownType]] = &[
    &Known::<Duration>::TYPES,
    &Known::<SystemTime>::TYPES,
    &Known::<Ipv4Addr>::TYPES,
    &Known::<Ipv6Addr>::TYPES,
    &Known::<IpAddr>::TYPES,
    &Known::<SocketAddrV4>::TYPES,
    &Known::<SocketAddrV6>::TYPES,
    &Known::<SocketAddr>::TYPES,
];

#[cfg(test)]
mod tests {
    use super::super::super::to_other_outcome;
    use super::*;
    use crate::probe::operand::Operator;
    use proptest::prelude::*;
    use sbst_model::Distance;

    fn to_equal<T>(left: T, right: T) -> Distance {
        to_other_outcome(Operator::Equal, &left, &right, false)
    }

    #[track_caller]
    fn come_nearer(distances: &[Distance]) {
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
        assert!(distances.iter().all(|distance| !distance.is_zero()), "{distances:?}");
    }

    #[test]
    fn an_address_is_as_far_from_another_as_its_numbers_are() {
        let home = Ipv4Addr::LOCALHOST;
        come_nearer(&[
            to_equal(Ipv4Addr::new(10, 0, 0, 9), home),
            to_equal(Ipv4Addr::new(10, 0, 0, 1), home),
            to_equal(Ipv4Addr::new(126, 0, 0, 1), home),
        ]);
        come_nearer(&[
            to_equal(IpAddr::V6(Ipv6Addr::LOCALHOST), IpAddr::V4(home)),
            to_equal(IpAddr::V4(Ipv4Addr::BROADCAST), IpAddr::V4(home)),
        ]);
        let port = |port| SocketAddr::from((home, port));
        come_nearer(&[to_equal(port(1), port(80)), to_equal(port(79), port(80))]);
        come_nearer(&[to_equal(None, Some(home)), to_equal(Some(Ipv4Addr::BROADCAST), Some(home))]);
    }

    proptest! {
        #[test]
        fn of_two_spans_of_time_the_nearer_one_is_less_far(a in any::<Duration>(), b in any::<Duration>(), c in any::<Duration>()) {
            let gap = |time: Duration| time.abs_diff(c);
            prop_assume!(gap(a) < gap(b) && a != c);
            prop_assert!(to_equal(a, c) < to_equal(b, c));
            if a < c && b < c {
                let to_greater = |time: Duration| to_other_outcome(Operator::Greater, &time, &c, false);
                prop_assert!(to_greater(a) < to_greater(b));
            }
        }

        #[test]
        fn points_in_time_are_ordered_as_their_distances_to_the_epoch(a in 1_u64..1_000_000, b in 1_u64..1_000_000) {
            let before = |micros| UNIX_EPOCH - Duration::from_micros(micros);
            prop_assume!(a < b);
            let to_greater = |time: SystemTime| to_other_outcome(Operator::Greater, &time, &UNIX_EPOCH, false);
            prop_assert!(to_greater(before(a)) < to_greater(before(b)));
        }
    }
}
