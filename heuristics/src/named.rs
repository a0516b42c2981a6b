use optile_core::{
    Arguments, Heuristic, HeuristicInfo, IS_TAILORED, Spec, SpecError, split_at_commas,
};
use optile_pdb::{Pdb, Recipe, RecipeError};

use crate::{Larger, LinearConflict, Manhattan, Maximum, Misplaced, Part, WalkingDistance, Zero};

/// No bound at all.
pub const ZERO: HeuristicInfo = HeuristicInfo::plain("zero", "no bound at all, the blind baseline");
/// The misplaced tiles.
pub const MISPLACED: HeuristicInfo =
    HeuristicInfo::plain("misplaced", "tiles that are not in their place (Hamming)");
/// Manhattan distance.
pub const MANHATTAN: HeuristicInfo =
    HeuristicInfo::plain("manhattan", "sum over the tiles of the rows and columns to their place");
/// Inversion distance.
pub const INVERSION_DISTANCE: HeuristicInfo = HeuristicInfo::plain(
    "inversion-distance",
    "pairs in the wrong order, by how many of them a move can put right",
);
/// Linear conflict.
pub const LINEAR_CONFLICT: HeuristicInfo = HeuristicInfo::plain(
    "linear-conflict",
    "manhattan, and two moves for each tile that must make way in its line",
);
/// Walking distance.
pub const WALKING_DISTANCE: HeuristicInfo = HeuristicInfo::plain(
    "walking-distance",
    "steps up and down if columns do not matter, and to the sides likewise",
);
/// The largest of some bounds.
pub const MAX: HeuristicInfo = HeuristicInfo {
    name: "max",
    about: "the largest of two or more bounds, each but zero and max itself",
    arguments: Some(Arguments {
        form: "max(A,B,...)",
        examples: &["max(manhattan,inversion-distance)", "max(linear-conflict,walking-distance)"],
    }),
};

/// Additive pattern databases.
pub const PDB: HeuristicInfo = HeuristicInfo {
    name: "pdb",
    about: "tables of the least moves of some tiles each, added up over all tiles",
    arguments: Some(Arguments { form: "pdb:PARTITION[+WORD]...", examples: &["pdb:up-to-4"] }),
};

/// Every heuristic and every form of them, weakest first. [`dispatch`] knows
/// just these.
pub const ALL: &[HeuristicInfo] =
    &[ZERO, MISPLACED, MANHATTAN, INVERSION_DISTANCE, LINEAR_CONFLICT, WALKING_DISTANCE, MAX, PDB];

/// Those that may be in a [`MAX`].
const PARTS: [(HeuristicInfo, Part); 5] = [
    (MISPLACED, Part::Misplaced),
    (MANHATTAN, Part::Manhattan),
    (INVERSION_DISTANCE, Part::InversionDistance),
    (LINEAR_CONFLICT, Part::LinearConflict),
    (WALKING_DISTANCE, Part::WalkingDistance),
];

/// Code that wants a heuristic's type.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Called back with the heuristic that was named.
    fn visit<H: Heuristic + Clone>(self, heuristic: H) -> Self::Output;
}

/// Calls `visitor` with the heuristic of this name; `None` where there is no
/// such heuristic.
pub fn dispatch<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    visit(name, visitor).ok()
}

/// Calls `visitor` with the heuristic that a strategy's name asks for.
///
/// # Errors
///
/// When it asks for one that there is not.
pub fn build<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, SpecError> {
    visit(spec.heuristic.as_deref().unwrap_or_default(), visitor)
}

pub(crate) fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, SpecError> {
    if let Some(recipe) = name.strip_prefix("pdb:") {
        return pattern_databases(name, recipe, visitor);
    }
    Ok(match name {
        "zero" => visitor.visit(Zero),
        "manhattan" => visitor.visit(Manhattan),
        "misplaced" if IS_TAILORED => visitor.visit(Misplaced),
        "linear-conflict" if IS_TAILORED => visitor.visit(LinearConflict),
        "walking-distance" if IS_TAILORED => visitor.visit(WalkingDistance),
        // Inversion distance is not worth a type of its own, which would be one more
        // to compile every search for.
        _ => match maximum(name)? {
            // The strongest pair, and 1.4 times faster with a type of its own.
            both if IS_TAILORED
                && both == Maximum::of([Part::LinearConflict, Part::WalkingDistance]) =>
            {
                visitor.visit(Larger(LinearConflict, WalkingDistance))
            }
            some => visitor.visit(some),
        },
    })
}

