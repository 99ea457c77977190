//! Characters beyond ASCII.
//!
//! More than four fifths of 1.1 million scalar values are unassigned or for private use. Programs
//! look up properties of a character in tables without a gradient. So characters are drawn
//! 1. as [`MEMBERS`] of the classes in Unicode's algorithms, or
//! 2. from those of one length in UTF-8, each length as likely.

/// Members of the classes beyond ASCII in Unicode's algorithms. They are grapheme, word and
/// sentence breaks (UAX #29), line breaks (UAX #14), widths (UAX #11), special casing
/// (`SpecialCasing.txt`) and numbers.
#[rustfmt::skip]
pub(super) const MEMBERS: [char; 66] = [
    // Latin: next line, no-break space, soft hyphen, two letters in the other case, final sigma.
    '\u{85}', '\u{a0}', '\u{ad}', '\u{df}', '\u{e9}', '\u{130}', '\u{131}', '\u{149}', '\u{17f}', '\u{1c5}',
    '\u{3a3}', '\u{3c2}', '\u{1e9e}', '\u{fb01}',
    // Marks: above, enclosing, between words, with and without width.
    '\u{300}', '\u{301}', '\u{20dd}', '\u{34f}', '\u{903}', '\u{94d}', '\u{93c}', '\u{e33}', '\u{1abe}',
    // Letters that are written from the right, joined, or before a mark, and their digits.
    '\u{5d0}', '\u{5f4}', '\u{600}', '\u{627}', '\u{644}', '\u{661}', '\u{915}', '\u{e01}', '\u{1780}',
    // Syllables: leading, vowel, trailing, of two and of three.
    '\u{1100}', '\u{1160}', '\u{11a8}', '\u{ac00}', '\u{ac01}',
    // Spaces, joiners, separators and marks of direction.
    '\u{1680}', '\u{180e}', '\u{2003}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{200f}', '\u{2028}', '\u{2029}',
    '\u{202e}', '\u{202f}', '\u{2060}', '\u{feff}',
    // Punctuation, numerals and symbols.
    '\u{b7}', '\u{2019}', '\u{2026}', '\u{20ac}', '\u{2167}',
    // Wide, halfwidth and fullwidth.
    '\u{3000}', '\u{3042}', '\u{30ab}', '\u{4e2d}', '\u{ff21}', '\u{ff76}',
    // Pictures: text or picture, its selector, flag, skin.
    '\u{2764}', '\u{fe0f}', '\u{1f1e6}', '\u{1f3fb}', '\u{1f468}',
];

/// The first and the last characters by length in UTF-8 beyond one byte. Four bytes have two
/// entries: the supplementary multilingual plane, and all.
pub(super) const LENGTHS: [(char, char); 4] =
    [('\u{80}', '\u{7ff}'), ('\u{800}', '\u{ffff}'), ('\u{1_0000}', '\u{1_ffff}'), ('\u{1_0000}', char::MAX)];
