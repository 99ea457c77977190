//! Written by `generator.rs`; UPDATE_GENERATED=1 rewrites it.

#![allow(unused, clippy::all)]
#![cfg_attr(rustfmt, rustfmt_skip)]

use super::hidden::{change, hide, set};

#[sbst::instrument]
pub fn f0(x: u8) -> u8 {
    let mut a = x;
    let mut v1: u8 = 112;
    for v2 in 0..2u8 {
        {}
        let mut v3: u8 = 117;
    }
    let mut v4: u8 = v1;
    let mut v5 = a & 3;
    while v5 > 0 {
        if a.is_power_of_two() {
            if a >= (v1 % (a | 1)) {
                {}
            }
            return 243;
        }
        if (a.min(v1) - a.saturating_sub(v4)) >= a.wrapping_pow(0) {
            if (((v1.count_ones() as u8) as i8).signum() as u8) <= a {
                a = v4;
            } else {
                let mut v6: u8 = v4;
            }
            a *= a.wrapping_mul(56);
        } else {
            let v7 = (v4 & 28).saturating_mul(((u16::MAX - a as u16 * 3) as u8)) > a.reverse_bits();
            if v7 {
                let mut v8: u8 = a.saturating_mul(v4).saturating_mul((a & a));
            }
            if (((v4 | v1).leading_zeros() as u8) < a.wrapping_add(26)) && !((((v4 as i8).signum() as u8) >> 7) > (((a as i8) >> 1) as u8)) {
                v1 = !v1.reverse_bits();
            }
        }
        v5 -= 1;
    }
    let v9 = a >= v1.min(a);
    if v9 {
        v4 -= 72;
        let mut v10: u8 = 6;
    }
    30
}

#[sbst::instrument]
pub fn f1(x: u8) -> u8 {
    let mut a = x;
    if a < 2 {
        for v1 in 0..1u8 {
            if ((a.saturating_sub(a).leading_zeros() as u8) <= (a - v1)) || !(a.is_power_of_two()) {
                a -= a.wrapping_mul(85);
            }
            let mut v2: u8 = a.wrapping_shl(66 as u32).wrapping_shl((v1 ^ v1) as u32);
        }
        if (a.is_power_of_two()) || !(((u16::MAX - ((u16::MAX - a as u16 * 3) as u8) as u16 * 3) as u8) > a.wrapping_sub(209)) {
            a = a.saturating_sub(a).abs_diff((a.count_ones() as u8));
            if ((a ^ a).wrapping_mul((a >> 4)) != (((a as i8) >> 1) as u8)) && !(a == a.wrapping_sub(a)) {
                let mut v3: u8 = ((a + 120) / (a.min(a) | 1));
                let mut v4: u8 = v3;
            } else {
                {}
            }
        }
    } else {
        let mut v5: u8 = a.reverse_bits();
        if ((!v5 >> 4) < a.saturating_sub(a)) && !(((a | 9) ^ (v5 >> 3)) != !a) {
            a -= v5.saturating_sub(a);
        }
    }
    a += (a - a);
    a |= (((a as i8) >> 1) as u8);
    a &= a.wrapping_add(a);
    a >>= 1;
    a.saturating_sub(36)
}

#[sbst::instrument]
pub fn f2(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    let mut v1: u8 = (a & a).wrapping_pow(3);
    let mut v2: u8 = 70;
    if (v2.is_power_of_two()) && !(v1 != (a.leading_zeros() as u8)) {
        let mut v3: u8 = 12;
    }
    if ((b.wrapping_pow(1) / (a.abs_diff(42) | 1)) >= v2.wrapping_sub(b)) && !(((a + a) / (a.wrapping_sub(v2) | 1)) == v1.saturating_sub(77)) {
        b = v2.wrapping_shl(65 as u32).saturating_sub(a.reverse_bits());
    }
    if v1.is_power_of_two() {
        {}
    }
    20
}

#[sbst::instrument]
pub fn f3(x: u8) -> u8 {
    let mut a = x;
    a = ((u16::MAX - !a as u16 * 3) as u8);
    if (a ^ 20).saturating_mul(((u16::MAX - a as u16 * 3) as u8)) == (a + a) {
        let mut v1 = a & 3;
        while v1 > 0 {
            if a >= a {
                let mut v2: u8 = a.saturating_sub((a >> 6));
                let mut v3: u8 = ((v2 + a) % (a.wrapping_mul(a) | 1));
            }
            let mut v4: u8 = a.wrapping_shl(152 as u32).abs_diff(190);
            v1 -= 1;
        }
    } else {
        if (a.saturating_mul(a) % (((a as i8).signum() as u8) | 1)) < 36 {
            let mut v5: u8 = (((a as i8) >> 1) as u8);
            if (a.leading_zeros() as u8).abs_diff(a) > ((u16::MAX - v5 as u16 * 3) as u8) {
                v5 += (match v5.checked_sub(a) { Some(n) => n, None => a });
            } else {
                let mut v6: u8 = v5.wrapping_mul(2).min(a.wrapping_add(v5));
            }
            return 164;
        }
    }
    (|| a = a.checked_add(a).unwrap_or(3))();
    a = [3, a, 9][usize::from(a) % 3];
    a |= (a ^ a);
    a.abs_diff(a)
}

#[sbst::instrument]
pub fn f4(x: u8) -> u8 {
    let mut a = x;
    if a.is_power_of_two() {
        if (a / (a | 1)).saturating_sub(a.saturating_mul(a)) != ((u16::MAX - a as u16 * 3) as u8) {
            if (a + (a % (126 | 1))) <= a.reverse_bits() {
                a &= a.wrapping_pow(0);
                a = a.saturating_sub(76).saturating_sub((a / (96 | 1)));
            }
            return 209;
        }
        a *= (a & a);
        return 59;
    }
    if a.saturating_sub(40).saturating_sub(a.wrapping_add(a)) > ((a as i8).signum() as u8) {
        a *= a.saturating_sub(11);
    } else {
        {}
    }
    let v1 = a < a;
    if v1 {
        a -= (a.count_ones() as u8);
        a = 20;
    }
    for v2 in 0..3u8 {
        a = (a.saturating_sub(a).count_ones() as u8);
    }
    if (a.leading_zeros() as u8) != a.saturating_sub(a) {
        if a.wrapping_pow(2) < (a.leading_zeros() as u8) {
            a *= ((a as i8).wrapping_div_euclid((a | 1) as i8) as u8);
        }
    }
    a
}

#[sbst::instrument]
pub fn f5(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    b |= (b - a);
    {}
    a = ((b & 108) / ((a | b) | 1));
    let mut v1 = !a & 3;
    while v1 > 0 {
        b = ((a ^ b) & b.abs_diff(171));
        v1 -= 1;
    }
    let v2 = a.is_power_of_two();
    if v2 {
        if ((a | b) & ((b as i8).wrapping_div_euclid((b | 1) as i8) as u8)) != (b >> 4) {
            if b.wrapping_shl((a % (105 | 1)) as u32) == a.wrapping_mul(b) {
                let mut v3: u8 = 63;
                b ^= a.saturating_sub(b);
            }
        }
    }
    (b.count_ones() as u8)
}

#[sbst::instrument]
pub fn f6(x: u8) -> u8 {
    let mut a = x;
    if a != a.saturating_sub(a) {
        for v1 in 0..3u8 {
            for v2 in 0..2u8 {
                let mut v3: u8 = a;
                a *= v2.wrapping_pow(3);
            }
            for v4 in 0..1u8 {
                a = (a.leading_zeros() as u8).wrapping_sub(v1.rem_euclid(v1 | 1));
                {}
            }
        }
        let mut v5 = a & 3;
        while v5 > 0 {
            let mut v6 = (a >> 6) & 3;
            while v6 > 0 {
                a = a.min(70).wrapping_pow(0);
                a >>= 0;
                v6 -= 1;
            }
            {}
            v5 -= 1;
        }
    }
    if (((u16::MAX - a.wrapping_add(a) as u16 * 3) as u8) == a) || !((a >> 3) == (a >> 7)) {
        for v7 in 0..3u8 {
            for v8 in 0..1u8 {
                a = (v7 - v7);
                let mut v9: u8 = a;
            }
            a = ((v7 % (108 | 1)).leading_zeros() as u8);
        }
        return 83;
    }
    let mut v10 = ((a as i8).wrapping_div_euclid((a | 1) as i8) as u8) & 3;
    while v10 > 0 {
        a *= a;
        v10 -= 1;
    }
    let v11 = ((((a / (a | 1)) as i8) >> 1) as u8) != (a & 18);
    if v11 {
        for v12 in 0..3u8 {
            if a > !v12 {
                a -= v12.saturating_sub(v12);
            } else {
                a = v12;
                let mut v13: u8 = (a >> 5).saturating_sub(18);
            }
            if (((a as i8).wrapping_div_euclid((v12 | 1) as i8) as u8).saturating_sub((v12.leading_zeros() as u8)) < v12.wrapping_pow(0)) && !((a.rem_euclid(v12 | 1) + ((u16::MAX - a as u16 * 3) as u8)) < (v12 | v12)) {
                let mut v14: u8 = !v12.wrapping_pow(3);
                let mut v15: u8 = (a % ((v14 & v12) | 1));
            }
        }
        {}
    }
    {}
    a.wrapping_shl(11 as u32)
}

#[sbst::instrument]
pub fn f7(x: u8) -> u8 {
    let mut a = x;
    a *= 22;
    if ((a ^ a) + !a) >= a.reverse_bits() {
        let mut v1: u8 = ((a as i8).wrapping_div_euclid((a | 1) as i8) as u8).reverse_bits();
    }
    if (a ^ (a.count_ones() as u8)) <= (match a.checked_sub(a) { Some(n) => n, None => a }) {
        let mut v2 = (a.count_ones() as u8) & 3;
        while v2 > 0 {
            if a.wrapping_sub(a) >= ((a as i8).wrapping_div_euclid((7 | 1) as i8) as u8) {
                set!(a, a);
                let mut v3: u8 = a.wrapping_shl(((a as i8).wrapping_div_euclid((a | 1) as i8) as u8) as u32);
            } else {
                a += (a ^ a);
            }
            let mut v4: u8 = (a % (a | 1));
            v2 -= 1;
        }
        return 168;
    }
    let mut v5: u8 = a.wrapping_mul(a).wrapping_pow(2);
    a |= v5.saturating_sub(v5);
    v5.saturating_mul(a)
}

