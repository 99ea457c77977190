//! The nightly jobs, whose texts stand beside this file.

use crate::cargo::workspace::VERSION;

/// The total budget of a night, in minutes.
const BUDGET: u32 = 30;
/// The limit of a night's job, in minutes.
const TIMEOUT: u32 = 90;

pub fn github(folder: &str) -> String {
    filled_in(include_str!("github.yml"), folder)
}

pub fn gitlab(folder: &str) -> String {
    filled_in(include_str!("gitlab.yml"), folder)
}

/// Returns a job for the workspace in a folder of the repository.
fn filled_in(text: &str, folder: &str) -> String {
    let values = [
        ("@FOLDER@/", if folder == "." { String::new() } else { format!("{folder}/") }),
        ("@FOLDER@", folder.to_owned()),
        ("@VERSION@", VERSION.to_owned()),
        ("@BUDGET@", format!("{BUDGET}m")),
        ("@TIMEOUT@", TIMEOUT.to_string()),
    ];
    values.iter().fold(text.to_owned(), |text, (mark, value)| text.replace(mark, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_has_no_placeholder_left_and_the_path_of_the_workspace() {
        for (text, path) in [(github("."), " target/sbst\n"), (gitlab("a/b"), " a/b/target/sbst\n")] {
            assert!(!text.contains("@FOLDER") && !text.contains("@V") && text.contains(path), "{text}");
            assert!(text.contains(&format!("'{VERSION}' --locked")), "{text}");
        }
        assert!(github("a b").contains("working-directory: a b\n"));
    }

    #[test]
    fn the_job_has_more_time_than_the_search() {
        const { assert!(BUDGET < TIMEOUT) };
        assert!(github(".").contains("--total-budget 30m") && github(".").contains("timeout-minutes: 90"));
        assert!(gitlab(".").contains("--total-budget 30m") && gitlab(".").contains("timeout: 90 minutes"));
    }
}
