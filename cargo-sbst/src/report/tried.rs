//! The event sequences that a search tried for a goal, as text: rendered once, after the searches,
//! for the text, the JSON, the page and the state.

use crate::report::uncovered::distance;
use crate::search::target_report::TargetReport;
use crate::state::{Sequence, Tried};
use crate::ui::quantity::count;
use cargo_metadata::camino::Utf8Path;
use sbst_model::event_graph::{Event, EventGraph};
use sbst_model::messages::{MissingOutcome, TriedSequence, TriedSequences};
use sbst_model::{TargetDescription, TargetId};
use std::collections::BTreeMap;
use std::fs;

/// The most characters of a quoted line of source.
const QUOTED: usize = 60;

/// Adds the attempts for its uncovered goals to each report. Places are below `root`.
pub fn tell(reports: &mut [TargetReport], root: &Utf8Path) {
    let mut texts = Texts { root, files: BTreeMap::new() };
    let told: Vec<_> = reports.iter().map(|report| told(report, reports, &mut texts)).collect();
    for (report, tried) in reports.iter_mut().zip(told) {
        report.tried = tried;
    }
}

fn told(report: &TargetReport, all: &[TargetReport], texts: &mut Texts<'_>) -> BTreeMap<u32, Tried> {
    let Some(events) = &report.events else { return BTreeMap::new() };
    let own = &report.description;
    let goals: Vec<(u32, &TriedSequences)> = report.tried_sequences().collect();
    let mut words = Words { events, own, all, texts };
    let tried = goals.into_iter().map(|(goal, tried)| {
        let nearest = tried.nearest.iter().map(|sequence| words.sequence(sequence)).collect();
        (goal, Tried { sequences: tried.count.into(), evaluations: tried.evaluations, nearest })
    });
    tried.collect()
}

/// Returns lines for the reader; none without attempts.
pub fn lines(tried: Option<&Tried>) -> Vec<String> {
    let Some(Tried { sequences, evaluations, nearest }) = tried.filter(|tried| !tried.is_empty()) else {
        return Vec::new();
    };
    let nearest: Vec<String> = nearest.iter().map(|sequence| format!("  {}", line(sequence))).collect();
    let sequences = count(*sequences as usize, "sequence");
    let evaluations = count(*evaluations as usize, "evaluation");
    let end = match nearest.as_slice() {
        [] => "",
        _ => "; the nearest:",
    };
    let first = format!("{sequences} of assignments tried in {evaluations}{end}");
    std::iter::once(first).chain(nearest).collect()
}

fn line(Sequence { needs, lacks, distance: far }: &Sequence) -> String {
    let far = far.map(|far| format!(", missed by {}", distance(far))).unwrap_or_default();
    match lacks {
        Some(lacks) => format!("{needs}: needs that {lacks}{far}"),
        None => format!("{needs}: executed, and the goal was not reached"),
    }
}

/// The lines of source files, read on demand.
struct Texts<'r> {
    root: &'r Utf8Path,
    files: BTreeMap<String, Vec<String>>,
}

impl Texts<'_> {
    /// Returns a line without its indentation, shortened.
    fn line(&mut self, file: &str, number: u32) -> Option<String> {
        if !self.files.contains_key(file) {
            let text = fs::read_to_string(self.root.join(file)).unwrap_or_default();
            self.files.insert(file.to_owned(), text.lines().map(|line| line.trim().to_owned()).collect());
        }
        let line = self.files[file].get((number as usize).checked_sub(1)?)?;
        match line.char_indices().nth(QUOTED) {
            Some((end, _)) => Some(format!("{}…", &line[..end])),
            None => Some(line.clone()).filter(|line| !line.is_empty()),
        }
    }
}

struct Words<'w, 'r> {
    events: &'w EventGraph,
    /// The function whose goal it is.
    own: &'w TargetDescription,
    all: &'w [TargetReport],
    texts: &'w mut Texts<'r>,
}

impl Words<'_, '_> {
    fn sequence(&mut self, sequence: &TriedSequence) -> Sequence {
        let definitions = sequence.definitions.iter().map(|(node, kept)| self.definition(*node, kept));
        let needs = definitions.collect::<Vec<_>>().join(", then ");
        let lacks = sequence.missing.as_ref().map(|missing| {
            self.outcome(missing).unwrap_or_else(|| "a condition on the way has another outcome".to_owned())
        });
        Sequence { needs, lacks, distance: sequence.missing.as_ref().map(|missing| missing.distance) }
    }

