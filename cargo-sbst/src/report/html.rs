//! The report as one page for browsers: goals in the source, tests beside them, findings, and
//! coverage over time.
//!
//! 1. The page is one self-contained file: style, program and data are in it.
//! 2. Data is JSON in a `<script>` that is not executed. Every `<` in it is written `\u003c`, so no
//!    text of the user ends the element or begins another one.
//! 3. The program sets texts, never markup. It draws a function at the first look, so a large crate
//!    costs little when the page opens.

mod data;

use crate::report::model::Report;
use data::Data;

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const PROGRAM: &str = include_str!("html/page.js");

/// The marks of the parts in the page.
const STYLE_MARK: &str = "/* style */";
const DATA_MARK: &str = "{}/* data */";
const PROGRAM_MARK: &str = "/* program */";

pub fn render(report: &Report<'_>) -> serde_json::Result<String> {
    let data = escape(&serde_json::to_string(&Data::from_report(report))?);
    let mut page = String::with_capacity(PAGE.len() + STYLE.len() + PROGRAM.len() + data.len());
    let mut rest = PAGE;
    // One pass: a mark within the data is data.
    for (mark, part) in [(STYLE_MARK, STYLE), (DATA_MARK, &data), (PROGRAM_MARK, PROGRAM)] {
        let (before, after) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(part);
        rest = after;
    }
    page.push_str(rest);
    Ok(page)
}

/// Rule 2. JSON has `<` only within texts.
fn escape(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Returns the goals in a page, and those of them that are covered.
#[cfg(test)]
pub fn counts(page: &str) -> (usize, usize) {
    let data: serde_json::Value = serde_json::from_str(between(page)).unwrap();
    let functions = data["functions"].as_array().unwrap();
    let conditions = functions.iter().flat_map(|function| function["conditions"].as_array().unwrap());
    let outcomes = conditions.flat_map(|condition| condition["outcomes"].as_array().unwrap());
    let statuses: Vec<&str> = outcomes.map(|outcome| outcome["status"].as_str().unwrap()).collect();
    let goals = statuses.iter().filter(|status| **status != "infeasible").count();
    (goals, statuses.iter().filter(|status| **status == "covered").count())
}

/// The JSON in a page.
#[cfg(test)]
fn between(page: &str) -> &str {
    let begin = page.find("id=\"data\">").unwrap() + "id=\"data\">".len();
    &page[begin..begin + page[begin..].find("</script>").unwrap()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::fixtures::Run;
    use proptest::prelude::*;
    use sbst_model::target::Obstacle;

    #[test]
    fn the_page_makes_no_network_requests() {
        let run = Run::example();
        let page = render(&run.report()).unwrap();
        for mark in ["http:", "https:", "//cdn", " src=", "@import", "url("] {
            assert!(!page.contains(mark), "{mark}");
        }
        assert!(page.contains("d::inner::g") && page.trim_end().ends_with("</html>"));
        assert!(!page.contains(STYLE_MARK) && !page.contains(PROGRAM_MARK) && !page.contains(DATA_MARK));
    }

    #[test]
    fn mutants_have_their_lines_and_the_tests_that_notice_them() {
        let run = Run::example();
        let data = serde_json::to_value(Data::from_report(&run.report())).unwrap();
        let text = |other: &str| format!("replace < with {other} in f");
        let mutant = |other: &str, tests: &[usize]| serde_json::json!({ "file": "src/f.rs", "line": 12, "text": text(other), "tests": tests });
        assert_eq!(data["mutants"], serde_json::json!([mutant("==", &[0]), mutant(">", &[])]));
    }

    #[test]
    fn the_program_sets_texts_and_no_markup() {
        for way in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"]
        {
            assert!(!PROGRAM.contains(way), "{way}");
        }
    }

    proptest! {
        #[test]
        fn texts_of_the_user_stay_out_of_markup(text in "(\\PC|<|</script>|<!--|&|\"|\\{\\}/\\* data \\*/){0,12}") {
            let empty = Run::example();
            let plain = render(&empty.report()).unwrap();
            let mut run = Run::example();
            run.reports[0].description.id.path.push_str(&text);
            run.reports[0].description.conditions[0].text.push_str(&text);
            run.reports[3].description.not_searched = Some(Obstacle::RejectedProbes(text.clone().into()).into());
            run.findings[0].shown[0].message.push_str(&text);
            run.tests[0].source.push_str(&text);
            run.tests[0].name.push_str(&text);
            let page = render(&run.report()).unwrap();
            // Outside of the data the pages are the same, and the data has no `<` and comes back.
            let data = between(&page);
            prop_assert_eq!(page.replacen(data, "", 1), plain.replacen(between(&plain), "", 1));
            prop_assert!(!data.contains('<'));
            let value: serde_json::Value = serde_json::from_str(data).unwrap();
            prop_assert_eq!(value["tests"][0]["name"].as_str(), Some(&*run.tests[0].name));
        }
    }
}
