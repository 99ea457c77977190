//! The choice of mutants, if there are many: a thousand rate a suite as well as all do.

use super::mutant::Mutant;
use sbst_model::fingerprint::fnv1a;

/// Returns at most `most` mutants in their order, chosen only by their names and the seed. A change
/// of the source changes only the choice around it.
pub fn sample(mutants: Vec<Mutant>, most: Option<usize>, seed: u64) -> Vec<Mutant> {
    let Some(most) = most.filter(|most| *most < mutants.len()) else { return mutants };
    let draw = |mutant: &Mutant| {
        let name = mutant.name();
        fnv1a(seed.to_le_bytes().into_iter().chain(name.bytes()).chain([0xff]))
    };
    let mut draws: Vec<(u64, usize)> = mutants.iter().map(draw).zip(0..).collect();
    draws.sort_unstable();
    let mut chosen: Vec<usize> = draws[..most].iter().map(|(_, index)| *index).collect();
    chosen.sort_unstable();
    let mut chosen = chosen.into_iter().peekable();
    let is_chosen = |(index, mutant)| chosen.next_if_eq(&index).map(|_| mutant);
    mutants.into_iter().enumerate().filter_map(is_chosen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutants(lines: impl IntoIterator<Item = u32>) -> Vec<Mutant> {
        let new = |line| Mutant {
            package: "p".into(),
            file: "src/lib.rs".into(),
            place: [(line, 1), (line, 2)],
            genre: "BinaryOperator".into(),
            text: "replace + with - in f".into(),
            own_text: String::new(),
            replacement: "-".into(),
            spots: Vec::new(),
        };
        lines.into_iter().map(new).collect()
    }

    #[test]
    fn a_sample_depends_on_names_and_the_seed() {
        let all = mutants(1..=100);
        let chosen = |seed| sample(all.clone(), Some(10), seed);
        assert_eq!(chosen(1).len(), 10);
        assert_eq!(chosen(1), chosen(1));
        assert_ne!(chosen(1), chosen(2));
        let fewer = sample(mutants((1..=100).filter(|line| *line != 50)), Some(10), 1);
        let kept = fewer.iter().filter(|mutant| chosen(1).contains(mutant)).count();
        assert!(kept >= 9, "{kept}");
        assert!(chosen(1).is_sorted_by_key(|mutant| mutant.place[0].0));
        assert_eq!(sample(all.clone(), None, 1), all);
        assert_eq!(sample(all.clone(), Some(100), 1), all);
    }
}
