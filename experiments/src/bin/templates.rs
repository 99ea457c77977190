//! Results of tests from templates, compared with tests drawn without: the numbers of tests that
//! evaluated the target branches' conditions, that covered one, and that failed before the function
//! was called. The tests are not used in a search.
//!
//! `cargo run --profile experiment -p sbst-experiments --bin templates -- --help`

use clap::Parser;
use sbst_experiments::subject::Subject;
use sbst_experiments::wanted::Wanted;
use sbst_model::TestCase;
use sbst_search::{Execution, Operators, Problem};

/// Draws tests from templates.
#[derive(Debug, Parser)]
struct Arguments {
    /// Only functions whose names contain this; repeatable
    #[arg(long, value_name = "PART")]
    only: Vec<String>,
    /// Tests per function, with templates and without
    #[arg(long, default_value_t = 10_000)]
    tests: u64,
}

/// The results of some tests.
#[derive(Default)]
struct Tally {
    tests: u64,
    /// Tests without any result: most of them failed before the function was called.
    nothing: u64,
    /// Tests that evaluated the condition of a target branch.
    reached: u64,
    /// Tests that covered a target branch.
    covered: u64,
    nodes: usize,
}

impl Tally {
    fn take(&mut self, test: &TestCase, execution: &Execution, wanted: &[usize]) {
        let reached = || execution.reached.iter().filter(|(goal, _)| wanted.contains(&(*goal as usize)));
        self.tests += 1;
        self.nothing += u64::from(execution.reached.is_empty());
        self.reached += u64::from(reached().next().is_some());
        self.covered += u64::from(reached().any(|(_, distance)| distance.is_zero()));
        self.nodes += test.nodes().len();
    }

    fn show(&self) -> String {
        let percent = |number| 100.0 * number as f64 / self.tests.max(1) as f64;
        let nodes = self.nodes as f64 / self.tests.max(1) as f64;
        format!(
            "{:.1}, {:.2}, {:.2}, {nodes:.0}",
            percent(self.nothing),
            percent(self.reached),
            percent(self.covered)
        )
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let wanted = Wanted::all()?;
    println!(
        "Of {} tests: % that came to nothing, to a wanted condition, to its branch; nodes of a test",
        arguments.tests
    );
    println!(
        "\n| function | drawn | from templates, repaired ones too | failed, repaired |\n|---|---|---|---|"
    );
    for subject in Subject::objects().into_iter().filter(|subject| subject.is_among(&arguments.only)) {
        if !wanted.iter().any(|wanted| wanted.function == subject.name) {
            continue;
        }
        let Ok(mut problem) = subject.problem() else { continue };
        let goals = Wanted::goals(&wanted, &subject);
        let Some(templates) = subject.templates(&mut problem) else { continue };
        templates.prepare();
        let mut operators = Operators::new(problem.inputs().clone(), &[], 1);
        let without = [sbst_model::messages::ValueSource::Graph];
        let mut without = Operators::new(problem.inputs().clone(), &without, 1);
        let (mut drawn, mut made) = (Tally::default(), Tally::default());
        let (mut test, mut execution) = (TestCase::new(), Execution::default());
        for _ in 0..arguments.tests {
            without.sample(&mut test);
            execution.clear();
            problem.evaluate(&test, &mut execution);
            drawn.take(&test, &execution, &goals);
            if templates.sample(&mut operators, &mut test) {
                execution.clear();
                problem.evaluate(&test, &mut execution);
                made.take(&test, &execution, &goals);
            }
        }
        let synthesis = templates.synthesis();
        println!(
            "| `{}` | {} | {} | {}, {} |",
            subject.name,
            drawn.show(),
            made.show(),
            synthesis.failed,
            synthesis.repaired
        );
    }
    Ok(())
}
