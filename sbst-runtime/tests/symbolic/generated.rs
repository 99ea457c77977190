//! Written by `generator.rs`: UPDATE_GENERATED=1 writes it anew.

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
        if ((v4 + 102) ^ (a / (v1 | 1))) > ((u16::MAX - v4 as u16 * 3) as u8) {
            {}
            if ((((v4 >> 1) as i8) >> 1) as u8) != a {
                v4 -= (a % (a | 1));
            }
        }
        let mut v6: u8 = ((u16::MAX - (a | v4) as u16 * 3) as u8);
        v5 -= 1;
    }
    let mut v7: u8 = ((v4 ^ a) & (v1 + v1));
    (a % (56 | 1))
}

#[sbst::instrument]
pub fn f1(x: u8) -> u8 {
    let mut a = x;
    if (a & 2) <= (a - 12) {
        if a <= 19 {
            if ((((a % (a | 1)) as i8) >> 1) as u8) <= a.wrapping_mul(85) {
                {}
                a += 66;
                return 73;
            }
            if (a ^ a) >= (a % (0 | 1)) {
                a -= (a + 77);
                a &= (a | 85);
            } else {
                {}
                let mut v1: u8 = ((a | a) - a.abs_diff(a));
            }
        }
    }
    if a >= a.min(a) {
        for v2 in 0..3u8 {
            let v3 = (a < v2.wrapping_mul(a)) && !(a > a.abs_diff(v2));
            if v3 {
                let mut v4: u8 = a;
            }
            for v5 in 0..3u8 {
                a ^= a.wrapping_mul(v5);
                a -= !v5;
            }
        }
    }
    if ((((a / (40 | 1)) as i8) >> 1) as u8) > (((a as i8) >> 1) as u8) {
        let v6 = ((a - 0) & (a | a)) != (a & a);
        if v6 {
            a += 40;
        }
    }
    a ^= 0;
    let mut v7: u8 = a;
    (v7 & 12)
}

#[sbst::instrument]
pub fn f2(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    let mut v1: u8 = (a >> 7).wrapping_add(27);
    if a >= ((u16::MAX - a as u16 * 3) as u8) {
        let mut v2 = a.wrapping_mul(110) & 3;
        while v2 > 0 {
            {}
            v2 -= 1;
        }
        if (a != b.min(v1)) && !(!b.wrapping_mul(b) <= (((v1 as i8) >> 1) as u8)) {
            if a <= 5 {
                b ^= (v1 & 77);
                return 220;
            }
        }
    } else {
        if (a | 162).wrapping_add(b.saturating_sub(b)) != (b + v1) {
            if b > a {
                {}
                b = 187;
                return 39;
            }
            return 223;
        }
    }
    if ((a - 154) / ((a & b) | 1)) == v1.wrapping_add(16) {
        if b != (((b as i8) >> 1) as u8) {
            v1 += (a % (20 | 1));
            v1 += (b & b);
        } else {
            let mut v3: u8 = ((a / (156 | 1)) | !v1);
        }
        let mut v4: u8 = b;
    }
    let mut v5: u8 = ((a + a) | b);
    v1 -= (b + v1);
    (b % (b | 1))
}

#[sbst::instrument]
pub fn f3(x: u8) -> u8 {
    let mut a = x;
    a = (a.abs_diff(a) ^ (a >> 3));
    let mut v1: u8 = (a >> 4);
    if ((a + v1) >> 7) > !v1 {
        a -= a;
    } else {
        if (a / ((v1 >> 1) | 1)) > 3 {
            change(v1, &mut a);
            let mut v2: u8 = (((a as i8) >> 1) as u8).abs_diff(190);
        } else {
            if a <= a.abs_diff(v1) {
                v1 += ((u16::MAX - a as u16 * 3) as u8);
            } else {
                let mut v3: u8 = (a & a.wrapping_mul(65));
            }
        }
    }
    let mut v4 = a & 3;
    while v4 > 0 {
        if !v1.saturating_sub(a) < v1 {
            let v5 = ((a - a) ^ (v1 + v1)) <= !a;
            if v5 {
                a -= (a - a);
                v1 |= (v1 ^ v1);
            }
        }
        a = ((a ^ 27) | v1);
        v4 -= 1;
    }
    let v6 = a.saturating_sub(v1).min(a.wrapping_mul(a)) > a.wrapping_add(36);
    if v6 {
        v1 -= (a | a);
    }
    (v1 % (v1 | 1))
}

#[sbst::instrument]
pub fn f4(x: u8) -> u8 {
    let mut a = x;
    if (a | a).saturating_sub(!a) == 60 {
        if (a / (a | 1)).min(a.abs_diff(a)) != (a ^ 112) {
            if (a % (a | 1)).wrapping_add(!a) > a.saturating_sub(14) {
                let mut v1: u8 = ((a / (24 | 1)) % (((u16::MAX - a as u16 * 3) as u8) | 1));
            } else {
                a = (a.wrapping_mul(75) & ((u16::MAX - a as u16 * 3) as u8));
            }
            {}
        } else {
            let mut v2: u8 = 120;
            if (((u16::MAX - v2 as u16 * 3) as u8) / ((a - v2) | 1)) >= ((u16::MAX - a as u16 * 3) as u8) {
                v2 = (((a.wrapping_mul(a) as i8) >> 1) as u8);
                return 69;
            }
        }
        for v3 in 0..3u8 {
            a = ((a >> 4) / (0 | 1));
        }
    } else {
        if (a == (a % (a | 1))) && !(((((a as i8) >> 1) as u8) | a.saturating_sub(a)) != (a / (80 | 1))) {
            a = a.abs_diff(a);
            for v4 in 0..2u8 {
                a *= (((a as i8) >> 1) as u8);
            }
        }
        a = 0;
    }
    let mut v5 = (((a as i8) >> 1) as u8) & 3;
    while v5 > 0 {
        let mut v6 = (a & a) & 3;
        while v6 > 0 {
            if (((a as i8) >> 1) as u8).saturating_sub(a) > a {
                {}
            }
            let mut v7: u8 = ((a % (a | 1)) | a);
            v6 -= 1;
        }
        v5 -= 1;
    }
    a = !a.wrapping_add((a ^ 190));
    a &= a;
    a = a.abs_diff(((u16::MAX - a as u16 * 3) as u8));
    (a | 144)
}

#[sbst::instrument]
pub fn f5(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    b |= (b >> 5);
    a = ((b - 108) | (a | b));
    let mut v1 = (a / (b | 1)) & 3;
    while v1 > 0 {
        b = ((((a as i8) >> 1) as u8) & !b);
        v1 -= 1;
    }
    let v2 = b == !b;
    if v2 {
        if b.abs_diff(b).saturating_sub((((a as i8) >> 1) as u8)) >= ((u16::MAX - a as u16 * 3) as u8) {
            {}
            return 68;
        }
    }
    for v3 in 0..3u8 {
        let mut v4 = 105 & 3;
        while v4 > 0 {
            if v3 < (a - a) {
                b ^= (a / (b | 1));
            }
            let mut v5 = (((v3 as i8) >> 1) as u8) & 3;
            while v5 > 0 {
                let mut v6: u8 = ((b ^ v3) - !a);
                a -= (v3 - b);
                v5 -= 1;
            }
            v4 -= 1;
        }
        for v7 in 0..2u8 {
            b += (((v3 as i8) >> 1) as u8);
            let v8 = a < v3;
            if v8 {
                a = v7.saturating_sub(132).min(a.saturating_sub(v3));
            }
        }
    }
    (a + b)
}

#[sbst::instrument]
pub fn f6(x: u8) -> u8 {
    let mut a = x;
    if (a - (a / (a | 1))) >= (a - a) {
        a >>= 3;
        let v1 = (a.wrapping_add(48) & !a) != a;
        if v1 {
            let mut v2 = a & 3;
            while v2 > 0 {
                let mut v3: u8 = (a >> 0).min((a + 24));
                let mut v4: u8 = (a / (v3 | 1));
                v2 -= 1;
            }
            let mut v5 = a.wrapping_add(133) & 3;
            while v5 > 0 {
                let mut v6: u8 = a;
                let mut v7: u8 = 198;
                v5 -= 1;
            }
        }
    }
    {}
    let mut v8: u8 = ((u16::MAX - a as u16 * 3) as u8);
    let v9 = a.min((v8 | 50)) <= v8;
    if v9 {
        v8 ^= v8;
    }
    if v8 != a.wrapping_add(a) {
        if a > (a + v8) {
            for v10 in 0..1u8 {
                a += (v8 % (v10 | 1));
            }
            v8 = v8;
            return 220;
        }
    }
    a.wrapping_add(a)
}

