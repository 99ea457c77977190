//! The test case, which the search varies. A sequence of statements (calls) with their arguments,
//! stored flat, as nodes in pre-order and one text buffer. So it is copied to write it to the
//! journal, and every operator is written once for all shapes.

mod stored;

use std::ops::Range;

/// The meaning of a node. [`Shape`](crate::Shape) determines the nodes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum NodeKind {
    /// A call; payload: index of the callable; children: the arguments.
    Statement = 0,
    /// An argument that is the result of an earlier statement; payload: that statement's index.
    ResultOf = 1,
    /// `false` (payload 0) or `true` (1).
    Bool = 2,
    /// A character; payload: its scalar value.
    Char = 3,
    /// An integer; payload: two's complement, sign-extended (see [`crate::Shape::Integer`]).
    Integer = 4,
    /// A float; payload: the bits of the value as an `f64`.
    Float = 5,
    /// A text; payload: its length in bytes. All bytes are in order in the text buffer.
    Text = 6,
    /// A sequence; payload: the number of elements; children: the elements.
    Sequence = 7,
    /// A product; children: the fields.
    Product = 8,
    /// A sum; payload: index of the variant; children: its fields.
    Sum = 9,
}

impl NodeKind {
    const ALL: [NodeKind; 10] = [
        NodeKind::Statement,
        NodeKind::ResultOf,
        NodeKind::Bool,
        NodeKind::Char,
        NodeKind::Integer,
        NodeKind::Float,
        NodeKind::Text,
        NodeKind::Sequence,
        NodeKind::Product,
        NodeKind::Sum,
    ];
}

/// One node of a [`TestCase`]: 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub kind: NodeKind,
    /// Number of nodes in its subtree, itself included: 1 or more.
    pub length: u32,
    pub payload: u64,
}

/// A sequence of statements with their arguments, or a fragment of one (a single value).
///
/// ```
/// use sbst_model::{NodeKind, TestCase};
///
/// // call 0 with the arguments 7 and "hello"
/// let mut test = TestCase::new();
/// let call = test.open(NodeKind::Statement, 0);
/// test.leaf(NodeKind::Integer, 7);
/// test.push_text("hello");
/// test.close(call);
///
/// assert_eq!(test.children(call).collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(test.text(2), "hello");
/// assert_eq!(TestCase::from_hex(&test.to_hex()), Some(test));
/// ```
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct TestCase {
    nodes: Vec<Node>,
    text: String,
}

impl Clone for TestCase {
    fn clone(&self) -> Self {
        TestCase { nodes: self.nodes.clone(), text: self.text.clone() }
    }
    /// Copies into existing buffers: no allocation once they are large enough.
    fn clone_from(&mut self, source: &Self) {
        self.nodes.clear();
        self.nodes.extend_from_slice(&source.nodes);
        self.text.clear();
        self.text.push_str(&source.text);
    }
}

impl TestCase {
    pub const fn new() -> TestCase {
        TestCase { nodes: Vec::new(), text: String::new() }
    }

