//! What can be said of a function before it is executed: which conditions decide whether another one is evaluated.
//!
//! 1. [`control_flow`]: a graph of each body, made from the syntax tree as it was written. A node evaluates a condition
//!    or a statement; an edge says what has to turn out for the next one to be evaluated.
//! 2. [`dominators`] and [`post_dominators`]: what is on every way to, and from, a node.
//! 3. [`control_dependence`]: the outcomes on which it depends whether a node is executed.
//! 4. [`dependences`]: the same between the numbered conditions of a function alone.
//!
//! The conditions of the graph are those that the [rewriting](mod@crate::rewrite) numbers, with the same numbers
//! ([`numbers`]). What cannot be seen is not guessed: it is written down as an [`Imprecision`], and a condition that has no
//! place in the graph depends on nothing.
//!
//! Not in the graph, because nearly every expression has one: panics that nobody wrote (overflow, index, `unwrap`).

pub mod control_dependence;
pub mod control_flow;
pub mod dependences;
pub mod dominators;
mod imprecision;
mod numbers;
mod place;
pub mod post_dominators;

pub use dependences::{Branch, ConditionDependences};
pub use imprecision::{Imprecision, Reason};
pub use place::Place;

use syn::{Block, Signature};

use crate::conditions::{Condition as Found, ConditionKind};
use crate::rewrite::rewrite;
use control_flow::builder::Builder;
use control_flow::ControlFlow;

/// On which outcomes of `conditions`, which the rewriting has found in `body`, it depends whether another of them is
/// evaluated. `body` is as it was written.
pub fn condition_dependences(body: &Block, conditions: &[Found]) -> ConditionDependences {
    let mut builder = Builder::body(body);
    let nodes = numbers::number(&mut builder, conditions);
    ConditionDependences::of(&builder.flows, &nodes)
}

/// What can be said of a function.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Its conditions, in the order of their sites.
    pub conditions: Vec<Condition>,
    /// What cannot be seen, in the order of the source.
    pub imprecisions: Vec<Imprecision>,
    /// The graph of its body, and those of the closures and `async` blocks in it.
    pub graphs: Vec<ControlFlow>,
}

/// A condition, and what is known of it.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What kind of condition it is.
    pub kind: ConditionKind,
    /// Its source text on one line.
    pub text: String,
    /// Where it begins.
    pub place: Place,
    /// The predicates of the `#[cfg]`s around it.
    pub cfgs: Vec<String>,
    /// It is evaluated only if one of these branches is taken. None if it always is, or nothing is known of it.
    pub depends_on: Vec<Branch>,
    /// Whether it has a place in a graph. If it has none, nothing is known of it.
    pub in_graph: bool,
}

impl Analysis {
    /// Analyses the function with this signature and body.
    ///
    /// ```
    /// use sbst_instrument::analysis::{Analysis, Branch};
    ///
    /// let function: syn::ItemFn = syn::parse_str("fn f(a: i32, b: i32) { if a > b { if a == 3 {} } }")?;
    /// let analysis = Analysis::of(&function.sig, &function.block);
    /// assert_eq!(analysis.conditions[1].text, "a == 3");
    /// assert_eq!(analysis.conditions[1].depends_on, [Branch { condition: 0, outcome: true }]);
    /// # Ok::<(), syn::Error>(())
    /// ```
    pub fn of(_signature: &Signature, body: &Block) -> Analysis {
        // What is emitted is not looked at, so any path will do.
        let runtime = syn::Path::from(syn::Ident::new("sbst", proc_macro2::Span::call_site()));
        let found = rewrite(&mut body.clone(), &runtime).conditions;
        let mut builder = Builder::body(body);
        let nodes = numbers::number(&mut builder, &found);
        let dependences = ConditionDependences::of(&builder.flows, &nodes);
        let conditions = found.into_iter().zip(dependences.of).zip(&nodes);
        let conditions = conditions.map(|((found, depends_on), node)| Condition {
            kind: found.kind,
            text: found.text,
            place: Place { line: found.line, column: found.column },
            cfgs: found.cfgs,
            depends_on,
            in_graph: node.is_some(),
        });
        let mut imprecisions = builder.imprecisions;
        imprecisions.sort();
        Analysis { conditions: conditions.collect(), imprecisions, graphs: builder.flows }
    }
}