#[sbst::instrument]
pub fn f7(x: u8) -> u8 {
    let mut a = x;
    a *= 22;
    if ((((a ^ a) as i8) >> 1) as u8) != a.min(a) {
        let mut v1: u8 = ((u16::MAX - !a as u16 * 3) as u8);
    }
    for v2 in 0..1u8 {
        let mut v3 = 133 & 3;
        while v3 > 0 {
            let mut v4: u8 = ((a % (a | 1)) + 0);
            v3 -= 1;
        }
        if ((v2.saturating_sub(24) | (a ^ a)) > (((a as i8) >> 1) as u8)) || !(((u16::MAX - (a >> 0) as u16 * 3) as u8) == a) {
            if !a.saturating_sub(v2.abs_diff(a)) >= (v2 | 0) {
                a = (a ^ ((u16::MAX - a as u16 * 3) as u8));
            }
        } else {
            if ((v2.saturating_sub(v2) ^ ((u16::MAX - v2 as u16 * 3) as u8)) > a.abs_diff(49)) && !(((a ^ v2) & v2.wrapping_add(80)) > (((a as i8) >> 1) as u8)) {
                a *= (v2 >> 1);
                a >>= 1;
                return 130;
            }
        }
    }
    let mut v5 = a & 3;
    while v5 > 0 {
        if (((a.abs_diff(a) as i8) >> 1) as u8) <= (((a as i8) >> 1) as u8) {
            let mut v6: u8 = a;
            v6 = hide((a ^ 56));
        }
        a &= (a + 11);
        v5 -= 1;
    }
    a = a.saturating_sub(a).saturating_sub((a ^ a));
    (((a as i8) >> 1) as u8)
}

#[sbst::instrument]
pub fn f8(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    let v1 = b.min(40).wrapping_mul(a) >= a;
    if v1 {
        if a < ((u16::MAX - a as u16 * 3) as u8) {
            b *= b;
        }
        b |= (b - a);
    }
    if (b == a.abs_diff(7)) || !(((b & 28) & a) >= (((b as i8) >> 1) as u8)) {
        let mut v2: u8 = ((u16::MAX - a as u16 * 3) as u8).wrapping_add((a + 144));
    } else {
        let mut v3 = b & 3;
        while v3 > 0 {
            b = ((a >> 5) | a.min(a));
            let mut v4: u8 = a;
            v3 -= 1;
        }
    }
    a = (((b as i8) >> 1) as u8).wrapping_mul((a >> 6));
    let mut v5 = (a - a) & 3;
    while v5 > 0 {
        if (b >> 3).wrapping_add((b & a)) == 75 {
            let mut v6 = (a | a) & 3;
            while v6 > 0 {
                b = (!a ^ (b / (b | 1)));
                v6 -= 1;
            }
        } else {
            b &= a.min(b);
        }
        v5 -= 1;
    }
    let mut v7: u8 = b;
    (a % (76 | 1))
}

#[sbst::instrument]
pub fn f9(x: u8) -> u8 {
    let mut a = x;
    a = (a / (152 | 1)).wrapping_add((a - a));
    for v1 in 0..1u8 {
        if a.wrapping_add(v1).wrapping_mul((a % (a | 1))) > v1.min(a) {
            a = (((a as i8) >> 1) as u8);
        }
        let v2 = v1 != ((u16::MAX - a as u16 * 3) as u8);
        if v2 {
            a = 4;
        }
    }
    a >>= 2;
    if (a.saturating_sub(a) & !a) < (a - 60) {
        a = (a + a).saturating_sub(a.wrapping_mul(a));
        a *= a.wrapping_add(165);
    }
    if a.wrapping_add(a) <= 52 {
        let mut v3: u8 = (a.saturating_sub(a) >> 4);
    } else {
        let mut v4: u8 = (a & (((a as i8) >> 1) as u8));
        v4 += 84;
    }
    !a
}

#[sbst::instrument]
pub fn f10(x: u8) -> u8 {
    let mut a = x;
    let mut v1: u8 = !a.abs_diff(a.saturating_sub(10));
    for v2 in 0..1u8 {
        let mut v3: u8 = (a & 70);
        v1 *= v2.wrapping_add(v1);
    }
    if v1 > a {
        let mut v4 = (v1 ^ v1) & 3;
        while v4 > 0 {
            {}
            {}
            v4 -= 1;
        }
        let mut v5 = v1 & 3;
        while v5 > 0 {
            let mut v6 = a.saturating_sub(a) & 3;
            while v6 > 0 {
                v1 = (((!a as i8) >> 1) as u8);
                a *= !a;
                v6 -= 1;
            }
            let v7 = ((v1 / (176 | 1)).abs_diff(v1) > (a & v1)) && !(((v1 ^ v1) % ((v1 - a) | 1)) >= a.wrapping_add(v1));
            if v7 {
                let mut v8: u8 = v1;
                {}
            }
            v5 -= 1;
        }
        return 99;
    }
    if (!a.min(a) < a.min(135)) || !((a + v1).min(v1) >= (((a as i8) >> 1) as u8)) {
        let mut v9: u8 = v1;
    } else {
        v1 ^= v1;
    }
    if ((a & (v1 + v1)) > 22) || !(!(a | 180) < v1.min(v1)) {
        let mut v10: u8 = (a.wrapping_add(a) >> 3);
        v10 *= a.min(81);
    }
    70
}

#[sbst::instrument]
pub fn f11(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if a == (a - 90) {
        if (b >= a.abs_diff(a)) || !((a % (32 | 1)).wrapping_add((((a as i8) >> 1) as u8)) <= 209) {
            a = [3, !a, 9][usize::from(a) % 3];
        } else {
            change(4, &mut b);
        }
    }
    let v1 = (((u16::MAX - (b + a) as u16 * 3) as u8) < a.wrapping_mul(0)) && !(!(((a as i8) >> 1) as u8) > a.min(b));
    if v1 {
        let mut v2: u8 = (a.wrapping_mul(a) >> 5);
        b |= a.wrapping_add(a);
    }
    if a.wrapping_mul(a.saturating_sub(228)) == !a {
        if ((b ^ a) ^ (b | b)) < b {
            if (b < !a) || !(a.min((((a as i8) >> 1) as u8)) <= a) {
                let mut v3: u8 = b;
                v3 >>= 1;
                return 234;
            }
        }
        let mut v4: u8 = (b >> 1);
        return 103;
    }
    b -= (b / (a | 1));
    a = !(a | 72);
    (b % (6 | 1))
}

#[sbst::instrument]
pub fn f12(x: u8) -> u8 {
    let mut a = x;
    if (!a >> 1) < a.min(162) {
        a ^= (a - a);
        for v1 in 0..1u8 {
            if v1 <= (v1 ^ a) {
                a += v1;
                let mut v2: u8 = (((u16::MAX - a as u16 * 3) as u8) >> 0);
            } else {
                {}
            }
            if a > v1.min(a) {
                a = a.saturating_sub(a).wrapping_add((a % (12 | 1)));
            }
        }
        return 12;
    }
    if (a >> 6).saturating_sub((a / (14 | 1))) < a.wrapping_mul(a) {
        if a.wrapping_mul((((a as i8) >> 1) as u8)) > (a & 48) {
            if (a | ((u16::MAX - a as u16 * 3) as u8)) <= a.min(10) {
                let mut v3: u8 = a;
                let mut v4: u8 = a;
            }
            if (!a - (a - a)) != !a {
                let mut v5: u8 = !(a & a);
                return 90;
            }
        } else {
            let mut v6: u8 = a;
            for v7 in 0..2u8 {
                a = ((v7 - v6) | v7);
            }
        }
        if a.wrapping_mul(24).abs_diff(!a) <= (((a as i8) >> 1) as u8) {
            let v8 = ((a.wrapping_mul(a) & (a >> 1)) != a) && !((a.wrapping_add(0) - (a | a)) == !a);
            if v8 {
                a = (a >> 6);
                {}
            }
            let mut v9: u8 = a;
        }
    } else {
        {}
    }
    a ^= (a & 66);
    let mut v10: u8 = a;
    {}
    ((u16::MAX - a as u16 * 3) as u8)
}

#[sbst::instrument]
pub fn f13(x: u8) -> u8 {
    let mut a = x;
    let mut v1 = 21 & 3;
    while v1 > 0 {
        if (((a ^ 40) / (a.saturating_sub(a) | 1)) <= (a + a)) || !(a <= (a >> 1)) {
            for v2 in 0..3u8 {
                {}
                let mut v3: u8 = a.abs_diff(v2).wrapping_mul(!a);
            }
        } else {
            let mut v4: u8 = 48;
        }
        v1 -= 1;
    }
    if (a < a.wrapping_mul(a)) && !(a > 0) {
        if ((!a - (a / (a | 1))) < a.wrapping_mul(a)) || !(((a ^ 35) >> 0) == a.min(a)) {
            for v5 in 0..2u8 {
                let mut v6: u8 = (v5 + a.saturating_sub(v5));
            }
            a >>= 2;
            return 149;
        }
        a = (a - a).wrapping_add(0);
    }
    if (((a % (a | 1)) - (a ^ a)) < (a | 36)) || !((a.abs_diff(a) >> 0) == (a >> 5)) {
        {}
        a = ((((a as i8) >> 1) as u8) >> 1);
        return 98;
    }
    {}
    a >>= 2;
    !a
}

