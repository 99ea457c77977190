//! Operations that may panic, with probes in a search for panics. They are arithmetic, indices,
//! slices of texts, `unwrap`, `borrow`, calls that refuse arguments, and user types with methods of
//! these names.

use super::Generator;
use crate::constructs::Construct;

/// True if the construct is written here.
pub(super) fn is_checked(construct: Construct) -> bool {
    use Construct::*;
    matches!(
        construct,
        Shift
            | Negation
            | AssignedArithmetic
            | OverloadedArithmetic
            | IndexedForRead
            | IndexedForChange
            | SlicedText
            | Unwrapped
            | BorrowedCell
            | DemandingCall
    )
}

impl Generator<'_> {
    pub(super) fn checked(&mut self, construct: Construct) -> String {
        let number = self.number();
        let [value, other] = [self.integer(), self.integer()];
        let leaf = self.leaf();
        let name = self.name("it");
        let forms: Vec<String> = match construct {
            Construct::Shift => vec![
                format!("({value} << ({leaf} & 63))"),
                format!("((1 << ({value} & 31)) >> {leaf})"),
                format!("{{ let {name} = 1u64 << ({other} & 63); ({name} >> 3_u8) as i32 }}"),
            ],
            Construct::Negation => vec![
                format!("(-{value})"),
                format!("(-({value} - {leaf}))"),
                format!("(-(x as i8)) as i32"),
                format!("(-(-128i8 as i32) + {leaf})"),
            ],
            Construct::AssignedArithmetic => vec![
                format!(
                    "{{ let mut {name} = {leaf}; {name} += {value}; {name} *= 2; {name} -= {name}; {name} /= {other}; {name} }}"
                ),
                format!("{{ let mut {name} = [{leaf}; 3]; {name}[{{ {value}; 1 }}] += {other}; {name}[1] }}"),
                format!(
                    "{{ let mut {name} = (x, noisy({number}, {leaf})); {name}.0 -= {value}; ({name}.1).1 += {name}.0; ({name}.1).1 }}"
                ),
                format!(
                    "{{ let {name} = RefCell::new({leaf}); *{name}.borrow_mut() += {value}; {name}.into_inner() }}"
                ),
                format!(
                    "{{ let mut {name} = {leaf}; let r = &mut {name}; *r += {value}; match *r {{ 3 => *r += 1, _ => *r <<= 1 }} {name} }}"
                ),
                format!(
                    "{{ let mut {name} = {leaf}; [1, 2].iter().for_each(|k| {name} += *k); {name} -= &{other}; {name} }}"
                ),
            ],
            Construct::OverloadedArithmetic => vec![
                format!("(tally({value}) + &*{other}.to_string()).0"),
                format!("(String::from(t) + &format!(\"{{}}\", {value})).len() as i32"),
                format!(
                    "{{ let {name} = String::from(t); let end = String::from(\"é\"); ({name} + &end + &end).len() as i32 }}"
                ),
                format!(
                    "{{ let mut {name} = tally({value}); let r = &mut {name}; let first = r + {other}; first.wrapping_add({name}.0) }}"
                ),
                format!("{{ let mut {name} = tally({value}); {name} += tally({other}); {name}.0 }}"),
                format!("{{ let {name} = tally({value}); (-&{name}).wrapping_add(2 << &{name}) }}"),
                format!(
                    "{{ let mut {name} = String::from(t); {name} += &{value}.to_string(); {name} += \"b\"; {name}.len() as i32 }}"
                ),
                format!("(std::num::Wrapping::<i32>({value}) * std::num::Wrapping::<i32>({other})).0"),
                format!("((f64::from({value}) / 2.5 + f64::from({other})) as i32)"),
            ],
            Construct::IndexedForRead => vec![
                format!("{{ let {name} = [{value}, {other}, 3]; {name}[(x & 3) as usize] }}"),
                format!(
                    "{{ let {name} = vec![vec![{value}], vec![{other}, 1]]; {name}[1][(y & 1) as usize] + {name}[(x & 1) as usize][0] }}"
                ),
                format!(
                    "{{ let {name} = vec![String::from(t)]; {name}[(x & 1) as usize].clone().len() as i32 }}"
                ),
                format!("String::from(t).as_bytes()[({value} & 3) as usize] as i32"),
                format!("vec![{value}, {other}][({leaf} & 1) as usize]"),
                format!("{{ let {name} = tally({value}); {name}[{other}] }}"),
                format!("noisy({number}, vec![{value}]).get()[({leaf} & 1) as usize]"),
                format!(
                    "{{ let {name} = RefCell::new(vec![{value}, 1]); let k = {name}.borrow()[({other} & 1) as usize]; k }}"
                ),
                format!(
                    "{{ let {name} = std::collections::BTreeMap::from([(1, {value})]); {name}[&({leaf} & 1)] }}"
                ),
            ],
            Construct::IndexedForChange => vec![
                format!(
                    "{{ let mut {name} = vec![{value}, 1]; {name}[({other} & 1) as usize] = {leaf}; {name}[0] }}"
                ),
                format!(
                    "{{ let mut {name} = vec![vec![1]; 2]; {name}[(x & 1) as usize].push({value}); {name}[0][0] = 2; {name}[0].len() as i32 }}"
                ),
                format!(
                    "{{ let mut {name} = vec![{value}, 5]; let r = &mut {name}[({leaf} & 3) as usize]; *r = {other}; {name}[1] }}"
                ),
                format!(
                    "{{ let mut {name} = vec![String::new(); 2]; {name}[(x & 1) as usize] += &{value}.to_string(); {name}[0].len() as i32 }}"
                ),
                format!(
                    "{{ let mut {name} = tally({value}); {name}[{other}] = 4; {name}[1] += 2; {name}.0 }}"
                ),
                format!(
                    "{{ let mut {name} = vec![Some({value}), None]; if let Some(k) = &mut {name}[({leaf} & 1) as usize] {{ *k = 1; }} match {name}[0] {{ Some(k) => k, None => 0 }} }}"
                ),
                format!(
                    "{{ let mut {name} = std::collections::VecDeque::from([{value}]); {name}[(x & 1) as usize] = 8; {name}[0] }}"
                ),
                format!(
                    "{{ let mut {name} = [[0; 2]; 2]; {name}[1][(y & 1) as usize] = {value}; {name}[1][0] + {name}[(x & 1) as usize][1] }}"
                ),
            ],
            Construct::SlicedText => vec![
                format!("(t[..({value} & 3) as usize].len() as i32)"),
                format!(
                    "{{ let {name} = String::from(\"aß😀\"); {name}[({value} & 3) as usize..].len() as i32 }}"
                ),
                format!(
                    "{{ let {name} = format!(\"é{{}}\", {value}); let part: &str = &{name}[({leaf} & 1) as usize..=2]; part.len() as i32 }}"
                ),
                format!(
                    "{{ let {name} = [1, 2, 3, 4]; {name}[1..({value} & 7) as usize].iter().sum::<i32>() }}"
                ),
                format!(
                    "{{ let mut {name} = vec![1, 2, 3]; {name}[({value} & 1) as usize..2].sort(); {name}[..].len() as i32 }}"
                ),
                format!("String::from(t)[({value} & 3) as usize..].trim().len() as i32"),
            ],
            Construct::Unwrapped => vec![
                format!("Some({value}).filter(|k| *k != 3).unwrap()"),
                format!("{{ let {name} = Some(noisy({number}, {value})); {name}.unwrap().1 }}"),
                format!(
                    "{{ let {name} = Some({value}).filter(|k| k & 1 == 0); {name}.expect(t) + {name}.unwrap() }}"
                ),
                format!("{{ let {name} = t.parse::<i32>(); {name}.unwrap_err().to_string().len() as i32 }}"),
                format!("\"7\".parse::<i32>().map(|k| k + {leaf}).unwrap()"),
                format!(
                    "{{ let mut {name} = Some(vec![{value}]); {name}.as_mut().unwrap().push(1); {name}.take().unwrap().len() as i32 + {name}.map_or(0, |_| 1) }}"
                ),
                format!(
                    "{{ let {name} = (Some(String::from(t)), tally({value})); {name}.1.unwrap() + {name}.0.unwrap().len() as i32 }}"
                ),
                format!("{{ let {name}: i32 = if x > 2 {{ \"4\" }} else {{ t }}.parse().unwrap(); {name} }}"),
                format!("{{ let {name} = Mutex::new({value}); let k = *{name}.lock().unwrap(); k }}"),
                format!("{{ let mut k = {value}; let {name} = Some(&mut k); *{name}.unwrap() = 3; k }}"),
            ],
            Construct::BorrowedCell => vec![
                format!("{{ let {name} = RefCell::new({value}); let k = *{name}.borrow(); k }}"),
                format!(
                    "{{ let {name} = RefCell::new(vec![{value}]); {name}.borrow_mut().push(1); let k = {name}.borrow().len() as i32; k }}"
                ),
                format!(
                    "{{ let {name} = RefCell::new({value}); let held = (x > 2).then(|| {name}.borrow_mut()); let k = *{name}.borrow(); drop(held); k }}"
                ),
                format!("{{ let mut {name} = tally({value}); {name}.borrow() }}"),
                format!(
                    "{{ let {name} = std::rc::Rc::new(RefCell::new(noisy({number}, {value}))); {name}.borrow_mut().1 = 4; let k = {name}.borrow().1; k }}"
                ),
            ],
            Construct::DemandingCall => vec![
                format!("{{ let mut {name} = vec![{value}, 2]; {name}.remove(({other} & 3) as usize) }}"),
                format!(
                    "{{ let mut {name} = vec![{value}, 2]; {name}.insert(({leaf} & 3) as usize, {other}); {name}.swap(({other} & 3) as usize, 0); {name}[0] }}"
                ),
                format!(
                    "{{ let mut {name} = String::from(\"aé\"); {name}.truncate(({value} & 3) as usize); {name}.len() as i32 }}"
                ),
                format!(
                    "{{ let mut {name} = vec![1, {value}, 3]; {name}.drain(({leaf} & 1) as usize..2).sum::<i32>() + {name}.len() as i32 }}"
                ),
                format!("t.split_at(({value} & 3) as usize).0.len() as i32"),
                format!("[1, 2, 3].chunks(({value} & 3) as usize).count() as i32"),
                format!(
                    "{{ let {name}: i32 = {value} & 7; {name}.pow(({leaf} & 15) as u32).rem_euclid({other}) }}"
                ),
                format!("{{ let {name}: i32 = {value}; {name}.abs() }}"),
                format!("tally({value}).remove({other})"),
                format!(
                    "{{ let {name} = Mutex::new(vec![{value}]); let mut guard = {name}.lock().unwrap(); guard.remove((x & 1) as usize) }}"
                ),
            ],
            other => unreachable!("{other:?} has no check"),
        };
        format!("({})", self.pick(&forms))
    }
}