#[sbst::instrument]
pub fn f8(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    let v1 = ((a.min(b) as i8).signum() as u8) < a;
    if v1 {
        if !a.reverse_bits() < ((b as i8).wrapping_div_euclid((b | 1) as i8) as u8) {
            b &= a.wrapping_mul(a);
            if a < a.wrapping_sub(a) {
                let mut v2: u8 = a;
                let mut v3: u8 = a.saturating_mul(6);
            }
        }
        if (a.wrapping_sub(a).saturating_sub(a) <= a.wrapping_sub(b)) && !(((a & b) + (a >> 6)) > a) {
            b ^= (b.leading_zeros() as u8);
        }
    }
    if a.rem_euclid(a | 1).saturating_sub(((u16::MAX - b as u16 * 3) as u8)) == (b % (a | 1)) {
        if a < a {
            if b.saturating_sub(b).saturating_sub(b) == a.abs_diff(b) {
                {}
            }
        }
        b &= (a + b);
    }
    a |= a.saturating_sub(110);
    let mut v4 = (b & a) & 3;
    while v4 > 0 {
        let mut v5: u8 = a.saturating_sub(b).wrapping_mul((b % (a | 1)));
        v5 &= (a >> 6);
        v4 -= 1;
    }
    {}
    a
}

#[sbst::instrument]
pub fn f9(x: u8) -> u8 {
    let mut a = x;
    a = (a.abs_diff(152) + (a & a));
    for v1 in 0..1u8 {
        if (a.saturating_mul(0) % (a | 1)) == (a & a) {
            a = (a + 150);
        }
        let v2 = (v1 + v1).saturating_sub(((a as i8).signum() as u8)) < v1.wrapping_sub(a);
        if v2 {
            let mut v3: u8 = a;
            if (a.saturating_sub(a) + (a % (36 | 1))) > a.wrapping_sub(a) {
                v3 -= (v1 >> 0);
            }
        }
    }
    let mut v4 = a.wrapping_pow(1) & 3;
    while v4 > 0 {
        for v5 in 0..1u8 {
            {}
        }
        if a == a {
            let v6 = (a == (a / (a | 1))) && !(a.saturating_mul(a) == (a / (42 | 1)));
            if v6 {
                a = ((a & 84) - a.saturating_sub(a));
                let mut v7: u8 = a;
            }
        }
        v4 -= 1;
    }
    a = a.saturating_sub(a).reverse_bits();
    if (a.wrapping_pow(1) | a) > ((u16::MAX - a as u16 * 3) as u8) {
        if (((a as i8) >> 1) as u8).wrapping_shl(a as u32) == a.wrapping_add(0) {
            let mut v8: u8 = a.wrapping_sub(a).wrapping_pow(1);
            a ^= a.rem_euclid(v8 | 1);
        }
        a *= (a | a);
    } else {
        let mut v9: u8 = (a % (a | 1)).rem_euclid(a.wrapping_sub(228) | 1);
        v9 ^= (v9.leading_zeros() as u8);
    }
    a
}

#[sbst::instrument]
pub fn f10(x: u8) -> u8 {
    let mut a = x;
    let mut v1: u8 = (a / (4 | 1)).wrapping_pow(3);
    v1 = (a.count_ones() as u8).wrapping_pow(0);
    let v2 = ((a + v1) | v1) > v1.wrapping_shl(v1 as u32);
    if v2 {
        {}
        {}
    }
    let mut v3 = v1 & 3;
    while v3 > 0 {
        let mut v4 = a.saturating_mul(a) & 3;
        while v4 > 0 {
            v1 = (a.wrapping_pow(3) ^ v1.wrapping_shl(a as u32));
            a *= a.abs_diff(132);
            v4 -= 1;
        }
        let v5 = ((((v1 as i8) >> 1) as u8) > (a >> 7)) && !((((v1 ^ v1) as i8).signum() as u8) >= (v1.count_ones() as u8));
        if v5 {
            a = (a ^ v1).min(v1);
            if (v1.saturating_sub(a) / ((a % (a | 1)) | 1)) == (a >> 7) {
                {}
                a |= (a ^ 68);
            }
        }
        v3 -= 1;
    }
    v1 = v1;
    v1.wrapping_sub(v1)
}

#[sbst::instrument]
pub fn f11(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if b.min(16).wrapping_shl(a as u32) == a {
        if (b.leading_zeros() as u8).wrapping_pow(1) > 24 {
            b = hide(((a as i8).wrapping_div_euclid((a | 1) as i8) as u8));
            return 14;
        }
        if a < a.saturating_mul(4) {
            let v1 = (b.is_power_of_two()) && !((a.reverse_bits() >> 5) < !a);
            if v1 {
                let mut v2: u8 = ((a | a) >> 2);
                a -= v2.wrapping_shl(27 as u32);
            }
            b &= a;
        } else {
            for v3 in 0..2u8 {
                set!(b, b);
            }
        }
        return 129;
    }
    if ((a.abs_diff(0) - ((u16::MAX - a as u16 * 3) as u8)) < !a) || !(b.saturating_mul(a.wrapping_sub(88)) > ((a as i8).wrapping_div_euclid((a | 1) as i8) as u8)) {
        if (((((a as i8).wrapping_div_euclid((45 | 1) as i8) as u8) as i8).wrapping_div_euclid((a.reverse_bits() | 1) as i8) as u8) > a.saturating_sub(15)) && !(b == 81) {
            a = [3, a.rem_euclid(a | 1), 9][usize::from(a) % 3];
        }
    } else {
        let mut v4: u8 = 18;
    }
    let mut v5: u8 = (match (a % (b | 1)).checked_sub(a) { Some(n) => n, None => a });
    a += !a;
    a >>= 2;
    (a / (a | 1))
}

#[sbst::instrument]
pub fn f12(x: u8) -> u8 {
    let mut a = x;
    if (a % (a.reverse_bits() | 1)) == a.saturating_sub(a) {
        for v1 in 0..2u8 {
            a ^= (a & v1);
            for v2 in 0..1u8 {
                let mut v3: u8 = v1.saturating_sub(a).reverse_bits();
                v3 *= a.saturating_sub(a);
            }
        }
    }
    for v4 in 0..1u8 {
        a >>= 3;
        if ((a & a) | (v4 + v4)) >= v4 {
            a &= (v4 | v4);
        }
    }
    let mut v5: u8 = a;
    v5 &= (v5 >> 1);
    for v6 in 0..1u8 {
        if ((a >> 7).saturating_sub(a.abs_diff(96)) == v6.wrapping_shl(v5 as u32)) || !(a <= a) {
            v5 += v5;
            for v7 in 0..3u8 {
                v5 *= v6.saturating_sub(3);
            }
        } else {
            if (v6 % (a.rem_euclid(v6 | 1) | 1)) == a.abs_diff(132) {
                {}
            } else {
                let mut v8: u8 = ((v6.leading_zeros() as u8).count_ones() as u8);
            }
            if ((a.wrapping_sub(v6) | ((u16::MAX - a as u16 * 3) as u8)) < v5.saturating_sub(a)) || !(((v5 - v5) - (a & v5)) >= v6.wrapping_sub(v5)) {
                a = (((v5 as i8) >> 1) as u8).reverse_bits();
            }
        }
        if a.saturating_sub(a).abs_diff(v6) != (v6 + 75) {
            for v9 in 0..2u8 {
                a = (((a as i8).signum() as u8) | ((a as i8).signum() as u8));
            }
            return 76;
        }
    }
    v5.wrapping_sub(a)
}

#[sbst::instrument]
pub fn f13(x: u8) -> u8 {
    let mut a = x;
    let mut v1 = 21 & 3;
    while v1 > 0 {
        if (a.wrapping_shl(a as u32).wrapping_pow(2) > a.min(a)) || !(a < a) {
            {}
            a += a.wrapping_sub(a);
        } else {
            {}
        }
        v1 -= 1;
    }
    if a.wrapping_add(a.saturating_sub(a)) <= ((a as i8).wrapping_div_euclid((a | 1) as i8) as u8) {
        if a.wrapping_sub(a).wrapping_sub((a ^ 130)) < a.saturating_sub(a) {
            a -= a.saturating_sub(54);
        }
    }
    let v2 = a.is_power_of_two();
    if v2 {
        a *= a.min(a);
        if (((a.saturating_sub(a) as i8) >> 1) as u8) < ((a as i8).signum() as u8) {
            if ((a / (a | 1)).saturating_sub((a >> 5)) != (a >> 7)) || !(a.wrapping_mul(((a as i8).signum() as u8)) < a.wrapping_shl(a as u32)) {
                a = 136;
                let mut v3: u8 = a.wrapping_pow(2).wrapping_shl(a as u32);
                return 253;
            }
            a >>= 3;
        } else {
            a &= (a.count_ones() as u8);
            {}
        }
    }
    let mut v4: u8 = a.min(a).wrapping_shl(a as u32);
    {}
    a.wrapping_pow(0)
}

#[sbst::instrument]
pub fn f14(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    for v1 in 0..1u8 {
        let mut v2: u8 = (a.saturating_sub(0) / (b.wrapping_pow(1) | 1));
    }
    if (a.is_power_of_two()) && !(b != b) {
        if b >= b {
            if ((u16::MAX - a as u16 * 3) as u8).saturating_sub((a ^ 160)) >= (b - b) {
                a -= a.rem_euclid(a | 1);
                {}
            }
            return 228;
        }
        if ((a & b).saturating_mul(a.saturating_sub(a)) <= (a.leading_zeros() as u8)) && !(((a / (10 | 1)) | a) != a.saturating_sub(b)) {
            if ((a ^ a).reverse_bits() > b.saturating_mul(b)) || !(((u16::MAX - a as u16 * 3) as u8) <= (a - b)) {
                {}
                b = a.wrapping_mul(120).wrapping_shl(a.reverse_bits() as u32);
            } else {
                a *= 170;
                a = (b.saturating_sub(0) & a.abs_diff(a));
            }
        } else {
            a = !((a as i8).wrapping_div_euclid((12 | 1) as i8) as u8);
        }
        return 213;
    }
    if (!((u16::MAX - a as u16 * 3) as u8) >= ((a as i8).signum() as u8)) && !(b.is_power_of_two()) {
        b >>= 3;
    }
    b |= (a % (b | 1));
    {}
    b
}

