//! Parameters of the package's generic types that always have the same type, by declarations. If an
//! `Entry<'a, K, V, S>` contains a `&'a mut Map<K, V, S>`, the third parameter of both is the same.
//! So functions of both types have to be called with the same type, or no value of the one leads to
//! the other.

use std::collections::{BTreeMap, BTreeSet};

use crate::words::{in_angles, parts, Token};

/// A parameter: the name of a type, and the index among its parameters without lifetimes.
pub type Place = (String, usize);

/// The most parameters of one type: a large package has chains of wrappers.
const MOST: usize = 32;

/// The parameters of generic types, as related by declarations.
#[derive(Debug, Default)]
pub struct Related {
    pairs: BTreeMap<Place, BTreeSet<Place>>,
    /// The default of a parameter, if it is a name.
    defaults: BTreeMap<Place, String>,
    /// The names of the parameters of a type.
    parameters: BTreeMap<String, Vec<String>>,
    /// The names of several types with different parameters: an `Entry` of a map, and one of a set.
    ambiguous: BTreeSet<String>,
}

impl Related {
    /// Reads the declaration of a type, from after its name.
    pub(super) fn read(&mut self, name: &str, rest: &[Token<'_>]) {
        let Some((declared, rest)) = in_angles(rest) else { return };
        let mut names: Vec<&str> = Vec::new();
        for part in parts(declared).into_iter().map(without_attributes) {
            let ([Token::Word("const"), Token::Word(parameter), ..] | [Token::Word(parameter), ..]) = part
            else {
                continue;
            };
            if let [.., Token::Sign('='), Token::Word(default)] = part {
                let index = names.iter().position(|name| name == parameter).unwrap_or(names.len());
                self.defaults.insert((name.to_owned(), index), (*default).to_owned());
            }
            // Of `#[cfg(a)] S, #[cfg(b)] S`, one is compiled.
            if names.last() != Some(parameter) {
                names.push(parameter);
            }
        }
        let declared = names.iter().map(|name| (*name).to_owned()).collect();
        if self.parameters.get(name).is_some_and(|known| *known != declared) {
            self.ambiguous.insert(name.to_owned());
        }
        self.parameters.insert(name.to_owned(), declared);
        let body = rest.iter().position(|token| matches!(token, Token::Sign('{' | '(' | ';')));
        let body = body.map_or(&rest[..0], |start| super::group(&rest[start..]));
        for (at, token) in body.iter().enumerate() {
            let Token::Word(other) = token else { continue };
            let Some((arguments, _)) = in_angles(&body[at + 1..]) else { continue };
            for (index, argument) in parts(arguments).into_iter().enumerate() {
                let [Token::Word(argument)] = argument else { continue };
                let Some(own) = names.iter().position(|name| name == argument) else { continue };
                let (own, other) = ((name.to_owned(), own), ((*other).to_owned(), index));
                self.pairs.entry(own.clone()).or_default().insert(other.clone());
                self.pairs.entry(other).or_default().insert(own);
            }
        }
    }

    /// The parameters of the package's types with the same type as this one, itself first, the
    /// nearest next.
    pub fn find(&self, place: Place, is_own: impl Fn(&str) -> bool) -> Vec<Place> {
        let mut next = if self.is_ambiguous(&place.0) { 1 } else { 0 };
        let mut found = vec![place];
        while let Some(place) = found.get(next).filter(|_| found.len() < MOST) {
            let others = self.pairs.get(place).into_iter().flatten();
            // All types contain vectors and maps.
            let others = others.filter(|other| is_own(&other.0) && !found.contains(other));
            let others = others.filter(|other| !self.is_ambiguous(&other.0));
            let others: Vec<Place> = others.cloned().collect();
            found.extend(others);
            next += 1;
        }
        found
    }

    pub fn default_of(&self, place: &Place) -> Option<&str> {
        self.defaults.get(place).filter(|_| !self.is_ambiguous(&place.0)).map(String::as_str)
    }

    /// True if several types with different parameters have this name.
    pub fn is_ambiguous(&self, name: &str) -> bool {
        self.ambiguous.contains(name)
    }
}

/// A parameter without the attributes before it.
fn without_attributes<'t, 'a>(mut part: &'t [Token<'a>]) -> &'t [Token<'a>] {
    while let [Token::Sign('#'), rest @ ..] = part {
        part = &rest[super::group(rest).len()..];
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn parameters_passed_to_a_field_are_the_same() {
        let mut related = Related::default();
        let mut read = |name: &str, text: &str| related.read(name, &words(text));
        read("Map", "<K, V, S = RandomState> { table: Table<(K, V)>, hash_builder: S }");
        read(
            "Entry",
            "<'a, K: 'a, V, S> where S: 'a { Occupied(Occupied<'a, K, V, S>), Vacant(Vacant<'a, K, V>) }",
        );
        read("Occupied", "<'a, K, V, S> { map: &'a mut Map<K, V, S>, hash: u64 }");
        read("Ring", "<T, const N: usize>([T; N], Vec<T>);");
        read("Grid", "<N, #[cfg(not(a))] S, #[cfg(a)] S = RandomState, Ty = Directed>(N, S, Ty);");
        let find = |name: &str, index: usize| -> Vec<Place> {
            related.find((name.to_owned(), index), |name| name != "Vec")
        };
        let place = |name: &str, index: usize| (name.to_owned(), index);
        assert_eq!(find("Entry", 2), [place("Entry", 2), place("Occupied", 2), place("Map", 2)]);
        assert_eq!(find("Map", 0).len(), 4);
        assert_eq!(find("Ring", 0), [place("Ring", 0)]);
        assert_eq!(find("Ring", 1), [place("Ring", 1)]);
        assert_eq!(related.default_of(&place("Map", 2)), Some("RandomState"));
        assert_eq!(related.default_of(&place("Entry", 2)), None);
        assert_eq!(related.default_of(&place("Grid", 1)), Some("RandomState"));
        assert_eq!(related.default_of(&place("Grid", 2)), Some("Directed"));
        related.read("Entry", &words("<'a, T, A = Global> { table: &'a mut Table<T, A> }"));
        assert_eq!(related.find(place("Entry", 1), |_| true), [place("Entry", 1)]);
        assert_eq!(related.default_of(&place("Entry", 1)), None);
    }
}