#[sbst::instrument]
pub fn f14(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    for v1 in 0..1u8 {
        let mut v2: u8 = ((a & 0) - (b | 48));
    }
    b = a;
    if (!a ^ (a + b)) == b.min(b) {
        let mut v3 = 0 & 3;
        while v3 > 0 {
            {}
            if (((a.wrapping_mul(5) as i8) >> 1) as u8) <= (b / (a | 1)) {
                {}
                a -= (a % (204 | 1));
            } else {
                {}
            }
            v3 -= 1;
        }
    } else {
        {}
        a = ((a % (a | 1)) >> 7);
    }
    a += (a | a);
    a = (b - 48).saturating_sub(a);
    (a ^ a)
}

#[sbst::instrument]
pub fn f15(x: u8) -> u8 {
    let mut a = x;
    let v1 = (a / ((a % (a | 1)) | 1)) <= a;
    if v1 {
        a = ((a | a) >> 3);
        a = a.saturating_sub(a).wrapping_add((a + a));
    }
    a |= a.abs_diff(a);
    if ((a.wrapping_add(a) & 60) == (a - a)) && !(((a - a) | a.wrapping_mul(a)) != a.min(a)) {
        a = !a.abs_diff(0);
        a *= (a | a);
    }
    if a <= a.abs_diff(a) {
        for v2 in 0..3u8 {
            let mut v3: u8 = ((a / (v2 | 1)) / (!a | 1));
        }
    }
    if ((a & a) & a.abs_diff(a)) != a {
        if (a & a).wrapping_mul((a + a)) >= (a + 54) {
            a >>= 4;
            a >>= 3;
            return 208;
        }
        let mut v4: u8 = (a.wrapping_mul(a) ^ 192);
    }
    (a + a)
}

#[sbst::instrument]
pub fn f16(x: u8) -> u8 {
    let mut a = x;
    let mut v1: u8 = a;
    if (v1 % (v1 | 1)).saturating_sub(a) != a.wrapping_add(a) {
        let v2 = ((a >> 3).saturating_sub(a) != (((a as i8) >> 1) as u8)) && !(((a >> 3) - a.wrapping_add(11)) == (a ^ 12));
        if v2 {
            let mut v3: u8 = v1;
        }
        a ^= (a ^ 0);
    }
    if ((a & v1) / (v1.wrapping_mul(88) | 1)) != v1 {
        let v4 = a.wrapping_add(a).wrapping_add(((u16::MAX - a as u16 * 3) as u8)) == (a / (0 | 1));
        if v4 {
            let mut v5: u8 = ((a & a) ^ v1.min(a));
        }
    } else {
        if ((a - a) / (a | 1)) >= (a - a) {
            v1 ^= v1.abs_diff(0);
        }
    }
    for v6 in 0..3u8 {
        let v7 = ((a >> 6) / (v6 | 1)) > a.saturating_sub(v1);
        if v7 {
            {}
        }
        let mut v8: u8 = ((a - v1) & (a ^ a));
    }
    a &= v1;
    a.saturating_sub(a)
}

#[sbst::instrument]
pub fn f17(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    for v1 in 0..2u8 {
        if ((b / (28 | 1)) >> 2) > (b & 99) {
            let mut v2 = (((a as i8) >> 1) as u8) & 3;
            while v2 > 0 {
                b ^= b;
                a *= ((u16::MAX - v1 as u16 * 3) as u8);
                v2 -= 1;
            }
            if ((!a % ((a + 0) | 1)) >= !a) && !(((u16::MAX - (((a as i8) >> 1) as u8) as u16 * 3) as u8) <= ((u16::MAX - v1 as u16 * 3) as u8)) {
                {}
            }
            return 116;
        }
    }
    let mut v3: u8 = 33;
    for v4 in 0..1u8 {
        for v5 in 0..3u8 {
            if (a == (a / (25 | 1))) || !((v5 + (v5 & v3)) >= 80) {
                b *= 144;
                let mut v6: u8 = (v3 / (b | 1)).min(v5);
            }
        }
        let v7 = (a | (v4 & v4)) > a.saturating_sub(40);
        if v7 {
            {}
            if (a / (v4 | 1)).saturating_sub(80) > (a | 45) {
                {}
                return 216;
            }
        }
    }
    let mut v8: u8 = 0;
    for v9 in 0..3u8 {
        let mut v10: u8 = 30;
    }
    (a + v8)
}

#[sbst::instrument]
pub fn f18(x: u8) -> u8 {
    let mut a = x;
    {}
    let mut v1: u8 = (a % (36 | 1)).abs_diff(a.min(a));
    if (((a - v1) >> 7) != 7) && !(!v1 != (v1 >> 5)) {
        {}
    } else {
        a *= a.abs_diff(a);
    }
    if (a.abs_diff(a) - (a >> 7)) >= (a ^ a) {
        if a > (a / (v1 | 1)) {
            a = ((a >> 0) / (a | 1));
            let mut v2 = v1.wrapping_mul(v1) & 3;
            while v2 > 0 {
                {}
                let mut v3: u8 = 84;
                v2 -= 1;
            }
        }
        let mut v4: u8 = (v1 % (a | 1)).wrapping_add(84);
    } else {
        v1 = (a - 6).abs_diff((a >> 1));
        a = (a / (v1 | 1)).saturating_sub(v1.wrapping_mul(33));
    }
    let mut v5: u8 = (v1.wrapping_mul(a) | a);
    a.abs_diff(v1)
}

#[sbst::instrument]
pub fn f19(x: u8) -> u8 {
    let mut a = x;
    let v1 = ((u16::MAX - a.abs_diff(54) as u16 * 3) as u8) != (a | 6);
    if v1 {
        if (((a >> 2) ^ ((u16::MAX - a as u16 * 3) as u8)) >= a) && !(a.wrapping_mul(a.min(102)) == (a - a)) {
            let mut v2 = ((u16::MAX - a as u16 * 3) as u8) & 3;
            while v2 > 0 {
                a ^= 228;
                v2 -= 1;
            }
        }
        if ((((u16::MAX - a as u16 * 3) as u8) ^ (a % (a | 1))) >= (((a as i8) >> 1) as u8)) && !(((a - 6) / ((a - a) | 1)) <= !a) {
            if (a != (a & a)) || !(((a & a) ^ a.min(a)) >= (a % (45 | 1))) {
                a = [3, (a + a), 9][usize::from(a) % 3];
            }
        }
    }
    let mut v3: u8 = ((a + 3) ^ (a | a));
    let mut v4: u8 = 63;
    v4 = hide((a - v3));
    if (((v3 - v4) >> 4) >= 20) || !((a / (v3 | 1)).saturating_sub((a % (v3 | 1))) > (v3 + v4)) {
        v4 -= (a + 144);
    }
    (v4 - 0)
}

#[sbst::instrument]
pub fn f20(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if b != a {
        a >>= 3;
    }
    if (!(b | b) >= (b % (48 | 1))) && !((a.abs_diff(72) & !a) != a.abs_diff(a)) {
        let mut v1 = 28 & 3;
        while v1 > 0 {
            let mut v2: u8 = a.wrapping_mul(0);
            v1 -= 1;
        }
    }
    b *= b;
    let mut v3: u8 = (b % (72 | 1)).min((((a as i8) >> 1) as u8));
    if (a - a.saturating_sub(152)) != b.min(20) {
        if a <= b.wrapping_add(b) {
            {}
            let mut v4: u8 = (b.min(49) + v3);
        } else {
            if a.wrapping_add(0) < b.min(v3) {
                let mut v5: u8 = (a.abs_diff(b) >> 5);
                a = v3;
            }
        }
        for v6 in 0..1u8 {
            v3 = b.wrapping_add(b);
        }
        return 74;
    }
    (((a as i8) >> 1) as u8)
}

#[sbst::instrument]
pub fn f21(x: u8) -> u8 {
    let mut a = x;
    if (a - 27).saturating_sub(!a) < (a / (48 | 1)) {
        if ((a - a).wrapping_mul((a | 80)) > 33) || !((a % (18 | 1)).wrapping_add(a.min(a)) < a.abs_diff(228)) {
            let v1 = (((a ^ a) + a.wrapping_add(27)) > a.wrapping_mul(a)) || !(((a ^ a) | a.wrapping_add(a)) < ((u16::MAX - a as u16 * 3) as u8));
            if v1 {
                let mut v2: u8 = a.saturating_sub(a);
                {}
            }
        }
        if (((a.wrapping_mul(a) as i8) >> 1) as u8) >= a {
            let mut v3: u8 = a;
            v3 >>= 4;
        }
        return 69;
    }
    if ((a ^ a) / (84 | 1)) <= a.wrapping_add(a) {
        if (a == 78) && !((a ^ a).saturating_sub((a | 8)) > 36) {
            a += a.min(a);
        }
        a = (!a & a.saturating_sub(a));
        return 208;
    }
    {}
    {}
    let mut v4: u8 = !((u16::MAX - a as u16 * 3) as u8);
    v4
}

