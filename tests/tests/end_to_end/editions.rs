//! Runs of one fixture in the oldest sensible edition, and in the newest.

use sbst_tests::{Output, Project};

/// Runs in the editions 2018 and 2024.
pub(crate) type Runs = [(Project, Output); 2];

/// Options of runs with a separate seed in each edition.
pub(crate) const SEEDS: [&str; 2] = ["--seed 1", "--seed 2"];

/// Searches a copy of the fixture in each edition, with the options for it. `edit` first changes
/// the copy of an edition.
pub(crate) fn run_in_each(fixture: &str, options: [&str; 2], edit: fn(&Project, &str)) -> Runs {
    let run = |(edition, options)| {
        let project = Project::copy(fixture, &format!("{fixture}-{edition}"));
        project.edit("Cargo.toml", "edition = \"2021\"", &format!("edition = \"{edition}\""));
        edit(&project, edition);
        let output = project.sbst("--message-format json").arguments(options).succeed();
        (project, output)
    };
    let [first, second] = options;
    [("2018", first), ("2024", second)].map(run)
}