#[sbst::instrument]
pub fn f15(x: u8) -> u8 {
    let mut a = x;
    let v1 = a != (a.leading_zeros() as u8);
    if v1 {
        let mut v2 = a & 3;
        while v2 > 0 {
            for v3 in 0..3u8 {
                let mut v4: u8 = (a.wrapping_sub(24).leading_zeros() as u8);
            }
            v2 -= 1;
        }
    }
    a = (a % (a | 1)).wrapping_add((a ^ a));
    a |= (match a.checked_sub(a) { Some(n) => n, None => a });
    if (a.wrapping_mul((a - a)) > (a & a)) && !(a.wrapping_pow(3) < a.checked_add(44).unwrap_or(23)) {
        a = (a.wrapping_pow(3) | ((a as i8).wrapping_div_euclid((12 | 1) as i8) as u8));
        if (match (a % (198 | 1)).checked_sub(105) { Some(n) => n, None => 105 }) >= (a | 32) {
            let mut v5: u8 = ((a.wrapping_pow(3) as i8).wrapping_div_euclid(((a | a) | 1) as i8) as u8);
        }
    }
    let mut v6: u8 = a.rem_euclid(a | 1).abs_diff(a.wrapping_mul(a));
    (a - 99)
}

#[sbst::instrument]
pub fn f16(x: u8) -> u8 {
    let mut a = x;
    let mut v1: u8 = a;
    if a.saturating_sub((a / (v1 | 1))) >= a.wrapping_pow(0) {
        if a >= ((a as i8).signum() as u8) {
            if a == (a & a) {
                v1 |= (a.count_ones() as u8);
                {}
            }
            if ((a ^ 132).saturating_sub(!a) <= (v1 - 0)) && !((a.saturating_sub(9) >> 6) <= a) {
                a >>= 0;
                v1 &= a.abs_diff(0);
                return 37;
            }
        }
        let mut v2: u8 = a.saturating_mul(v1).wrapping_shl(v1 as u32);
    } else {
        if (a.wrapping_shl(a as u32) >> 6) != ((v1 as i8).signum() as u8) {
            let mut v3 = v1.wrapping_pow(3) & 3;
            while v3 > 0 {
                v1 = (((a.wrapping_sub(a) as i8) >> 1) as u8);
                {}
                v3 -= 1;
            }
            v1 = (a & a).reverse_bits();
        } else {
            if a.rem_euclid(v1 | 1) > a.saturating_sub(a) {
                {}
                let mut v4: u8 = 15;
            } else {
                a = (a.leading_zeros() as u8).wrapping_pow(0);
            }
            if (a.wrapping_add(v1) >> 2) >= a.saturating_sub(v1) {
                a ^= !a;
                return 140;
            }
        }
    }
    v1 = a;
    v1 >>= 0;
    let mut v5: u8 = v1;
    a.wrapping_mul(64)
}

#[sbst::instrument]
pub fn f17(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    for v1 in 0..2u8 {
        if (a.wrapping_pow(2).leading_zeros() as u8) <= v1.wrapping_pow(2) {
            let mut v2 = a.wrapping_pow(3) & 3;
            while v2 > 0 {
                b -= (b.count_ones() as u8);
                v2 -= 1;
            }
            let v3 = a >= ((v1 as i8).wrapping_div_euclid((v1 | 1) as i8) as u8);
            if v3 {
                {}
            }
        }
    }
    if ((a - b) / (30 | 1)) != (b ^ a) {
        if (a.reverse_bits().min(a.saturating_sub(a)) == a.wrapping_mul(72)) || !((a.wrapping_shl(b as u32).leading_zeros() as u8) <= a) {
            let mut v4: u8 = a.saturating_sub(a).wrapping_add(a.min(b));
            return 50;
        }
    }
    {}
    if (a & a) <= b {
        if b.is_power_of_two() {
            let v5 = a >= b.reverse_bits();
            if v5 {
                let mut v6: u8 = (a.reverse_bits() | (b | b));
            }
            return 207;
        }
    }
    a = 72;
    a.wrapping_pow(2)
}

#[sbst::instrument]
pub fn f18(x: u8) -> u8 {
    let mut a = x;
    {}
    let mut v1: u8 = (((u16::MAX - a as u16 * 3) as u8) | a.min(a));
    if (a.saturating_sub(v1).saturating_mul((a - a)) >= 7) && !(v1 == v1) {
        let mut v2: u8 = v1.saturating_sub(a.rem_euclid(3 | 1));
        let mut v3 = ((a as i8).wrapping_div_euclid((v2 | 1) as i8) as u8) & 3;
        while v3 > 0 {
            a ^= ((a as i8).wrapping_div_euclid((v2 | 1) as i8) as u8);
            v3 -= 1;
        }
    }
    let mut v4: u8 = a;
    a += v4.wrapping_add(a);
    a.abs_diff(4)
}

#[sbst::instrument]
pub fn f19(x: u8) -> u8 {
    let mut a = x;
    let v1 = ((a.wrapping_pow(2) as i8).wrapping_div_euclid((a | 1) as i8) as u8) != ((a as i8).wrapping_div_euclid((a | 1) as i8) as u8);
    if v1 {
        if a > a.checked_add(a).unwrap_or(72) {
            let v2 = (a.abs_diff((match a.checked_sub(a) { Some(n) => n, None => a })) < (a ^ 14)) || !(((a.saturating_mul(a) as i8).signum() as u8) >= a);
            if v2 {
                let mut v3: u8 = a.abs_diff(a);
            }
            let mut v4: u8 = (a + ((u16::MAX - a as u16 * 3) as u8));
        }
    }
    if a <= a {
        if (((a as i8).signum() as u8) + (a + a)) >= (a / (a | 1)) {
            a = hide(a);
        }
        let mut v5: u8 = ((a / (24 | 1)) ^ a);
    }
    a |= (a.leading_zeros() as u8);
    a >>= 4;
    let v6 = ((a & 0) + a) > 63;
    if v6 {
        if a.is_power_of_two() {
            if a >= (a & a) {
                a |= a;
                a = [3, 20, 9][usize::from(a) % 3];
            }
            a &= !a;
        }
        a = a.wrapping_mul(a).wrapping_pow(3);
    }
    (((a as i8) >> 1) as u8)
}

#[sbst::instrument]
pub fn f20(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if a.wrapping_shl(18 as u32).wrapping_shl((a.leading_zeros() as u8) as u32) < a.saturating_mul(a) {
        b &= (b + 108);
    }
    let mut v1: u8 = !a.abs_diff(b);
    a *= a.saturating_sub(0);
    if a.wrapping_sub(!v1) == 0 {
        if (b.is_power_of_two()) || !((a | a.saturating_mul(a)) != (v1 & 0)) {
            b |= ((u16::MAX - a as u16 * 3) as u8);
        } else {
            for v2 in 0..2u8 {
                let mut v3: u8 = (a.leading_zeros() as u8).wrapping_shl((((a as i8) >> 1) as u8) as u32);
            }
            for v4 in 0..1u8 {
                {}
                let mut v5: u8 = (a.wrapping_shl(a as u32) ^ (a - 33));
            }
        }
        let mut v6: u8 = a.saturating_sub(a).wrapping_pow(1);
    } else {
        let v7 = (a.saturating_mul(3) / ((a | v1) | 1)) > a.wrapping_add(v1);
        if v7 {
            if (v1.is_power_of_two()) && !(b.is_power_of_two()) {
                let mut v8: u8 = (((!v1 as i8) >> 1) as u8);
                {}
            }
        }
        if a.wrapping_add(((b as i8).signum() as u8)) == b {
            v1 |= a.wrapping_shl(v1 as u32);
            let mut v9 = (b / (v1 | 1)) & 3;
            while v9 > 0 {
                let mut v10: u8 = b;
                v9 -= 1;
            }
        }
    }
    b = a;
    !b
}

#[sbst::instrument]
pub fn f21(x: u8) -> u8 {
    let mut a = x;
    if (((a - 27) as i8).signum() as u8) != (a | 48) {
        if ((((a as i8) >> 1) as u8) >= 144) || !(a.saturating_sub(a.saturating_sub(a)) > (a + a)) {
            if ((a.count_ones() as u8) ^ a.wrapping_pow(1)) <= (((a as i8) >> 1) as u8) {
                let mut v1: u8 = ((u16::MAX - a.saturating_sub(a) as u16 * 3) as u8);
                return 230;
            }
        }
        if a.is_power_of_two() {
            let mut v2 = 3 & 3;
            while v2 > 0 {
                let mut v3: u8 = (((((a as i8) >> 1) as u8) as i8).wrapping_div_euclid((((u16::MAX - a as u16 * 3) as u8) | 1) as i8) as u8);
                {}
                v2 -= 1;
            }
            a *= ((a as i8).wrapping_div_euclid((24 | 1) as i8) as u8);
        }
    }
    if a < a.saturating_sub(a) {
        a = (a % (45 | 1));
        if a > 84 {
            let mut v4: u8 = a.saturating_sub(a).saturating_sub(0);
            return 43;
        }
    } else {
        if (a | 72).wrapping_sub(!a) != 0 {
            {}
        } else {
            {}
        }
    }
    a |= ((a as i8).wrapping_div_euclid((a | 1) as i8) as u8);
    a *= ((u16::MAX - a as u16 * 3) as u8);
    a += (a | a);
    ((u16::MAX - a as u16 * 3) as u8)
}