#[sbst::instrument]
pub fn f22(x: u8) -> u8 {
    let mut a = x;
    a = (a | a).min((a & a));
    for v1 in 0..2u8 {
        a = ((a ^ a) + (v1 + 56));
    }
    a = a;
    a ^= (a % (a | 1));
    if (((u16::MAX - a as u16 * 3) as u8) & (a / (a | 1))) < (a + 40) {
        for v2 in 0..3u8 {
            if a < v2 {
                let mut v3: u8 = (a + a);
                {}
                return 181;
            }
        }
        {}
        return 44;
    }
    (a >> 1)
}

#[sbst::instrument]
pub fn f23(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if (a - (((b as i8) >> 1) as u8)) > b.wrapping_mul(a) {
        for v1 in 0..2u8 {
            let mut v2: u8 = ((v1 + a) | (v1 - v1));
        }
        if ((u16::MAX - a as u16 * 3) as u8).wrapping_add(a.saturating_sub(b)) > 17 {
            b = [3, (b - 88), 9][usize::from(b) % 3];
            return 87;
        }
        return 247;
    }
    a = hide(a.wrapping_mul(a));
    if a.wrapping_mul(!b) == b {
        let mut v3 = a & 3;
        while v3 > 0 {
            b = hide((a % (b | 1)));
            v3 -= 1;
        }
    }
    let mut v4: u8 = a.wrapping_mul((a | 180));
    a -= v4;
    b
}

#[sbst::instrument]
pub fn f24(x: u8) -> u8 {
    let mut a = x;
    for v1 in 0..1u8 {
        if ((((a & v1) as i8) >> 1) as u8) >= a.abs_diff(a) {
            let v2 = ((a / (8 | 1)) ^ (a % (18 | 1))) < (a & v1);
            if v2 {
                let mut v3: u8 = (v1 - a.wrapping_add(a));
            }
            a = v1;
        }
        a += 68;
    }
    for v4 in 0..3u8 {
        a = ((u16::MAX - a as u16 * 3) as u8);
    }
    if a.wrapping_mul((a + a)) != a.wrapping_add(a) {
        let mut v5: u8 = (a % (24 | 1)).abs_diff(a.min(a));
    }
    if a >= ((u16::MAX - a as u16 * 3) as u8) {
        {}
        if (a / (a.wrapping_mul(a) | 1)) == a {
            {}
            return 56;
        }
    } else {
        let mut v6: u8 = (a - a);
    }
    let mut v7 = a.wrapping_add(a) & 3;
    while v7 > 0 {
        if ((((a / (a | 1)) as i8) >> 1) as u8) > (a >> 3) {
            let mut v8: u8 = ((((a as i8) >> 1) as u8) >> 6);
            for v9 in 0..1u8 {
                {}
                let mut v10: u8 = a.abs_diff((a ^ v8));
            }
        } else {
            if (a.abs_diff(a).min((a + a)) == (a + a)) || !(a != (a % (a | 1))) {
                a += a.wrapping_add(a);
            } else {
                a = (((u16::MAX - a as u16 * 3) as u8) % ((a - 36) | 1));
            }
        }
        v7 -= 1;
    }
    ((u16::MAX - a as u16 * 3) as u8)
}

#[sbst::instrument]
pub fn f25(x: u8) -> u8 {
    let mut a = x;
    a -= a.abs_diff(a);
    {}
    a += !a;
    for v1 in 0..3u8 {
        let mut v2: u8 = 16;
    }
    a ^= a.abs_diff(110);
    (a | a)
}

#[sbst::instrument]
pub fn f26(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if a.wrapping_add((a % (b | 1))) < b.wrapping_mul(b) {
        if (a >= b.wrapping_add(b)) && !(!(b ^ 40) > (b ^ a)) {
            let mut v1: u8 = (b / (135 | 1));
            return 72;
        }
        if ((a.min(165) / (a.saturating_sub(a) | 1)) < b) && !((a.saturating_sub(a) ^ (a - a)) < a.wrapping_add(a)) {
            let mut v2: u8 = a;
            return 57;
        }
    }
    for v3 in 0..2u8 {
        b = (!b | (b - 33));
        let v4 = a != a;
        if v4 {
            if ((a / (b | 1)) ^ (b | b)) == (a - 15) {
                let mut v5: u8 = 40;
                let mut v6: u8 = ((a & v3) % ((v3 % (6 | 1)) | 1));
            }
        }
    }
    let mut v7: u8 = (b - a).abs_diff((a >> 0));
    let v8 = (v7.min(110) | b) >= a;
    if v8 {
        v7 += (v7 ^ v7);
    }
    if ((u16::MAX - v7 as u16 * 3) as u8) > ((u16::MAX - a as u16 * 3) as u8) {
        let mut v9: u8 = (a % (30 | 1)).abs_diff(4);
        v7 += b.wrapping_mul(b);
    }
    (v7 % (1 | 1))
}

#[sbst::instrument]
pub fn f27(x: u8) -> u8 {
    let mut a = x;
    if a > (a + a) {
        a -= (a + a);
        let mut v1: u8 = a.min(a).wrapping_add(a);
    } else {
        for v2 in 0..2u8 {
            let mut v3: u8 = a.wrapping_add(!v2);
            (|| a = (a ^ 112))();
        }
    }
    if ((a ^ a) >> 0) < a.saturating_sub(96) {
        if a == (a & 30) {
            a = a;
            if (a ^ a).min(22) > a.saturating_sub(a) {
                let mut v4: u8 = (a.min(152) & (a >> 0));
                let mut v5: u8 = a;
            } else {
                (|| a = a.min(a))();
                a = a.wrapping_add(22);
            }
        }
    } else {
        if (((a - 5) & a) < (a % (a | 1))) || !(((u16::MAX - a.min(15) as u16 * 3) as u8) > a.abs_diff(0)) {
            let v6 = a > a;
            if v6 {
                a = a.saturating_sub((a ^ a));
            }
        }
        (|| a = a.wrapping_add(a))();
    }
    let mut v7: u8 = a;
    for v8 in 0..2u8 {
        if ((u16::MAX - a.abs_diff(v7) as u16 * 3) as u8) == (v8 / (v7 | 1)) {
            let mut v9 = (v7 ^ v7) & 3;
            while v9 > 0 {
                let mut v10: u8 = (a + 0).min((a & v7));
                v9 -= 1;
            }
            let mut v11: u8 = (a - (a >> 7));
        } else {
            let mut v12: u8 = v7;
            let mut v13: u8 = a.wrapping_mul(a).min((a + a));
        }
    }
    v7 &= v7;
    !v7
}

#[sbst::instrument]
pub fn f28(x: u8) -> u8 {
    let mut a = x;
    for v1 in 0..3u8 {
        if !a != (a % (a | 1)) {
            let v2 = ((v1 ^ a.wrapping_mul(a)) <= a) && !((a.saturating_sub(66) & a.wrapping_add(a)) <= (a ^ a));
            if v2 {
                a = (v1.min(v1) - (a | 12));
                let mut v3: u8 = v1;
            }
            if (((v1 ^ 68) & (v1 / (a | 1))) >= (v1 | a)) && !((((!a as i8) >> 1) as u8) > (a % (3 | 1))) {
                let mut v4: u8 = a;
                a = v1;
                return 86;
            }
        }
    }
    let mut v5: u8 = !a.wrapping_add(((u16::MAX - a as u16 * 3) as u8));
    if (((a % (a | 1)) / (!a | 1)) != a) && !((a / (10 | 1)) != (a % (28 | 1))) {
        if a == ((u16::MAX - a as u16 * 3) as u8) {
            let mut v6: u8 = (v5.abs_diff(v5) / (((u16::MAX - v5 as u16 * 3) as u8) | 1));
            if ((((v5 % (88 | 1)) as i8) >> 1) as u8) > v6 {
                let mut v7: u8 = a.abs_diff(v6).abs_diff(v6);
                v6 *= (a & v5);
            }
        }
    }
    let mut v8: u8 = ((v5 >> 4) ^ v5.min(91));
    let mut v9: u8 = (v8.saturating_sub(a) % ((v8 - v5) | 1));
    (v8 - 36)
}

#[sbst::instrument]
pub fn f29(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    {}
    if b < b {
        if a < b.saturating_sub(100) {
            if a == b {
                {}
            }
            for v1 in 0..3u8 {
                let mut v2: u8 = (b >> 5).abs_diff((v1 + 66));
            }
        } else {
            let v3 = (a % (a | 1)).min(a.min(60)) == 48;
            if v3 {
                let mut v4: u8 = ((a + a) & a.saturating_sub(a));
            }
            b >>= 4;
        }
        if a.wrapping_add(a) <= a.wrapping_add(a) {
            for v5 in 0..3u8 {
                let mut v6: u8 = ((v5 % (a | 1)) + a.wrapping_mul(30));
            }
        } else {
            let mut v7: u8 = !a.wrapping_mul(b);
            for v8 in 0..3u8 {
                let mut v9: u8 = ((((a >> 2) as i8) >> 1) as u8);
            }
        }
    } else {
        if a < b {
            a = (((a.min(84) as i8) >> 1) as u8);
            {}
        } else {
            if ((b >> 4) >> 4) >= ((u16::MAX - a as u16 * 3) as u8) {
                let mut v10: u8 = (a - b.abs_diff(a));
            } else {
                a = b;
                a = (b.wrapping_mul(b) ^ (a / (32 | 1)));
            }
            if a == b {
                {}
                b = b;
            }
        }
    }
    let mut v11: u8 = ((((a as i8) >> 1) as u8) + (b / (34 | 1)));
    if b.min(a) == b {
        a |= (b | 228);
    }
    let mut v12: u8 = ((b / (a | 1)) - a.saturating_sub(88));
    a.wrapping_add(b)
}

