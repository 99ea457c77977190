//! An LCOV tracefile, as editors, genhtml and coverage services read it.
//!
//! 1. A section for each file, with its absolute path: editors look files up by it, services cut
//!    off what is in front of the repository's.
//! 2. A condition is a block of its line, with two branches: 0 for true (matches, entered, goes on)
//!    and 1 for false. One that was never evaluated has `-` for both, as the format wants it.
//! 3. Only lines with conditions are known, and lines with functions. A line was executed as often
//!    as the condition on it that was evaluated most often.
//! 4. Whether a function was called is known by its conditions: 1 if any was evaluated, else 0.
//!    Functions without conditions are left out.

use super::TestedFunction;
use cargo_metadata::camino::Utf8Path;
use sbst_model::Goal;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Counts of a file.
#[derive(Default)]
struct File<'a> {
    /// Line, name, and whether it was called.
    functions: Vec<(u32, &'a str, bool)>,
    /// By line: how often each outcome of each condition was seen, or nothing if it was never
    /// evaluated.
    branches: BTreeMap<u32, Vec<Option<[u64; 2]>>>,
    lines: BTreeMap<u32, u64>,
}

pub fn tracefile(functions: &[TestedFunction], workspace_root: &Utf8Path) -> String {
    let mut files: BTreeMap<&str, File<'_>> = BTreeMap::new();
    for function in functions {
        let Some(is_reached) = function.is_reached() else {
            continue;
        };
        let description = &function.description;
        let file = files.entry(&description.place.file).or_default();
        file.functions.push((description.place.line, &description.id.path, is_reached));
        file.execute(description.place.line, is_reached.into());
        for (index, condition) in description.conditions.iter().enumerate() {
            let evaluations = function.evaluations(index);
            let hits = |outcome| function.hits(Goal { condition: index as u32, outcome });
            let file = files.entry(&condition.place.file).or_default();
            file.execute(condition.place.line, evaluations);
            let branches = file.branches.entry(condition.place.line).or_default();
            branches.push((evaluations > 0).then(|| [true, false].map(hits)));
        }
    }
    let mut text = String::new();
    for (path, file) in &mut files {
        // writing to a string cannot fail
        _ = file.write(&mut text, &workspace_root.join(path));
    }
    text
}

impl File<'_> {
    fn execute(&mut self, line: u32, times: u64) {
        let known = self.lines.entry(line).or_default();
        *known = times.max(*known);
    }

    fn write(&mut self, text: &mut String, path: &Utf8Path) -> fmt::Result {
        self.functions.sort_unstable();
        writeln!(text, "TN:\nSF:{path}")?;
        for (line, name, _) in &self.functions {
            writeln!(text, "FN:{line},{name}")?;
        }
        for (_, name, is_reached) in &self.functions {
            writeln!(text, "FNDA:{},{name}", u8::from(*is_reached))?;
        }
        let reached = self.functions.iter().filter(|(_, _, is_reached)| *is_reached).count();
        writeln!(text, "FNF:{}\nFNH:{reached}", self.functions.len())?;

        let (mut found, mut hit) = (0, 0);
        for (line, conditions) in &self.branches {
            for (block, outcomes) in conditions.iter().enumerate() {
                for branch in 0..2 {
                    found += 1;
                    match outcomes.map(|outcomes| outcomes[branch]) {
                        None => writeln!(text, "BRDA:{line},{block},{branch},-")?,
                        Some(times) => {
                            hit += u32::from(times > 0);
                            writeln!(text, "BRDA:{line},{block},{branch},{times}")?;
                        }
                    }
                }
            }
        }
        writeln!(text, "BRF:{found}\nBRH:{hit}")?;
        for (line, times) in &self.lines {
            writeln!(text, "DA:{line},{times}")?;
        }
        let executed = self.lines.values().filter(|times| **times > 0).count();
        writeln!(text, "LF:{}\nLH:{executed}\nend_of_record", self.lines.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use sbst_model::observed::Tally;

    #[test]
    fn each_condition_is_a_block_of_two_branches() {
        let mut function = TestedFunction::new(fixture::description("d::f", 3));
        function.description.conditions[1].place.line = 2;
        function.tallies[0] = Tally { counts: [2, 40], ..Tally::default() };
        function.tallies[1] = Tally { counts: [0, 2], ..Tally::default() };
        let mut unreached = TestedFunction::new(fixture::description("d::a_first", 1));
        unreached.description.place.line = 9;
        unreached.description.conditions[0].place.line = 10;
        let without = TestedFunction::new(fixture::description("d::without", 0));
        let expected = "\
            TN:\nSF:/w/src/lib.rs\nFN:1,d::f\nFN:9,d::a_first\nFNDA:1,d::f\nFNDA:0,d::a_first\nFNF:2\nFNH:1\n\
            BRDA:2,0,0,40\nBRDA:2,0,1,2\nBRDA:2,1,0,2\nBRDA:2,1,1,0\nBRDA:4,0,0,-\nBRDA:4,0,1,-\n\
            BRDA:10,0,0,-\nBRDA:10,0,1,-\nBRF:8\nBRH:3\n\
            DA:1,1\nDA:2,42\nDA:4,0\nDA:9,0\nDA:10,0\nLF:5\nLH:2\nend_of_record\n";
        assert_eq!(tracefile(&[function, unreached, without], "/w".into()), expected);
    }
}
