//! MIO as in the [notebook](super).

use super::archive::MioArchive;
use sbst_model::{messages::Stopped, TestCase};
use sbst_search::algorithm::mio::Parameters;
use sbst_search::evaluation::evaluator::Evaluator;
use sbst_search::operator::crossover::units;
use sbst_search::operator::variation::Variation;

/// Evaluates the `initial` tests, then searches until the evaluator stops.
pub fn search(evaluator: &mut Evaluator<'_>, operators: &mut dyn Variation, initial: &[TestCase]) -> Stopped {
    let parameters = Parameters::paper();
    let mut archive = MioArchive::new(evaluator.archive().goals());
    let mut now = parameters.after(evaluator.progress());
    for test in initial {
        evaluator.recall(test);
        archive.update(evaluator.reached(), test, now.archive_size);
    }
    let (mut current, mut offspring) = (TestCase::new(), TestCase::new());
    let mut current_mutations = 0;
    loop {
        if let Some(stopped) = evaluator.stopped() {
            return stopped;
        }
        let current_is_empty = current.nodes().is_empty() || units(&current, 0) == 0;
        if !current_is_empty && current_mutations < now.num_mutations {
            operators.mutate(&current, &mut offspring);
            current_mutations += 1;
        } else if operators.random().chance(now.p_sample) || archive.is_empty() {
            operators.sample(&mut offspring);
            current_mutations = 1;
        } else {
            let sampled = archive.sample(operators.random());
            operators.mutate(sampled, &mut offspring);
            current_mutations = 1;
        }

        now = parameters.after(evaluator.progress());
        archive.crop(now.archive_size);
        evaluator.evaluate(&offspring);
        if archive.update(evaluator.reached(), &offspring, now.archive_size) {
            current.clone_from(&offspring);
        }
    }
}
