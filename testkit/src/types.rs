//! The types that estimators have behind their objects. The macro names crates of the one who uses
//! it, because this crate does not depend on heuristics.

/// Runs an expression with a variable bound to the estimator behind an object,
/// in its own type. It is not run for other types, which searches only have as objects.
#[macro_export]
macro_rules! with_type {
    ($object:expr, $estimator:ident => $body:expr) => {
        $crate::with_type!($object, $estimator => $body;
            optile_core::TileSum,
            optile_lines::InversionDistanceEstimator,
            optile_lines::LinearConflictEstimator,
            optile_lines::WalkingDistanceEstimator,
            optile_lines::Pair<
                optile_lines::LinearConflictEstimator,
                optile_lines::WalkingDistanceEstimator,
            >,
            optile_pdb::PdbEstimator<4>,
            optile_pdb::PdbEstimator<8>)
    };
    ($object:expr, $estimator:ident => $body:expr; $($type:ty),*) => {{
        let object: &dyn optile_core::AnyEstimator = $object;
        $(if let Some($estimator) = object.downcast_ref::<$type>() {
            $body
        })*
    }};
}
