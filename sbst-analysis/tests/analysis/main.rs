//! Facts about functions, found without executing them.

mod control_flow;
mod data_flow;
mod dominance;
mod everywhere;
mod fields;
mod figure_1;
mod hand_made;
mod measured;
mod reaching;
mod truth;

use sbst_analysis::{Analysis, Branch};

/// The analysis of a function with this body.
fn analysis(body: &str) -> Analysis {
    let function: syn::ItemFn = syn::parse_str(&format!("fn f() {{{body}}}")).unwrap();
    Analysis::from_function(&function.sig, &function.block)
}

/// Returns each condition with its dependences, as `c: a, not b`.
fn dependences(body: &str) -> Vec<String> {
    let analysis = analysis(body);
    let text = |condition: usize| analysis.conditions[condition].text.clone();
    let branch = |&Branch { condition, outcome }: &Branch| match outcome {
        true => text(condition),
        false => format!("not {}", text(condition)),
    };
    let line = |condition: &sbst_analysis::Condition| {
        assert!(condition.in_graph, "{condition:?}");
        let branches: Vec<String> = condition.depends_on.iter().map(branch).collect();
        format!("{}: {}", condition.text, branches.join(", ")).trim_end().to_owned()
    };
    analysis.conditions.iter().map(line).collect()
}

#[track_caller]
fn check(body: &str, expected: &[&str]) {
    assert_eq!(dependences(body), expected, "in `{body}`");
}
