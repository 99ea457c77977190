use std::io::Cursor;
use std::sync::{Arc, Mutex};

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use super::*;

/// A request in the macro's format, with tokens in the columns of one line.
#[derive(Default)]
struct Written {
    places: Vec<u8>,
    count: u32,
    content: Vec<u8>,
}

impl Written {
    fn request(kind: u8, arguments: &str, item: &str) -> Vec<u8> {
        let mut written = Written::default();
        [arguments, item].iter().for_each(|text| written.stream(text.parse().unwrap()));
        let mut request = vec![kind, 1];
        request.extend([1u32, 1, 1, 2].into_iter().flat_map(u32::to_le_bytes));
        request.extend(written.count.to_le_bytes());
        [request, written.places, written.content].concat()
    }

    fn stream(&mut self, tokens: TokenStream) {
        for token in tokens {
            self.count += 1;
            let place = [1, 2 * self.count, 1, 2 * self.count + 1].map(u32::to_le_bytes).concat();
            self.places.push(u8::from(matches!(token, TokenTree::Group(_))));
            self.places.extend(&place);
            match token {
                TokenTree::Group(group) => {
                    self.places.extend(&place);
                    let all = [Delimiter::Parenthesis, Delimiter::Brace, Delimiter::Bracket, Delimiter::None];
                    let delimiter = all.iter().position(|delimiter| *delimiter == group.delimiter()).unwrap();
                    self.content.extend([1, u8::try_from(delimiter).unwrap()]);
                    self.stream(group.stream());
                }
                TokenTree::Ident(word) => self.text(2, &word.to_string().replace("DOLLAR_", "$")),
                TokenTree::Punct(sign) => {
                    self.content.push(3);
                    self.content.extend(u32::from(sign.as_char()).to_le_bytes());
                    self.content.push(u8::from(sign.spacing() == Spacing::Joint));
                }
                TokenTree::Literal(literal) => self.text(4, &literal.to_string()),
            }
        }
        self.content.push(0);
    }

    fn text(&mut self, kind: u8, text: &str) {
        self.content.push(kind);
        self.content.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        self.content.extend(text.as_bytes());
    }
}

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// The expander's answers to requests. Each request has a number of questions about files, which
/// are answered with empty answers.
fn answers(requests: &[(Vec<u8>, usize)]) -> Vec<Vec<u8>> {
    let unknown: &[u8] = &[];
    let frame = |content: &[u8]| [&u32::try_from(content.len()).unwrap().to_le_bytes(), content].concat();
    let mut input = Vec::new();
    for (request, questions) in requests {
        input.extend(frame(request));
        (0..*questions).for_each(|_| input.extend(frame(unknown)));
    }
    let output = Output::default();
    serve(Vec::new(), Cursor::new(input), output.clone()).unwrap();
    let (written, mut frames) = (output.0.lock().unwrap().clone(), Vec::new());
    let mut rest = written.as_slice();
    while let Some((length, content)) = rest.split_at_checked(4) {
        let (content, after) = content.split_at(u32::from_le_bytes(length.try_into().unwrap()) as usize);
        frames.push(content.to_owned());
        rest = after;
    }
    frames
}

/// The bytes of a token from the request.
fn sent(number: u32) -> Vec<u8> {
    [&[5][..], &(number << 1).to_le_bytes()].concat()
}

#[test]
fn the_version_comes_first_and_the_process_ends_with_its_input() {
    assert_eq!(answers(&[]), [env!("CARGO_PKG_VERSION").as_bytes()]);
}

#[test]
fn unreadable_tokens_return_as_numbers() {
    let request =
        Written::request(0, "", "fn f(n: u8) { DOLLAR_crate::some r#syntax of 'tomorrow; 1u8 \"2\" }");
    let answers = answers(&[(request, 1)]);
    // A group has three numbers, and is returned with its whole content.
    let expected = [&[0][..], &sent(1), &sent(2), &sent(3), &sent(9), &[0]].concat();
    assert_eq!(answers.last().unwrap(), &expected);
}

#[test]
fn an_error_has_its_spans_and_its_message() {
    let (wrong, right) = ("#[sbst(range = 1)] n: u8", "fn f() { some syntax of tomorrow }");
    let item = format!("fn f({wrong}) {{}}");
    let requests = [(Written::request(0, "", &item), 2), (Written::request(0, "", right), 1)];
    let answers = answers(&requests);
    let [_version, _, _, refused, question, accepted] = answers.as_slice() else { panic!("{answers:?}") };
    assert_eq!(question, &[3, 1, 1, 0, 0, 0]);
    // At the value, and then the next request.
    let span = |number: u32| (number << 1).to_le_bytes();
    let message = &refused[13..];
    assert_eq!(&refused[..9], [&[1][..], &span(16), &span(16)].concat());
    assert_eq!(str::from_utf8(message).unwrap(), "`range` takes a range, such as `0..=100`");
    assert_eq!(accepted, &[&[0][..], &sent(1), &sent(2), &sent(3), &sent(6), &[0]].concat());
}
