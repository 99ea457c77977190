//! The fields read and written by the methods of a type.
//!
//! 1. A method's own accesses to `self.f` count, and transitively those of its calls of the same
//!    type's methods on `self`.
//! 2. Elements count as their containing field.
//! 3. A method that passes `self` on, or calls an unknown method on it, may access all fields. Then
//!    `self` itself is among its reads, and among its writes if the method can write.
//! 4. A *getter* only returns a field; a *setter* only puts a parameter into one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use syn::{Block, Expr, Signature, Stmt};

use sbst_instrument::analysis::control_flow::builder::{Around, Builder};
use sbst_instrument::analysis::data_flow::{
    Definition, DefinitionKind, FieldPath, Fields, FieldsOfMethods, Step, Variable, VariableKind,
};
use sbst_instrument::condition::peeled;

/// The fields of `self` read and written by a method.
///
/// ```
/// use sbst_analysis::{Role, SourceFile};
///
/// let text = "impl Stack { fn set_size(&mut self, size: usize) { self.size = size; } }";
/// let method = SourceFile::parse(text)?.tables.remove(0);
/// assert_eq!((method.role, method.writes), (Role::Setter, vec!["self.size".to_owned()]));
/// assert_eq!(method.flows, [("size".to_owned(), "self.size".to_owned())]);
/// # Ok::<(), syn::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodFields {
    pub path: String,
    /// The fields read by it, `self.f.g`, directly or through other methods, in order.
    pub reads: Vec<String>,
    pub writes: Vec<String>,
    /// The methods of the same type called on `self`.
    pub calls: Vec<String>,
    /// The parameters stored in fields: the parameter's name, and the field.
    pub flows: Vec<(String, String)>,
    pub role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A method that only returns a field.
    Getter,
    /// A method that only puts a parameter into a field.
    Setter,
    Other,
}

impl Display for Role {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Role::Getter => "getter",
            Role::Setter => "setter",
            Role::Other => "method",
        })
    }
}

pub(crate) struct Method<'a> {
    pub(crate) name: String,
    pub(crate) signature: &'a Signature,
    pub(crate) body: &'a Block,
}

/// The fields read and written by each of `methods` of one type, directly and through the others.
pub(crate) fn read_methods(methods: &[Method<'_>]) -> (FieldsOfMethods, BTreeMap<String, BTreeSet<String>>) {
    // Calls among the methods are omitted at first, and added below.
    let nothing: FieldsOfMethods =
        methods.iter().map(|method| (method.name.clone(), Fields::default())).collect();
    let mut fields = FieldsOfMethods::new();
    let mut calls: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for method in methods {
        let around = Around {
            signature: Some(method.signature),
            records: true,
            fields: Some(&nothing),
            ..Around::default()
        };
        let builder = Builder::body(around, method.body);
        let found: &mut Fields = fields.entry(method.name.clone()).or_default();
        let recorder = &builder.recorder;
        let path = |variable: usize| path_below_self(recorder.variables.get(variable)?, &recorder.variables);
        found.reads.extend(recorder.uses.iter().filter_map(|used| path(used.variable)));
        let changes = recorder.definitions.iter().filter(|change| change.kind != DefinitionKind::Parameter);
        found.writes.extend(changes.filter_map(|change| path(change.variable)));
        let own = builder.own_calls.into_iter().filter(|name| nothing.contains_key(name));
        calls.entry(method.name.clone()).or_default().extend(own);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (caller, called) in &calls {
            for name in called {
                let Some(more) = fields.get(name).cloned() else { continue };
                let Some(all) = fields.get_mut(caller) else { continue };
                let before = (all.reads.len(), all.writes.len());
                all.reads.extend(more.reads);
                all.writes.extend(more.writes);
                changed |= before != (all.reads.len(), all.writes.len());
            }
        }
    }
    (fields, calls)
}

/// The path of a part of `self`, without elements.
fn path_below_self(variable: &Variable, variables: &[Variable]) -> Option<FieldPath> {
    let is_self = |whole: &&Variable| whole.root == variable.root && whole.path.is_empty();
    let whole = variables.iter().find(is_self)?;
    (whole.name == "self" && whole.kind == VariableKind::Parameter).then(|| {
        let fields = variable.path.iter().map_while(|step| match step {
            Step::Field(name) => Some(name.clone()),
            Step::Element => None,
        });
        fields.collect()
    })
}

/// `self.f.g`
pub(crate) fn text(path: &FieldPath) -> String {
    path.iter().fold(String::from("self"), |text, field| format!("{text}.{field}"))
}

/// The parameters stored in fields of `self`, perhaps through other variables.
pub(crate) fn flows(analysis: &crate::analysis::Analysis) -> Vec<(String, String)> {
    let mut flows = BTreeSet::new();
    let is_change = |definition: &&Definition| definition.kind != DefinitionKind::Parameter;
    for definition in analysis.definitions.iter().filter(is_change) {
        let variable = &analysis.variables[definition.variable];
        let Some(path) = path_below_self(variable, &analysis.variables).filter(|path| !path.is_empty())
        else {
            continue;
        };
        for from in analysis.influencing_uses(&definition.uses) {
            let from = &analysis.definitions[from];
            let name = &analysis.variables[from.variable].name;
            if from.kind == DefinitionKind::Parameter && name != "self" {
                flows.insert((name.clone(), text(&path)));
            }
        }
    }
    flows.into_iter().collect()
}

pub(crate) fn role(body: &Block, flows: &[(String, String)]) -> Role {
    let is_self = |statement: &Stmt| matches!(statement, Stmt::Expr(Expr::Path(path), None) if path.path.is_ident("self"));
    match &body.stmts[..] {
        [Stmt::Expr(only, None)] if is_field(only) => Role::Getter,
        [Stmt::Expr(Expr::Assign(assignment), _), rest @ ..]
            if is_field(&assignment.left)
                && matches!(
                    peeled(&assignment.right),
                    Expr::Path(_) | Expr::Call(_) | Expr::MethodCall(_)
                )
                && flows.len() == 1
                && rest.iter().all(is_self) =>
        {
            Role::Setter
        }
        _ => Role::Other,
    }
}

/// A field of `self`, a reference to one, or a copy of one.
fn is_field(expression: &Expr) -> bool {
    match peeled(expression) {
        Expr::Field(field) => is_field(&field.base) || is_self(&field.base),
        Expr::Reference(reference) => is_field(&reference.expr),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && is_field(&unary.expr),
        Expr::MethodCall(call) => {
            let copies = ["clone", "as_str", "as_slice", "as_ref", "as_deref", "to_owned", "len"];
            call.args.is_empty() && copies.iter().any(|copy| call.method == copy) && is_field(&call.receiver)
        }
        _ => false,
    }
}

fn is_self(expression: &Expr) -> bool {
    matches!(peeled(expression), Expr::Path(path) if path.path.is_ident("self"))
}