#[sbst::instrument]
pub fn f30(x: u8) -> u8 {
    let mut a = x;
    let mut v1 = 0 & 3;
    while v1 > 0 {
        a -= (a % (a | 1));
        a >>= 1;
        v1 -= 1;
    }
    let mut v2: u8 = !(a >> 6);
    let mut v3: u8 = (((u16::MAX - v2 as u16 * 3) as u8) | (a / (a | 1)));
    {}
    if (((v3 >> 1) / ((a - 70) | 1)) > v3.wrapping_mul(v3)) || !((v3 / (a | 1)).saturating_sub((a >> 3)) > (v2 % (v3 | 1))) {
        if ((v3 + v3.wrapping_add(54)) != (a + v2)) || !(a.abs_diff(a.abs_diff(60)) > (a % (v2 | 1))) {
            v3 *= (a / (v2 | 1));
        }
        return 38;
    }
    (a / (75 | 1))
}

#[sbst::instrument]
pub fn f31(x: u8) -> u8 {
    let mut a = x;
    for v1 in 0..1u8 {
        let v2 = a < (a % (28 | 1));
        if v2 {
            if (a <= (v1 & v1)) && !(((u16::MAX - v1.wrapping_add(120) as u16 * 3) as u8) >= (((v1 as i8) >> 1) as u8)) {
                let mut v3: u8 = (a | (a ^ v1));
                a -= v3;
            }
        }
    }
    a ^= (a >> 1);
    if a >= (a & 4) {
        for v4 in 0..2u8 {
            let v5 = a < (a | 40);
            if v5 {
                a = [3, v4, 9][usize::from(a) % 3];
            }
        }
        return 79;
    }
    if a < (((a as i8) >> 1) as u8) {
        if a == (a - 10) {
            let mut v6: u8 = (a & (a - 176));
            a += (v6 - a);
        }
        return 165;
    }
    let mut v7: u8 = a;
    (a + v7)
}

#[sbst::instrument]
pub fn f32(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if (((b as i8) >> 1) as u8).abs_diff((b | a)) == a.abs_diff(160) {
        a = (a % (a.abs_diff(b) | 1));
        {}
    }
    b = ((a - a) & (a - a));
    if (((u16::MAX - b as u16 * 3) as u8) - (a - a)) < 3 {
        if ((a.abs_diff(a) % (b | 1)) == (b | a)) || !(((u16::MAX - (a & b) as u16 * 3) as u8) >= (b & a)) {
            for v1 in 0..2u8 {
                a *= a.min(v1);
                a >>= 3;
            }
            let mut v2: u8 = (((b as i8) >> 1) as u8);
            return 20;
        }
        a &= a;
    }
    a = b;
    if (b % (16 | 1)).saturating_sub(b.saturating_sub(a)) != (((a as i8) >> 1) as u8) {
        if ((a.saturating_sub(a) ^ (a ^ b)) <= 66) || !(((a >> 6) % (a.saturating_sub(a) | 1)) != a.wrapping_add(a)) {
            let mut v3 = (((a as i8) >> 1) as u8) & 3;
            while v3 > 0 {
                let mut v4: u8 = ((u16::MAX - (a / (a | 1)) as u16 * 3) as u8);
                b *= (a + v4);
                v3 -= 1;
            }
        } else {
            b ^= !a;
        }
        let mut v5: u8 = ((b / (a | 1)) >> 7);
    }
    0
}

#[sbst::instrument]
pub fn f33(x: u8) -> u8 {
    let mut a = x;
    if (((u16::MAX - ((u16::MAX - a as u16 * 3) as u8) as u16 * 3) as u8) != ((u16::MAX - a as u16 * 3) as u8)) || !((a % ((a >> 0) | 1)) == ((u16::MAX - a as u16 * 3) as u8)) {
        let mut v1: u8 = ((u16::MAX - a as u16 * 3) as u8).min(!a);
        if (a % (a | 1)).wrapping_add(a.saturating_sub(a)) < a.min(a) {
            let mut v2: u8 = 0;
            v1 = v2.wrapping_add((a ^ 108));
            return 219;
        }
        return 95;
    }
    let mut v3: u8 = (a ^ (a ^ a));
    let mut v4 = a & 3;
    while v4 > 0 {
        v3 = (((a as i8) >> 1) as u8).saturating_sub(a.wrapping_mul(a));
        v4 -= 1;
    }
    let v5 = a <= (v3 ^ v3);
    if v5 {
        a &= 0;
        if v3.abs_diff((a & 10)) == (v3 & v3) {
            if ((u16::MAX - v3 as u16 * 3) as u8).wrapping_mul((a + v3)) != (((v3 as i8) >> 1) as u8) {
                v3 >>= 1;
                v3 |= a.wrapping_mul(v3);
            }
            {}
        }
    }
    if v3.min(a).min((a | 190)) != v3 {
        a = v3;
        for v6 in 0..3u8 {
            v3 = a;
        }
    }
    a.wrapping_add(40)
}

#[sbst::instrument]
pub fn f34(x: u8) -> u8 {
    let mut a = x;
    if (a ^ a) <= (a + a) {
        if (a.wrapping_add(a) | a.abs_diff(a)) >= (a & a) {
            {}
            if ((a - a) ^ a.abs_diff(54)) >= (a & 9) {
                a += a.wrapping_mul(a);
            }
        }
        let mut v1: u8 = (a % (a | 1));
    } else {
        {}
        let v2 = (!a - ((u16::MAX - a as u16 * 3) as u8)) > (a ^ a);
        if v2 {
            if a < (a + a) {
                a &= a.wrapping_add(77);
                a &= (a + a);
            } else {
                let mut v3: u8 = a;
            }
            if (a.min(a.min(a)) != a.wrapping_mul(a)) || !(a < ((u16::MAX - a as u16 * 3) as u8)) {
                a = ((((a as i8) >> 1) as u8) + 99);
                a += 40;
            }
        }
    }
    a = a;
    if !(a / (a | 1)) >= !a {
        if (a.abs_diff(a).saturating_sub(a.min(a)) > ((u16::MAX - a as u16 * 3) as u8)) || !(!a < (a % (a | 1))) {
            let mut v4: u8 = a.abs_diff(40).saturating_sub(!a);
        }
        let mut v5: u8 = (a.abs_diff(a) / ((((a as i8) >> 1) as u8) | 1));
        return 107;
    }
    let mut v6: u8 = ((u16::MAX - a.abs_diff(a) as u16 * 3) as u8);
    let mut v7: u8 = ((a / (v6 | 1)) / (153 | 1));
    v6.abs_diff(a)
}

#[sbst::instrument]
pub fn f35(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    a >>= 1;
    for v1 in 0..1u8 {
        a -= (a & 51);
        if (v1 ^ b).wrapping_add(v1) == (b % (v1 | 1)) {
            let mut v2: u8 = a.saturating_sub(a.saturating_sub(0));
            let mut v3: u8 = v2;
        }
    }
    set!(b, (((a as i8) >> 1) as u8));
    b -= 190;
    let mut v4: u8 = b;
    (((a as i8) >> 1) as u8)
}

#[sbst::instrument]
pub fn f36(x: u8) -> u8 {
    let mut a = x;
    a = (a & a).abs_diff(!a);
    let v1 = a < (a + 44);
    if v1 {
        {}
    }
    let mut v2: u8 = a.wrapping_mul(a).min(a.min(40));
    if a > v2.saturating_sub(a) {
        {}
        if a >= (a & v2) {
            if (a.abs_diff(52) | v2.wrapping_add(24)) == (a % (v2 | 1)) {
                v2 = ((((a / (56 | 1)) as i8) >> 1) as u8);
            }
            let mut v3 = v2.abs_diff(a) & 3;
            while v3 > 0 {
                let mut v4: u8 = a.wrapping_mul(v2);
                v2 = ((((a as i8) >> 1) as u8) | v2);
                v3 -= 1;
            }
        } else {
            v2 = v2;
            if a.wrapping_add(a).wrapping_add(a.min(15)) > ((u16::MAX - a as u16 * 3) as u8) {
                a ^= (a & v2);
            }
        }
    }
    a ^= (v2 & v2);
    a
}