#[sbst::instrument]
pub fn f22(x: u8) -> u8 {
    let mut a = x;
    a = (a / (a | 1)).reverse_bits();
    for v1 in 0..2u8 {
        a = a.wrapping_sub(a).wrapping_sub((v1.count_ones() as u8));
    }
    a = a;
    a ^= a.wrapping_mul(a);
    if (a.wrapping_mul(a) >> 7) != 24 {
        let mut v2 = a.wrapping_pow(0) & 3;
        while v2 > 0 {
            a &= (a / (108 | 1));
            v2 -= 1;
        }
    } else {
        if (a.is_power_of_two()) || !(a.is_power_of_two()) {
            let mut v3 = a.min(30) & 3;
            while v3 > 0 {
                a -= a;
                let mut v4: u8 = a;
                v3 -= 1;
            }
        } else {
            for v5 in 0..2u8 {
                a |= (a ^ v5);
                a += 88;
            }
        }
    }
    a.wrapping_pow(1)
}

#[sbst::instrument]
pub fn f23(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if b.is_power_of_two() {
        for v1 in 0..1u8 {
            if a.is_power_of_two() {
                let mut v2: u8 = (b.saturating_mul(b) - (b >> 5));
                return 48;
            }
        }
    }
    if b.is_power_of_two() {
        b *= (b - 11);
        let v3 = (a >> 1).saturating_sub(132) < (b ^ 13);
        if v3 {
            if (a != a) && !(((a + b) | (a & b)) != a.checked_add(72).unwrap_or(81)) {
                a &= ((b as i8).signum() as u8);
                a |= a.checked_add(57).unwrap_or(49);
            }
        }
    }
    if b == a {
        if (a.is_power_of_two()) && !((b | 48).reverse_bits() <= a.saturating_mul(a)) {
            let mut v4: u8 = b.min((a >> 3));
        } else {
            b = hide(((u16::MAX - b as u16 * 3) as u8));
        }
        return 44;
    }
    let mut v5: u8 = ((a.leading_zeros() as u8).count_ones() as u8);
    b = hide(b.reverse_bits());
    (b >> 7)
}

#[sbst::instrument]
pub fn f24(x: u8) -> u8 {
    let mut a = x;
    for v1 in 0..1u8 {
        if (((v1.saturating_sub(v1) as i8) >> 1) as u8) <= a.wrapping_pow(1) {
            let mut v2: u8 = v1;
            return 238;
        }
        let mut v3 = (a.count_ones() as u8) & 3;
        while v3 > 0 {
            a += a;
            let mut v4: u8 = ((((a.count_ones() as u8) as i8) >> 1) as u8);
            v3 -= 1;
        }
    }
    let mut v5: u8 = ((a.count_ones() as u8).count_ones() as u8);
    let mut v6 = !a & 3;
    while v6 > 0 {
        a = 49;
        v6 -= 1;
    }
    a = (v5 ^ v5).wrapping_add(((a as i8).signum() as u8));
    if (a.saturating_sub(v5) - (a % (a | 1))) != v5.reverse_bits() {
        let v7 = a >= ((u16::MAX - a as u16 * 3) as u8);
        if v7 {
            {}
            if a < ((a as i8).signum() as u8) {
                v5 |= a;
                return 9;
            }
        }
    }
    a.wrapping_sub(a)
}

#[sbst::instrument]
pub fn f25(x: u8) -> u8 {
    let mut a = x;
    a -= !a;
    {}
    a += a.abs_diff(130);
    for v1 in 0..3u8 {
        let mut v2: u8 = 16;
    }
    a ^= a.wrapping_pow(1);
    a.wrapping_pow(1)
}

#[sbst::instrument]
pub fn f26(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if a != a.saturating_sub(b) {
        b &= b.min(49);
        return 154;
    }
    let mut v1 = (b + b) & 3;
    while v1 > 0 {
        let mut v2: u8 = ((u16::MAX - (b ^ b) as u16 * 3) as u8);
        v1 -= 1;
    }
    if (((a.reverse_bits() as i8) >> 1) as u8) != ((u16::MAX - a as u16 * 3) as u8) {
        let v3 = (b % (a | 1)).wrapping_mul(((b as i8).wrapping_div_euclid((a | 1) as i8) as u8)) != (b % (a | 1));
        if v3 {
            if a > a.wrapping_pow(0) {
                a -= 7;
            } else {
                b &= (b | 108);
                let mut v4: u8 = (!a / (a.wrapping_mul(a) | 1));
            }
            if (((!a as i8) >> 1) as u8) > b.reverse_bits() {
                let mut v5: u8 = 40;
                let mut v6: u8 = v5.saturating_sub(b).saturating_mul(((v5 as i8).signum() as u8));
            }
        }
    } else {
        let mut v7: u8 = a.saturating_sub(99).min(80);
        if !(a & 110) >= a {
            v7 += v7.wrapping_add(v7);
        }
    }
    a -= b;
    a ^= ((a as i8).signum() as u8);
    b
}

#[sbst::instrument]
pub fn f27(x: u8) -> u8 {
    let mut a = x;
    if ((u16::MAX - (((a as i8) >> 1) as u8) as u16 * 3) as u8) > a {
        for v1 in 0..3u8 {
            a = [3, v1.checked_add(a).unwrap_or(53), 9][usize::from(a) % 3];
        }
        a -= ((a as i8).signum() as u8);
    }
    a -= a;
    if ((a ^ a) != ((a as i8).wrapping_div_euclid((a | 1) as i8) as u8)) || !(((u16::MAX - a.wrapping_mul(117) as u16 * 3) as u8) == a.saturating_mul(a)) {
        let mut v2: u8 = ((((a as i8) >> 1) as u8) >> 2);
    } else {
        if a.saturating_sub(a).wrapping_mul(a.wrapping_shl(a as u32)) > a {
            if a.rem_euclid(a | 1) > a.min(12) {
                let mut v3: u8 = (a + (match a.checked_sub(88) { Some(n) => n, None => 88 }));
                let mut v4: u8 = (a.abs_diff(120) + (((v3 as i8) >> 1) as u8));
            }
            for v5 in 0..3u8 {
                let mut v6: u8 = (a.wrapping_shl(228 as u32) & 0);
            }
            return 14;
        }
    }
    a = hide(((u16::MAX - a as u16 * 3) as u8));
    let mut v7: u8 = (a.checked_add(84).unwrap_or(22) + a);
    v7
}

#[sbst::instrument]
pub fn f28(x: u8) -> u8 {
    let mut a = x;
    for v1 in 0..3u8 {
        if a == a {
            for v2 in 0..3u8 {
                let mut v3: u8 = v2;
            }
        }
    }
    let mut v4 = (a % (a | 1)) & 3;
    while v4 > 0 {
        if (a.is_power_of_two()) && !(a == a.abs_diff(198)) {
            if (((!a as i8) >> 1) as u8) != (a.count_ones() as u8) {
                let mut v5: u8 = ((a as i8).signum() as u8).wrapping_mul(a.saturating_mul(a));
                v5 -= (v5 & 45);
                return 254;
            }
        } else {
            a = !((a as i8).wrapping_div_euclid((a | 1) as i8) as u8);
            let mut v6: u8 = (a + a).wrapping_pow(2);
        }
        v4 -= 1;
    }
    let v7 = (((a.count_ones() as u8) as i8).signum() as u8) <= a.wrapping_shl(26 as u32);
    if v7 {
        a = (a.saturating_sub(a) | a);
        if ((((((a as i8).wrapping_div_euclid((a | 1) as i8) as u8) as i8) >> 1) as u8) > a) || !(a.is_power_of_two()) {
            a >>= 2;
            if (a == (a.leading_zeros() as u8)) && !(!a.wrapping_pow(2) >= (a % (a | 1))) {
                a = (a | ((u16::MAX - a as u16 * 3) as u8));
                let mut v8: u8 = (a / (a | 1)).reverse_bits();
                return 145;
            }
        } else {
            a |= a.saturating_mul(a);
            {}
        }
    }
    a ^= (((a as i8) >> 1) as u8);
    let mut v9: u8 = ((u16::MAX - a as u16 * 3) as u8).saturating_sub(a.rem_euclid(a | 1));
    a.min(36)
}

#[sbst::instrument]
pub fn f29(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    {}
    if (a.min(b).leading_zeros() as u8) < a.saturating_sub(b) {
        let v1 = (((b as i8).signum() as u8) == a.min(b)) || !((((b as i8) >> 1) as u8).rem_euclid(a.saturating_sub(14) | 1) <= a);
        if v1 {
            b *= a;
            if a <= b.abs_diff(a) {
                a |= b;
            } else {
                b = (b.abs_diff(80) % ((a ^ 54) | 1));
            }
        }
    }
    if a == 38 {
        if (b.leading_zeros() as u8).min(b.saturating_mul(8)) < a.saturating_sub(b) {
            for v2 in 0..1u8 {
                a >>= 3;
            }
        }
    }
    if a.wrapping_add((a | 34)) != !a {
        let mut v3: u8 = 84;
        if (a - (v3 - b)) == (v3 & v3) {
            b -= b;
        }
    } else {
        if a.is_power_of_two() {
            a -= (a.leading_zeros() as u8);
            a = (b.wrapping_add(a) / (a.abs_diff(a) | 1));
        } else {
            b += b.abs_diff(32);
            let mut v4: u8 = ((u16::MAX - ((u16::MAX - a as u16 * 3) as u8) as u16 * 3) as u8);
        }
    }
    {}
    (b + a)
}

#[sbst::instrument]
pub fn f30(x: u8) -> u8 {
    let mut a = x;
    let mut v1 = 0 & 3;
    while v1 > 0 {
        a -= ((u16::MAX - a as u16 * 3) as u8);
        a >>= 1;
        v1 -= 1;
    }
    let mut v2: u8 = !a.saturating_sub(a);
    a = !v2.saturating_sub(13);
    {}
    if (((v2 as i8).wrapping_div_euclid((0 | 1) as i8) as u8).saturating_sub(a.rem_euclid(v2 | 1)) < (v2 % (a | 1))) || !((((v2 | 60) as i8).signum() as u8) != ((a as i8).signum() as u8)) {
        if (a != (v2 + 54)) && !(v2.is_power_of_two()) {
            for v3 in 0..2u8 {
                a &= ((a as i8).signum() as u8);
            }
            let mut v4: u8 = a.saturating_sub(a).wrapping_pow(3);
        } else {
            a >>= 1;
        }
        return 147;
    }
    (a - 51)
}

