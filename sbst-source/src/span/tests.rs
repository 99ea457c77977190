use super::*;
use proc_macro2::extra::DelimSpan;
use proc_macro2::{Delimiter, Group};

fn place(line: usize, from: usize, to: usize) -> Place {
    Place { start: LineColumn { line, column: from }, end: LineColumn { line, column: to } }
}

/// The call, a word, and a group.
fn table() -> (Table, Vec<Span>) {
    let group = Sent::Group { open: place(3, 4, 5), close: place(3, 8, 9) };
    let ask = |question, number| (number == 3).then(|| format!("{question:?}"));
    Table::new(place(1, 0, 9), &[Sent::Token(place(2, 4, 7)), group], Box::new(ask))
}

fn reaches(span: Span) -> Place {
    Place { start: start(span), end: end(span) }
}

#[test]
fn a_span_has_its_number_and_its_hygiene() {
    let (table, spans) = table();
    table.serve(|| {
        let mut group = Group::new(Delimiter::Brace, TokenStream::new());
        group.set_span(spans[1]);
        let numbers = [
            (Span::call_site(), 0, place(1, 0, 9)),
            (spans[0], 1, place(2, 4, 7)),
            (group.span(), 2, place(3, 4, 9)),
            (group.span_open(), 3, place(3, 4, 5)),
            (group.span_close(), 4, place(3, 8, 9)),
        ];
        for (span, number, place) in numbers {
            assert_eq!(numbered(span), Some(Numbered { number, is_ours: false }));
            assert_eq!(numbered(located(span)), Some(Numbered { number, is_ours: true }));
            assert_eq!(numbered(located(located(span))), Some(Numbered { number, is_ours: true }));
            assert_eq!([reaches(span), reaches(located(span))], [place; 2]);
        }
        assert_eq!(numbered(mixed_site()), numbered(located(Span::call_site())));
    });
}

#[test]
fn a_group_with_the_span_of_a_word_has_it_everywhere() {
    let (table, spans) = table();
    table.serve(|| {
        let mut group = Group::new(Delimiter::None, TokenStream::new());
        for span in [spans[0], located(spans[1])] {
            group.set_span(span);
            assert_eq!(numbered(group.span_open()), numbered(span));
            assert_eq!(numbered(group.span_close()), numbered(span));
        }
        let parsed: DelimSpan = syn::token::Brace(spans[1]).span;
        assert_eq!(numbered(parsed.join()).map(|span| span.number), Some(2));
        assert_eq!(numbered(parsed.open()).map(|span| span.number), Some(3));
    });
}

#[test]
fn tokens_parsed_by_the_library_are_at_the_call() {
    let (table, spans) = table();
    table.serve(|| {
        let tokens: TokenStream = "let there = 1;".parse().unwrap();
        assert_eq!(numbered(tokens.span()), Some(Numbered { number: 0, is_ours: false }));
        assert_eq!(reaches(tokens.span()), place(1, 0, 9));
        assert_eq!(local_file(tokens.span()), None);
        let mut group = Group::new(Delimiter::Brace, tokens);
        group.set_span(spans[1]);
        assert_eq!(file(group.span_open()), "File");
        assert_eq!(local_file(group.span_open()), Some("LocalFile".into()));
    });
    assert_eq!(numbered(Span::call_site()), None);
}
