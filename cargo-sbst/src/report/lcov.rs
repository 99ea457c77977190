//! An LCOV tracefile, as editors, genhtml and coverage services read it.
//!
//! 1. A section for each file, with its absolute path: editors look files up by it, and services
//!    remove the part before the repository.
//! 2. A condition is a block of its line, with two branches: 0 for true (matches, entered, goes on)
//!    and 1 for false. One that was never evaluated has `-` for both, as the format requires. An
//!    outcome that is proved infeasible is no branch.
//! 3. Only lines with conditions or functions are listed. A line has the executions of its most
//!    evaluated condition.
//! 4. A function's call count follows from its conditions: 1 if any was evaluated, else 0.
//!    Functions without conditions are left out.

use crate::report::counted::{CountedFunction, Counts};
use cargo_metadata::camino::Utf8Path;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Counts of a file.
#[derive(Default)]
struct File<'a> {
    /// Line, name, and true if it was called.
    functions: Vec<(u32, &'a str, bool)>,
    /// The conditions by line.
    branches: BTreeMap<u32, Vec<Counts>>,
    lines: BTreeMap<u32, u64>,
}

pub fn tracefile(functions: &[CountedFunction<'_>], workspace_root: &Utf8Path) -> String {
    let mut files: BTreeMap<&str, File<'_>> = BTreeMap::new();
    for function in functions {
        let Some(is_reached) = function.is_reached() else {
            continue;
        };
        let target = function.target;
        let file = files.entry(&target.place.file).or_default();
        file.functions.push((target.place.line, &target.id.path, is_reached));
        file.execute(target.place.line, is_reached.into());
        for (condition, counts) in target.conditions.iter().zip(&function.counts) {
            let file = files.entry(&condition.place.file).or_default();
            file.execute(condition.place.line, counts.evaluations());
            file.branches.entry(condition.place.line).or_default().push(*counts);
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
            for (block, counts) in conditions.iter().enumerate() {
                for (outcome, times) in counts.goals() {
                    let branch = u8::from(!outcome);
                    found += 1;
                    hit += u32::from(times > 0);
                    match counts.is_evaluated {
                        false => writeln!(text, "BRDA:{line},{block},{branch},-")?,
                        true => writeln!(text, "BRDA:{line},{block},{branch},{times}")?,
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
    use sbst_model::target::Infeasible;

    #[test]
    fn each_condition_is_a_block_of_two_branches() {
        let mut function = fixture::description("d::f", 3);
        function.conditions[1].place.line = 2;
        let hits = [[40, 2], [2, 0], [0, 0]];
        let function = CountedFunction::new(
            &function,
            |goal| hits[goal.condition as usize][usize::from(!goal.outcome)],
            |condition| condition < 2,
        );
        let mut unreached = fixture::description("d::a_first", 1);
        unreached.place.line = 9;
        unreached.conditions[0].place.line = 10;
        unreached.conditions[0].infeasible = vec![Infeasible { outcome: false, reason: "so".into() }];
        let unreached = CountedFunction::new(&unreached, |_| 0, |_| false);
        let without = fixture::description("d::without", 0);
        let without = CountedFunction::new(&without, |_| 0, |_| false);
        let expected = "\
            TN:\nSF:/w/src/lib.rs\nFN:1,d::f\nFN:9,d::a_first\nFNDA:1,d::f\nFNDA:0,d::a_first\nFNF:2\nFNH:1\n\
            BRDA:2,0,0,40\nBRDA:2,0,1,2\nBRDA:2,1,0,2\nBRDA:2,1,1,0\nBRDA:4,0,0,-\nBRDA:4,0,1,-\n\
            BRDA:10,0,0,-\nBRF:7\nBRH:3\n\
            DA:1,1\nDA:2,42\nDA:4,0\nDA:9,0\nDA:10,0\nLF:5\nLH:2\nend_of_record\n";
        assert_eq!(tracefile(&[function, unreached, without], "/w".into()), expected);
    }
}
