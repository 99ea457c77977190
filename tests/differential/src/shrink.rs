//! Reduces a function with a difference while the difference stays the same.

use std::io;
use std::mem::discriminant;

use crate::Edition;
use crate::generator::{Function, markers};
use crate::project::{Verdict, Workshop};

/// The most functions tried at once.
const TRIED: usize = 60;

/// The most rounds.
const ROUNDS: usize = 30;

/// The smallest function found, and its verdict.
pub fn shrink(
    workshop: &Workshop,
    edition: Edition,
    function: &Function,
    verdict: &Verdict,
) -> io::Result<(Function, Verdict)> {
    let (mut smallest, mut its_verdict) = (function.clone(), verdict.clone());
    for _ in 0..ROUNDS {
        let texts = markers::smaller(&smallest.marked);
        let tried: Vec<Function> = texts
            .into_iter()
            .take(TRIED)
            .enumerate()
            .map(|(index, marked)| renamed(&smallest, &marked, &format!("try{index}")))
            .collect();
        if tried.is_empty() {
            break;
        }
        let (verdicts, _) = workshop.judge(edition, &tried)?;
        let as_bad = |verdict: &Verdict| discriminant(verdict) == discriminant(&its_verdict);
        let candidates = tried.into_iter().zip(verdicts).filter(|(_, verdict)| as_bad(verdict));
        match candidates.min_by_key(|(candidate, _)| candidate.marked.len()) {
            Some((candidate, verdict)) => {
                smallest = renamed(&candidate, &candidate.marked, &function.name);
                its_verdict = verdict;
            }
            None => break,
        }
    }
    Ok((smallest, its_verdict))
}

/// Its names all end with that of the function.
fn renamed(function: &Function, marked: &str, name: &str) -> Function {
    let rename = |text: &str| text.replace(&function.name, name);
    Function {
        name: name.to_owned(),
        marked: rename(marked),
        call: rename(&function.call),
        ..function.clone()
    }
}
