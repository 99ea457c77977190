//! Visitors that change syntax trees, like those of `syn::visit_mut`, but compiled once: see
//! [`visit`](crate::visit).

macro_rules! visitors {
    ($($method:ident($node:ident);)*) => {
        /// A visitor that may change the visited nodes.
        pub trait VisitMut: AsVisitor {
            $(fn $method(&mut self, node: &mut syn::$node) {
                $method(self.as_visitor(), node);
            })*
        }

        impl syn::visit_mut::VisitMut for Walk<'_> {
            $(fn $method(&mut self, node: &mut syn::$node) {
                self.0.$method(node);
            })*
        }

        $(pub fn $method(visitor: &mut dyn VisitMut, node: &mut syn::$node) {
            syn::visit_mut::$method(&mut Walk(visitor), node);
        })*
    };
}

/// The only visitor instance of `syn`.
struct Walk<'v>(&'v mut dyn VisitMut);

/// A visitor of any type as a trait object.
pub trait AsVisitor {
    fn as_visitor(&mut self) -> &mut dyn VisitMut;
}

impl<V: VisitMut> AsVisitor for V {
    fn as_visitor(&mut self) -> &mut dyn VisitMut {
        self
    }
}

visitors! {
    visit_arm_mut(Arm);
    visit_attribute_mut(Attribute);
    visit_block_mut(Block);
    visit_data_enum_mut(DataEnum);
    visit_derive_input_mut(DeriveInput);
    visit_expr_async_mut(ExprAsync);
    visit_expr_closure_mut(ExprClosure);
    visit_expr_const_mut(ExprConst);
    visit_expr_for_loop_mut(ExprForLoop);
    visit_expr_loop_mut(ExprLoop);
    visit_expr_match_mut(ExprMatch);
    visit_expr_method_call_mut(ExprMethodCall);
    visit_expr_mut(Expr);
    visit_expr_repeat_mut(ExprRepeat);
    visit_expr_return_mut(ExprReturn);
    visit_expr_try_mut(ExprTry);
    visit_field_value_mut(FieldValue);
    visit_fields_named_mut(FieldsNamed);
    visit_fields_unnamed_mut(FieldsUnnamed);
    visit_fn_arg_mut(FnArg);
    visit_generic_argument_mut(GenericArgument);
    visit_generic_param_mut(GenericParam);
    visit_generics_mut(Generics);
    visit_ident_mut(Ident);
    visit_impl_item_mut(ImplItem);
    visit_item_impl_mut(ItemImpl);
    visit_item_mut(Item);
    visit_lifetime_mut(Lifetime);
    visit_local_mut(Local);
    visit_macro_mut(Macro);
    visit_parenthesized_generic_arguments_mut(ParenthesizedGenericArguments);
    visit_pat_mut(Pat);
    visit_path_arguments_mut(PathArguments);
    visit_path_mut(Path);
    visit_predicate_type_mut(PredicateType);
    visit_signature_mut(Signature);
    visit_stmt_mut(Stmt);
    visit_trait_item_mut(TraitItem);
    visit_type_fn_ptr_mut(TypeFnPtr);
    visit_type_mut(Type);
    visit_type_param_bound_mut(TypeParamBound);
    visit_type_reference_mut(TypeReference);
    visit_where_predicate_mut(WherePredicate);
}
