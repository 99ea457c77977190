//! The object construction graphs of the target, from which test cases are made.

use super::FunctionProblem;
use sbst_model::construction::Recipe;
use sbst_model::TargetId;
use sbst_search::Templates;

impl FunctionProblem {
    /// Lets test cases be made from the object construction graphs of the target, once the search
    /// wants them and `recipe` has them.
    pub fn follow(&mut self, mut recipe: impl FnMut() -> Option<Option<Recipe>> + 'static) {
        let (objects, number) = (self.objects, self.numbering.numbers(self.target.id()));
        self.inputs.templates = Templates::when_wanted(move || {
            Some(recipe()?.map_or_else(Vec::new, |recipe| objects.graphs(&recipe, &number)))
        });
    }

    /// Lets test cases be made from these graphs, from the first one on.
    pub(crate) fn follow_now(&mut self, recipe: &Recipe) {
        let number = self.numbering.numbers(self.target.id());
        self.inputs.templates = Templates::from_graphs(self.objects.graphs(recipe, number));
    }

    /// Like [`follow_now`](Self::follow_now), for goals that have other numbers in the search.
    pub(crate) fn follow_for(&mut self, recipe: &Recipe, numbers: &[Option<u32>]) {
        let number = self.numbering.numbers(self.target.id());
        let renumbered =
            |target: &TargetId, goal| numbers.get(number(target, goal)? as usize).copied().flatten();
        self.inputs.templates = Templates::from_graphs(self.objects.graphs(recipe, renumbered));
    }
}
