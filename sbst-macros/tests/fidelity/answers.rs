// Calls of methods of the standard library that return options, results and orderings, and of
// others of the same names.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::convert::{TryFrom, TryInto};

type Log = RefCell<Vec<&'static str>>;

/// Taken by value, and not to be copied.
#[derive(Debug, PartialEq)]
pub struct Big(Vec<u8>);

impl Big {
    fn checked_add(mut self, other: Big) -> Option<Big> {
        self.0.extend(other.0);
        if self.0.len() < 4 { Some(self) } else { None }
    }
    fn get(self, index: &mut usize) -> Option<u8> {
        *index += 1;
        self.0.get(*index).copied()
    }
    fn first(self) -> Option<Vec<u8>> {
        Some(self.0)
    }
}

/// A value that logs when it is dropped.
struct Guard<'a>(&'a Log, u32);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.borrow_mut().push("dropped");
    }
}

fn guard<'a>(log: &'a Log, number: u32) -> Guard<'a> {
    log.borrow_mut().push("made");
    Guard(log, number)
}

cases! {
    fn sums(log: &Log, mut a: u32, b: u32) -> Option<u32> {
        let sum = a.checked_add(guard(log, b).1)?;
        log.borrow_mut().push("summed");
        let twice = a.checked_add({ a += 1; a })?;
        let more = guard(log, a).1.checked_mul(guard(log, 3).1).map(|product| product / 2)?;
        if a.checked_pow(2).is_none() || a.checked_ilog(b).is_none() || (b as u8).checked_neg().is_some() { return None }
        match 2_u32.checked_shl(b) { Some(shifted) => sum.checked_sub(shifted), None => twice.checked_sub(more) }
    }

    fn indexes(list: &mut Vec<u8>, map: &HashMap<String, u8>, key: String, at: usize) -> Vec<Option<u8>> {
        let mut seen = vec![];
        let Some(kept) = [1, 2, 3].get(at) else { return seen };
        seen.push(Some(*kept));
        if let Some(there) = list.get_mut(at + 1) { *there += 1 }
        if let Some([first, .., last]) = list.get(at..) { seen.extend([Some(*first), Some(*last)]) }
        if let Some(value) = map.get(&key) { seen.push(Some(*value)) }
        if map.get(key.as_str()).is_none() && map.get("b").is_some() { seen.push(None) }
        if let Some(last) = list.pop() { seen.push(Some(last)) }
        while let Some(last) = list.pop() { if last == 3 { break } seen.push(list.last().copied()) }
        if list.first().is_none() { seen.push(list.iter().next().copied()) }
        seen
    }

    fn texts(text: &str, part: &String, letters: &[char]) -> Option<(usize, String)> {
        let at = text.find(part)?;
        let rest = text.strip_prefix(&part[..]).or_else(|| text.strip_suffix(part.as_str()))?;
        if let Some((left, right)) = rest.split_once(':') { return Some((at, [right, left].concat())) }
        if let Some(at) = rest.find(letters) { return Some((at, "letters".to_string())) }
        match rest.find(char::is_whitespace) { Some(at) => Some((at, text.to_owned())), None => text.rfind('x').map(|at| (at, String::new())) }
    }

    fn orders(a: &[i32], b: &[i32], x: f64) -> Vec<&'static str> {
        let mut seen = vec![];
        match a.len().cmp(&b.len()).then_with(|| a.cmp(b)).reverse() { Ordering::Less => seen.push("less"), Ordering::Equal | Ordering::Greater => seen.push("more") }
        if a.first().cmp(&b.first()).is_lt() { seen.push("first") }
        if let Some(Ordering::Less) | None = x.partial_cmp(&1.5) { seen.push("below") }
        if let Ordering::Equal = x.total_cmp(&f64::NAN) { seen.push("none") }
        seen
    }

    fn conversions(n: i64, c: u32) -> Result<(u8, char), String> {
        let byte: u8 = n.try_into().map_err(|_| "byte".to_string())?;
        if u16::try_from(n + 65_400).is_err() { return Err("word".to_string()) }
        let letter = char::from_u32(c * 64).ok_or("letter")?;
        let Some(digit) = char::from_digit(c, 20) else { return Err("digit".to_string()) };
        if std::num::NonZeroU8::new(byte).is_none() { return Err("zero".to_string()) }
        Ok((byte, if letter.to_digit(10).is_some() { digit } else { letter }))
    }

    fn kept(log: &Log, n: i32, text: &str) -> Result<i32, String> {
        let valid = n > 2 && guard(log, 3).1 == 3;
        log.borrow_mut().push("decided");
        let (sum, overflows) = n.overflowing_add(i32::MAX - 5);
        let found: Option<usize> = text.find('x');
        if valid == overflows && !valid { log.borrow_mut().push("neither") }
        let rest = { let valid = found.is_none(); if valid { Some(1) } else { None } };
        for valid in [found] { if let Some(at) = valid { return Ok(at as i32) } }
        let number = text.parse::<i32>().map_err(|error| error.to_string())?;
        let ask = || found == None && rest.is_some();
        let lent = found.as_ref();
        if ask() && lent.is_some() { return Err("lent".to_string()) }
        let owned = text.strip_prefix("1").map(String::from);
        let give = move |more: usize| match owned { Some(text) if more > 1 => text, _ => String::new() };
        if give(n as usize) == "2" { return Err("given".to_string()) }
        match rest { Some(2) => Ok(1), None => Err("none".into()), Some(_) => Ok(if overflows { sum } else { number }) }
    }

    fn others(a: Big, b: Big, c: Big, mut at: usize) -> Option<(Vec<u8>, u8, usize)> {
        let sum = a.checked_add(b)?;
        let index = &mut at;
        let one = c.get(index)?;
        *index += 10;
        Some((sum.first()?, one, at))
    }

    fn maps(map: &mut BTreeMap<u8, String>, key: u8) -> Option<String> {
        let last = map.last_key_value()?.1.clone();
        let mine = map.get_mut(&key)?;
        mine.push('!');
        if map.pop_first()?.0 == key { return None }
        Some(last)
    }
}

