//! The sequences of assignments that searches tried for a goal, in words.

use rusqlite::{Connection, Transaction, params};
use sbst_model::messages::MOST_KEPT;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The sequences that were tried for a goal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Tried {
    /// Number of sequences that were tried to their end.
    pub sequences: u64,
    /// Evaluations spent on them.
    pub evaluations: u64,
    /// The sequences that came nearest.
    pub nearest: Vec<Sequence>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Sequence {
    /// The assignments that must stay, as in "`flag` must stay as line 5 sets it".
    pub needs: String,
    /// The outcome that the nearest execution lacked, as in "`n > 0` (src/lib.rs:2:8) is true"; `None`
    /// if it lacked none, and the goal was not reached all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacks: Option<String>,
    /// Its least distance to that outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<f64>,
}

impl Tried {
    pub fn is_empty(&self) -> bool {
        self.evaluations == 0
    }

    /// Adds the attempts of another search at the same time. The order of the two makes no
    /// difference.
    pub fn add_other(&mut self, other: &Tried) {
        self.sequences += other.sequences;
        self.evaluations += other.evaluations;
        self.nearest.extend_from_slice(&other.nearest);
        self.nearest.sort_by(Sequence::order);
        let mut told: Vec<Sequence> = Vec::new();
        for sequence in self.nearest.drain(..) {
            if told.iter().all(|known| known.needs != sequence.needs) {
                told.push(sequence);
            }
        }
        told.truncate(MOST_KEPT);
        self.nearest = told;
    }

    /// An order by effort: the search that spent more is greater.
    pub fn order(&self, other: &Tried) -> Ordering {
        let numbers = |tried: &Tried| (tried.evaluations, tried.sequences);
        let nearest = |tried: &Tried| serde_json::to_string(&tried.nearest).unwrap_or_default();
        numbers(self).cmp(&numbers(other)).then_with(|| nearest(self).cmp(&nearest(other)))
    }

    /// Adds the numbers of earlier runs. Their sequences stay if this one tried none: lines move.
    pub(super) fn add_earlier(&mut self, earlier: Tried) {
        self.sequences += earlier.sequences;
        self.evaluations += earlier.evaluations;
        if self.nearest.is_empty() {
            self.nearest = earlier.nearest;
        }
    }
}

impl Sequence {
    /// The order by distance. A sequence without a distance comes last.
    fn order(&self, other: &Sequence) -> Ordering {
        let far = |sequence: &Sequence| sequence.distance.unwrap_or(f64::INFINITY);
        let words = |sequence: &Sequence| (sequence.needs.clone(), sequence.lacks.clone());
        far(self).total_cmp(&far(other)).then_with(|| words(self).cmp(&words(other)))
    }
}

/// The sequences of a goal that came nearest.
pub(super) fn sequences(
    connection: &Connection,
    function: i64,
    goal: &str,
) -> rusqlite::Result<Vec<Sequence>> {
    let mut question = connection.prepare_cached(
        "SELECT needs, lacks, distance FROM sequence WHERE function = ?1 AND goal = ?2 ORDER BY position",
    )?;
    let rows = question.query_map(params![function, goal], |row| {
        Ok(Sequence { needs: row.get(0)?, lacks: row.get(1)?, distance: row.get(2)? })
    })?;
    rows.collect()
}

pub(super) fn insert_sequences(
    transaction: &Transaction<'_>,
    function: i64,
    goal: &str,
    nearest: &[Sequence],
) -> rusqlite::Result<()> {
    let mut insertion = transaction.prepare_cached(
        "INSERT INTO sequence (function, goal, position, needs, lacks, distance)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (position, Sequence { needs, lacks, distance }) in nearest.iter().enumerate() {
        insertion.execute(params![function, goal, position as i64, needs, lacks, distance])?;
    }
    Ok(())
}
