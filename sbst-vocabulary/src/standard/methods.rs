//! The table of the methods of the standard library, sorted by name.

use super::CallQuestion::{Conversion, Element, Of, SomeMember};
use super::Question::{
    Beginning, Class, Digit, Emptiness, End, IgnoringCase, Member, Multiple, Quality, Sorted,
};
use super::StdCall::{Calculate, Compare};
use super::{CallQuestion, Distance, Method, Precondition, Question, Receiver, StdCall};
use crate::kinds::CheckKind::{self, Call, Division, Overflow, Slice};
use crate::operators::Arithmetic::{Add, Divide, Multiply, Remainder, ShiftLeft, ShiftRight, Subtract};
use crate::operators::Operator;

/// Runs no user code.
const QUIET: bool = true;
/// May run user code, or shares its name with methods that do.
const HEARD: bool = false;

macro_rules! methods {
    ($(
        $name:ident $arguments:literal $receiver:ident $quiet:ident $example:expr
        $(, $fact:ident $(($($value:expr),*))?)*;
    )*) => {
        /// The methods, sorted by name.
        pub static METHODS: &[Method] = &[$(
            Method::new(
                stringify!($name), $arguments, Receiver::$receiver, $quiet, stringify!($example),
            )
            $(.$fact($($($value),*)?))*
        ),*];
    };
}

