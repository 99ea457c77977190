//! The control flow of a body, and the conditions that decide whether another one is evaluated.
//!
//! 1. [`control_flow`]: a graph of each body, made from its original syntax tree. A node evaluates
//!    a condition or a statement; an edge has the outcome after which the next node follows.
//! 2. [`dominators`] and [`post_dominators`]: the nodes on all paths to, and from, a node.
//! 3. [`control_dependence`]: the outcomes that the execution of a node depends on.
//! 4. [`dependences`]: the same between the numbered conditions of a function alone.
//! 5. [`data_flow`]: the definitions and uses of variables, recorded by the same walk on request.
//! 6. [`feasibility`]: outcomes that no input reaches.
//!
//! The conditions of the graph are those numbered by the [rewriting](mod@crate::rewrite), with the
//! same numbers. The analysis does not guess: a construct that it cannot follow is recorded as an
//! [`Imprecision`], and a condition without a place in the graph has no dependences.
//!
//! Implicit panics (overflow, index, `unwrap`) are not in the graph, because nearly every
//! expression has one.

mod place;
mod imprecision;
pub mod data_flow;
pub mod claim;
mod edges;
pub mod dominators;
pub mod control_flow;
pub mod post_dominators;
pub mod control_dependence;
pub mod dependences;
pub mod feasibility;
pub mod numbers;

pub use data_flow::{Definition, DefinitionKind, Use, Variable, VariableKind};
pub use dependences::{Branch, ConditionDependences};
pub use imprecision::{Imprecision, Reason};
pub use place::Place;

use syn::{Block, Signature};

use crate::condition::Condition;
use control_dependence::ControlDependence;
use control_flow::builder::{Around, Builder};
use feasibility::Infeasible;

/// The facts about the conditions of a function, for its registration.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub dependences: ConditionDependences,
    /// By number of the condition.
    pub infeasible: Vec<Infeasible>,
}

/// Analyses the original `body` of a function with this signature; the rewriting has found
/// `conditions` in it.
pub fn facts(signature: Option<&Signature>, body: &Block, conditions: &[Condition]) -> Facts {
    if conditions.is_empty() {
        return Facts::default();
    }
    let mut builder = Builder::body(Around { signature, records: true, ..Around::default() }, body);
    let met = numbers::number(&mut builder, conditions);
    let proofs = feasibility::infeasible(&builder);
    let infeasible = met.iter().map(|met| met.map(|met| proofs[met].clone()).unwrap_or_default());
    Facts { infeasible: infeasible.collect(), dependences: dependences_between(&builder, &met) }
}

/// Returns the outcomes of `conditions` that the evaluation of other ones depends on. The rewriting
/// has found them in the original `body`.
///
/// ```
/// use sbst_instrument::analysis::{condition_dependences, Branch};
/// use sbst_instrument::{rewrite::rewrite, runtime_path};
///
/// let body: syn::Block = syn::parse_str("{ if a > 3 { if b > a {} } }").unwrap();
/// let conditions = rewrite(&mut body.clone(), &runtime_path()).conditions;
/// let dependences = condition_dependences(&body, &conditions);
/// assert_eq!(dependences.of, [vec![], vec![Branch { condition: 0, outcome: true }]]);
/// ```
pub fn condition_dependences(body: &Block, conditions: &[Condition]) -> ConditionDependences {
    // A single condition cannot depend on another.
    if conditions.len() < 2 {
        return ConditionDependences { of: vec![Vec::new(); conditions.len()] };
    }
    let mut builder = Builder::body(Around::default(), body);
    let met = numbers::number(&mut builder, conditions);
    dependences_between(&builder, &met)
}

fn dependences_between(builder: &Builder, met: &[Option<usize>]) -> ConditionDependences {
    let dependence: Vec<ControlDependence> = builder.flows.iter().map(ControlDependence::from_flow).collect();
    let nodes = met.iter().map(|met| met.map(|met| builder.conditions[met].at));
    ConditionDependences::from_flows(&builder.flows, &dependence, nodes)
}