#[sbst::instrument]
pub fn f31(x: u8) -> u8 {
    let mut a = x;
    for v1 in 0..1u8 {
        let v2 = a.is_power_of_two();
        if v2 {
            if (a.reverse_bits() >> 1) >= v1.rem_euclid(v1 | 1) {
                set!(a, (a - v1));
                let mut v3: u8 = v1.checked_add(a).unwrap_or(12).wrapping_sub((a % (v1 | 1)));
            }
            if (match ((a as i8).wrapping_div_euclid((44 | 1) as i8) as u8).checked_sub(a) { Some(n) => n, None => a }) > a.reverse_bits() {
                let mut v4: u8 = a.wrapping_add(a.wrapping_shl(a as u32));
                v4 = (a.wrapping_pow(0) >> 4);
            }
        }
    }
    a ^= a;
    let mut v5: u8 = a;
    a = hide(v5);
    let mut v6: u8 = (a.wrapping_pow(0) & a.saturating_mul(a));
    (((a as i8) >> 1) as u8)
}

#[sbst::instrument]
pub fn f32(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if ((u16::MAX - !a as u16 * 3) as u8) > a.saturating_sub(a) {
        if a <= (b.leading_zeros() as u8) {
            b = (a.rem_euclid(a | 1) - (a & a));
            if b.wrapping_pow(0).rem_euclid(0 | 1) != b.saturating_sub(21) {
                let mut v1: u8 = (a.saturating_sub(a).leading_zeros() as u8);
            }
            return 205;
        }
    } else {
        if b.wrapping_pow(1).saturating_sub(a.saturating_sub(b)) == 17 {
            for v2 in 0..2u8 {
                a *= (a - v2);
                a >>= 3;
            }
            let mut v3: u8 = b.wrapping_shl(((a as i8).wrapping_div_euclid((a | 1) as i8) as u8) as u32);
            return 20;
        }
    }
    a &= a;
    if (a.is_power_of_two()) && !(b >= a.wrapping_mul(16)) {
        if (a.count_ones() as u8).wrapping_add((a.leading_zeros() as u8)) <= 22 {
            if b > (b + a) {
                b += b.saturating_sub(95);
                b -= (a + a);
            }
            let mut v4: u8 = a;
            return 83;
        }
    } else {
        b = a;
        let mut v5: u8 = (a.leading_zeros() as u8).rem_euclid(b.saturating_sub(204) | 1);
    }
    let v6 = a.is_power_of_two();
    if v6 {
        let mut v7: u8 = (!a + !a);
    }
    let mut v8: u8 = b.wrapping_pow(2);
    v8.wrapping_mul(153)
}

#[sbst::instrument]
pub fn f33(x: u8) -> u8 {
    let mut a = x;
    if ((a % (a | 1)).wrapping_mul((a % (a | 1))) >= ((u16::MAX - a as u16 * 3) as u8)) && !(a.is_power_of_two()) {
        if (a.saturating_sub(0).count_ones() as u8) <= ((a as i8).signum() as u8) {
            let mut v1: u8 = ((a.leading_zeros() as u8) / (((a as i8).signum() as u8) | 1));
            let mut v2: u8 = a.saturating_sub(a).wrapping_sub(((u16::MAX - a as u16 * 3) as u8));
        }
        let mut v3: u8 = a.rem_euclid((a / (0 | 1)) | 1);
    } else {
        let mut v4: u8 = (a.count_ones() as u8).wrapping_add(a);
    }
    {}
    let mut v5: u8 = a.wrapping_sub(a.wrapping_sub(a));
    let mut v6 = a & 3;
    while v6 > 0 {
        v5 = (a.wrapping_shl(v5 as u32) % (a.saturating_sub(a) | 1));
        v6 -= 1;
    }
    let v7 = v5.saturating_sub((v5 % (v5 | 1))) == a.wrapping_pow(2);
    if v7 {
        let v8 = (v5 >= a.saturating_sub(v5)) && !(v5.wrapping_pow(1).saturating_sub(a.saturating_sub(v5)) > v5);
        if v8 {
            for v9 in 0..3u8 {
                v5 = v5;
                a -= a.saturating_sub(v9);
            }
            if ((a.leading_zeros() as u8).min(v5.reverse_bits()) >= ((a as i8).wrapping_div_euclid((190 | 1) as i8) as u8)) || !(a < v5) {
                {}
                let mut v10: u8 = 108;
                return 147;
            }
        }
        {}
    }
    a.wrapping_sub(v5)
}

#[sbst::instrument]
pub fn f34(x: u8) -> u8 {
    let mut a = x;
    if a != a {
        {}
        return 85;
    }
    let v1 = a.is_power_of_two();
    if v1 {
        let mut v2 = ((a as i8).wrapping_div_euclid((a | 1) as i8) as u8) & 3;
        while v2 > 0 {
            a &= a.reverse_bits();
            v2 -= 1;
        }
        if (a / (a | 1)).wrapping_pow(1) != a.abs_diff(54) {
            a = ((u16::MAX - a.abs_diff(a) as u16 * 3) as u8);
            return 130;
        }
    }
    let mut v3: u8 = ((a.leading_zeros() as u8) & (a & 33));
    let v4 = ((a / (51 | 1)) & v3.saturating_sub(a)) == a.wrapping_add(a);
    if v4 {
        if v3 == 0 {
            let mut v5 = a.saturating_sub(v3) & 3;
            while v5 > 0 {
                let mut v6: u8 = (v3.count_ones() as u8);
                v5 -= 1;
            }
        } else {
            for v7 in 0..1u8 {
                a *= a.wrapping_pow(2);
                v3 |= a.saturating_mul(a);
            }
        }
        let mut v8 = 6 & 3;
        while v8 > 0 {
            if ((a | v3) - (v3 ^ a)) == (a + 168) {
                a |= a.saturating_sub(a);
            } else {
                {}
                {}
            }
            v3 &= (a % (v3 | 1));
            v8 -= 1;
        }
    }
    let mut v9: u8 = (a >> 6).saturating_mul(a.saturating_mul(v3));
    ((a as i8).wrapping_div_euclid((v3 | 1) as i8) as u8)
}

#[sbst::instrument]
pub fn f35(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    a >>= 1;
    for v1 in 0..1u8 {
        a -= (a >> 5);
        a += v1.wrapping_add(b);
    }
    let mut v2 = (a >> 4) & 3;
    while v2 > 0 {
        for v3 in 0..3u8 {
            if (((a.leading_zeros() as u8).leading_zeros() as u8) == (a.count_ones() as u8)) && !((((a as i8) >> 1) as u8).reverse_bits() <= v3) {
                let mut v4: u8 = ((b / (v3 | 1)) >> 4);
                let mut v5: u8 = v3;
            } else {
                let mut v6: u8 = a.wrapping_add(91).wrapping_shl(((u16::MAX - b as u16 * 3) as u8) as u32);
                let mut v7: u8 = (((v3 & 18) as i8).wrapping_div_euclid(((a >> 1) | 1) as i8) as u8);
            }
        }
        if (((a as i8).signum() as u8) < b) && !(a >= b.reverse_bits()) {
            a ^= a.saturating_mul(a);
            let mut v8: u8 = a;
        }
        v2 -= 1;
    }
    a ^= b.wrapping_sub(a);
    a = 18;
    (a - b)
}

#[sbst::instrument]
pub fn f36(x: u8) -> u8 {
    let mut a = x;
    a = (a >> 2).saturating_sub(a.saturating_sub(a));
    let v1 = (a.saturating_mul(a) / (((u16::MAX - a as u16 * 3) as u8) | 1)) < (a ^ 21);
    if v1 {
        a ^= a.wrapping_add(a);
        for v2 in 0..1u8 {
            for v3 in 0..3u8 {
                a = v2.wrapping_shl(152 as u32).wrapping_shl(4 as u32);
                a = ((u16::MAX - a.wrapping_pow(0) as u16 * 3) as u8);
            }
        }
    }
    a &= a;
    if a.reverse_bits().saturating_mul((a % (50 | 1))) != ((a as i8).wrapping_div_euclid((96 | 1) as i8) as u8) {
        a >>= 0;
        if !(a.count_ones() as u8) != (a & a) {
            let mut v4: u8 = (!a.count_ones() as u8);
            if a >= a.saturating_mul(v4) {
                a ^= a.rem_euclid(v4 | 1);
            }
        }
    }
    if (((a as i8).wrapping_div_euclid((a | 1) as i8) as u8) != (a.count_ones() as u8)) || !((a % (a | 1)) >= (((a as i8) >> 1) as u8)) {
        let mut v5: u8 = ((a & a) >> 0);
    }
    (a + a)
}

#[sbst::instrument]
pub fn f37(x: u8) -> u8 {
    let mut a = x;
    if (a == 44) || !(a.is_power_of_two()) {
        if (a.min(a) | a.wrapping_sub(9)) <= 5 {
            if ((u16::MAX - (a.count_ones() as u8) as u16 * 3) as u8) > a.saturating_sub(a) {
                let mut v1: u8 = (a.wrapping_add(a) % (a.wrapping_pow(3) | 1));
                {}
                return 27;
            }
            for v2 in 0..3u8 {
                let mut v3: u8 = a.wrapping_pow(1);
                v3 = (v2 % (v2 | 1)).min(a);
            }
            return 187;
        }
        if a.wrapping_shl(a as u32).wrapping_sub(63) <= a.saturating_mul(a) {
            if ((a - a) ^ a.wrapping_add(72)) >= 1 {
                a = 36;
            }
        } else {
            a *= a.wrapping_mul(a);
            if (a + a).reverse_bits() > (a % (a | 1)) {
                a = (a.saturating_sub(a).leading_zeros() as u8);
            }
        }
    }
    let mut v4: u8 = a;
    let mut v5 = a.reverse_bits() & 3;
    while v5 > 0 {
        a >>= 0;
        {}
        v5 -= 1;
    }
    let mut v6 = v4.saturating_sub(a) & 3;
    while v6 > 0 {
        let mut v7: u8 = ((u16::MAX - a.wrapping_sub(v4) as u16 * 3) as u8);
        v6 -= 1;
    }
    v4 = a.rem_euclid(30 | 1).wrapping_pow(1);
    v4.saturating_sub(v4)
}

