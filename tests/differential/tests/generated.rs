//! The generator, its functions and the forms to be detected. The program tries the forms
//! themselves: `cargo run -p sbst-differential -- forms`, which builds the workspace once for each.

use std::path::Path;

use sbst_analysis::SourceFile;
use sbst_differential::Edition;
use sbst_differential::constructs::Construct;
use sbst_differential::forms::Form;
use sbst_differential::generator::markers;
use sbst_differential::pairs::Pairs;
use sbst_differential::plan;
use sbst_differential::project::{Verdict, Workshop};
use sbst_search::Random;

/// The number of functions per edition: enough for all pairs of constructs.
const FUNCTIONS: usize = 96;

#[test]
fn generated_functions_behave_as_written() {
    let workshop = Workshop::here("test");
    let mut random = Random::new(1);
    let mut pairs = Pairs::default();
    for edition in Edition::ALL {
        let functions = plan::functions(&mut random, edition, FUNCTIONS, "f", &mut pairs);
        let (verdicts, counts) = workshop.judge(edition, &functions).unwrap();
        for (function, verdict) in functions.iter().zip(&verdicts) {
            let source = markers::rendered(&function.marked, "#[sbst::instrument]\n");
            assert_eq!(*verdict, Verdict::Same, "edition {}:\n{source}", edition.year());
        }
        assert!(counts.executions >= 5 * FUNCTIONS, "few executions: {counts:?}");
        // A function that panics early has compared little.
        assert!(counts.panics < counts.executions, "most executions panic: {counts:?}");
    }
    println!("{pairs}");
    assert_eq!(pairs.missing(), []);
}

#[test]
fn a_seed_makes_the_same_functions_every_time() {
    let texts = |seed| {
        let (mut random, mut pairs) = (Random::new(seed), Pairs::default());
        let functions = plan::functions(&mut random, Edition::E2024, 5, "f", &mut pairs);
        functions.into_iter().map(|function| function.marked).collect::<Vec<String>>()
    };
    assert_eq!(texts(7), texts(7));
    assert_ne!(texts(7), texts(8));
}

#[test]
fn function_has_requested_constructs() {
    let mut random = Random::new(3);
    for (index, &construct) in Construct::ALL.iter().enumerate() {
        if construct.is_in(Edition::E2024) {
            let name = format!("f{index}");
            let function = sbst_differential::generator::Function::generate(
                &mut random,
                Edition::E2024,
                &name,
                &[construct],
            );
            assert!(function.constructs.contains(&construct), "{construct:?} is not in\n{}", function.marked);
        }
    }
}

#[test]
fn every_form_can_still_be_put_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let forms = Form::all().unwrap();
    assert!(forms.len() >= 40);
    let mut errors = Vec::new();
    for form in forms {
        assert!(!form.study.is_empty() && !form.text.is_empty(), "{} does not say what it is", form.name);
        match form.apply(&root) {
            Ok(changed) => {
                assert!(!changed.is_empty());
                for (path, text) in changed {
                    assert_ne!(text, std::fs::read_to_string(root.join(path)).unwrap(), "{}", form.name);
                }
            }
            Err(error) => errors.push(error.to_string()),
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn conditions_of_generated_functions_have_graph_nodes() {
    let (mut random, mut pairs) = (Random::new(3), Pairs::default());
    let mut conditions = 0;
    for edition in Edition::ALL {
        for function in plan::functions(&mut random, edition, FUNCTIONS, "f", &mut pairs) {
            let source = markers::rendered(&function.marked, "");
            let file = SourceFile::parse(&source).unwrap_or_else(|error| panic!("{error} in\n{source}"));
            for condition in file.functions.iter().flat_map(|function| &function.analysis.conditions) {
                conditions += 1;
                assert!(condition.in_graph, "`{}` is not in\n{source}", condition.text);
            }
        }
    }
    assert!(conditions > 1_000, "few conditions: {conditions}");
}
