//! Addresses in networks.

use crate::value::build::{product, Build};
use crate::value::frame::Frame;
use crate::value::within::{Unbounded, Within};
use sbst_model::shape::{Shape, ShapeRef, Sum};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

/// The shape of any value of a type: addresses have no bounds.
macro_rules! any {
    ($type:ident) => {
        <$type as Build<'static>>::shape::<Unbounded> as ShapeRef
    };
}

macro_rules! addresses {
    ($($type:ident $template:literal ($($field:ident)+);)*) => { $(
        impl<'f> Build<'f> for $type {
            owned!(Nothing);

            fn shape<B: Within>() -> &'static Shape {
                const { &Shape::Product(product(&[$(any!($field)),+], $template)) }
            }
            fn build(frame: &'f Frame<'f>) -> Self {
                frame.open();
                $type::new($($field::build(frame)),+)
            }
        }
    )* };
}
addresses! {
    Ipv4Addr "{std::net::Ipv4Addr}::new({*})" (u8 u8 u8 u8);
    Ipv6Addr "{std::net::Ipv6Addr}::new({*})" (u16 u16 u16 u16 u16 u16 u16 u16);
    SocketAddrV4 "{std::net::SocketAddrV4}::new({*})" (Ipv4Addr u16);
    SocketAddrV6 "{std::net::SocketAddrV6}::new({*})" (Ipv6Addr u16 u32 u32);
}

macro_rules! versions {
    ($($type:ident $four:ident $four_template:literal $six:ident $six_template:literal;)*) => { $(
        impl<'f> Build<'f> for $type {
            owned!(Nothing);

            fn shape<B: Within>() -> &'static Shape {
                const {
                    &Shape::Sum(Sum {
                        variants: &[
                            product(&[any!($four)], $four_template),
                            product(&[any!($six)], $six_template),
                        ],
                    })
                }
            }
            fn build(frame: &'f Frame<'f>) -> Self {
                match frame.variant() {
                    0 => $type::V4($four::build(frame)),
                    _ => $type::V6($six::build(frame)),
                }
            }
        }
    )* };
}
versions! {
    IpAddr Ipv4Addr "{std::net::IpAddr}::V4({0})" Ipv6Addr "{std::net::IpAddr}::V6({0})";
    SocketAddr SocketAddrV4 "{std::net::SocketAddr}::V4({0})" SocketAddrV6 "{std::net::SocketAddr}::V6({0})";
}

#[cfg(test)]
mod tests {
    use std::net::*;

    #[test]
    fn addresses_are_built_as_they_are_printed() {
        check!(Ipv4Addr, [127, 0, 0, 1], Ipv4Addr::new(127, 0, 0, 1));
        check!(&Ipv6Addr, [0, 0, 0, 0, 0, 0, 0, 1], &Ipv6Addr::new(0, 0, 0, 0, 0, 0, 0, 1));
        check!(IpAddr, [0, 1, 2, 3, 4], IpAddr::V4(Ipv4Addr::new(1, 2, 3, 4)));
        check!(
            (SocketAddr, SocketAddr),
            [0, 1, 2, 3, 4, 80, 1, 8, 7, 6, 5, 4, 3, 2, 1, 443, 5, 6],
            (
                SocketAddr::V4(SocketAddrV4::new(Ipv4Addr::new(1, 2, 3, 4), 80)),
                SocketAddr::V6(SocketAddrV6::new(Ipv6Addr::new(8, 7, 6, 5, 4, 3, 2, 1), 443, 5, 6))
            )
        );
    }
}