#[sbst::instrument]
pub fn f38(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if (a ^ 36).abs_diff(b.wrapping_sub(60)) <= a.saturating_sub(a) {
        let mut v1: u8 = (((b as i8) >> 1) as u8).saturating_sub(b.saturating_mul(a));
        let mut v2: u8 = (a.wrapping_add(a) ^ b.abs_diff(a));
    } else {
        let mut v3: u8 = a.saturating_sub((a.count_ones() as u8));
    }
    if b < a.wrapping_add(a) {
        let mut v4: u8 = !a.wrapping_mul((b | a));
    }
    if (b - (a >> 6)) == (((b as i8) >> 1) as u8) {
        let mut v5: u8 = b;
    }
    let mut v6 = a.saturating_mul(b) & 3;
    while v6 > 0 {
        if (b.wrapping_pow(1) & a.wrapping_add(b)) != (a - 108) {
            a ^= 5;
            return 68;
        }
        v6 -= 1;
    }
    if a.is_power_of_two() {
        if a > (a | b) {
            a &= a;
        } else {
            if (b.is_power_of_two()) || !((b >> 0) > a.saturating_mul(b)) {
                a &= b.reverse_bits();
            } else {
                b |= b.min(68);
                {}
            }
        }
        return 247;
    }
    a
}

#[sbst::instrument]
pub fn f39(x: u8) -> u8 {
    let mut a = x;
    for v1 in 0..2u8 {
        if (a.reverse_bits() & v1) > v1.saturating_sub(a) {
            a ^= (a - a);
            if (a & 228).abs_diff((a - 12)) == v1.saturating_sub(17) {
                a ^= v1;
                a ^= a.wrapping_sub(48);
            }
        }
        let mut v2: u8 = (v1.leading_zeros() as u8).wrapping_pow(1);
    }
    a &= a;
    if (a - a.checked_add(a).unwrap_or(98)) > (a >> 7) {
        if (((a ^ a) as i8).wrapping_div_euclid((a | 1) as i8) as u8) > a.wrapping_add(a) {
            if a != 120 {
                let mut v3: u8 = !(a & 126);
            }
        }
    } else {
        let v4 = ((((a as i8) >> 1) as u8).wrapping_shl(a.min(a) as u32) != (a ^ a)) || !(a.is_power_of_two());
        if v4 {
            (|| a = !a)();
            if ((a as i8).signum() as u8).wrapping_shl((a | 70) as u32) == a {
                let mut v5: u8 = 55;
                v5 = [3, v5.abs_diff(56), 9][usize::from(v5) % 3];
                return 119;
            }
        }
    }
    change((a.count_ones() as u8), &mut a);
    let mut v6 = 0 & 3;
    while v6 > 0 {
        let mut v7: u8 = a.abs_diff(66);
        v6 -= 1;
    }
    a.abs_diff(a)
}

#[sbst::instrument]
pub fn f40(x: u8) -> u8 {
    let mut a = x;
    let v1 = a.is_power_of_two();
    if v1 {
        if ((a.wrapping_pow(0) as i8).signum() as u8) != a.saturating_sub(0) {
            let mut v2: u8 = (a.wrapping_shl(a as u32) / (a.saturating_mul(a) | 1));
            if a.is_power_of_two() {
                let mut v3: u8 = ((v2 - v2) - (a.count_ones() as u8));
                let mut v4: u8 = a.rem_euclid(v2.wrapping_mul(a) | 1);
            }
        } else {
            let v5 = a.is_power_of_two();
            if v5 {
                a -= (a + a);
            }
            let mut v6: u8 = ((a as i8).wrapping_div_euclid((((a as i8).wrapping_div_euclid((a | 1) as i8) as u8) | 1) as i8) as u8);
        }
        if (a.wrapping_sub(a).saturating_sub((a | 180)) <= (a + a)) && !(a.is_power_of_two()) {
            {}
            if a >= (a & a) {
                let mut v7: u8 = 91;
            }
        }
    }
    a = a;
    let v8 = (a.saturating_sub(20) < a) && !(a.is_power_of_two());
    if v8 {
        a >>= 3;
        a &= (a.count_ones() as u8);
    }
    a = ((u16::MAX - (((a as i8) >> 1) as u8) as u16 * 3) as u8);
    a &= a;
    (a + 12)
}

#[sbst::instrument]
pub fn f41(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    let mut v1 = a.saturating_mul(51) & 3;
    while v1 > 0 {
        for v2 in 0..2u8 {
            if (b.leading_zeros() as u8) >= ((a as i8).signum() as u8) {
                a >>= 2;
                a |= ((v2 as i8).wrapping_div_euclid((v2 | 1) as i8) as u8);
            }
            a = (((v2 & a) as i8).wrapping_div_euclid((a.wrapping_pow(0) | 1) as i8) as u8);
        }
        let mut v3: u8 = !(a.leading_zeros() as u8);
        v1 -= 1;
    }
    for v4 in 0..2u8 {
        if (a - (v4 / (b | 1))) < v4.reverse_bits() {
            let v5 = v4.abs_diff((a / (a | 1))) > v4;
            if v5 {
                a += (a >> 2);
            }
            if a.reverse_bits().wrapping_add((a | v4)) <= b {
                let mut v6: u8 = (a.wrapping_shl(a as u32).leading_zeros() as u8);
                let mut v7: u8 = (a >> 2).saturating_mul(((u16::MAX - v6 as u16 * 3) as u8));
            } else {
                b = (a | a.reverse_bits());
            }
            return 77;
        }
    }
    {}
    if a > (a / (51 | 1)) {
        {}
        return 212;
    }
    {}
    b
}

#[sbst::instrument]
pub fn f42(x: u8) -> u8 {
    let mut a = x;
    if (a >> 7).saturating_sub(a.abs_diff(a)) < a.saturating_sub(a) {
        if a.min(a).wrapping_add((a - a)) > (a + a) {
            if (((u16::MAX - a as u16 * 3) as u8).count_ones() as u8) >= a {
                a = (!a & 228);
            } else {
                a *= a.reverse_bits();
            }
            a = (a.abs_diff(a) & (a >> 4));
        }
        let v1 = (a != a.saturating_mul(a)) && !(a < a);
        if v1 {
            a *= ((u16::MAX - a as u16 * 3) as u8);
        }
        return 134;
    }
    {}
    a *= a.saturating_sub(143);
    if (a == !a) && !((a.abs_diff(0) ^ a.reverse_bits()) > ((a as i8).wrapping_div_euclid((14 | 1) as i8) as u8)) {
        let mut v2: u8 = a.wrapping_shl((((a as i8) >> 1) as u8) as u32);
        if (a & a).wrapping_pow(2) < v2 {
            v2 += (v2 >> 0);
        } else {
            let mut v3: u8 = (a | a).saturating_mul(((u16::MAX - a as u16 * 3) as u8));
        }
    }
    a = (((a as i8) >> 1) as u8).wrapping_sub(a.reverse_bits());
    a
}

#[sbst::instrument]
pub fn f43(x: u8) -> u8 {
    let mut a = x;
    for v1 in 0..2u8 {
        let mut v2: u8 = (a.rem_euclid(24 | 1) - 0);
        if a.is_power_of_two() {
            a *= a.checked_add(a).unwrap_or(68);
        }
    }
    if a.is_power_of_two() {
        let mut v3 = a & 3;
        while v3 > 0 {
            a = hide((a ^ a));
            v3 -= 1;
        }
        return 66;
    }
    a = ((a.count_ones() as u8) / ((a >> 3) | 1));
    a ^= a.abs_diff(66);
    if a.wrapping_mul(a).reverse_bits() != a {
        for v4 in 0..3u8 {
            if (((((v4 as i8) >> 1) as u8).count_ones() as u8) > ((u16::MAX - a as u16 * 3) as u8)) || !(a.checked_add(a).unwrap_or(57).checked_add((a % (v4 | 1))).unwrap_or(16) > (match a.checked_sub(6) { Some(n) => n, None => 6 })) {
                a = hide(v4.wrapping_shl(156 as u32));
            } else {
                change(0, &mut a);
                a = hide(v4.wrapping_sub(a));
            }
        }
    } else {
        let mut v5 = (a & a) & 3;
        while v5 > 0 {
            if a <= 8 {
                a *= a.saturating_mul(40);
                a = 0;
            }
            v5 -= 1;
        }
        let mut v6: u8 = (a.abs_diff(a) - (a % (51 | 1)));
    }
    (a / (a | 1))
}

#[sbst::instrument]
pub fn f44(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    {}
    if (b >> 6).saturating_sub(a.rem_euclid(b | 1)) > (a | a) {
        if (((b % (0 | 1)) & 35) == (b ^ a)) && !(!(a | a) > 150) {
            if (a >> 7).saturating_sub((b / (b | 1))) == a.abs_diff(a) {
                b += (a >> 2);
                b += a;
            }
            if (a | 187).rem_euclid((a + a) | 1) > (((b as i8) >> 1) as u8) {
                let mut v1: u8 = (a.saturating_sub(b).leading_zeros() as u8);
                let mut v2: u8 = (b / (v1 | 1)).wrapping_add(b.saturating_mul(68));
            }
        } else {
            let mut v3: u8 = 90;
            if a > v3.saturating_sub(154) {
                b = a.wrapping_shl(a.saturating_sub(v3) as u32);
                let mut v4: u8 = (((a as i8).signum() as u8) / (v3 | 1));
                return 114;
            }
        }
        if ((b.reverse_bits() & b.abs_diff(a)) == (a + 2)) && !((a.abs_diff(a) ^ b) < 0) {
            let mut v5: u8 = a.saturating_sub(48).rem_euclid(!a | 1);
            if (v5 % (b | 1)) >= v5.wrapping_shl(28 as u32) {
                a ^= ((b as i8).signum() as u8);
            } else {
                {}
            }
            return 37;
        }
        return 221;
    }
    a += a.saturating_sub(162);
    let mut v6: u8 = b.abs_diff((a % (b | 1)));
    let mut v7: u8 = (!b & (a - a));
    v6.wrapping_mul(b)
}

