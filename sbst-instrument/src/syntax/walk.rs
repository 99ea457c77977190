//! Walks over the syntax tree for a single question: a walk calls a closure, so that a question
//! needs no visitor.

use sbst_source::visit::{self, Visit};
use syn::{
    Arm, Block, Expr, FnArg, Item, Lifetime, Local, Macro, Pat, Path, PathSegment, ReturnType, Signature,
    Stmt, Type, TypeParamBound, WherePredicate,
};

/// A node of the tree, visited before the nodes in it.
pub enum Node<'a> {
    Arm(&'a Arm),
    Expr(&'a Expr),
    Item,
    Lifetime(&'a Lifetime),
    Local(&'a Local),
    Macro(&'a Macro),
    Pat(&'a Pat),
    Path(&'a Path),
    PathSegment(&'a PathSegment),
    Type(&'a Type),
}

/// A tree that can be walked over.
pub trait Walk {
    /// Passes each node to `look`, in the order of the source. Skips the nodes within a node if
    /// `look` returns false for it.
    fn walk(&self, look: &mut dyn FnMut(Node<'_>) -> bool);
}

struct Walker<'l>(&'l mut dyn FnMut(Node<'_>) -> bool);

macro_rules! nodes {
    ($($visit:ident: $node:ident;)*) => {
        impl<'ast> Visit<'ast> for Walker<'_> {
            $(fn $visit(&mut self, node: &'ast $node) {
                if self.0(Node::$node(node)) {
                    visit::$visit(self, node);
                }
            })*

            fn visit_item(&mut self, item: &'ast Item) {
                if self.0(Node::Item) {
                    visit::visit_item(self, item);
                }
            }
        }
    };
}

nodes! {
    visit_arm: Arm;
    visit_expr: Expr;
    visit_lifetime: Lifetime;
    visit_local: Local;
    visit_macro: Macro;
    visit_pat: Pat;
    visit_path: Path;
    visit_path_segment: PathSegment;
    visit_type: Type;
}

macro_rules! trees {
    ($($visit:ident: $tree:ident;)*) => {
        $(impl Walk for $tree {
            fn walk(&self, look: &mut dyn FnMut(Node<'_>) -> bool) {
                Walker(look).$visit(self);
            }
        })*
    };
}

trees! {
    visit_block: Block;
    visit_expr: Expr;
    visit_fn_arg: FnArg;
    visit_path: Path;
    visit_return_type: ReturnType;
    visit_signature: Signature;
    visit_stmt: Stmt;
    visit_type: Type;
    visit_type_param_bound: TypeParamBound;
    visit_where_predicate: WherePredicate;
}
