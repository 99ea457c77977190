//! Comparisons: every operator with every kind of operand.

use super::Generator;
use super::booleans::Text as _;
use crate::constructs::{Category, Construct};

impl Generator<'_> {
    /// Writes a comparison, in parentheses.
    pub(crate) fn comparison(&mut self) -> String {
        let operand = self.choose(Category::Operand).unwrap_or(Construct::Integers);
        self.comparison_of(operand)
    }

    pub(crate) fn comparison_of(&mut self, operand: Construct) -> String {
        self.begin(operand);
        let text = self.deeper(|this| this.compared(operand));
        self.end();
        text
    }

    /// Writes an operator.
    pub(crate) fn operator(&mut self) -> &'static str {
        let Some(operator) = self.choose(Category::Operator) else {
            return "==";
        };
        self.note(operator);
        operator.text()
    }

    fn equality(&mut self) -> &'static str {
        let operator = self.pick(&[Construct::Equal, Construct::NotEqual]);
        self.note(operator);
        operator.text()
    }

    fn compared(&mut self, operand: Construct) -> String {
        let [first, second] = [self.number(), self.number()];
        let operator = self.operator();
        let pair = |left: &str, right: &str| format!("(e({first}, {left}) {operator} e({second}, {right}))");
        match operand {
            Construct::Integers => {
                let [left, right] = [self.integer(), self.integer()];
                match self.random.below(4) {
                    0 => format!("({left} {operator} {right})"),
                    1 => format!("({first} {operator} {right})"),
                    2 => format!("(({left} as u8) {operator} b'x' || ({right} as i64) {operator} -7)"),
                    _ => format!("(({left} as u128) {operator} 1 << 100 | {right} as u128)"),
                }
            }
            Construct::Floats => {
                let value = self.integer();
                self.pick(&[
                    pair("z", "z"),
                    pair("z", "0.0"),
                    pair("-0.0", "z"),
                    format!("(z * f64::from({value}) {operator} f64::NAN)"),
                    format!("((e({first}, z) as f32) {operator} -1.5)"),
                ])
            }
            Construct::Chars => {
                let value = self.integer();
                format!(
                    "(c {operator} (b'a' + (i32::rem_euclid({value}, 3) as u8)) as char || e({first}, c) {operator} '3')"
                )
            }
            Construct::Texts => {
                let equality = self.equality();
                self.pick(&[
                    pair("t", "\"name\""),
                    format!("(String::from(e({first}, t)) {equality} *t && e({second}, t) {equality} String::from(\"n\"))"),
                    format!("(*Box::<str>::from(t) {operator} *NAME)"),
                    format!("(Cow::from(e({first}, t)) {equality} \"ab\" || t[..0] {operator} *\"\")"),
                    format!("(noisy({first}, String::from(t)).get().as_str() {operator} *noisy({second}, \"q\").get())"),
                    format!("(t.as_bytes() {equality} b\"name\")"),
                ])
            }
            Construct::References => {
                let [left, right] = [self.integer(), self.integer()];
                self.pick(&[
                    format!("(&{left} {operator} &{right})"),
                    format!("(&&e({first}, {left}) {operator} &&{right})"),
                    format!("{{ let (a, b) = (&{left}, &&{right}); a {operator} *b && &a {operator} b }}")
                        .in_parentheses(),
                    format!("(noisy({first}, {left}).get() {operator} noisy({second}, {right}).get())"),
                ])
            }
            Construct::MutableReferences => {
                let [left, right] = [self.integer(), self.integer()];
                format!(
                    "{{ let (mut a, mut b) = ({left}, {right}); let p = &mut a; \
                     p {operator} &mut b && *p {operator} {{ *p = 4; 4 }} || p >= &mut {first} && p < &mut b }}"
                )
                .in_parentheses()
            }
            Construct::Options => {
                let value = self.integer();
                self.pick(&[
                    pair("o", &format!("Some({value})")),
                    format!("(o {operator} None && e({first}, o) {operator} Some(-4))"),
                    format!("(v.first() {operator} Some(&{value}))"),
                    format!("(v.get(e({first}, 1)) {operator} None || result({value}) {operator} Err('r'))"),
                ])
            }
            Construct::Tuples => {
                let [left, right] = [self.integer(), self.boolean()];
                format!("((e({first}, {left}), {right}, 'q') {operator} (e({second}, 3), true, c))")
            }
            Construct::Sequences => {
                let [left, right] = [self.integer(), self.integer()];
                let equality = self.equality();
                self.pick(&[
                    format!("(v {operator} &[{left}, {right}][..])"),
                    format!("(vec![{left}, 1] {equality} [{right}, 1])"),
                    format!("([{left}] {operator} [{right}] && v[..] {equality} vec![3, 1, 2][..])"),
                    format!("(&v.to_vec()[..] {operator} noisy({first}, vec![{left}]).get())")
                        .replace("get())", "get().as_slice())"),
                ])
            }
            Construct::Liars => {
                let [left, right] = [self.integer(), self.integer()];
                self.pick(&[
                    format!("(Liar({left}) {operator} Liar(e({second}, {right})))"),
                    format!("(noisy({first}, Liar({left})).1 {operator} noisy({second}, Liar({right})).1)"),
                    format!("(&Liar({left}) {operator} &Liar({right}) && Liar(x) == i64::from(y))"),
                    format!(
                        "{{ let held = Liar({left}); held {operator} {{ note({first}); Liar({right}) }} }}"
                    )
                    .in_parentheses(),
                ])
            }
            Construct::PackedFields => {
                let value = self.integer();
                format!(
                    "{{ let packed = Packed {{ tiny: {first}, number: {value}, letter: c }}; let held = &packed; \
                     packed.number {operator} y && held.letter {operator} 'b' || (packed.tiny as i32) {operator} {{ packed.number }} }}"
                )
                .in_parentheses()
            }
            Construct::RawPointers => {
                let value = self.integer();
                format!(
                    "{{ let pair = [{value}, 3]; let (p, q): (*const i32, *const i32) = (&pair[0], &pair[1]); \
                     e({first}, p) {operator} e({second}, q) || p {operator} {{ note({first}); p }} }}"
                )
                .in_parentheses()
            }
            Construct::PointerCasts => {
                let value = self.integer();
                format!(
                    "{{ let held = {value}; let p = &held as *const i32; \
                     (e({first}, p) as *const i32) {operator} &held || p as *const u8 == &held as *const i32 as *const u8 \
                     || p.cast::<i32>() as *const i32 == &ORIGIN }}"
                )
                .in_parentheses()
            }
            Construct::Inferred => {
                let value = self.integer();
                self.pick(&[
                    format!("({value} {operator} \"3\".parse().unwrap())"),
                    format!("(t.len() {operator} Default::default() || {value} {operator} 3.into())"),
                    format!("{{ let k = 7; k {operator} {value} as i64 && (|a| a + 1 == 2)(1) && 1 == 1 }}")
                        .in_parentheses(),
                    format!("(v.to_vec() {operator} vec![] && {value} % 7 - 12 {operator} -5)"),
                    format!("(Vec::<u8>::new() {operator} Vec::new() && {value} {operator} y)"),
                ])
            }
            Construct::Coerced => {
                let value = self.integer();
                let equality = self.equality();
                format!(
                    "{{ let mut number = {value}; let some = v.first(); \
                     some {equality} Some(&mut number) && o.as_ref() {operator} Some(&mut 3) }}"
                )
                .in_parentheses()
            }
            Construct::Temporaries => {
                let [left, right] = [self.integer(), self.integer()];
                self.pick(&[
                    format!("(noisy({first}, {left}).1 {operator} noisy({second}, {right}).1)"),
                    format!("(noisy({first}, {left}) {operator} noisy({second}, {right}))"),
                    format!("(*noisy({first}, {left}).get() {operator} {right})"),
                    format!(
                        "((noisy({first}, {left}), e({second}, 2)).1 {operator} noisy({second}, {right}).1)"
                    ),
                ])
            }
            Construct::Projections => self.found_out_later(operator, [first, second]),
            other => unreachable!("{other:?} is no operand"),
        }
    }

    /// Writes operands whose type is not inferred yet at the operator.
    fn found_out_later(&mut self, operator: &str, [first, second]: [u32; 2]) -> String {
        let (name, value) = (self.name("sums"), self.integer());
        let choices = [
            format!("(|a, b| a {operator} b)(Liar({value}), Liar(e({first}, y)))"),
            format!("(|a| a + 1 {operator} 2 || 7 {operator} a)(i64::from({value}))"),
            format!(
                "{{ {}fn {name}<M: Measure>(sum: &[M; 2], m: M) -> bool {{ let at = |index: usize| e({first}, index); \
                 sum[at(0)] + m {operator} sum[at(1)] || sum[0] {operator} m }} \
                 {name}(&[i64::from({value}), 7], 3) && {name}(&[z as f32, 1.0], 0.0) }}",
                super::markers::ATTRIBUTE
            ),
            format!(
                "{{ let sum = [m, k]; let at = |index: usize| e({first}, index); \
                 sum[at(0)] + k {operator} sum[at(1)] || m {operator} {{ note({second}); k }} }}"
            ),
        ];
        // Only a generic function has `m` and `k`.
        let count = if self.is_generic { choices.len() } else { choices.len() - 1 };
        self.pick(&choices[..count]).in_parentheses()
    }
}
