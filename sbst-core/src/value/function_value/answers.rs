//! The answers of a closure to its arguments, each with its source, and the way to give it.
//!
//! 1. The first answer is a constant. The others are compared with keys, in a table of up to
//!    [`MOST_ENTRIES`] entries with a default. Booleans have comparisons and membership, which read
//!    better than a table of booleans.
//! 2. An entry has a key for each compared parameter. The default is the first field, so that a
//!    mutation to more or fewer entries keeps it.
//! 3. A comparator is a constant or an order of its arguments.
//! 4. Answers without a key, such as an argument itself, are given only if results have no bounds.

use super::answer::Answer;
use super::key::{ClosureParameter, Keys, Sort};
use super::text::{condition, is_tuple, negation, pattern, Operand};
use crate::value::frame::Frame;
use sbst_model::shape::{Product, Shape, ShapeRef, Sum};
use std::any::TypeId;
use std::cmp::Ordering;

/// The most entries of a table, and members of a set.
const MOST_ENTRIES: usize = 3;

/// The sorts of results with specific answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Results {
    Nothing,
    Booleans,
    Orders,
    Integers(&'static str),
    Others,
}

impl Results {
    fn from_type(of: TypeId) -> Results {
        macro_rules! integers {
            ($($type:ident)*) => { $(
                if of == TypeId::of::<$type>() {
                    return Results::Integers(stringify!($type));
                }
            )* };
        }
        integers!(u64 usize u32 i32 u8 i64 u16 i8 i16 isize);
        match of {
            of if of == TypeId::of::<()>() => Results::Nothing,
            of if of == TypeId::of::<bool>() => Results::Booleans,
            of if of == TypeId::of::<Ordering>() => Results::Orders,
            _ => Results::Others,
        }
    }
}

/// True if a method compares two arguments with these keys.
fn is_ordered(one: &Keys, other: &Keys) -> bool {
    let is_same = one.of == other.of && one.references == other.references;
    is_same && !one.is_mutable && !other.is_mutable && !matches!(one.sort, Sort::Boolean | Sort::Other)
}

/// All answers of a parameter, in the order of the variants of its shape.
pub(super) struct Answers {
    pub(super) shape: &'static Shape,
    pub(super) all: Vec<Answer>,
    keys: Vec<Keys>,
}

/// Writes the answers of closures with these parameters and results of this shape, with or without
/// bounds.
struct Writer<'a> {
    /// The source of the argument, with `{0}` in place of the result of a constant.
    template: &'static str,
    parameters: &'a [ClosureParameter],
    operands: Vec<Operand>,
    keys: Vec<Keys>,
    value: ShapeRef,
    found: Vec<(Answer, Product)>,
}

impl Answers {
    /// Returns the answers with results of a type; `None` if there are only constants.
    pub(super) fn new(
        result: TypeId,
        template: &'static str,
        value: ShapeRef,
        parameters: &[ClosureParameter],
        is_bounded: bool,
    ) -> Option<Answers> {
        let keys: Vec<Keys> = parameters.iter().filter_map(|parameter| parameter.keys).collect();
        let operands = parameters.iter().filter_map(Operand::from_parameter).collect();
        let mut writer = Writer { template, parameters, operands, keys, value, found: Vec::new() };
        writer.found.push((Answer::Constant, Product::new(Vec::leak(vec![value]), template)));
        match (Results::from_type(result), &writer.keys[..]) {
            (Results::Nothing, _) => {}
            (Results::Orders, [one, other]) if is_ordered(one, other) => writer.orders(),
            (Results::Booleans, [_, ..]) => writer.booleans(),
            (results, [_, ..]) => {
                if let (Results::Orders, [keys]) = (results, &writer.keys[..]) {
                    let keys = *keys;
                    writer.order_of_key(keys);
                }
                writer.tables();
                if let (Results::Integers(name), [keys], false) = (results, &writer.keys[..], is_bounded) {
                    let keys = *keys;
                    writer.cast(name, keys);
                }
            }
            _ => {}
        }
        if !is_bounded {
            writer.arguments();
        }
        let Writer { found, keys, .. } = writer;
        if found.len() < 2 {
            return None;
        }
        let (all, variants): (Vec<Answer>, Vec<Product>) = found.into_iter().unzip();
        let shape = Shape::Sum(Sum { variants: Vec::leak(variants) });
        Some(Answers { shape: Box::leak(Box::new(shape)), all, keys })
    }

    /// Reads all keys and values of an answer; `value` reads a value.
    pub(super) fn check<'x>(&self, frame: &'x Frame<'x>, value: &mut dyn FnMut()) {
        let answer = self.all[frame.variant()];
        let entries = match answer {
            Answer::Constant | Answer::Table(_) => {
                value();
                answer.entries()
            }
            answer => answer.entries(),
        };
        for _ in 0..entries {
            self.keys.iter().for_each(|keys| (keys.check)(frame));
            if let Answer::Table(_) = answer {
                value();
            }
        }
    }
}