#[sbst::instrument]
pub fn f45(x: u8) -> u8 {
    let mut a = x;
    a *= (a + a);
    a ^= (a % (a | 1));
    a = (a & (((a as i8) >> 1) as u8));
    let v1 = a.saturating_sub((a - 91)) == a.rem_euclid(30 | 1);
    if v1 {
        if a.abs_diff(a).wrapping_shl(a as u32) != (a + a) {
            let mut v2 = (a & a) & 3;
            while v2 > 0 {
                a *= a.wrapping_sub(a);
                let mut v3: u8 = a.wrapping_shl(a as u32).min(((u16::MAX - a as u16 * 3) as u8));
                v2 -= 1;
            }
        } else {
            for v4 in 0..2u8 {
                a = ((a.wrapping_sub(a) as i8).signum() as u8);
            }
            for v5 in 0..1u8 {
                a |= a;
            }
        }
        a = ((a - a) | a);
    }
    let mut v6: u8 = (a.wrapping_mul(a) | a.abs_diff(57));
    (a >> 5)
}

#[sbst::instrument]
pub fn f46(x: u8) -> u8 {
    let mut a = x;
    if (a.reverse_bits().wrapping_pow(3) > a.wrapping_pow(0)) || !(((a.saturating_sub(a) as i8).signum() as u8) > a) {
        let mut v1 = a.wrapping_sub(a) & 3;
        while v1 > 0 {
            if a.saturating_sub(a).min(a.wrapping_mul(a)) == a.wrapping_mul(a) {
                let mut v2: u8 = a.saturating_sub(a);
                let mut v3: u8 = (a.wrapping_sub(a) | (a + v2));
            }
            v1 -= 1;
        }
        let v4 = ((a ^ 28).count_ones() as u8) != (a + a);
        if v4 {
            let mut v5: u8 = ((((a as i8) >> 1) as u8) >> 2);
            a = 96;
        }
    }
    a &= a.wrapping_pow(1);
    a >>= 1;
    let mut v6: u8 = a.rem_euclid(a | 1).wrapping_shl(a as u32);
    if (v6 > (a % (v6 | 1))) || !((v6.leading_zeros() as u8).saturating_sub((a / (v6 | 1))) < a.wrapping_pow(2)) {
        if (((v6 >> 6) + 80) == (a + 4)) || !(v6.is_power_of_two()) {
            v6 -= v6.wrapping_shl(36 as u32);
        }
        v6 += a.wrapping_pow(1);
    }
    v6
}

#[sbst::instrument]
pub fn f47(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    let mut v1: u8 = a;
    let mut v2: u8 = a;
    a = [3, (a % (b | 1)), 9][usize::from(a) % 3];
    let mut v3: u8 = v2;
    for v4 in 0..3u8 {
        let mut v5: u8 = (v1.wrapping_shl(a as u32) % (!v3 | 1));
    }
    a.wrapping_sub(0)
}

#[sbst::instrument]
pub fn f48(x: u8) -> u8 {
    let mut a = x;
    if a <= (a.count_ones() as u8) {
        if a.wrapping_shl(88 as u32).saturating_sub((a + a)) == ((a as i8).signum() as u8) {
            for v1 in 0..2u8 {
                {}
            }
            a = a;
        }
    }
    for v2 in 0..3u8 {
        let mut v3 = a & 3;
        while v3 > 0 {
            a = (a | a).min((a + v2));
            v3 -= 1;
        }
    }
    {}
    if a.is_power_of_two() {
        let mut v4 = a & 3;
        while v4 > 0 {
            let mut v5: u8 = a.wrapping_pow(0);
            v4 -= 1;
        }
        return 92;
    }
    if (a > (((a as i8) >> 1) as u8)) || !(((u16::MAX - a as u16 * 3) as u8).wrapping_pow(1) < (a >> 1)) {
        let mut v6: u8 = (a | a).saturating_sub((a + 0));
        a &= a.wrapping_add(v6);
        return 144;
    }
    (a & a)
}

#[sbst::instrument]
pub fn f49(x: u8) -> u8 {
    let mut a = x;
    a = a;
    let mut v1: u8 = (a.wrapping_mul(a).count_ones() as u8);
    if (v1 <= v1) || !(!a.wrapping_pow(3) <= (a >> 2)) {
        if a.saturating_sub(v1).saturating_sub((v1 / (a | 1))) == (a - v1) {
            if (v1 < (((a as i8) >> 1) as u8)) && !(v1.is_power_of_two()) {
                {}
                let mut v2: u8 = 60;
            }
        }
        for v3 in 0..3u8 {
            let v4 = ((v1 ^ 45) & (a & v3)) == v3.saturating_sub(7);
            if v4 {
                {}
            }
            if ((a as i8).wrapping_div_euclid((v3 | 1) as i8) as u8).rem_euclid((a % (v3 | 1)) | 1) != (a | a) {
                v1 = v1;
                let mut v5: u8 = v1.saturating_sub(v3).saturating_sub(((v1 as i8).wrapping_div_euclid((v1 | 1) as i8) as u8));
            }
        }
    }
    let mut v6 = a & 3;
    while v6 > 0 {
        {}
        let mut v7: u8 = !a.saturating_sub(a);
        v6 -= 1;
    }
    {}
    (v1 + 20)
}

#[sbst::instrument]
pub fn f50(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    b *= b.min(a);
    b |= b.wrapping_shl(a as u32);
    if a.saturating_sub(a).saturating_sub(((u16::MAX - a as u16 * 3) as u8)) <= b {
        let mut v1 = a.min(34) & 3;
        while v1 > 0 {
            let mut v2: u8 = (b + a).min((a / (72 | 1)));
            v1 -= 1;
        }
        let mut v3: u8 = a;
    }
    {}
    if ((((b.leading_zeros() as u8) as i8).wrapping_div_euclid((b.saturating_sub(45) | 1) as i8) as u8) >= b.wrapping_shl(b as u32)) && !(b > a.rem_euclid(a | 1)) {
        b = (a.count_ones() as u8);
    }
    ((b as i8).wrapping_div_euclid((64 | 1) as i8) as u8)
}

#[sbst::instrument]
pub fn f51(x: u8) -> u8 {
    let mut a = x;
    if (a.is_power_of_two()) && !((a.leading_zeros() as u8).wrapping_add(a.wrapping_pow(2)) <= a) {
        if ((a.saturating_mul(a) + 8) < a.saturating_mul(a)) && !(a.is_power_of_two()) {
            for v1 in 0..3u8 {
                a >>= 2;
                a -= (v1 & v1);
            }
            let v2 = (a.is_power_of_two()) || !(a.is_power_of_two());
            if v2 {
                change(48, &mut a);
                let mut v3: u8 = (((a as i8) >> 1) as u8);
            }
            return 253;
        }
        for v4 in 0..2u8 {
            a = ((v4 as i8).signum() as u8);
            a >>= 0;
        }
    }
    let v5 = ((((a & 24) as i8) >> 1) as u8) < (a | a);
    if v5 {
        if (!a.saturating_sub(a.rem_euclid(a | 1)) != a) || !((a.wrapping_pow(0) | a.wrapping_sub(a)) > 8) {
            a ^= a.wrapping_pow(2);
            a = (a.abs_diff(a) >> 3);
        }
        a -= a.rem_euclid(a | 1);
    }
    a = hide(a.wrapping_shl(a as u32));
    let mut v6: u8 = !a;
    let mut v7: u8 = 56;
    (v7.count_ones() as u8)
}

#[sbst::instrument]
pub fn f52(x: u8) -> u8 {
    let mut a = x;
    if a > a.reverse_bits() {
        a += a;
    } else {
        let mut v1: u8 = (a.saturating_sub(a).count_ones() as u8);
        if (((a % (v1 | 1)) - ((u16::MAX - a as u16 * 3) as u8)) > (a - v1)) && !(v1 <= v1.wrapping_add(18)) {
            a -= a.min(6);
        }
    }
    if ((a.saturating_sub(a) + a.saturating_sub(a)) != a.wrapping_sub(a)) || !(a.is_power_of_two()) {
        if (((((a | a) as i8) >> 1) as u8) < ((a as i8).signum() as u8)) && !(a.is_power_of_two()) {
            if a.wrapping_pow(3) <= a.saturating_mul(a) {
                a |= (a & a);
                a += a.min(144);
            }
        }
        if (a ^ a).min(a.wrapping_mul(a)) > (a / (a | 1)) {
            a = a;
            {}
        }
        return 39;
    }
    let mut v2: u8 = (((a as i8).signum() as u8) & !a);
    a = (a.leading_zeros() as u8);
    v2 += 108;
    v2
}