pub fn observations() -> Vec<String> {
    let mut seen = Vec::new();
    macro_rules! see {
        ($($value:expr),*) => { $(seen.push(format!("{:?}", $value));)* };
    }
    for (a, b) in [(1, 2), (u32::MAX, 1), (7, 40), (100_000, 3), (0, 0), (u32::MAX / 2, 9)] {
        let log = Log::default();
        see!(sums(&log, a, b), log.borrow());
    }
    let map = vec![("a".to_string(), 1), ("b".to_string(), 2)].into_iter().collect();
    for (mut list, key, at) in [(vec![1, 2, 3, 4], "a", 0), (vec![], "c", 1), (vec![9, 3, 9], "b", 2), (vec![5], "x", 7)] {
        see!(indexes(&mut list, &map, key.to_string(), at), list);
    }
    for text in ["", "ab:cd", "xab", "abq x", "ab xq", "xxab", "a:b"] {
        see!(texts(text, &"ab".to_string(), &['q', 'z']), texts(text, &String::new(), &[]));
    }
    for (a, b, x) in [(&[1, 2][..], &[1, 3][..], 1.0), (&[], &[1], f64::NAN), (&[5], &[5], 2.0), (&[9], &[3], 1.5)] {
        see!(orders(a, b, x));
    }
    for (n, c) in [(3, 1), (300, 1), (200, 1), (3, 900), (0, 0), (7, 30)] {
        see!(conversions(n, c));
    }
    let big = |n: usize| Big(vec![n as u8; n]);
    for (n, text) in [(1, "a"), (3, "12"), (9, "ax"), (9, "12"), (2, "1"), (0, "77")] {
        let log = Log::default();
        see!(kept(&log, n, text), log.borrow());
    }
    for n in 0..4 {
        see!(others(big(n), big(1), big(2), 0), others(big(1), big(1), big(3), n));
    }
    for key in 0..3 {
        let mut map: BTreeMap<u8, String> = vec![(1, "x".to_string()), (2, "y".to_string())].into_iter().collect();
        see!(maps(&mut map, key), map);
    }
    seen
}
