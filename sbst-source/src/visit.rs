//! Visitors of syntax trees, like those of `syn::visit`, but compiled once.
//!
//! 1. For each visitor, `syn` instantiates each function that walks over a kind of node, and
//!    visitors are many. Here they are behind a pointer, and all of them share one set of
//!    functions.
//! 2. A visitor may override the methods in the table below. Another kind of node needs a line
//!    there.

macro_rules! visitors {
    ($($method:ident($node:ident);)*) => {
        /// A visitor of a tree that outlives it.
        pub trait Visit<'ast>: AsVisitor<'ast> {
            $(fn $method(&mut self, node: &'ast syn::$node) {
                $method(self.as_visitor(), node);
            })*
        }

        impl<'ast> syn::visit::Visit<'ast> for Walk<'_, 'ast> {
            $(fn $method(&mut self, node: &'ast syn::$node) {
                self.0.$method(node);
            })*
        }

        $(pub fn $method<'ast>(visitor: &mut dyn Visit<'ast>, node: &'ast syn::$node) {
            syn::visit::$method(&mut Walk(visitor), node);
        })*
    };
}

/// The only visitor instance of `syn`.
struct Walk<'v, 'ast>(&'v mut dyn Visit<'ast>);

/// A visitor of any type as a trait object.
pub trait AsVisitor<'ast> {
    fn as_visitor(&mut self) -> &mut dyn Visit<'ast>;
}

impl<'ast, V: Visit<'ast>> AsVisitor<'ast> for V {
    fn as_visitor(&mut self) -> &mut dyn Visit<'ast> {
        self
    }
}

visitors! {
    visit_arm(Arm);
    visit_attribute(Attribute);
    visit_block(Block);
    visit_const_param(ConstParam);
    visit_expr(Expr);
    visit_expr_assign(ExprAssign);
    visit_expr_async(ExprAsync);
    visit_expr_block(ExprBlock);
    visit_expr_break(ExprBreak);
    visit_expr_call(ExprCall);
    visit_expr_closure(ExprClosure);
    visit_expr_const(ExprConst);
    visit_expr_continue(ExprContinue);
    visit_expr_for_loop(ExprForLoop);
    visit_expr_if(ExprIf);
    visit_expr_let(ExprLet);
    visit_expr_loop(ExprLoop);
    visit_expr_match(ExprMatch);
    visit_expr_method_call(ExprMethodCall);
    visit_expr_raw_addr(ExprRawAddr);
    visit_expr_reference(ExprReference);
    visit_expr_repeat(ExprRepeat);
    visit_expr_return(ExprReturn);
    visit_expr_struct(ExprStruct);
    visit_expr_try(ExprTry);
    visit_expr_try_block(ExprTryBlock);
    visit_expr_while(ExprWhile);
    visit_field_value(FieldValue);
    visit_fields(Fields);
    visit_file(File);
    visit_fn_arg(FnArg);
    visit_generic_argument(GenericArgument);
    visit_ident(Ident);
    visit_impl_item(ImplItem);
    visit_impl_item_const(ImplItemConst);
    visit_impl_item_fn(ImplItemFn);
    visit_impl_item_macro(ImplItemMacro);
    visit_index(Index);
    visit_item(Item);
    visit_item_const(ItemConst);
    visit_item_enum(ItemEnum);
    visit_item_fn(ItemFn);
    visit_item_impl(ItemImpl);
    visit_item_macro(ItemMacro);
    visit_item_mod(ItemMod);
    visit_item_static(ItemStatic);
    visit_item_struct(ItemStruct);
    visit_item_trait(ItemTrait);
    visit_item_type(ItemType);
    visit_item_union(ItemUnion);
    visit_item_use(ItemUse);
    visit_lifetime(Lifetime);
    visit_local(Local);
    visit_macro(Macro);
    visit_parenthesized_generic_arguments(ParenthesizedGenericArguments);
    visit_pat(Pat);
    visit_pat_ident(PatIdent);
    visit_path(Path);
    visit_path_arguments(PathArguments);
    visit_path_segment(PathSegment);
    visit_return_type(ReturnType);
    visit_signature(Signature);
    visit_stmt(Stmt);
    visit_trait_item_const(TraitItemConst);
    visit_trait_item_fn(TraitItemFn);
    visit_trait_item_macro(TraitItemMacro);
    visit_type(Type);
    visit_type_array(TypeArray);
    visit_type_fn_ptr(TypeFnPtr);
    visit_type_impl_trait(TypeImplTrait);
    visit_type_param_bound(TypeParamBound);
    visit_type_path(TypePath);
    visit_type_reference(TypeReference);
    visit_use_rename(UseRename);
    visit_variant(Variant);
    visit_where_predicate(WherePredicate);
}
