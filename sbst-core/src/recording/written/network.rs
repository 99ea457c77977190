//! Addresses in networks.

use super::{write_parts, write_variant, Written};
use sbst_model::{NodeKind, TestCase};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

macro_rules! addresses {
    ($($type:ident |$address:ident| $($part:expr),+;)*) => { $(
        impl Written for $type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                let $address = self;
                write_parts(nodes, NodeKind::Product, 0, |nodes| true $(&& $part.write(nodes))+)
            }
        }
    )* };
}
addresses! {
    SocketAddrV4 |address| address.ip(), address.port();
    SocketAddrV6 |address| address.ip(), address.port(), address.flowinfo(), address.scope_id();
}

macro_rules! segments {
    ($($type:ident $segments:ident)*) => { $(
        impl Written for $type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                write_parts(nodes, NodeKind::Product, 0, |nodes| {
                    self.$segments().iter().all(|segment| segment.write(nodes))
                })
            }
        }
    )* };
}
segments!(Ipv4Addr octets Ipv6Addr segments);

macro_rules! versions {
    ($($type:ident)*) => { $(
        impl Written for $type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                match self {
                    $type::V4(address) => write_variant(nodes, 0, address),
                    $type::V6(address) => write_variant(nodes, 1, address),
                }
            }
        }
    )* };
}
versions!(IpAddr SocketAddr);
