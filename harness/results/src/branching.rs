//! The effective branching factor.

/// The effective branching factor of a search that generated `generated`
/// nodes to find a path of `length` moves: the `b` with
/// `generated + 1 = 1 + b + b² + … + b^length` (Russell and Norvig, *Artificial
/// Intelligence: A Modern Approach*, section on heuristic functions).
///
/// It is below 1 when fewer nodes were generated than the path is long. `None`
/// when either argument is zero.
pub(crate) fn effective_branching_factor(generated: f64, length: u32) -> Option<f64> {
    if generated <= 0.0 || length == 0 {
        return None;
    }
    // The equation is solved for the logarithm x of b, because the sum of the
    // geometric series then keeps its precision on both sides of b = 1. The sum
    // grows with x. The infinite series gives a lower bound of x, and the last
    // term of the sum gives an upper bound.
    let length = f64::from(length);
    let sum = |x: f64| {
        if x == 0.0 { length } else { x.exp() * (length * x).exp_m1() / x.exp_m1() }
    };
    let mut low = (generated / (generated + 1.0)).ln();
    let mut high = generated.ln().max(0.0) / length;
    while low < high {
        let middle = low + (high - low) / 2.0;
        if middle <= low || high <= middle {
            break;
        }
        if sum(middle) < generated {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high.exp())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn branching_factor_of_the_textbook() {
        // Russell and Norvig: 52 nodes for a solution at depth 5 is 1.92,
        // where their tree has N + 1 nodes with the root.
        assert!((effective_branching_factor(52.0, 5).unwrap() - 1.92).abs() < 0.005);
        assert_eq!(effective_branching_factor(0.0, 5), None);
        assert_eq!(effective_branching_factor(5.0, 0), None);
        assert!((effective_branching_factor(7.0, 7).unwrap() - 1.0).abs() < 1e-9);
        assert!((effective_branching_factor(40.0, 1).unwrap() - 40.0).abs() < 1e-9);
    }

    #[test]
    fn branching_factor_survives_absurd_input() {
        for generated in [1e-300, 0.5, 1.0, u64::MAX as f64] {
            for length in [1, 2, u32::MAX] {
                let factor = effective_branching_factor(generated, length).unwrap();
                assert!(factor.is_finite() && factor >= 0.0, "{generated} {length} {factor}");
            }
        }
    }

    proptest! {
        /// The slow form adds up the levels of the tree.
        #[test]
        fn branching_factor_solves_its_equation(generated in 1u64..10_000_000_000, length in 1u32..90) {
            let factor = effective_branching_factor(generated as f64, length).unwrap();
            let mut level = 1.0;
            let mut nodes = 0.0;
            for _ in 0..length {
                level *= factor;
                nodes += level;
            }
            prop_assert!((nodes / generated as f64 - 1.0).abs() < 1e-6, "{factor} gives {nodes}");
        }
    }
}