#[sbst::instrument]
pub fn f37(x: u8) -> u8 {
    let mut a = x;
    if (a >= a.wrapping_add(44)) && !(!(a / (110 | 1)) > (((a as i8) >> 1) as u8)) {
        if (((((u16::MAX - a as u16 * 3) as u8) as i8) >> 1) as u8) >= (a - a) {
            {}
            if a <= !a {
                a = ((u16::MAX - (a | 12) as u16 * 3) as u8);
            }
        }
        return 206;
    }
    for v1 in 0..3u8 {
        if ((v1 ^ v1) >> 2) > a.wrapping_add(v1) {
            a += 85;
        }
        if v1.abs_diff(v1).saturating_sub(v1) > (a + 72) {
            let mut v2: u8 = v1;
        }
    }
    let v3 = ((a - a.wrapping_mul(187)) == ((u16::MAX - a as u16 * 3) as u8)) && !(((((a as i8) >> 1) as u8) & a.wrapping_add(68)) > ((u16::MAX - a as u16 * 3) as u8));
    if v3 {
        a *= (a / (6 | 1));
    }
    for v4 in 0..2u8 {
        if a.min(a).abs_diff((v4 >> 5)) >= (v4 & 153) {
            a = ((a ^ a) + (a ^ v4));
        } else {
            a ^= v4;
            a |= (a | a);
        }
        a &= (a >> 6);
    }
    {}
    (a | a)
}

#[sbst::instrument]
pub fn f38(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if ((u16::MAX - b as u16 * 3) as u8).min(b) <= (a >> 6) {
        let mut v1: u8 = ((u16::MAX - (b - 96) as u16 * 3) as u8);
    }
    let mut v2: u8 = (((a.wrapping_add(b) as i8) >> 1) as u8);
    let mut v3: u8 = (b / (126 | 1)).saturating_sub(a.min(102));
    v3 = (v3 / ((a ^ a) | 1));
    let mut v4: u8 = (a | b).saturating_sub((v3 | v2));
    a.wrapping_mul(30)
}

#[sbst::instrument]
pub fn f39(x: u8) -> u8 {
    let mut a = x;
    for v1 in 0..2u8 {
        if v1 <= a {
            if ((a / (a | 1)) % (a.abs_diff(a) | 1)) == a.saturating_sub(a) {
                let mut v2: u8 = !(a - 228);
                (|| v2 = (a + v1))();
                return 188;
            }
            a |= a.wrapping_add(v1);
            return 128;
        }
        a |= a.saturating_sub(18);
    }
    a &= (((a as i8) >> 1) as u8);
    let mut v3: u8 = (a & a);
    let v4 = ((((a >> 6) as i8) >> 1) as u8) <= (a | v3);
    if v4 {
        set!(a, a);
    }
    a += (v3 / (180 | 1));
    (a ^ 2)
}

#[sbst::instrument]
pub fn f40(x: u8) -> u8 {
    let mut a = x;
    let v1 = a.abs_diff(a).wrapping_add((a / (a | 1))) < !a;
    if v1 {
        let v2 = a.abs_diff(a).saturating_sub((a + a)) < a.saturating_sub(a);
        if v2 {
            a -= !a;
            if (a + 0) != (a >> 1) {
                let mut v3: u8 = (a + a).min(5);
                {}
            }
        }
        {}
    }
    if ((a / (!a | 1)) >= a.wrapping_add(44)) && !((a.wrapping_mul(a) | (a + 102)) <= a) {
        {}
        if (a / ((a - a) | 1)) >= (a | a) {
            a = a;
            return 204;
        }
    }
    let mut v4: u8 = (a - 20);
    if a <= ((u16::MAX - a as u16 * 3) as u8) {
        a &= (a ^ a);
    }
    if (a | a).wrapping_add((a ^ v4)) >= (a ^ 12) {
        if (((v4 / (v4 | 1)) ^ (a / (a | 1))) != (v4 + v4)) && !((!v4 | a) > a) {
            v4 = a.wrapping_add((a >> 6));
        }
    } else {
        v4 += v4;
    }
    (a - 0)
}

#[sbst::instrument]
pub fn f41(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    let mut v1 = a.wrapping_mul(51) & 3;
    while v1 > 0 {
        for v2 in 0..2u8 {
            if ((((b as i8) >> 1) as u8) - v2.saturating_sub(30)) != b {
                a >>= 2;
                a |= v2.abs_diff(v2);
            }
            a = (v2 >> 5).abs_diff(15);
        }
        if a.wrapping_mul(b).abs_diff(a) == (a / (b | 1)) {
            if (((((b / (a | 1)) as i8) >> 1) as u8) >= (a - a)) || !((a.abs_diff(a) + b.min(a)) >= (((b as i8) >> 1) as u8)) {
                {}
            }
        } else {
            a ^= b.saturating_sub(b);
            if (a >> 1) == (a & a) {
                b >>= 3;
            }
        }
        v1 -= 1;
    }
    let mut v3: u8 = ((u16::MAX - (b - b) as u16 * 3) as u8);
    let v4 = (b >> 2).abs_diff(7) == (v3 & 0);
    if v4 {
        let mut v5 = (a % (a | 1)) & 3;
        while v5 > 0 {
            if ((b / (a | 1)) ^ a) < (v3 & a) {
                let mut v6: u8 = a;
            } else {
                let mut v7: u8 = 12;
            }
            v5 -= 1;
        }
        a = (a + 120).saturating_sub(a.min(b));
    }
    a &= (v3 ^ 0);
    a >>= 0;
    (a ^ 48)
}

#[sbst::instrument]
pub fn f42(x: u8) -> u8 {
    let mut a = x;
    if (a >> 7).wrapping_mul((a | a)) > (a | a) {
        if a != (a & a) {
            if ((a - a) % (64 | 1)) != a.wrapping_add(a) {
                let mut v1: u8 = ((((((a as i8) >> 1) as u8) as i8) >> 1) as u8);
            }
            return 60;
        }
        if (((u16::MAX - a as u16 * 3) as u8) / ((a & a) | 1)) < a.min(a) {
            {}
        }
    } else {
        a &= (a >> 4);
    }
    {}
    let mut v2 = (a - 15) & 3;
    while v2 > 0 {
        if a.saturating_sub(a) > a {
            if a != a.abs_diff(a) {
                {}
                a *= a.min(5);
            }
            return 38;
        }
        let mut v3 = a.saturating_sub(0) & 3;
        while v3 > 0 {
            let mut v4: u8 = a;
            v4 |= (a & v4);
            v3 -= 1;
        }
        v2 -= 1;
    }
    if a > (a | a) {
        {}
    }
    a |= (a >> 4);
    a
}

#[sbst::instrument]
pub fn f43(x: u8) -> u8 {
    let mut a = x;
    for v1 in 0..2u8 {
        let mut v2: u8 = ((a - 24) & 0);
        if (v2 - 26).wrapping_add((a - a)) > v2.abs_diff(30) {
            v2 -= v2;
            a |= (((a as i8) >> 1) as u8);
        }
    }
    let mut v3: u8 = (a ^ !a);
    v3 = (a / (a | 1)).wrapping_mul(v3.wrapping_mul(v3));
    set!(a, (a >> 5));
    for v4 in 0..2u8 {
        if (a.saturating_sub(a.min(v3)) != a.wrapping_mul(48)) && !(((v4 | 77) >> 5) < v3.abs_diff(35)) {
            for v5 in 0..3u8 {
                a += v3;
                a >>= 3;
            }
        }
        if ((v3 % (0 | 1)) + (((a as i8) >> 1) as u8)) <= ((u16::MAX - v3 as u16 * 3) as u8) {
            a = (a | (a - 80));
            if (a < (v3 - v4)) || !(((a | v3) + !v3) < v4) {
                a >>= 0;
                v3 &= (a + v4);
            }
        } else {
            for v6 in 0..1u8 {
                v3 = a.min(v3).wrapping_mul(((u16::MAX - a as u16 * 3) as u8));
            }
        }
    }
    (v3 | a)
}

#[sbst::instrument]
pub fn f44(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    {}
    if (!a - a.min(55)) != !b {
        if (((a + b) % ((a >> 7) | 1)) >= a.wrapping_add(b)) && !((((u16::MAX - b as u16 * 3) as u8) / (a.wrapping_add(a) | 1)) != (a | b)) {
            for v1 in 0..1u8 {
                b = ((v1 % (v1 | 1)) >> 5);
            }
        }
        if (b & a).abs_diff((b + b)) <= 1 {
            b = ((b / (187 | 1)) >> 7);
            for v2 in 0..3u8 {
                let mut v3: u8 = a;
            }
        }
    } else {
        if (((a & 0) >> 6) <= a.saturating_sub(68)) && !(((((a | 90) as i8) >> 1) as u8) > 154) {
            let mut v4 = a.saturating_sub(42) & 3;
            while v4 > 0 {
                a = b;
                b |= (a + a);
                v4 -= 1;
            }
            {}
        }
        a |= a;
    }
    if ((u16::MAX - (b & a) as u16 * 3) as u8) < a {
        a ^= ((u16::MAX - b as u16 * 3) as u8);
        let mut v5 = 126 & 3;
        while v5 > 0 {
            a &= a;
            v5 -= 1;
        }
    }
    {}
    b += a;
    209
}