    /// Returns, for example, "`flag` must stay as line 5 sets it (`flag = true;`)".
    fn definition(&mut self, node: u32, kept: &[u32]) -> String {
        let Some(at) = self.events.nodes.get(node as usize) else { return "?".to_owned() };
        let defined = match &at.event {
            Event::Definition(variables) => variables.as_slice(),
            _ => &[],
        };
        let names = kept.iter().filter(|variable| defined.contains(variable));
        let names = names.filter_map(|&variable| self.events.variables.get(variable as usize));
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        let path = self.events.flows.get(at.flow as usize).map_or(self.own.id.path.as_str(), String::as_str);
        let is_own = path == self.own.id.path;
        let of = if is_own { String::new() } else { format!(" of `{}`", last(path)) };
        let mut all = self.all.iter().map(|report| &report.description);
        let function = if is_own { Some(self.own) } else { all.find(|function| function.id.path == path) };
        let source = function.and_then(|function| self.texts.line(&function.place.file, at.line));
        let source = source.map(|source| format!(" (`{source}`)")).unwrap_or_default();
        format!("{} must stay as line {}{of} sets it{source}", names.join(" and "), at.line)
    }

    /// Returns, for example, "`a[i] != 7` (src/lib.rs:8:12) is false".
    fn outcome(&self, missing: &MissingOutcome) -> Option<String> {
        let (function, index) = self.events.conditions.get(missing.condition as usize)?.as_ref()?;
        let condition = self.named(function)?.conditions.get(*index as usize)?;
        let predicate = condition.kind.predicate(missing.outcome);
        Some(format!("`{}` ({}) {predicate}", condition.text, condition.place))
    }

    fn named(&self, id: &TargetId) -> Option<&TargetDescription> {
        let mut all = self.all.iter().map(|report| &report.description);
        if *id == self.own.id { Some(self.own) } else { all.find(|description| description.id == *id) }
    }
}

/// Returns the last two parts of a path.
fn last(path: &str) -> &str {
    path.rmatch_indices("::").nth(1).map_or(path, |(at, _)| &path[at + 2..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::event_graph::EventNode;

    #[test]
    fn sequences_list_their_missing_events() {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap();
        fs::create_dir(root.join("src")).unwrap();
        fs::write(root.join("src/lib.rs"), "\n\n\n\n    let mut flag = true;\n").unwrap();
        let mut report = fixture::report("d::f");
        let node = |event, line| EventNode {
            event,
            flow: 0,
            line,
            successors: Vec::new(),
            depends_on: Vec::new(),
            uses: Vec::new(),
        };
        report.events = Some(EventGraph {
            conditions: vec![Some((report.description.id.clone(), 0))],
            nodes: vec![node(Event::Definition(vec![0]), 5), node(Event::Definition(vec![0]), 8)],
            flows: vec!["d::f".to_owned()],
            variables: vec!["flag".to_owned()],
            ..EventGraph::default()
        });
        let missing = MissingOutcome { condition: 0, outcome: false, distance: 12.0 };
        let goal = &mut report.summary.as_mut().unwrap().uncovered[0];
        goal.tried = TriedSequences {
            count: 2,
            evaluations: 1_200,
            nearest: vec![
                TriedSequence { definitions: vec![(0, vec![0])], missing: Some(missing) },
                TriedSequence { definitions: vec![(1, vec![0])], missing: None },
            ],
        };
        let goal = goal.goal;
        let mut reports = [report];
        tell(&mut reports, root);
        assert_eq!(
            lines(reports[0].tried.get(&goal)),
            [
                "2 sequences of assignments tried in 1,200 evaluations; the nearest:",
                "  `flag` must stay as line 5 sets it (`let mut flag = true;`): needs that \
                 `n > 0` (src/lib.rs:2:8) is false, missed by 12",
                "  `flag` must stay as line 8 sets it: executed, and the goal was not reached",
            ]
        );
        reports[0].through = vec![crate::search::target_report::Through {
            target: fixture::description("d::g", 1).id,
            goals: vec![goal],
        }];
        tell(&mut reports, root);
        assert_eq!(lines(reports[0].tried.get(&goal)), [""; 0], "another function's test covers it");
    }
}