#[sbst::instrument]
pub fn f53(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if (((((a % (99 | 1)) as i8) >> 1) as u8) != !b) || !(((((a - a) as i8) >> 1) as u8) == 204) {
        if ((a >> 1).saturating_mul(a.wrapping_add(b)) > a.rem_euclid(144 | 1)) && !(((((b as i8).signum() as u8) as i8).wrapping_div_euclid(((b & b) | 1) as i8) as u8) == (b | b)) {
            a ^= ((b as i8).wrapping_div_euclid((a | 1) as i8) as u8);
        }
        b ^= b.saturating_mul(b);
        return 168;
    }
    a *= b.saturating_sub(a);
    a = (a / (b.wrapping_mul(b) | 1));
    let v1 = b != a;
    if v1 {
        {}
        if (b.is_power_of_two()) && !((((a as i8).wrapping_div_euclid((a | 1) as i8) as u8) + (a.leading_zeros() as u8)) != a.rem_euclid(b | 1)) {
            if (a % (a | 1)).saturating_mul(((a as i8).wrapping_div_euclid((b | 1) as i8) as u8)) <= a.rem_euclid(a | 1) {
                let mut v2: u8 = (a.wrapping_sub(b) + a.saturating_mul(b));
                b += ((a as i8).wrapping_div_euclid((b | 1) as i8) as u8);
            }
        }
    }
    if (a.count_ones() as u8).wrapping_add(0) != b {
        {}
        return 47;
    }
    a.wrapping_add(a)
}

#[sbst::instrument]
pub fn f54(x: u8) -> u8 {
    let mut a = x;
    let mut v1: u8 = ((u16::MAX - a as u16 * 3) as u8);
    a &= (a | v1);
    v1 &= v1;
    if (a.wrapping_add(a.min(55)) >= (a - 108)) && !((a.saturating_sub(105) % (a.abs_diff(48) | 1)) == a.abs_diff(v1)) {
        for v2 in 0..2u8 {
            {}
        }
        if (a | a).abs_diff(v1.saturating_sub(v1)) >= (a + 144) {
            if !!a >= a.saturating_sub(a) {
                let mut v3: u8 = !a;
                let mut v4: u8 = (a / ((a.leading_zeros() as u8) | 1));
            }
        }
    }
    if v1.is_power_of_two() {
        let v5 = (v1 == a.wrapping_add(a)) && !(a == (v1 & 0));
        if v5 {
            a ^= 40;
            if ((a.rem_euclid(a | 1) as i8).wrapping_div_euclid((a | 1) as i8) as u8) != (a & a) {
                v1 *= 10;
                let mut v6: u8 = v1.reverse_bits().wrapping_add(8);
            }
        }
        {}
    }
    a.saturating_sub(30)
}

#[sbst::instrument]
pub fn f55(x: u8) -> u8 {
    let mut a = x;
    if (((u16::MAX - a as u16 * 3) as u8) + a.reverse_bits()) == a.reverse_bits() {
        if a == a.rem_euclid(a | 1) {
            if a >= a {
                a += a.abs_diff(a);
                let mut v1: u8 = a.saturating_mul(a).min(a.reverse_bits());
                return 64;
            }
        }
        for v2 in 0..3u8 {
            let mut v3 = (v2.leading_zeros() as u8) & 3;
            while v3 > 0 {
                a = !a;
                v3 -= 1;
            }
        }
    }
    a |= 9;
    let mut v4: u8 = ((a.wrapping_add(99) as i8).wrapping_div_euclid((a.wrapping_add(a) | 1) as i8) as u8);
    change(a.saturating_mul(a), &mut a);
    if (v4.is_power_of_two()) && !(a.rem_euclid(a.rem_euclid(v4 | 1) | 1) <= v4) {
        a = a.checked_add(34).unwrap_or(30).wrapping_shl((a.count_ones() as u8) as u32);
        if !(v4 - a) < 72 {
            let mut v5 = v4.min(63) & 3;
            while v5 > 0 {
                v4 = ((v4 & 77) % (a | 1));
                (|| v4 = 63)();
                v5 -= 1;
            }
            if (a % (152 | 1)).checked_add(((a as i8).wrapping_div_euclid((132 | 1) as i8) as u8)).unwrap_or(52) < (a.count_ones() as u8) {
                v4 = v4;
            }
        } else {
            v4 = ((a as i8).wrapping_div_euclid((v4 | 1) as i8) as u8).abs_diff((a ^ v4));
            let mut v6: u8 = (v4 + v4).wrapping_pow(3);
        }
    } else {
        v4 += (a >> 3);
        a |= (a & v4);
    }
    a
}

#[sbst::instrument]
pub fn f56(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    let mut v1: u8 = b;
    if ((a.abs_diff(v1) % (b.saturating_sub(18) | 1)) >= (b - 0)) && !(((b ^ b).leading_zeros() as u8) >= 40) {
        if (v1 ^ a.saturating_sub(v1)) != b {
            v1 |= (((b as i8) >> 1) as u8);
            v1 |= (v1 >> 6);
        }
        let mut v2: u8 = ((a as i8).wrapping_div_euclid((a | 1) as i8) as u8);
    }
    for v3 in 0..2u8 {
        if (b & 40).saturating_sub(b.min(a)) != (b.leading_zeros() as u8) {
            if a.is_power_of_two() {
                {}
                v1 -= a;
                return 69;
            }
            let v4 = a.is_power_of_two();
            if v4 {
                b |= b.wrapping_sub(v1);
                let mut v5: u8 = a;
            }
        }
    }
    if (b.abs_diff(b) % (a.saturating_sub(b) | 1)) < a.wrapping_pow(1) {
        for v6 in 0..1u8 {
            if (b.wrapping_pow(2) & a) > 68 {
                v1 &= (a / (v6 | 1));
                v1 += a.reverse_bits();
            }
            let mut v7: u8 = v6.saturating_sub(v1).saturating_sub(a);
        }
        let mut v8: u8 = 28;
    }
    v1 = (b.wrapping_shl(a as u32) & (v1 | a));
    v1.abs_diff(b)
}

#[sbst::instrument]
pub fn f57(x: u8) -> u8 {
    let mut a = x;
    a = ((u16::MAX - a.abs_diff(a) as u16 * 3) as u8);
    let mut v1 = a & 3;
    while v1 > 0 {
        if a.is_power_of_two() {
            {}
        }
        v1 -= 1;
    }
    if ((a as i8).signum() as u8).wrapping_add(a) == 27 {
        a -= 99;
        if a > (a.leading_zeros() as u8) {
            let mut v2 = a.saturating_sub(a) & 3;
            while v2 > 0 {
                let mut v3: u8 = a.min(a).saturating_sub((a.count_ones() as u8));
                v2 -= 1;
            }
            a = (a - a).saturating_sub(a);
        }
    }
    let v4 = (a == (a.leading_zeros() as u8)) || !((a + (((a as i8) >> 1) as u8)) > (a & a));
    if v4 {
        let mut v5: u8 = 76;
        if (a ^ 12).reverse_bits() == v5.reverse_bits() {
            let mut v6 = (a & v5) & 3;
            while v6 > 0 {
                v5 *= 14;
                let mut v7: u8 = a.abs_diff(a.wrapping_add(a));
                v6 -= 1;
            }
            return 83;
        }
    }
    let mut v8: u8 = a.abs_diff(24).saturating_sub(a.wrapping_add(a));
    (a ^ v8)
}

#[sbst::instrument]
pub fn f58(x: u8) -> u8 {
    let mut a = x;
    if a.is_power_of_two() {
        if a.wrapping_shl(a.abs_diff(a) as u32) <= a.saturating_sub(2) {
            a += (a.count_ones() as u8);
        } else {
            if a.is_power_of_two() {
                a = a.wrapping_mul(a).wrapping_mul(((a as i8).signum() as u8));
                let mut v1: u8 = !(a >> 4);
            }
        }
    } else {
        if a.abs_diff(44) != (a.count_ones() as u8) {
            a = a.wrapping_pow(2);
            a -= a.saturating_sub(a);
        }
        if a.is_power_of_two() {
            if !a.rem_euclid(a | 1) > (a - a) {
                let mut v2: u8 = a;
            }
            if ((a as i8).signum() as u8) != (a - 30) {
                let mut v3: u8 = a;
                a *= (a.leading_zeros() as u8);
            } else {
                let mut v4: u8 = (a - 0).saturating_sub(a.saturating_sub(a));
                v4 ^= v4;
            }
        } else {
            for v5 in 0..3u8 {
                a -= (a >> 0);
                {}
            }
        }
    }
    if (a & (a / (144 | 1))) < a.min(a) {
        a >>= 1;
        a = (a / (171 | 1)).saturating_mul(102);
    } else {
        a = a;
        for v6 in 0..1u8 {
            let mut v7 = v6.min(24) & 3;
            while v7 > 0 {
                let mut v8: u8 = a.wrapping_sub(((a as i8).wrapping_div_euclid((v6 | 1) as i8) as u8));
                let mut v9: u8 = a.abs_diff(v8).wrapping_pow(3);
                v7 -= 1;
            }
            let mut v10: u8 = ((((a + v6) as i8) >> 1) as u8);
        }
    }
    a ^= a;
    a = a.rem_euclid(a.wrapping_sub(a) | 1);
    a = a;
    (a.count_ones() as u8)
}

#[sbst::instrument]
pub fn f59(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    b = ((a | a) / (b | 1));
    if a >= (a >> 5) {
        b = [3, (a - a), 9][usize::from(b) % 3];
        if (match a.saturating_mul(b).checked_sub((a ^ b)) { Some(n) => n, None => (a ^ b) }) < a {
            if b != (((b as i8) >> 1) as u8) {
                b *= 117;
                b = !(b % (209 | 1));
            }
        } else {
            if (a.wrapping_sub((a ^ 0)) > 60) || !((b % (b | 1)) == a.rem_euclid(a | 1)) {
                a = hide(a);
            }
            for v1 in 0..1u8 {
                let mut v2: u8 = b.wrapping_sub((v1 + a));
                a >>= 4;
            }
        }
        return 90;
    }
    if (a.count_ones() as u8) > (b.count_ones() as u8) {
        for v3 in 0..1u8 {
            let mut v4: u8 = (match (a.count_ones() as u8).checked_sub(b) { Some(n) => n, None => b });
        }
        b |= 100;
    }
    let v5 = a <= a.wrapping_sub(b);
    if v5 {
        let mut v6: u8 = a;
        let v7 = (b >= a.saturating_sub(b)) && !(!a >= v6.abs_diff(120));
        if v7 {
            (|| b = ((u16::MAX - v6 as u16 * 3) as u8))();
        }
    }
    a = ((((a ^ a) as i8) >> 1) as u8);
    (a >> 1)
}
