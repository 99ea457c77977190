use sbst_macros::Input;

#[derive(Input)]
struct EmptyRange(#[sbst(range = 10..=-10)] i32);

#[derive(Input)]
struct ExclusiveRange(#[sbst(range = 0..0)] i32);

#[derive(Input)]
struct FullRange(#[sbst(range = ..)] i32);

#[derive(Input)]
struct RangeOfTexts(#[sbst(range = "a".."z")] i32);

#[derive(Input)]
struct TooLarge(#[sbst(range = 0.0..1e999)] f64);

#[derive(Input)]
struct NoStep(#[sbst(step = 0)] f64);

#[derive(Input)]
struct NegativeStep(#[sbst(step = -0.5)] f64);

#[derive(Input)]
struct NegativeLength(#[sbst(length = -1..=3)] String);

#[derive(Input)]
struct FractionOfLength(#[sbst(length = 1.5)] String);

#[derive(Input)]
struct NoLength(#[sbst(length = ..0)] String);

#[derive(Input)]
struct NoAlphabet(#[sbst(alphabet = "")] String);

#[derive(Input)]
struct AlphabetOfNumbers(#[sbst(alphabet = 0..=9)] String);

#[derive(Input)]
struct NumberInAlphabet(#[sbst(alphabet = ['a', 1])] String);

#[derive(Input)]
struct EmptyAlphabet(#[sbst(alphabet = 'b'..'b')] String);

#[derive(Input)]
struct AlphabetTwice(#[sbst(range = 'a'..='z', alphabet = "xyz")] String);

fn main() {}
