//! The plots: a figure for each function and one for all of them, and box plots of all functions
//! one below the other.

mod box_plot;
mod measures;
mod box_panel;
mod figure;
mod overview;

use super::output_directory::OutputFile;
use super::subject::Subject;
use crate::chart::Svg;
use cargo_sbst::worker::directories;
use sbst_model::TargetId;

/// The figure of all functions together.
const ALL: &str = "all-functions";
/// The evaluations to full coverage of all functions.
const EVALUATIONS: &str = "evaluations";
/// The goals covered of all functions.
const GOALS: &str = "goals";

/// Returns the names of all files, for these functions and this number of algorithms.
pub fn file_names(functions: &[&TargetId], algorithms: usize) -> Vec<String> {
    let mut names = figure_names(functions);
    if functions.len() > 1 {
        names.push(ALL.to_owned());
        let pages = functions.len().div_ceil(overview::functions(algorithms));
        for of in [EVALUATIONS, GOALS] {
            names.extend((0..pages).map(|page| page_name(of, page)));
        }
    }
    names.iter().map(|name| format!("{name}.svg")).collect()
}

/// Draws all plots, to be written under the names of [`file_names`].
pub fn draw(subjects: &[&Subject], algorithms: &[String]) -> Vec<OutputFile> {
    let file = |(name, drawing): (String, Svg)| OutputFile {
        path: format!("{name}.svg").into(),
        content: drawing.into_file().into_bytes(),
    };
    drawings(subjects, algorithms).into_iter().map(file).collect()
}

/// Makes every drawing, with its name.
fn drawings(subjects: &[&Subject], algorithms: &[String]) -> Vec<(String, Svg)> {
    let functions: Vec<&Subject> = subjects.iter().copied().filter(|subject| subject.id.is_some()).collect();
    let ids: Vec<&TargetId> = functions.iter().filter_map(|subject| subject.id.as_ref()).collect();
    let mut drawings = Vec::new();
    for (subject, name) in functions.iter().zip(figure_names(&ids)) {
        drawings.push((name, figure::draw(subject, algorithms)));
    }
    if let Some(all) = subjects.iter().find(|subject| subject.id.is_none()) {
        drawings.push((ALL.to_owned(), figure::draw(all, algorithms)));
    }
    if functions.len() > 1 {
        let measures = [
            (EVALUATIONS, "Evaluations to full coverage", measures::to_full_coverage(&functions, 9)),
            (GOALS, "Goals covered", measures::coverage(&functions)),
        ];
        for (name, title, measure) in measures {
            for (page, subjects) in functions.chunks(overview::functions(algorithms.len())).enumerate() {
                let drawing = overview::draw(title, subjects, algorithms, measure.clone());
                drawings.push((page_name(name, page), drawing));
            }
        }
    }
    drawings
}

/// Returns the name of a page; the first one has no number.
fn page_name(name: &str, page: usize) -> String {
    if page == 0 { name.to_owned() } else { format!("{name}-{}", page + 1) }
}

/// Returns a readable name for each function's figure, unique on case-insensitive file systems,
/// too.
fn figure_names(functions: &[&TargetId]) -> Vec<String> {
    let names: Vec<String> = functions.iter().map(|id| directories::readable_name(id)).collect();
    let is_unique = |name: &str| {
        let same = names.iter().filter(|other| other.to_lowercase() == name.to_lowercase());
        same.count() == 1
    };
    let unique = |(name, id): (&String, &&TargetId)| match is_unique(name) {
        true => format!("functions/{name}"),
        false => format!("functions/{name}-{:016x}", id.seed(0)),
    };
    names.iter().zip(functions).map(unique).collect()
}

#[cfg(test)]
mod tests;