// name, number of arguments, receiver, user code, example, other facts
methods! {
    abs                    0 Reads    QUIET n.abs(), demands("Absolute", Overflow);
    abs_diff               1 Reads    QUIET n.abs_diff(2);
    all                    1 Any      HEARD array.iter().all(|n| *n == 1), folds;
    and                    1 Any      QUIET option.and(Some(2));
    any                    1 Any      HEARD array.iter().any(|n| *n == 1), folds;
    append                 1 Changes  HEARD list.append(&mut vec![2]);
    as_bytes               0 Reads    QUIET "a".as_bytes();
    as_deref               0 Reads    QUIET Some(string).as_deref(), keeps_outcome;
    as_deref_mut           0 Lends    QUIET Some(string).as_deref_mut();
    as_mut                 0 Lends    QUIET option.as_mut(), keeps_outcome;
    as_mut_slice           0 Any      QUIET list.as_mut_slice();
    as_ptr                 0 Reads    HEARD array.as_ptr();
    as_ref                 0 Reads    QUIET option.as_ref(), keeps_outcome;
    as_slice               0 Reads    QUIET list.as_slice();
    as_str                 0 Reads    QUIET string.as_str();
    back                   0 Any      HEARD deque.back(), call(SomeMember);
    binary_search          1 Reads    HEARD array.binary_search(&1), call(Element);
    binary_search_by       1 Reads    HEARD array.binary_search_by(|n| n.cmp(&1));
    binary_search_by_key   2 Reads    HEARD array.binary_search_by_key(&1, |n| *n);
    borrow                 0 Reads    QUIET ref_cell.borrow(), borrows(false);
    borrow_mut             0 Interior QUIET ref_cell.borrow_mut(), borrows(true);
    by_ref                 0 Lends    HEARD "a".chars().by_ref();
    bytes                  0 Reads    QUIET "a".bytes();
    capacity               0 Reads    QUIET list.capacity();
    ceil                   0 Reads    QUIET 1.5_f64.ceil();
    char_indices           0 Reads    QUIET "a".char_indices();
    chars                  0 Reads    QUIET "a".chars();
    checked_abs            0 Any      HEARD n.checked_abs(), call(Of(StdCall::Magnitude));
    checked_add            1 Reads    HEARD n.checked_add(2), call(Of(Calculate(Add)));
    checked_add_signed     1 Any      HEARD u.checked_add_signed(2), call(Of(Calculate(Add)));
    checked_add_unsigned   1 Any      HEARD n.checked_add_unsigned(2), call(Of(Calculate(Add)));
    checked_div            1 Reads    HEARD n.checked_div(2), call(Of(Calculate(Divide)));
    checked_div_euclid     1 Any      HEARD n.checked_div_euclid(2), call(Of(Calculate(Divide)));
    checked_ilog           1 Reads    QUIET n.checked_ilog(10), call(Of(StdCall::Logarithm));
    checked_mul            1 Reads    HEARD n.checked_mul(2), call(Of(Calculate(Multiply)));
    checked_neg            0 Reads    HEARD n.checked_neg(), call(Of(StdCall::Negate));
    checked_pow            1 Reads    HEARD 2_i32.checked_pow(2), call(Of(StdCall::Power));
    checked_rem            1 Reads    HEARD n.checked_rem(2), call(Of(Calculate(Remainder)));
    checked_rem_euclid     1 Any      HEARD n.checked_rem_euclid(2), call(Of(Calculate(Remainder)));
    checked_shl            1 Any      HEARD n.checked_shl(2), call(Of(Calculate(ShiftLeft)));
    checked_shr            1 Any      HEARD n.checked_shr(2), call(Of(Calculate(ShiftRight)));
    checked_sub            1 Reads    HEARD n.checked_sub(2), call(Of(Calculate(Subtract)));
    checked_sub_signed     1 Any      HEARD u.checked_sub_signed(2), call(Of(Calculate(Subtract)));
    checked_sub_unsigned   1 Any      HEARD n.checked_sub_unsigned(2), call(Of(Calculate(Subtract)));
    chunks                 1 Reads    QUIET array.chunks(1), demands("NotZero", Call);
    chunks_exact           1 Reads    HEARD array.chunks_exact(1), demands("NotZero", Call);
    chunks_mut             1 Lends    HEARD array.chunks_mut(1), demands("NotZero", Call);
    clamp                  2 Any      QUIET n.clamp(0, 2);
    clear                  0 Changes  HEARD list.clear();
    clone                  0 Reads    QUIET string.clone();
    clone_from_slice       1 Any      HEARD array.clone_from_slice(&[]), demands("SameLength", Call);
    cloned                 0 Takes    QUIET array.iter().cloned(), keeps_outcome, keeps_length;
    cmp                    1 Reads    HEARD n.cmp(&2), call(Of(StdCall::Order));
    compare_exchange       4 Interior HEARD atomic.compare_exchange(1, 2, Relaxed, Relaxed);
    compare_exchange_weak  4 Cell     HEARD atomic.compare_exchange_weak(1, 2, Relaxed, Relaxed);
    concat                 0 Reads    QUIET [[1], [2]].concat();
    contains               1 Reads    QUIET array.contains(&1), question(Member);
    contains_key           1 Reads    QUIET map.contains_key(&1), question(Member);
    copied                 0 Takes    QUIET array.iter().copied(), keeps_outcome, keeps_length;
    copy_from_slice        1 Any      HEARD array.copy_from_slice(&[]), demands("SameLength", Call);
    copysign               1 Any      QUIET x.copysign(-1.0);
    cos                    0 Reads    QUIET x.cos();
    count                  0 Any      QUIET "a".chars().count();
    count_ones             0 Reads    QUIET u.count_ones();
    count_zeros            0 Reads    QUIET u.count_zeros();
    dedup                  0 Changes  HEARD list.dedup();
    deref                  0 Reads    HEARD string.deref();
    difference             1 Reads    HEARD set.difference(&other_set);
    div_euclid             1 Any      HEARD n.div_euclid(2), demands("Divisor", Division);
    drain                  1 Changes  QUIET list.drain(..), demands("Range", Slice);
    elapsed                0 Any      QUIET instant.elapsed();
    ends_with              1 Reads    QUIET "a".ends_with("a"), question(End);
    entry                  1 Lends    QUIET map.entry(1);
    enumerate              0 Takes    QUIET "a".chars().enumerate(), keeps_length;
    eq                     1 Reads    HEARD n.eq(&2), call(Of(Compare(Operator::Equal)));
    eq_ignore_ascii_case   1 Reads    HEARD "a".eq_ignore_ascii_case("A"), question(IgnoringCase);
    err                    0 Any      QUIET result.err(), keeps_outcome;
    exp                    0 Reads    QUIET x.exp();
    expect                 1 Any      QUIET option.expect("a"), expects(true);
    expect_err             1 Any      HEARD result.expect_err("a"), expects(false);
    extend                 1 Changes  HEARD list.extend([2]);
    extend_from_slice      1 Any      QUIET list.extend_from_slice(&[2]);
    fetch_add              2 Interior HEARD atomic.fetch_add(2, Relaxed);
    fetch_and              2 Interior HEARD atomic.fetch_and(2, Relaxed);
    fetch_max              2 Interior HEARD atomic.fetch_max(2, Relaxed);
    fetch_min              2 Interior HEARD atomic.fetch_min(2, Relaxed);
    fetch_nand             2 Cell     HEARD atomic.fetch_nand(2, Relaxed);
    fetch_or               2 Interior HEARD atomic.fetch_or(2, Relaxed);
    fetch_sub              2 Interior HEARD atomic.fetch_sub(2, Relaxed);
    fetch_update           3 Cell     HEARD atomic.fetch_update(Relaxed, Relaxed, |n| Some(n + 1));
    fetch_xor              2 Interior HEARD atomic.fetch_xor(2, Relaxed);
    fill                   1 Changes  HEARD array.fill(2);
    filter                 1 Takes    HEARD "a".chars().filter(|c| *c == 'a');
    find                   1 Any      HEARD "a".find("a"), call(Of(StdCall::Part)), folds;
    first                  0 Reads    QUIET array.first(), call(SomeMember);
    first_key_value        0 Reads    HEARD tree.first_key_value(), call(SomeMember);
    first_mut              0 Lends    HEARD array.first_mut(), call(SomeMember);
    flat_map               1 Takes    HEARD [[1], [2]].iter().flat_map(|part| part);
    floor                  0 Reads    QUIET 1.5_f64.floor();
    fmt                    1 Reads    HEARD n.fmt(formatter);
    fold                   2 Takes    HEARD array.iter().copied().fold(0, i32::max);
    fract                  0 Any      QUIET 1.5_f64.fract();
    front                  0 Any      HEARD deque.front(), call(SomeMember);
    front_mut              0 Lends    HEARD deque.front_mut(), call(SomeMember);
    ge                     1 Reads    HEARD n.ge(&2), call(Of(Compare(Operator::GreaterOrEqual)));
    get                    1 Reads    QUIET array.get(0), call(Element);
    get_key_value          1 Reads    HEARD map.get_key_value(&1), call(Element);
    get_mut                1 Lends    QUIET array.get_mut(0), call(Element);
    get_or_init            1 Interior HEARD once.get_or_init(|| 1);
    get_unchecked          1 Reads    HEARD array.get_unchecked(0);
    gt                     1 Reads    HEARD n.gt(&2), call(Of(Compare(Operator::Greater)));
    hash                   1 Reads    HEARD n.hash(hasher);
    hypot                  1 Any      QUIET x.hypot(2.0);
    insert                 2 Changes  QUIET list.insert(0, 2), demands("Position", Call);
    insert_str             2 Any      HEARD string.insert_str(0, "b"), demands("Position", Call);
    intersection           1 Reads    HEARD set.intersection(&other_set);
    into                   0 Takes    HEARD n.into();
    into_iter              0 Takes    QUIET list.into_iter(), keeps_length;
    is_alphabetic          0 Reads    HEARD c.is_alphabetic(), class("ALPHABETIC");
    is_alphanumeric        0 Reads    HEARD c.is_alphanumeric(), class("ALPHANUMERIC");
    is_ascii               0 Reads    QUIET "a".is_ascii(), class("ASCII");
    is_ascii_alphabetic    0 Reads    QUIET c.is_ascii_alphabetic(), class("ALPHABETIC");
    is_ascii_alphanumeric  0 Reads    QUIET c.is_ascii_alphanumeric(), class("ALPHANUMERIC");
    is_ascii_control       0 Reads    QUIET c.is_ascii_control(), class("CONTROL");
    is_ascii_digit         0 Reads    QUIET c.is_ascii_digit(), class("DIGIT");
    is_ascii_graphic       0 Any      QUIET c.is_ascii_graphic(), class("GRAPHIC");
    is_ascii_hexdigit      0 Reads    QUIET c.is_ascii_hexdigit(), class("HEXDIGIT");
    is_ascii_lowercase     0 Reads    QUIET c.is_ascii_lowercase(), class("LOWERCASE");
    is_ascii_punctuation   0 Reads    QUIET c.is_ascii_punctuation(), class("PUNCTUATION");
    is_ascii_uppercase     0 Reads    QUIET c.is_ascii_uppercase(), class("UPPERCASE");
    is_ascii_whitespace    0 Reads    QUIET c.is_ascii_whitespace(), class("ASCII_WHITESPACE");
    is_char_boundary       1 Reads    QUIET "a".is_char_boundary(0);
    is_control             0 Reads    HEARD c.is_control(), class("CONTROL");
    is_digit               1 Reads    HEARD c.is_digit(10), question(Digit);
    is_disjoint            1 Reads    HEARD set.is_disjoint(&other_set);
    is_empty               0 Reads    QUIET array.is_empty(), question(Emptiness);
    is_eq                  0 Any      HEARD ordering.is_eq(), orderings(0b010), keeps_outcome;
    is_err                 0 Reads    QUIET result.is_err(), keeps_outcome;
    is_finite              0 Reads    QUIET x.is_finite(), quality("Finite");
    is_ge                  0 Any      HEARD ordering.is_ge(), orderings(0b110), keeps_outcome;
    is_gt                  0 Any      HEARD ordering.is_gt(), orderings(0b100), keeps_outcome;
    is_infinite            0 Reads    QUIET x.is_infinite(), quality("Infinite");
    is_le                  0 Any      HEARD ordering.is_le(), orderings(0b011), keeps_outcome;
    is_lowercase           0 Reads    HEARD c.is_lowercase(), class("LOWERCASE");
    is_lt                  0 Any      HEARD ordering.is_lt(), orderings(0b001), keeps_outcome;
    is_multiple_of         1 Any      HEARD 4_u32.is_multiple_of(2), question(Multiple);
    is_nan                 0 Reads    QUIET x.is_nan(), quality("Nan");
    is_ne                  0 Any      HEARD ordering.is_ne(), orderings(0b101), keeps_outcome;
    is_negative            0 Reads    QUIET n.is_negative(), quality("Negative");
    is_none                0 Reads    QUIET option.is_none(), keeps_outcome;
    is_normal              0 Any      HEARD x.is_normal(), quality("Normal");
    is_numeric             0 Reads    HEARD c.is_numeric(), class("DIGIT");
    is_ok                  0 Reads    QUIET result.is_ok(), keeps_outcome;
    is_positive            0 Reads    QUIET n.is_positive(), quality("Positive");
    is_power_of_two        0 Reads    QUIET u.is_power_of_two(), quality("PowerOfTwo");
    is_sign_negative       0 Reads    HEARD x.is_sign_negative(), quality("SignNegative");
    is_sign_positive       0 Any      HEARD x.is_sign_positive(), quality("SignPositive");
    is_some                0 Reads    QUIET option.is_some(), keeps_outcome;
    is_some_and            1 Takes    HEARD option.is_some_and(|n| n == 1);
    is_sorted              0 Reads    HEARD array.is_sorted(), question(Sorted);
    is_subnormal           0 Any      HEARD x.is_subnormal(), quality("Subnormal");
    is_subset              1 Reads    HEARD set.is_subset(&other_set);
    is_superset            1 Reads    HEARD set.is_superset(&other_set);
    is_uppercase           0 Reads    HEARD c.is_uppercase(), class("UPPERCASE");
    is_whitespace          0 Reads    HEARD c.is_whitespace(), class("WHITESPACE");
    isqrt                  0 Any      QUIET 9_u32.isqrt();
    iter                   0 Reads    QUIET array.iter(), keeps_length;
    iter_mut               0 Lends    QUIET array.iter_mut(), keeps_length;
    join                   1 Reads    QUIET ["a", "b"].join(" ");
    keys                   0 Reads    QUIET map.keys();
    last                   0 Reads    QUIET array.last(), call(SomeMember);
    last_key_value         0 Reads    HEARD tree.last_key_value(), call(SomeMember);
    last_mut               0 Lends    HEARD array.last_mut(), call(SomeMember);
    le                     1 Reads    HEARD n.le(&2), call(Of(Compare(Operator::LessOrEqual)));
    leading_ones           0 Any      QUIET u.leading_ones();
    leading_zeros          0 Reads    QUIET u.leading_zeros();
    len                    0 Reads    QUIET array.len();
    len_utf16              0 Any      QUIET c.len_utf16();
    len_utf8               0 Reads    QUIET c.len_utf8();
    lines                  0 Reads    QUIET "a".lines();
    ln                     0 Reads    QUIET x.ln();
    load                   1 Any      QUIET atomic.load(Relaxed);
    lock                   0 Interior QUIET mutex.lock();
    log10                  0 Reads    QUIET x.log10();
    log2                   0 Reads    QUIET x.log2();
    lt                     1 Reads    HEARD n.lt(&2), call(Of(Compare(Operator::Less)));
    map                    1 Takes    HEARD array.iter().map(|n| n + 1);
    map_err                1 Any      HEARD result.map_err(|n| n + 1), keeps_outcome;
    max                    1 Takes    QUIET n.max(2);
    min                    1 Takes    QUIET n.min(2);
    mul_add                2 Any      QUIET x.mul_add(2.0, 3.0);
    ne                     1 Reads    HEARD n.ne(&2), call(Of(Compare(Operator::NotEqual)));
    next                   0 Changes  QUIET "a".chars().next();
    next_back              0 Changes  QUIET "a".chars().next_back();
    next_power_of_two      0 Any      QUIET 3_u32.next_power_of_two();
    nth                    1 Changes  QUIET "a".chars().nth(0);
    ok                     0 Any      QUIET result.ok(), keeps_outcome;
    ok_or                  1 Any      HEARD option.ok_or(2), keeps_outcome;
    ok_or_else             1 Any      HEARD option.ok_or_else(|| 2), keeps_outcome;
    or                     1 Any      QUIET option.or(Some(2));
    or_default             0 Lends    HEARD map.entry(1).or_default();
    or_insert              1 Lends    HEARD map.entry(1).or_insert(2);
    or_insert_with         1 Lends    HEARD map.entry(1).or_insert_with(|| 2);
    overflowing_abs        0 Any      HEARD n.overflowing_abs(), call(Of(StdCall::Magnitude));
    overflowing_add        1 Any      HEARD n.overflowing_add(2), call(Of(Calculate(Add)));
    overflowing_add_signed 1 Any      HEARD u.overflowing_add_signed(2), call(Of(Calculate(Add)));
    overflowing_mul        1 Any      HEARD n.overflowing_mul(2), call(Of(Calculate(Multiply)));
    overflowing_neg        0 Any      HEARD n.overflowing_neg(), call(Of(StdCall::Negate));
    overflowing_pow        1 Any      HEARD 2_i32.overflowing_pow(2), call(Of(StdCall::Power));
    overflowing_shl        1 Any      HEARD n.overflowing_shl(2), call(Of(Calculate(ShiftLeft)));
    overflowing_shr        1 Any      HEARD n.overflowing_shr(2), call(Of(Calculate(ShiftRight)));
    overflowing_sub        1 Any      HEARD n.overflowing_sub(2), call(Of(Calculate(Subtract)));
    parse                  0 Any      QUIET "1".parse::<i32>(), parsing;
    partial_cmp            1 Reads    HEARD x.partial_cmp(&2.0), call(Of(StdCall::Order));
    peek                   0 Any      QUIET "a".chars().peekable().peek();
    pop                    0 Changes  QUIET list.pop(), call(SomeMember);
    pop_back               0 Changes  HEARD deque.pop_back(), call(SomeMember);
    pop_first              0 Any      HEARD tree_set.pop_first(), call(SomeMember);
    pop_front              0 Changes  HEARD deque.pop_front(), call(SomeMember);
    pop_last               0 Any      HEARD tree_set.pop_last(), call(SomeMember);
    position               1 Any      HEARD array.iter().position(|n| *n == 1), folds;
    pow                    1 Reads    QUIET 2_i32.pow(2), demands("Exponent", Overflow);
    powf                   1 Reads    QUIET 2.0_f64.powf(2.0);
    powi                   1 Reads    QUIET 2.0_f64.powi(2);
    push                   1 Changes  HEARD list.push(2);
    push_back              1 Changes  HEARD deque.push_back(2);
    push_front             1 Changes  HEARD deque.push_front(2);
    push_str               1 Changes  HEARD string.push_str("a");
    range                  1 Reads    HEARD tree.range(1..);
    rchunks                1 Any      HEARD array.rchunks(1), demands("NotZero", Call);
    read                   1 Changes  HEARD (&b"a"[..]).read(&mut [0]);
    recip                  0 Any      QUIET 2.0_f64.recip();
    rem_euclid             1 Reads    QUIET n.rem_euclid(2), demands("Divisor", Division);
    remove                 1 Changes  QUIET list.remove(0), demands("Element", Call);
    repeat                 1 Reads    HEARD "a".repeat(2);
    replace                1 Slot     QUIET option.replace(2);
    replace_range          2 Any      HEARD string.replace_range(.., ""), demands("Range", Slice);
    reserve                1 Any      QUIET list.reserve(1);
    resize                 2 Changes  HEARD list.resize(2, 0);
    retain                 1 Changes  HEARD list.retain(|n| *n == 1);
    rev                    0 Takes    QUIET array.iter().rev(), keeps_length;
    reverse                0 Changes  HEARD array.reverse();
    rfind                  1 Reads    HEARD "a".rfind("a"), call(Of(StdCall::Part));
    rotate_left            1 Changes  QUIET array.rotate_left(1), demands("Position", Call);
    rotate_right           1 Changes  QUIET array.rotate_right(1), demands("Position", Call);
    round                  0 Reads    QUIET 1.5_f64.round();
    rposition              1 Any      HEARD array.iter().rposition(|n| *n == 1), folds;
    rsplit                 1 Reads    QUIET "a b".rsplit(' ');
    rsplit_once            1 Any      HEARD "a b".rsplit_once(' '), call(Of(StdCall::Part));
    saturating_add         1 Reads    QUIET n.saturating_add(2);
    saturating_mul         1 Reads    QUIET n.saturating_mul(2);
    saturating_sub         1 Reads    QUIET n.saturating_sub(2);
    set                    1 Interior HEARD cell.set(2);
    signum                 0 Reads    QUIET n.signum();
    sin                    0 Reads    QUIET x.sin();
    skip                   1 Moves    QUIET "a".chars().skip(1);
    sort                   0 Changes  QUIET array.sort();
    sort_unstable          0 Any      QUIET array.sort_unstable();
    split                  1 Any      QUIET "a b".split(' ');
    split_ascii_whitespace 0 Any      QUIET "a b".split_ascii_whitespace();
    split_at               1 Reads    QUIET array.split_at(1), demands("Position", Call);
    split_at_mut           1 Lends    HEARD array.split_at_mut(1), demands("Position", Call);
    split_first            0 Any      HEARD array.split_first(), call(SomeMember);
    split_first_mut        0 Lends    HEARD array.split_first_mut(), call(SomeMember);
    split_last             0 Any      HEARD array.split_last(), call(SomeMember);
    split_last_mut         0 Lends    HEARD array.split_last_mut(), call(SomeMember);
    split_off              1 Changes  HEARD list.split_off(1), demands("Position", Call);
    split_once             1 Reads    HEARD "a b".split_once(' '), call(Of(StdCall::Part));
    split_whitespace       0 Reads    QUIET "a b".split_whitespace();
    splitn                 2 Reads    QUIET "a b".splitn(2, ' ');
    sqrt                   0 Reads    QUIET 4.0_f64.sqrt();
    starts_with            1 Reads    QUIET "a".starts_with("a"), question(Beginning);
    step_by                1 Any      QUIET (0..9).step_by(2), demands("NotZero", Call);
    store                  2 Interior HEARD atomic.store(2, Relaxed);
    strip_prefix           1 Reads    HEARD "a".strip_prefix("a"), call(Of(StdCall::Beginning));
    strip_suffix           1 Reads    HEARD "a".strip_suffix("a"), call(Of(StdCall::End));
    sum                    0 Takes    HEARD array.iter().sum::<i32>();
    swap                   2 Slot     QUIET array.swap(0, 1), demands("Elements", Call);
    swap_bytes             0 Any      QUIET u.swap_bytes();
    swap_remove            1 Any      QUIET list.swap_remove(0), demands("Element", Call);
    take                   0 Slot     QUIET option.take();
    tan                    0 Reads    QUIET x.tan();
    to_ascii_lowercase     0 Reads    QUIET "a".to_ascii_lowercase();
    to_ascii_uppercase     0 Reads    QUIET "a".to_ascii_uppercase();
    to_bits                0 Any      QUIET x.to_bits();
    to_degrees             0 Any      QUIET x.to_degrees();
    to_digit               1 Reads    HEARD c.to_digit(10), call(Of(StdCall::ToDigit)), demands("Radix", Call);
    to_lowercase           0 Reads    QUIET "a".to_lowercase();
    to_owned               0 Reads    QUIET "a".to_owned();
    to_radians             0 Any      QUIET x.to_radians();
    to_string              0 Reads    QUIET n.to_string();
    to_uppercase           0 Reads    QUIET "a".to_uppercase();
    to_vec                 0 Reads    QUIET array.to_vec();
    total_cmp              1 Any      HEARD x.total_cmp(&2.0), call(Of(StdCall::Order));
    trailing_ones          0 Any      QUIET u.trailing_ones();
    trailing_zeros         0 Reads    QUIET u.trailing_zeros();
    trim                   0 Reads    QUIET " a".trim();
    trim_end               0 Reads    QUIET " a".trim_end();
    trim_end_matches       1 Reads    HEARD "aa".trim_end_matches('a');
    trim_matches           1 Reads    HEARD "aa".trim_matches('a');
    trim_start             0 Reads    QUIET " a".trim_start();
    trim_start_matches     1 Reads    HEARD "aa".trim_start_matches('a');
    trunc                  0 Reads    QUIET 1.5_f64.trunc();
    truncate               1 Changes  QUIET list.truncate(1), demands("Boundary", Call);
    try_borrow_mut         0 Interior HEARD ref_cell.try_borrow_mut();
    try_into               0 Any      HEARD n.try_into(), call(Conversion);
    try_lock               0 Interior HEARD mutex.try_lock();
    try_write              0 Lock     HEARD lock.try_write();
    unsigned_abs           0 Any      QUIET n.unsigned_abs();
    unwrap                 0 Takes    QUIET option.unwrap(), expects(true);
    unwrap_err             0 Any      HEARD result.unwrap_err(), expects(false);
    unwrap_or              1 Takes    QUIET option.unwrap_or(2);
    unwrap_or_default      0 Takes    QUIET option.unwrap_or_default();
    unwrap_or_else         1 Takes    HEARD option.unwrap_or_else(|| 2);
    update                 1 Cell     HEARD cell.update(|n| n + 1);
    upgrade                0 Any      QUIET weak.upgrade();
    values                 0 Reads    QUIET map.values();
    windows                1 Reads    QUIET array.windows(2), demands("NotZero", Call);
    wrapping_add           1 Reads    QUIET n.wrapping_add(2);
    wrapping_mul           1 Reads    QUIET n.wrapping_mul(2);
    wrapping_neg           0 Reads    QUIET n.wrapping_neg();
    wrapping_sub           1 Reads    QUIET n.wrapping_sub(2);
    write                  1 Write    HEARD vec![1_u8].write(b"a");
    zip                    1 Takes    QUIET array.iter().zip([2]);
}