/// Few slots where few will do, as nodes carry them.
fn pattern_databases<V: Visitor>(
    name: &str,
    recipe: &str,
    visitor: V,
) -> Result<V::Output, SpecError> {
    let bad = |reason: String| SpecError::BadHeuristic { name: name.to_owned(), reason };
    let recipe: Recipe = recipe.parse().map_err(|error: RecipeError| bad(error.to_string()))?;
    if IS_TAILORED && let Some(few) = Pdb::<4, false>::new(recipe.clone()) {
        return Ok(visitor.visit(few));
    }
    let Some(many) = Pdb::<8, false>::new(recipe) else {
        return Err(bad(
            "expected at most eight patterns, or four that are also reflected".to_owned()
        ));
    };
    Ok(visitor.visit(many))
}

fn unknown<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> SpecError {
    let known = known.map(str::to_owned).collect();
    SpecError::UnknownHeuristic { name: name.to_owned(), known }
}

/// What is in the parentheses of a name that begins with `word`.
fn arguments<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    name.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')')
}

/// The heuristic `name`: one that can be a part, or the largest of several in
/// parentheses.
fn maximum(name: &str) -> Result<Maximum, SpecError> {
    let part = |name: &str| PARTS.iter().find(|(info, _)| info.name == name).map(|part| part.1);
    if let Some(part) = part(name) {
        return Ok(Maximum::of([part]));
    }
    let Some(parts) = arguments(name, MAX.name) else {
        return Err(unknown(name, ALL.iter().map(HeuristicInfo::form)));
    };
    let mut wanted = Vec::new();
    for name_of_part in split_at_commas(parts).into_iter().map(str::trim) {
        let Some(part) = part(name_of_part) else {
            return Err(unknown(name_of_part, PARTS.iter().map(|(info, _)| info.name)));
        };
        if !wanted.contains(&part) {
            wanted.push(part);
            continue;
        }
        return Err(bad_maximum(name));
    }
    if wanted.len() < 2 { Err(bad_maximum(name)) } else { Ok(Maximum::of(wanted)) }
}

fn bad_maximum(name: &str) -> SpecError {
    let names = PARTS.map(|(info, _)| info.name).join(", ");
    let reason = format!("expected {}, each another of {names}", MAX.form());
    SpecError::BadHeuristic { name: name.to_owned(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Known;
    impl Visitor for Known {
        type Output = ();
        fn visit<H: Heuristic + Clone>(self, _: H) {}
    }

    #[test]
    fn every_listed_name_has_a_type() {
        for info in ALL {
            for name in info.names() {
                assert!(info.admits(name), "{name}");
                assert_eq!(visit(name, Known), Ok(()), "{name}");
            }
            assert!(info.about.len() <= 79);
        }
        assert!(dispatch("nonsense", Known).is_none());
    }

    #[test]
    fn a_maximum_takes_each_part_once_in_any_order() {
        let all = "max( walking-distance , linear-conflict,inversion-distance,manhattan,misplaced)";
        assert_eq!(visit(all, Known), Ok(()));
        for name in ["max(manhattan)", "max(manhattan,manhattan)"] {
            let error = visit(name, Known).unwrap_err().to_string();
            let expected = "expected max(A,B,...), each another of misplaced, manhattan, ";
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn what_is_not_known_is_named_with_what_is() {
        for (name, wrong, among) in [
            ("nonsense", "nonsense", "zero, misplaced, manhattan, "),
            ("max", "max", "walking-distance, max(A,B,...)"),
            ("max(manhattan,linear)", "linear", "expected one of misplaced, manhattan, "),
            ("max(zero,manhattan)", "zero", "expected one of misplaced, manhattan, "),
            ("max()", "", "expected one of misplaced, manhattan, "),
            ("max(manhattan", "max(manhattan", "walking-distance, max(A,B,...)"),
            ("max(manhattan,max(a,b))", "max(a,b)", "expected one of misplaced"),
        ] {
            let error = visit(name, Known).unwrap_err().to_string();
            assert!(error.contains(&format!("unknown heuristic {wrong:?}")), "{error}");
            assert!(error.contains(among), "{error}");
        }
    }
}
