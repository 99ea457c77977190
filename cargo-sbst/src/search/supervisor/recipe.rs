//! The recipe of a search: object construction graphs, which a worker asks for.
//!
//! 1. The recipe is made when the first worker asks, and is part of the orders of those after it.
//! 2. A worker whose budget is evaluations waits for its recipe, so the command waits too. With a
//!    budget in seconds the worker searches on meanwhile.

use crate::search::construction::RecipeMaker;
use sbst_model::TargetId;
use sbst_model::construction::Recipe;
use sbst_model::messages::RecipeOrders;
use std::sync::mpsc::{self, Receiver, TryRecvError};

#[derive(Debug, Default)]
pub struct RecipeRequest {
    /// The answer, which may be that there is none.
    answer: Option<Option<Recipe>>,
    /// The source of the answer while it is being made.
    awaited: Option<Receiver<Option<Recipe>>>,
}

impl RecipeRequest {
    /// Has the recipe of a function made, unless that has begun. Without a maker there is none.
    pub fn ask(&mut self, maker: Option<&RecipeMaker>, id: &TargetId) {
        self.awaited.get_or_insert_with(|| maker.map_or_else(|| mpsc::channel().1, |maker| maker.ask(id)));
    }

    /// Returns the answer if it has come since the last call. Rule 2: if the worker `waits`, so
    /// does this.
    pub fn receive(&mut self, waits: bool) -> Option<&Option<Recipe>> {
        let awaited = self.awaited.as_ref()?;
        let answer = match awaited.try_recv() {
            Err(TryRecvError::Empty) if waits => awaited.recv().ok(),
            Err(TryRecvError::Empty) => return None,
            answer => answer.ok(),
        };
        self.awaited = None;
        Some(self.answer.insert(answer.flatten()))
    }

    /// Returns the orders of the next worker, which are `otherwise` as long as there is no answer.
    pub fn orders(&self, otherwise: RecipeOrders) -> RecipeOrders {
        match &self.answer {
            None => otherwise,
            Some(None) => RecipeOrders::Without,
            Some(Some(recipe)) => RecipeOrders::Given(Box::new(recipe.clone())),
        }
    }
}