impl Writer<'_> {
    /// Adds an answer of a closure that uses its compared parameters, or the parameters that
    /// `is_used`.
    fn add(&mut self, answer: Answer, body: &str, fields: Vec<ShapeRef>) {
        self.add_using(answer, body, fields, |_, parameter| parameter.keys.is_some());
    }

    fn add_using(
        &mut self,
        answer: Answer,
        body: &str,
        fields: Vec<ShapeRef>,
        is_used: impl Fn(usize, &ClosureParameter) -> bool,
    ) {
        let constant = format!("{} {{0}}", pattern(self.parameters, |_, _| false));
        let closure = format!("{} {body}", pattern(self.parameters, is_used));
        let template = self.template.replacen(&constant, &closure, 1);
        self.found.push((answer, Product::new(Vec::leak(fields), String::leak(template))));
    }

    /// Returns the fields of this number of keys, or of tuples of keys.
    fn keys(&self, entries: usize) -> Vec<ShapeRef> {
        (0..entries).flat_map(|_| self.keys.iter().map(|keys| keys.shape)).collect()
    }

    /// Returns the fields of one key, or a tuple of them, behind an operator.
    fn compared(&self, is_equal: bool) -> Vec<ShapeRef> {
        if is_tuple(&self.operands) {
            return self.keys(1);
        }
        let all = self.operands.iter().zip(&self.keys);
        all.map(|(operand, keys)| operand.keys_of_comparison(keys.shape, is_equal)).collect()
    }

    fn tables(&mut self) {
        let is_boolean = matches!(self.operands[..], [Operand { sort: Sort::Boolean, .. }]);
        let most = if is_boolean { 1 } else { MOST_ENTRIES };
        for entries in 1..=most {
            let mut fields = vec![self.value];
            let mut body = String::new();
            for _ in 0..entries {
                body += &format!("if {} ", condition(&self.operands, fields.len()));
                fields.extend(self.compared(true));
                body += &format!("{{{{ {{{}}} }}}} else ", fields.len());
                fields.push(self.value);
            }
            body += "{{ {0} }}";
            self.add(Answer::Table(entries), &body, fields);
        }
    }

    fn booleans(&mut self) {
        self.add(Answer::Equal, &condition(&self.operands, 0), self.compared(true));
        if let Some(negation) = negation(&self.operands) {
            self.add(Answer::NotEqual, &negation, self.compared(false));
        }
        if let [operand] = &self.operands[..] {
            if let Sort::Integer(_) | Sort::Character | Sort::Float = operand.sort {
                let written = operand.written();
                self.add(Answer::Less, &format!("{written} < {{0}}"), self.keys(1));
                self.add(Answer::Greater, &format!("{written} > {{0}}"), self.keys(1));
            }
        }
        let has_members =
            is_tuple(&self.operands) || matches!(&self.operands[..], [one] if one.may_be_member());
        for entries in (2..=MOST_ENTRIES).filter(|_| has_members) {
            let count = self.keys.len();
            let members: Vec<String> = (0..entries)
                .map(|entry| {
                    let keys = (0..count).map(|key| format!("{{{}}}", entry * count + key));
                    let keys = keys.collect::<Vec<_>>().join(", ");
                    if count > 1 {
                        format!("({keys})")
                    } else {
                        keys
                    }
                })
                .collect();
            let members = members.join(", ");
            let asked = match &self.operands[..] {
                [one] => one.referred(),
                all => format!("&({})", all.iter().map(Operand::written).collect::<Vec<_>>().join(", ")),
            };
            self.add(Answer::Member(entries), &format!("[{members}].contains({asked})"), self.keys(entries));
        }
    }

    fn orders(&mut self) {
        let [one, other] = &self.operands[..] else { return };
        let method = if one.sort == Sort::Float { "total_cmp" } else { "cmp" };
        let sign = if one.references == 0 { "&" } else { "" };
        let (one, other) = (one.name, other.name);
        self.add(Answer::Ascending, &format!("{one}.{method}({sign}{other})"), Vec::new());
        self.add(Answer::Descending, &format!("{other}.{method}({sign}{one})"), Vec::new());
    }

    fn order_of_key(&mut self, keys: Keys) {
        let text = match (keys.sort, keys.references) {
            _ if keys.is_mutable => return,
            (Sort::Integer(_) | Sort::Character, 0 | 1) => "cmp(&{0})",
            (Sort::Text, 1) => "cmp({0})",
            (Sort::OwnedText, 0 | 1) => "as_str().cmp({0})",
            _ => return,
        };
        let body = format!("{}.{text}", self.operands[0].name);
        self.add(Answer::ToKey, &body, self.keys(1));
    }

    fn cast(&mut self, result: &'static str, keys: Keys) {
        let operand = self.operands[0].written();
        let body = match keys.sort {
            Sort::Integer(name) if name == result && keys.references == 0 => return,
            Sort::Integer(name) if name == result => operand,
            Sort::Integer(_) => format!("{operand} as {result}"),
            Sort::Character => format!("{operand} as {result}"),
            _ => return,
        };
        self.add(Answer::Cast, &body, Vec::new());
    }

    fn arguments(&mut self) {
        for (index, parameter) in self.parameters.iter().enumerate() {
            if parameter.is_result {
                self.add_using(Answer::Itself(index), parameter.name, Vec::new(), |other, _| other == index);
            }
        }
    }
}
