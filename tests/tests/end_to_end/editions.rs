//! Runs of one fixture in three editions.

use sbst_tests::{Output, Project};

/// Runs in the editions 2018, 2021 and 2024.
pub(crate) type Runs = [(Project, Output); 3];

/// Options of runs with a seed of their own in each edition.
pub(crate) const SEEDS: [&str; 3] = ["--seed 1", "--seed 2", "--seed 3"];

/// Searches a copy of the fixture in each edition, with the options for it. `edit` changes the copy
/// of an edition before.
pub(crate) fn run_in_each(fixture: &str, options: [&str; 3], edit: fn(&Project, &str)) -> Runs {
    let run = |(edition, options)| {
        let project = Project::copy(fixture, &format!("{fixture}-{edition}"));
        project.edit("Cargo.toml", "edition = \"2021\"", &format!("edition = \"{edition}\""));
        edit(&project, edition);
        let output = project.sbst("--message-format json").arguments(options).succeed();
        (project, output)
    };
    let [first, second, third] = options;
    [("2018", first), ("2021", second), ("2024", third)].map(run)
}