    /// Clears it, and keeps its buffers.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.text.clear();
    }

    /// Appends a node without children and returns its index.
    #[inline]
    pub fn leaf(&mut self, kind: NodeKind, payload: u64) -> usize {
        self.nodes.push(Node { kind, length: 1, payload });
        self.nodes.len() - 1
    }

    /// Appends a node unchanged; it must not be a text.
    pub(crate) fn push(&mut self, node: Node) {
        debug_assert!(node.kind != NodeKind::Text);
        self.nodes.push(node);
    }

    /// Appends a text node and returns its index.
    pub fn push_text(&mut self, text: &str) -> usize {
        self.push_text_pieces([text])
    }

    /// Appends a text node with the concatenation of these pieces, and returns its index.
    pub fn push_text_pieces<'a>(&mut self, pieces: impl IntoIterator<Item = &'a str>) -> usize {
        let before = self.text.len();
        self.text.extend(pieces);
        self.leaf(NodeKind::Text, (self.text.len() - before) as u64)
    }

    /// Appends a text node and returns its index.
    pub fn push_characters(&mut self, characters: impl Iterator<Item = char>) -> usize {
        let before = self.text.len();
        self.text.extend(characters);
        self.leaf(NodeKind::Text, (self.text.len() - before) as u64)
    }

    /// Begins a node whose children are appended next; [`close`](Self::close) ends it.
    pub fn open(&mut self, kind: NodeKind, payload: u64) -> usize {
        self.leaf(kind, payload)
    }

    /// Ends the node that [`open`](Self::open) began.
    pub fn close(&mut self, node: usize) {
        self.nodes[node].length = (self.nodes.len() - node) as u32;
    }

    pub fn append(&mut self, fragment: &TestCase) {
        self.nodes.extend_from_slice(&fragment.nodes);
        self.text.push_str(&fragment.text);
    }

    /// Appends a copy of the subtree at `node` of `source`.
    pub fn append_subtree(&mut self, source: &TestCase, node: usize) {
        let subtree = source.subtree(node);
        if !source.text.is_empty() {
            self.text.push_str(&source.text[source.text_range(subtree.clone())]);
        }
        self.nodes.extend_from_slice(&source.nodes[subtree]);
    }

    /// The nodes in pre-order.
    #[inline]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The bytes of all texts, in the order of their nodes.
    #[inline]
    pub fn text_buffer(&self) -> &str {
        &self.text
    }

    /// The size that a search minimises: nodes and bytes of text. Each byte counts as one node: if
    /// 16 bytes of text weighed as much as a node, long texts would be hidden.
    #[inline]
    pub fn size(&self) -> usize {
        self.nodes.len() + self.text.len()
    }

    #[inline]
    pub fn subtree(&self, node: usize) -> Range<usize> {
        node..node + self.nodes[node].length as usize
    }

    /// The children of `node`, by index.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.subtree(node).end;
        let mut next = node + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next = self.subtree(child).end;
                child
            })
        })
    }

    pub fn text(&self, node: usize) -> &str {
        &self.text[self.text_range(node..node + 1)]
    }

    /// The value of the integer node at `node`, in two's complement. For 128-bit integers both
    /// halves, for others sign-extended from 64 bits.
    #[inline]
    pub fn integer(&self, node: usize) -> u128 {
        let Node { length, payload, .. } = self.nodes[node];
        if length == 1 {
            payload as i64 as i128 as u128
        } else {
            u128::from(payload) | u128::from(self.nodes[node + 1].payload) << 64
        }
    }

    /// Copies the subtree at `node` into `fragment`, replacing its content.
    pub fn copy_subtree(&self, node: usize, fragment: &mut TestCase) {
        fragment.clear();
        fragment.append_subtree(self, node);
    }

    /// The range of the nodes' texts in the text buffer.
    fn text_range(&self, range: Range<usize>) -> Range<usize> {
        let bytes = |nodes: &[Node]| -> usize {
            nodes.iter().filter(|node| node.kind == NodeKind::Text).map(|node| node.payload as usize).sum()
        };
        let start = bytes(&self.nodes[..range.start]);
        start..start + bytes(&self.nodes[range])
    }

    /// Sets the payload of a node without children or text that depend on it (bool, char, float,
    /// integer of up to 64 bits).
    #[inline]
    pub fn set_payload(&mut self, node: usize, payload: u64) {
        debug_assert!(self.nodes[node].kind != NodeKind::Text);
        self.nodes[node].payload = payload;
    }

    /// Sets the value of the integer node at `node`, both halves if it has two.
    #[inline]
    pub fn set_integer(&mut self, node: usize, value: u128) {
        self.nodes[node].payload = value as u64;
        if self.nodes[node].length == 2 {
            self.nodes[node + 1].payload = (value >> 64) as u64;
        }
    }

    pub fn set_text(&mut self, node: usize, text: &str) {
        let range = self.text_range(node..node + 1);
        self.text.replace_range(range, text);
        self.nodes[node].payload = text.len() as u64;
    }

    /// Replaces the subtree at `node` by `fragment` (one value).
    pub fn replace(&mut self, node: usize, fragment: &TestCase) {
        let subtree = self.subtree(node);
        self.splice(subtree, fragment);
    }

    /// Inserts `element` (one value) before the `index`-th element of the sequence at `sequence`;
    /// `index` may be the number of elements.
    pub fn insert_element(&mut self, sequence: usize, index: usize, element: &TestCase) {
        let at = self.children(sequence).nth(index).unwrap_or_else(|| self.subtree(sequence).end);
        // The sequence must count as an ancestor even if the element comes after its last node.
        self.grow_ancestors(sequence, element.nodes.len() as i64);
        let text = self.text_range(at..at).start;
        self.nodes.splice(at..at, element.nodes.iter().copied());
        self.text.insert_str(text, &element.text);
        self.nodes[sequence].payload += 1;
    }

    /// Removes the `index`-th element of the sequence at `sequence`. Panics if the index is out of
    /// range.
    pub fn remove_element(&mut self, sequence: usize, index: usize) {
        let element = self.children(sequence).nth(index).expect("the sequence has that many elements");
        let subtree = self.subtree(element);
        self.splice(subtree, &TestCase::new());
        self.nodes[sequence].payload -= 1;
    }

    fn splice(&mut self, subtree: Range<usize>, fragment: &TestCase) {
        let text = self.text_range(subtree.clone());
        let change = fragment.nodes.len() as i64 - subtree.len() as i64;
        if change != 0 {
            if let Some(parent) = self.parent(subtree.start) {
                self.grow_ancestors(parent, change);
            }
        }
        self.nodes.splice(subtree, fragment.nodes.iter().copied());
        self.text.replace_range(text, &fragment.text);
    }

    fn parent(&self, node: usize) -> Option<usize> {
        (0..node).rev().find(|&candidate| self.subtree(candidate).end > node)
    }

    /// Adds `change` to the length of `node` and of every node that contains it.
    fn grow_ancestors(&mut self, node: usize, change: i64) {
        for (index, candidate) in self.nodes[..=node].iter_mut().enumerate() {
            if index + candidate.length as usize > node {
                candidate.length = (i64::from(candidate.length) + change) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A random value of up to `depth` levels, appended to `test`.
    fn value() -> impl Strategy<Value = TestCase> {
        let leaf = prop_oneof![
            any::<u64>().prop_map(|payload| {
                let mut test = TestCase::new();
                test.leaf(NodeKind::Integer, payload);
                test
            }),
            ".{0,4}".prop_map(|text| {
                let mut test = TestCase::new();
                test.push_text(&text);
                test
            }),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            proptest::collection::vec(inner, 0..4).prop_map(|elements| {
                let mut test = TestCase::new();
                let sequence = test.open(NodeKind::Sequence, elements.len() as u64);
                for element in &elements {
                    test.append(element);
                }
                test.close(sequence);
                test
            })
        })
    }

    proptest! {
        #[test]
        fn a_stored_test_case_is_read_back(test in value()) {
            prop_assert!(test.is_well_formed());
            prop_assert_eq!(TestCase::from_hex(&test.to_hex()), Some(test));
        }

        #[test]
        fn a_truncated_test_case_is_refused(test in value(), cut in 1usize..64) {
            let mut bytes = vec![0; test.byte_length()];
            test.write_bytes(&mut bytes).unwrap();
            bytes.truncate(bytes.len().saturating_sub(cut));
            prop_assert_eq!(TestCase::from_bytes(&bytes), None);
        }

        #[test]
        fn replacing_any_subtree_keeps_the_tree_well_formed(test in value(), with in value(), at: prop::sample::Index) {
            let mut changed = test.clone();
            let node = at.index(test.nodes().len());
            changed.replace(node, &with);
            prop_assert!(changed.is_well_formed());
            let mut copied = TestCase::new();
            changed.copy_subtree(node, &mut copied);
            prop_assert_eq!(copied, with);
            prop_assert_eq!(changed.nodes().len() + test.subtree(node).len(),
                test.nodes().len() + changed.subtree(node).len());
        }

        #[test]
        fn removing_an_inserted_element_restores_the_test(test in value(), element in value(),
            node: prop::sample::Index, at: prop::sample::Index) {
            let sequences: Vec<usize> =
                (0..test.nodes().len()).filter(|&n| test.nodes()[n].kind == NodeKind::Sequence).collect();
            prop_assume!(!sequences.is_empty());
            let sequence = sequences[node.index(sequences.len())];
            let index = at.index(test.nodes()[sequence].payload as usize + 1);
            let mut changed = test.clone();
            changed.insert_element(sequence, index, &element);
            prop_assert!(changed.is_well_formed());
            prop_assert_eq!(changed.children(sequence).count() as u64, changed.nodes()[sequence].payload);
            let mut copied = TestCase::new();
            changed.copy_subtree(changed.children(sequence).nth(index).unwrap(), &mut copied);
            prop_assert_eq!(&copied, &element);
            changed.remove_element(sequence, index);
            prop_assert_eq!(changed, test);
        }

        #[test]
        fn integers_of_128_bits_keep_both_halves(value: u128) {
            let mut test = TestCase::new();
            let integer = test.open(NodeKind::Integer, 0);
            test.leaf(NodeKind::Integer, 0);
            test.close(integer);
            test.set_integer(integer, value);
            prop_assert_eq!(test.integer(integer), value);
        }
    }

    #[test]
    fn a_text_is_replaced_without_touching_its_neighbours() {
        let mut test = TestCase::new();
        let sequence = test.open(NodeKind::Sequence, 3);
        let texts: Vec<usize> = ["α", "middle", "omega"].iter().map(|text| test.push_text(text)).collect();
        test.close(sequence);
        test.set_text(texts[1], "");
        assert_eq!([test.text(texts[0]), test.text(texts[1]), test.text(texts[2])], ["α", "", "omega"]);
        assert!(test.is_well_formed());
    }

    #[test]
    fn a_text_of_characters_is_like_any_other() {
        let (mut characters, mut text) = (TestCase::new(), TestCase::new());
        for each in ["one", "", "zwölf"] {
            characters.push_characters(each.chars());
            text.push_text(each);
        }
        assert_eq!(characters, text);
    }

    #[test]
    fn a_node_is_sixteen_bytes() {
        assert_eq!(size_of::<Node>(), 16);
    }
}