#[sbst::instrument]
pub fn f45(x: u8) -> u8 {
    let mut a = x;
    a *= (a + a);
    a ^= (a % (a | 1));
    a = (a & (a + a));
    let v1 = !a.min(a) <= !a;
    if v1 {
        if a >= a.wrapping_add(a) {
            let mut v2: u8 = (a & (a & a));
        } else {
            if (!a ^ a.min(a)) >= a.min(a) {
                {}
                a ^= (a - a);
                return 48;
            }
        }
    }
    a = a;
    (a + 5)
}

#[sbst::instrument]
pub fn f46(x: u8) -> u8 {
    let mut a = x;
    if (!a.wrapping_add(a) > (a | 18)) || !(a > (a - a)) {
        if ((a ^ 27) ^ (a ^ a)) >= (a / (2 | 1)) {
            let mut v1: u8 = 80;
            if v1.min(v1).saturating_sub((v1 + 63)) > (v1 - 33) {
                let mut v2: u8 = (a.wrapping_add(v1) ^ v1.wrapping_mul(a));
                {}
            }
        } else {
            if (a > a) || !((((a as i8) >> 1) as u8) > (a >> 0)) {
                let mut v3: u8 = a;
                let mut v4: u8 = a.wrapping_add(v3).min(a);
            }
            let mut v5: u8 = 96;
        }
        let mut v6 = a.wrapping_mul(a) & 3;
        while v6 > 0 {
            if (a - a).wrapping_add((a ^ a)) == (a + a) {
                let mut v7: u8 = ((u16::MAX - a.wrapping_mul(a) as u16 * 3) as u8);
            }
            a += a.min(1);
            v6 -= 1;
        }
    } else {
        {}
    }
    let v8 = (a.saturating_sub(105) / ((((a as i8) >> 1) as u8) | 1)) <= 16;
    if v8 {
        a ^= a;
        a *= a;
    }
    a >>= 3;
    a = a;
    a = a.abs_diff((a % (a | 1)));
    ((u16::MAX - a as u16 * 3) as u8)
}

#[sbst::instrument]
pub fn f47(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    let mut v1: u8 = a;
    let mut v2: u8 = a;
    a = [3, a.wrapping_mul(b), 9][usize::from(a) % 3];
    let mut v3: u8 = v2;
    for v4 in 0..3u8 {
        let mut v5: u8 = ((v1 ^ a) % (v3.abs_diff(v3) | 1));
    }
    (a + 0)
}

#[sbst::instrument]
pub fn f48(x: u8) -> u8 {
    let mut a = x;
    if !a != a.wrapping_mul(0) {
        let mut v1: u8 = ((a + a) | a);
    }
    a *= (a % (a | 1));
    if (a | a).abs_diff(a) < !a {
        let mut v2: u8 = 32;
        return 21;
    }
    {}
    if (a - a.wrapping_mul(56)) > (a + a) {
        if ((a | (a - 0)) == 32) || !(((((a as i8) >> 1) as u8) % (a.min(a) | 1)) == (a & a)) {
            for v3 in 0..1u8 {
                a = (!a + (a / (v3 | 1)));
                a &= (a + 96);
            }
            let mut v4: u8 = a;
            return 229;
        }
    } else {
        if ((u16::MAX - a.min(a) as u16 * 3) as u8) <= 10 {
            if a > (a / (a | 1)) {
                let mut v5: u8 = ((a % (a | 1)) ^ ((u16::MAX - a as u16 * 3) as u8));
                a ^= v5.min(v5);
            }
        }
    }
    (a + a)
}

#[sbst::instrument]
pub fn f49(x: u8) -> u8 {
    let mut a = x;
    a = a;
    let mut v1: u8 = ((a % (a | 1)) + (((a as i8) >> 1) as u8));
    if ((v1 % (v1 | 1)) <= v1.wrapping_add(a)) || !((a & a.saturating_sub(24)) > (a >> 5)) {
        if !a.saturating_sub(v1) >= (a ^ v1) {
            let mut v2: u8 = ((a + 4) - 48);
        }
        return 82;
    }
    let mut v3: u8 = (a % (a | 1)).wrapping_mul((a ^ a));
    if (((u16::MAX - v3 as u16 * 3) as u8).abs_diff(a.wrapping_mul(28)) <= v1) || !((v3.wrapping_add(v1) % ((v3 - v3) | 1)) != (a | a)) {
        for v4 in 0..2u8 {
            if (((v3 / (v1 | 1)) - v4) < (v3 >> 2)) || !(((v3 ^ 84) / (v1 | 1)) <= v1) {
                v1 *= a.wrapping_add(20);
                return 209;
            }
        }
    }
    !v3
}

#[sbst::instrument]
pub fn f50(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    b *= (b >> 0);
    if (a.min(90) / (b.wrapping_add(a) | 1)) != (b % (6 | 1)) {
        if ((u16::MAX - a as u16 * 3) as u8).min(34) == b.wrapping_mul(56) {
            let mut v1: u8 = a.wrapping_add(a.wrapping_add(a));
            return 138;
        }
        {}
    }
    a = (a % (112 | 1)).abs_diff(b.abs_diff(45));
    if (a >> 1).wrapping_add(b) >= (a | 0) {
        if ((a ^ 0) / (b.abs_diff(15) | 1)) != (b + a) {
            if (b >> 3) > (a ^ b) {
                b -= b;
                a ^= (a | 0);
            }
            let v2 = a != (a - 8);
            if v2 {
                a >>= 0;
                b += (a / (a | 1));
            }
        }
    } else {
        if ((a + a) % (!b | 1)) >= (a >> 7) {
            if (a.min(a) | (a ^ a)) < (a - a) {
                let mut v3: u8 = b.wrapping_add(a.wrapping_add(b));
                return 50;
            }
            if (b.abs_diff(b) / (b | 1)) == a {
                a = a.saturating_sub((a >> 5));
            }
        }
    }
    a = (a & 42).saturating_sub((b ^ a));
    (a + b)
}

#[sbst::instrument]
pub fn f51(x: u8) -> u8 {
    let mut a = x;
    if ((a | a.wrapping_mul(63)) > !a) && !(a > a.min(a)) {
        let mut v1 = a.wrapping_mul(a) & 3;
        while v1 > 0 {
            if a != a.wrapping_add(a) {
                change(a, &mut a);
                return 76;
            }
            v1 -= 1;
        }
        if (a % (a | 1)).min(a.saturating_sub(a)) <= (a + a) {
            if (a == ((u16::MAX - a as u16 * 3) as u8)) || !(a < a.abs_diff(a)) {
                a -= (((a as i8) >> 1) as u8);
            } else {
                let mut v2: u8 = 108;
            }
            if a.min(24).wrapping_add((a & 7)) < a.abs_diff(a) {
                let mut v3: u8 = a;
                let mut v4: u8 = (v3.abs_diff(v3) ^ (a >> 7));
            }
        }
        return 70;
    }
    let mut v5: u8 = (a + a).abs_diff((a ^ a));
    let mut v6: u8 = v5.wrapping_mul(!a);
    if a.abs_diff((v5 + a)) == (a ^ v5) {
        v6 &= v6;
    } else {
        a = hide(v5);
    }
    v5 = v6;
    (a >> 4)
}

#[sbst::instrument]
pub fn f52(x: u8) -> u8 {
    let mut a = x;
    if a > a {
        a = a.abs_diff(((u16::MAX - a as u16 * 3) as u8));
    } else {
        if ((a % (36 | 1)) | 16) >= a.wrapping_mul(24) {
            for v1 in 0..2u8 {
                a ^= ((u16::MAX - v1 as u16 * 3) as u8);
                a -= a.min(a);
            }
            if a > !a {
                a ^= (a + 14);
                {}
            }
        }
        if a.saturating_sub(a).wrapping_add(a) >= (a ^ 96) {
            if (a != (((a as i8) >> 1) as u8)) || !(a.wrapping_add(112) > (a & a)) {
                a += a;
            }
            if a.saturating_sub(((u16::MAX - a as u16 * 3) as u8)) == a {
                a += a.min(144);
                let mut v2: u8 = (a >> 2);
                return 36;
            }
            return 170;
        }
    }
    let mut v3 = a.abs_diff(a) & 3;
    while v3 > 0 {
        let mut v4: u8 = a;
        v4 = (v4 / (v4 | 1)).saturating_sub(v4);
        v3 -= 1;
    }
    a *= (a + a);
    for v5 in 0..3u8 {
        let mut v6: u8 = (((u16::MAX - a as u16 * 3) as u8) / (a.saturating_sub(a) | 1));
    }
    for v7 in 0..3u8 {
        if (v7 < (v7 ^ a)) || !(((a ^ a) >> 0) == a) {
            {}
        } else {
            let mut v8: u8 = a.wrapping_add((a - a));
        }
    }
    (a % (a | 1))
}