impl Method {
    const fn new(
        name: &'static str,
        arguments: usize,
        receiver: Receiver,
        is_quiet: bool,
        example: &'static str,
    ) -> Self {
        Method {
            name,
            arguments,
            receiver,
            is_quiet,
            example,
            distance: None,
            precondition: None,
            keeps_outcome: false,
            keeps_length: false,
            folds: false,
        }
    }

    const fn call(self, question: CallQuestion) -> Self {
        Method { distance: Some(Distance::Call(question)), ..self }
    }

    const fn question(self, question: Question) -> Self {
        Method { distance: Some(Distance::Membership(question)), ..self }
    }

    const fn class(self, members: &'static str) -> Self {
        self.question(Class(members))
    }

    const fn quality(self, quality: &'static str) -> Self {
        self.question(Quality(quality))
    }

    const fn orderings(self, set: u8) -> Self {
        Method { distance: Some(Distance::Orderings(set)), ..self }
    }

    const fn parsing(self) -> Self {
        Method { distance: Some(Distance::Parsing), ..self }
    }

    const fn demands(self, demand: &'static str, kind: CheckKind) -> Self {
        Method { precondition: Some(Precondition::Demand(demand, kind)), ..self }
    }

    const fn expects(self, value: bool) -> Self {
        Method { precondition: Some(Precondition::Variant(value)), ..self }
    }

    const fn borrows(self, exclusively: bool) -> Self {
        Method { precondition: Some(Precondition::Free(exclusively)), ..self }
    }

    const fn keeps_outcome(self) -> Self {
        Method { keeps_outcome: true, ..self }
    }

    const fn keeps_length(self) -> Self {
        Method { keeps_length: true, ..self }
    }

    const fn folds(self) -> Self {
        Method { folds: true, ..self }
    }
}
