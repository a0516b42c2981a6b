//! Pattern databases as a heuristic.

use std::sync::Arc;

use optile_core::{Admissibility, AnyEstimator, Heuristic, Meter, Size, Stop};

use crate::lookup::estimator::PdbEstimator;
use crate::recipe::Recipe;
use crate::table_cache::TableCache;

/// Slots of the smaller estimator, whose nodes carry half as much.
const FEW: usize = 4;

/// Slots of the larger one.
const MANY: usize = 8;

/// The sum of pattern databases, or the greatest of several such sums.
///
/// Its estimator is a [`PdbEstimator`] of 4 slots if [`Recipe::slots`] is at
/// most 4, and of 8 slots otherwise.
#[derive(Clone, Debug)]
pub struct Pdb {
    recipe: Recipe,
    tables: Arc<dyn TableCache>,
}

impl Pdb {
    /// The heuristic of a recipe, whose tables come from `tables`; `None` if it
    /// needs more than eight slots.
    pub fn new(recipe: Recipe, tables: Arc<dyn TableCache>) -> Option<Self> {
        (recipe.slots() <= MANY).then_some(Self { recipe, tables })
    }

    /// Which tables it adds up.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }
}

impl Heuristic for Pdb {
    fn admissibility(&self) -> Admissibility {
        Admissibility::Proved
    }

    fn supports(&self, size: Size) -> bool {
        self.recipe.keys(size, 0).is_ok()
    }

    fn has_tables(&self) -> bool {
        true
    }

    fn toward(
        &self,
        size: Size,
        goal_blank: usize,
        meter: &mut Meter,
    ) -> Result<Arc<dyn AnyEstimator>, Stop> {
        let Self { recipe, tables } = self;
        Ok(if recipe.slots() <= FEW {
            Arc::new(PdbEstimator::<FEW>::toward(recipe, size, goal_blank, &**tables, meter)?)
        } else {
            Arc::new(PdbEstimator::<MANY>::toward(recipe, size, goal_blank, &**tables, meter)?)
        })
    }
}
