//! The slots of a test case, the variables of symbolic execution.

/// A value of a test case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The node of the value.
    pub node: usize,
    /// The index of the character, in a text.
    pub character: Option<usize>,
    pub kind: SlotKind,
    /// The value, in two's complement of its width.
    pub value: u128,
}

/// The kind of a slot's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// An integer of this many bits.
    Integer(u32),
    Boolean,
    /// An ASCII character of a text.
    Ascii,
    /// Any other character.
    Character,
    /// A length.
    Length(Length),
    /// An ASCII character that a longer text would have.
    Absent,
}

/// A variable length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// The first of the slots of the characters, or of the elements if each is one slot.
    pub first: Option<usize>,
    /// The first slot after the end, and the number of these slots.
    pub absent: (usize, usize),
    pub shortest: usize,
    pub longest: usize,
    pub is_text: bool,
}

impl SlotKind {
    /// The width in bits.
    pub fn width(self) -> u32 {
        match self {
            SlotKind::Integer(bits) => bits,
            SlotKind::Boolean => 1,
            SlotKind::Ascii | SlotKind::Absent => 8,
            SlotKind::Character => 32,
            SlotKind::Length(_) => 16,
        }
    }
}
