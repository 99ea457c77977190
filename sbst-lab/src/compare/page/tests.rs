use super::*;
use crate::compare::fixture;
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

/// The number of algorithms in the field.
const MANY: usize = 18;

/// Searches of a function; algorithms with greater numbers are slower and cover less.
fn function(path: &str, goals: usize, algorithms: usize) -> Subject {
    let run = |algorithm: usize, repetition: usize| -> Vec<u64> {
        let covered = goals - (algorithm * goals / 25).min(goals - 1);
        let at = |goal: usize| 1 + (goal * goal * (1 + algorithm) * (3 + repetition)) as u64;
        (0..covered).map(at).collect()
    };
    let runs: Vec<Vec<Vec<u64>>> = (0..algorithms)
        .map(|algorithm| (0..7).map(|repetition| run(algorithm, repetition)).collect())
        .collect();
    fixture::subject_from_runs(path, goals, &runs)
}

/// The page of two functions, or of one; the second algorithm is the best unless the first comes
/// second.
fn page(algorithms: usize, functions: &[&str]) -> String {
    let subjects: Vec<Subject> = functions
        .iter()
        .enumerate()
        .map(|(index, path)| function(path, 12 + 30 * index, algorithms))
        .collect();
    let duels = Duels::count(&subjects.iter().collect::<Vec<_>>());
    let subjects = fixture::summarised(subjects);
    let names: Vec<String> = (0..algorithms).map(|index| format!("algorithm-number-{index}")).collect();
    let setting = Setting { limit: "1,000 evaluations".into(), seed: 5, repetitions: 7 };
    String::from_utf8(render(&subjects, &names, &duels, &setting).content).unwrap()
}

/// The page as XML, which it is except for the document type and two unclosed elements.
fn parsed(html: &str) -> String {
    html.replace("<!DOCTYPE html>\n", "")
        .replace("<meta charset=\"utf-8\">", "")
        .replace("initial-scale=1\">", "initial-scale=1\"/>")
}

fn elements<'d>(document: &'d Document<'_>, name: &str) -> Vec<Node<'d, 'd>> {
    document.descendants().filter(|node| node.is_element() && node.tag_name().name() == name).collect()
}

const FUNCTIONS: [&str; 2] = ["d::plain", "d::<impl Into<A & B> for \"C\">::into"];

#[test]
fn page_is_self_contained() {
    for algorithms in [1, 2, MANY] {
        let html = page(algorithms, &FUNCTIONS);
        for outside in ["http", "<script", "<link", "src=", "@import", "url("] {
            assert!(!html.contains(outside), "{outside}");
        }
        let text = parsed(&html);
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let ids: BTreeSet<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        for link in elements(&document, "a") {
            assert!(ids.contains(link.attribute("href").unwrap().trim_start_matches('#')), "{link:?}");
        }
    }
}

#[test]
fn figures_and_tables_are_accessible_to_screen_readers() {
    let text = parsed(&page(MANY, &FUNCTIONS));
    let document = Document::parse(&text).unwrap();
    let figures = elements(&document, "svg");
    // Two for all functions, two for each function, and each with one for each algorithm.
    assert_eq!(figures.len(), 2 * (1 + MANY) + 2 * 2);
    for figure in figures {
        let label = figure.attribute("aria-label").unwrap();
        assert_eq!(figure.attribute("role"), Some("img"));
        assert!(label.contains("Medians in the end: algorithm-number-0 "), "{label}");
    }
    for table in elements(&document, "table") {
        let columns = elements(&document, "th");
        assert!(columns.iter().all(|header| header.attribute("scope").is_some()));
        let widths: BTreeSet<usize> = table
            .descendants()
            .filter(|node| node.has_tag_name("tr"))
            .map(|row| row.children().filter(Node::is_element).count())
            .collect();
        assert_eq!(widths.len(), 1, "rows are as wide as their header");
    }
}

#[test]
fn names_at_ends_of_many_curves_do_not_overlap() {
    let text = parsed(&page(MANY, &FUNCTIONS));
    let document = Document::parse(&text).unwrap();
    let large = elements(&document, "svg").into_iter().filter(|svg| svg.attribute("class") == Some("large"));
    for svg in large {
        let labels = svg.descendants().filter(|node| node.attribute("class") == Some("label"));
        let mut places: Vec<f64> =
            labels.map(|label| label.attribute("y").unwrap().parse().unwrap()).collect();
        places.sort_by(f64::total_cmp);
        assert_eq!(places.len(), MANY);
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 13.0), "{places:?}");
        let size: Vec<f64> =
            svg.attribute("viewBox").unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
        assert!(places[0] > 10.0 && places[MANY - 1] < size[3]);
    }
}

#[test]
fn the_matrix_has_wins_and_losses() {
    let html = page(3, &FUNCTIONS);
    assert!(html.contains(
        "<th scope=\"row\">algorithm-number-0</th><td aria-label=\"itself\">·</td><td class=\"win\""
    ));
    assert!(html.contains(">2 / 0 / 0</td>") && html.contains(">0 / 0 / 2</td>"));
    assert!(
        html.contains("On no function is another algorithm significantly better than algorithm-number-0.")
    );
}

#[test]
fn a_single_algorithm_has_no_matrix() {
    let html = page(1, &FUNCTIONS[..1]);
    for text in ["Wins, ties and losses", "Mann-Whitney", "<h2>Functions</h2>"] {
        assert!(!html.contains(text), "{text}");
    }
    assert!(html.contains("class=\"band k0\""));
}
