//! The pairs of constructs in one function.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

use crate::constructs::Construct;
use crate::generator::Function;

/// Counts of pairs.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    together: BTreeMap<(Construct, Construct), u32>,
    nested: BTreeMap<(Construct, Construct), u32>,
    functions: u32,
}

impl Pairs {
    /// Counts the pairs of a function.
    pub fn count(&mut self, function: &Function) {
        self.functions += 1;
        for &first in &function.constructs {
            for &second in function.constructs.range(first..).skip(1) {
                *self.together.entry((first, second)).or_default() += 1;
            }
        }
        for &pair in &function.nested {
            *self.nested.entry(pair).or_default() += 1;
        }
    }

    /// True if one function has had both.
    pub fn has(&self, one: Construct, other: Construct) -> bool {
        self.together.contains_key(&(one.min(other), one.max(other)))
    }

    /// Returns the number of missing pairs with `construct`.
    pub fn missing_with(&self, construct: Construct) -> usize {
        let others = Construct::ALL.iter().filter(|&&other| {
            other != construct && construct.excludes(other).is_none() && !self.has(construct, other)
        });
        others.count()
    }

    /// Returns the missing possible pairs.
    pub fn missing(&self) -> Vec<(Construct, Construct)> {
        let missing =
            all_pairs().filter(|&(one, other)| one.excludes(other).is_none() && !self.has(one, other));
        missing.collect()
    }
}

/// Returns each pair once.
fn all_pairs() -> impl Iterator<Item = (Construct, Construct)> {
    Construct::ALL
        .iter()
        .enumerate()
        .flat_map(|(index, &one)| Construct::ALL[index + 1..].iter().map(move |&other| (one, other)))
}

/// The figures; the matrix, one digit for the number of functions with both constructs (`9` for
/// more); and the missing pairs.
impl Display for Pairs {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        let possible = all_pairs().filter(|(one, other)| one.excludes(*other).is_none()).count();
        writeln!(
            formatter,
            "{} functions, {} constructs; in one function: {} of {possible} pairs; one within the other: {} ordered pairs",
            self.functions,
            Construct::ALL.len(),
            self.together.len(),
            self.nested.len()
        )?;
        for (index, &one) in Construct::ALL.iter().enumerate() {
            let row: String = Construct::ALL[..index]
                .iter()
                .map(|&other| match self.together.get(&(other, one)) {
                    _ if one.excludes(other).is_some() => '-',
                    None => '.',
                    Some(&count) => char::from_digit(count.min(9), 10).unwrap_or('9'),
                })
                .collect();
            writeln!(formatter, "{:>3} {:<50} {row}", index + 1, one.text())?;
        }
        for (one, other) in all_pairs() {
            if let Some(reason) = one.excludes(other) {
                writeln!(formatter, "excluded: {} with {} ({reason})", one.text(), other.text())?;
            }
        }
        for (one, other) in self.missing() {
            writeln!(formatter, "missing: {} with {}", one.text(), other.text())?;
        }
        Ok(())
    }
}