#[sbst::instrument]
pub fn f53(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    if (((b % (b | 1)) / ((a + b) | 1)) < (b & b)) || !(((a / (228 | 1)) + 0) < (a >> 5)) {
        if (((a >> 3) - (b / (209 | 1))) < a) && !((a ^ a).abs_diff(a.wrapping_mul(a)) <= !b) {
            for v1 in 0..2u8 {
                a -= ((u16::MAX - a as u16 * 3) as u8);
                a = (((b as i8) >> 1) as u8).wrapping_mul(v1.wrapping_add(a));
            }
            let mut v2 = 80 & 3;
            while v2 > 0 {
                a = (a.abs_diff(a) % ((a & 30) | 1));
                let mut v3: u8 = b;
                v2 -= 1;
            }
            return 64;
        }
        let mut v4: u8 = (a >> 3).min(!a);
        return 3;
    }
    b ^= a;
    a ^= a.min(b);
    if ((a % (b | 1)) - a) <= (((a as i8) >> 1) as u8) {
        if ((b | a) ^ (b % (b | 1))) == 72 {
            for v5 in 0..1u8 {
                let mut v6: u8 = (b & 34).wrapping_add(a.wrapping_add(0));
            }
            return 87;
        }
        if (!(a + 36) > b.wrapping_add(44)) || !(((u16::MAX - !a as u16 * 3) as u8) != a) {
            let mut v7: u8 = 110;
            return 83;
        }
        return 47;
    }
    let mut v8: u8 = ((((a >> 5) as i8) >> 1) as u8);
    !v8
}

#[sbst::instrument]
pub fn f54(x: u8) -> u8 {
    let mut a = x;
    let mut v1: u8 = ((u16::MAX - a as u16 * 3) as u8);
    a &= !a;
    v1 &= v1;
    if ((a.wrapping_add(v1) / (a.wrapping_add(0) | 1)) >= (((a as i8) >> 1) as u8)) || !(!a < (v1 / (v1 | 1))) {
        if (!v1.saturating_sub(a) != a) || !(((v1 & a) - 63) == v1) {
            let mut v2: u8 = !(a / (0 | 1));
            v1 = (v1 + 30).wrapping_add((a | 45));
        }
        return 232;
    }
    if v1 > (v1 & v1) {
        if (a - v1) <= (a >> 0) {
            if (a ^ 108).min((a >> 1)) <= v1.wrapping_add(v1) {
                {}
                return 1;
            }
            return 124;
        }
        a = ((((v1 as i8) >> 1) as u8) % (((u16::MAX - a as u16 * 3) as u8) | 1));
    }
    v1
}

#[sbst::instrument]
pub fn f55(x: u8) -> u8 {
    let mut a = x;
    if a < ((u16::MAX - a as u16 * 3) as u8) {
        if ((u16::MAX - a as u16 * 3) as u8).wrapping_mul(0) >= (a / (72 | 1)) {
            for v1 in 0..2u8 {
                a = (a ^ 0).wrapping_add(135);
                a = v1;
            }
        } else {
            a = ((a >> 6) % ((a + 204) | 1));
        }
        for v2 in 0..3u8 {
            let mut v3 = ((u16::MAX - v2 as u16 * 3) as u8) & 3;
            while v3 > 0 {
                a = (a / ((a ^ a) | 1));
                v3 -= 1;
            }
        }
    }
    a |= 9;
    let mut v4: u8 = ((a ^ 99) / (a.wrapping_add(a) | 1));
    change(((u16::MAX - a as u16 * 3) as u8), &mut a);
    if (!a.wrapping_mul(v4.wrapping_add(68)) == a.min(v4)) && !(a < (a / (v4 | 1))) {
        if (a.min(0) / (a | 1)) <= 72 {
            let mut v5 = (v4 & 63) & 3;
            while v5 > 0 {
                v4 = ((u16::MAX - v4.min(77) as u16 * 3) as u8);
                (|| v4 = 63)();
                v5 -= 1;
            }
            if (a / (84 | 1)).saturating_sub((a / (a | 1))) <= (a % (0 | 1)) {
                v4 = hide(24);
            }
        } else {
            set!(v4, v4);
            if (((a + v4) >> 7) >= 133) && !((v4.abs_diff(v4) % ((v4 - a) | 1)) < (a / (a | 1))) {
                let mut v6: u8 = a;
                let mut v7: u8 = v6;
            } else {
                let mut v8: u8 = (v4.saturating_sub(a) % (v4 | 1));
                v4 = hide(v4);
            }
        }
        return 41;
    }
    v4
}

#[sbst::instrument]
pub fn f56(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    let mut v1: u8 = b;
    if (((a ^ 180) | b.wrapping_mul(a)) != (a & a)) && !((a.wrapping_add(v1) % (v1 | 1)) >= (a >> 7)) {
        if ((((((b as i8) >> 1) as u8) as i8) >> 1) as u8) == ((u16::MAX - a as u16 * 3) as u8) {
            if ((a % (36 | 1)).wrapping_mul((v1 >> 6)) <= (a ^ a)) || !((b.min(a) + a.min(130)) < (a >> 0)) {
                {}
            }
        } else {
            {}
        }
        for v2 in 0..2u8 {
            if v2 < v1 {
                {}
                return 228;
            }
            if a >= v1 {
                {}
                {}
            }
        }
        return 102;
    }
    let mut v3: u8 = a;
    if ((a & v1) ^ v3.saturating_sub(v1)) <= (v3 / (8 | 1)) {
        let v4 = !a.saturating_sub(v1) >= a;
        if v4 {
            b = a.abs_diff(v3).min((a | 24));
            a |= (a + v1);
        }
        {}
    } else {
        {}
    }
    {}
    (a % (a | 1))
}

#[sbst::instrument]
pub fn f57(x: u8) -> u8 {
    let mut a = x;
    a = (a | a).wrapping_mul(a.wrapping_mul(a));
    let mut v1 = a & 3;
    while v1 > 0 {
        if (a.wrapping_add(12) ^ (a / (a | 1))) < (a ^ a) {
            if (a >> 3).saturating_sub(a.min(a)) != 4 {
                a *= (a % (a | 1));
                let mut v2: u8 = (a & a).abs_diff((a + 4));
                return 12;
            }
            let v3 = (a - a) < a.wrapping_add(132);
            if v3 {
                a = (a >> 4).wrapping_add(a);
            }
        } else {
            if (a > (a | 35)) && !(a > a.abs_diff(30)) {
                a += (a >> 5);
            } else {
                let mut v4: u8 = 0;
                a = ((v4 >> 0) >> 4);
            }
        }
        v1 -= 1;
    }
    {}
    if a == !a {
        if (!(a >> 5) == a.wrapping_mul(a)) && !(((u16::MAX - a as u16 * 3) as u8) > a.saturating_sub(48)) {
            let mut v5: u8 = (!a >> 1);
        }
        a |= a.wrapping_add(35);
    }
    a = (a.saturating_sub(63) & (a % (a | 1)));
    a
}

#[sbst::instrument]
pub fn f58(x: u8) -> u8 {
    let mut a = x;
    if a == (a ^ 24) {
        a -= ((u16::MAX - a as u16 * 3) as u8);
    }
    if (a ^ 54) != 36 {
        if a <= a.saturating_sub(a) {
            let v1 = (a.wrapping_add(22) + a.wrapping_mul(a)) != !a;
            if v1 {
                {}
            }
            if a > (a ^ 57) {
                let mut v2: u8 = !a;
                v2 = ((v2 - a) + (a >> 3));
                return 117;
            }
            return 58;
        }
        let v3 = a >= a.saturating_sub(a);
        if v3 {
            let mut v4: u8 = ((((a as i8) >> 1) as u8) % (a.wrapping_mul(a) | 1));
        }
    } else {
        let mut v5: u8 = (a / (a | 1));
    }
    a = a.wrapping_mul((a & a));
    a &= a.wrapping_add(57);
    {}
    (a / (a | 1))
}

#[sbst::instrument]
pub fn f59(x: u8, y: u8) -> u8 {
    let mut a = x & 15;
    let mut b = y & 15;
    b = ((a / (a | 1)) | b);
    if a.min((a >> 5)) < (b >> 2) {
        let mut v1: u8 = ((a - a) % ((a | b) | 1));
        a += b;
    } else {
        if ((a % (a | 1)) / (a.saturating_sub(b) | 1)) == a.saturating_sub(160) {
            if a.abs_diff(a).wrapping_add((a - 52)) != (((b as i8) >> 1) as u8) {
                a += 0;
                a ^= (b | a);
                return 6;
            }
            if ((((b.min(0) as i8) >> 1) as u8) >= b.wrapping_add(0)) && !(((a + a) | 90) >= (a % (b | 1))) {
                b ^= a;
            }
        }
    }
    for v2 in 0..3u8 {
        if (a <= a.saturating_sub(b)) && !(a.wrapping_mul(24).wrapping_mul(v2) <= (a / (99 | 1))) {
            if a <= a.wrapping_add(b) {
                a = a.min(a).min(120);
                b *= a.saturating_sub(40);
                return 170;
            }
            return 55;
        }
    }
    a = ((b + 33) % (a | 1));
    a |= (((b as i8) >> 1) as u8);
    (b ^ 8)
}
