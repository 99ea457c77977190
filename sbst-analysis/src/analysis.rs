//! The analysis of one function: its conditions, with their branches and definitions.

use sbst_instrument::analysis::control_dependence::ControlDependence;
use sbst_instrument::analysis::control_flow::builder::{Around, Builder};
use sbst_instrument::analysis::control_flow::ControlFlow;
use sbst_instrument::analysis::data_flow::recorder::Recorder;
use sbst_instrument::analysis::data_flow::Access;
use sbst_instrument::analysis::dependences::{branches_before, controlling_branches};
use sbst_instrument::analysis::feasibility::{self, Infeasible};
use sbst_instrument::analysis::{
    numbers, Branch, ConditionDependences, Definition, Imprecision, Place, Use, Variable,
};
use sbst_instrument::{condition::ConditionKind, rewrite::rewrite};
use syn::{Block, Signature};

use crate::reaching;

#[derive(Clone, Debug)]
pub struct Analysis {
    pub conditions: Vec<Condition>,
    pub variables: Vec<Variable>,
    pub definitions: Vec<Definition>,
    pub uses: Vec<Use>,
    /// Constructs opaque to the analysis, in source order.
    pub imprecisions: Vec<Imprecision>,
    /// The graph of its body, and those of the closures and `async` blocks in it.
    pub graphs: Vec<ControlFlow>,
}

#[derive(Clone, Debug)]
pub struct Condition {
    pub kind: ConditionKind,
    /// Its source text on one line.
    pub text: String,
    pub place: Place,
    /// The predicates of the `#[cfg]`s around it.
    pub cfgs: Vec<String>,
    /// The alternative branches before its evaluation. Empty if it is always evaluated, or if they
    /// are unknown.
    pub depends_on: Vec<Branch>,
    /// The branches of its control dependence by the definition, including those of its repeated
    /// evaluation.
    pub controlled_by: Vec<Branch>,
    pub uses: Vec<usize>,
    /// True if it has a place in a graph. Otherwise its dependences are unknown.
    pub in_graph: bool,
    pub infeasible: Infeasible,
}

impl Analysis {
    /// Analyses the function with this signature and body.
    ///
    /// ```
    /// use sbst_analysis::{Analysis, Branch};
    ///
    /// let function: syn::ItemFn = syn::parse_str("fn f(a: i32, b: i32) { if a > b { if a == 3 {} } }")?;
    /// let analysis = Analysis::from_function(&function.sig, &function.block);
    /// assert_eq!(analysis.conditions[1].text, "a == 3");
    /// assert_eq!(analysis.conditions[1].depends_on, [Branch { condition: 0, outcome: true }]);
    /// # Ok::<(), syn::Error>(())
    /// ```
    pub fn from_function(signature: &Signature, body: &Block) -> Analysis {
        Analysis::within(Around { signature: Some(signature), records: true, ..Around::default() }, body)
    }

    pub(crate) fn within(around: Around<'_>, body: &Block) -> Analysis {
        // The emitted code is discarded, so any path is good.
        let runtime = syn::Path::from(syn::Ident::new("sbst", proc_macro2::Span::call_site()));
        let found = rewrite(&mut body.clone(), &runtime).conditions;
        let mut builder = Builder::body(around, body);
        let met = numbers::number(&mut builder, &found);
        let proofs = feasibility::infeasible(&builder);
        let Builder { flows, conditions: all, recorder, mut imprecisions, .. } = builder;
        let dependence: Vec<ControlDependence> = flows.iter().map(ControlDependence::from_flow).collect();
        let nodes = met.iter().map(|met| met.map(|met| all[met].at));
        let dependences = ConditionDependences::from_flows(&flows, &dependence, nodes);
        let conditions = found.into_iter().zip(dependences.of).zip(met);
        let conditions = conditions.map(|((found, depends_on), met)| Condition {
            kind: found.kind,
            text: found.text,
            place: Place { line: found.line, column: found.column },
            cfgs: found.cfgs,
            depends_on,
            controlled_by: met.map_or_else(Vec::new, |met| {
                let (flow, node) = all[met].at;
                controlling_branches(&flows, &dependence, flow, node)
            }),
            uses: met.map(|met| all[met].uses.clone().collect()).unwrap_or_default(),
            in_graph: met.is_some(),
            infeasible: met.map(|met| proofs[met].clone()).unwrap_or_default(),
        });
        let Recorder { variables, mut definitions, mut uses, .. } = recorder;
        reaching::find(&flows, &variables, &definitions, &mut uses);
        for (flow, graph) in flows.iter().enumerate() {
            for (node, at) in graph.nodes.iter().enumerate() {
                for &access in &at.accesses {
                    if let Access::Definition(definition) = access {
                        definitions[definition].depends_on = branches_before(&flows, &dependence, flow, node);
                    }
                }
            }
        }
        imprecisions.sort();
        imprecisions.dedup();
        let conditions = conditions.collect();
        Analysis { conditions, variables, definitions, uses, imprecisions, graphs: flows }
    }

    /// The last definitions of the variables that a condition uses.
    pub fn last_definitions(&self, condition: usize) -> Vec<usize> {
        let uses = self.conditions[condition].uses.iter();
        let mut definitions: Vec<usize> =
            uses.flat_map(|&used| self.uses[used].definitions.iter().copied()).collect();
        definitions.sort_unstable();
        definitions.dedup();
        definitions
    }

    /// The [last definitions](Self::last_definitions), and transitively those of their variables.
    pub fn influencing(&self, condition: usize) -> Vec<usize> {
        self.influencing_uses(&self.conditions[condition].uses)
    }

    /// The definitions that reach these uses, and transitively those of their variables.
    pub(crate) fn influencing_uses(&self, uses: &[usize]) -> Vec<usize> {
        let mut seen = vec![false; self.definitions.len()];
        let mut uses = uses.to_vec();
        while let Some(used) = uses.pop() {
            for &definition in &self.uses[used].definitions {
                if !std::mem::replace(&mut seen[definition], true) {
                    uses.extend(&self.definitions[definition].uses);
                }
            }
        }
        (0..seen.len()).filter(|&definition| seen[definition]).collect()
    }
}
