//! The object construction graphs of the target, of which test cases are made.

use super::FunctionProblem;
use sbst_model::construction::Recipe;
use sbst_model::TargetId;
use sbst_search::Templates;

impl FunctionProblem {
    /// Lets test cases be made from the object construction graphs of the target, once the search wants them and `recipe` says what is in them.
    pub fn follow(&mut self, mut recipe: impl FnMut() -> Option<Option<Recipe>> + 'static) {
        let (objects, number) = (self.objects, self.numbering.numbers(self.target.id()));
        let templates = Templates::when_wanted(move || {
            Some(recipe()?.map_or_else(Vec::new, |recipe| objects.graphs(&recipe, &number)))
        });
        self.inputs.templates = templates.with_calls(self.calls_with_goals());
    }

    /// The same from the first test on.
    pub(crate) fn follow_now(&mut self, recipe: &Recipe) {
        let number = self.numbering.numbers(self.target.id());
        let templates = Templates::of(self.objects.graphs(recipe, number));
        self.inputs.templates = templates.with_calls(self.calls_with_goals());
    }

    /// Outcomes of conditions of other functions that are sought, each with the number of the callable that its function is.
    fn calls_with_goals(&self) -> Vec<(u32, u64)> {
        match self.has_story {
            true => self.objects.with_goals(self.numbering.adopted_outcomes()),
            false => Vec::new(),
        }
    }

    /// The same for goals that have other numbers in the search.
    pub(crate) fn follow_for(&mut self, recipe: &Recipe, numbers: &[Option<u32>]) {
        let number = self.numbering.numbers(self.target.id());
        let renumbered =
            |target: &TargetId, goal| numbers.get(number(target, goal)? as usize).copied().flatten();
        self.inputs.templates = Templates::of(self.objects.graphs(recipe, renumbered));
    }
}
