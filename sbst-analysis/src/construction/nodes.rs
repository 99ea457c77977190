//! Sets of nodes, of one bit for each: they are joined for every expression that is looked at.

/// A set of nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Nodes {
    /// The last one is not zero.
    words: Vec<u64>,
}

impl Nodes {
    pub(super) fn new() -> Nodes {
        Nodes::default()
    }

    /// A set of one node.
    pub(super) fn of(node: usize) -> Nodes {
        [node].into_iter().collect()
    }

    /// Adds a node, and tells whether it is new.
    pub(super) fn insert(&mut self, node: usize) -> bool {
        let word = node / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let before = self.words[word];
        self.words[word] |= 1 << (node % 64);
        self.words[word] != before
    }

    pub(super) fn remove(&mut self, node: usize) {
        if let Some(word) = self.words.get_mut(node / 64) {
            *word &= !(1 << (node % 64));
        }
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    /// Adds the members of another set.
    pub(super) fn add(&mut self, other: &Nodes) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    pub(super) fn contains(&self, node: usize) -> bool {
        self.words.get(node / 64).is_some_and(|word| word >> (node % 64) & 1 == 1)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The members, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.words.iter().enumerate();
        words.flat_map(|(word, &bits)| {
            (0..64).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| 64 * word + bit)
        })
    }

    /// Whether there is a member in both.
    pub(super) fn meets(&self, other: &Nodes) -> bool {
        self.words.iter().zip(&other.words).any(|(one, other)| one & other != 0)
    }
}

impl FromIterator<usize> for Nodes {
    fn from_iter<I: IntoIterator<Item = usize>>(nodes: I) -> Nodes {
        let mut found = Nodes::new();
        nodes.into_iter().for_each(|node| {
            found.insert(node);
        });
        found
    }
}

impl<'a> FromIterator<&'a Nodes> for Nodes {
    fn from_iter<I: IntoIterator<Item = &'a Nodes>>(sets: I) -> Nodes {
        let mut found = Nodes::new();
        sets.into_iter().for_each(|set| found.add(set));
        found
    }
}

impl FromIterator<Nodes> for Nodes {
    fn from_iter<I: IntoIterator<Item = Nodes>>(sets: I) -> Nodes {
        let mut found = Nodes::new();
        sets.into_iter().for_each(|set| found.add(&set));
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_the_same_whatever_was_in_it_before() {
        let mut set: Nodes = [3, 200].into_iter().collect();
        assert!(!set.insert(3) && set.insert(64));
        set.remove(200);
        assert_eq!(set, [64, 3].into_iter().collect());
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64]);
        set.remove(3);
        set.remove(64);
        assert!(set.is_empty() && set == Nodes::new());
    }
}
