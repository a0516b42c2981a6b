//! The growth of the tree that IDA* searches.

use optile_core::{Move, Shape, Size};

/// The difference of the bounds at which the iteration ends.
const CLOSE: f64 = 1e-13;

/// The most iterations. The slowest board, 2x12, needs some thousands.
const MOST: usize = 100_000;

/// By which factor the number of move sequences grows with each move, in the limit, if no
/// move undoes the one before: the greatest eigenvalue of the matrix that says which pairs of
/// the blank's cell and the last move follow each other.
pub(crate) fn branching_factor(size: Size) -> f64 {
    let shape = Shape::of(size);
    let pairs: Vec<(usize, Move)> = (0..size.cells())
        .flat_map(|cell| {
            // The last move came from a neighbour, so its inverse is legal here.
            let possible = move |last: &Move| shape.legal(cell).contains(last.inverse());
            Move::ALL.into_iter().filter(possible).map(move |last| (cell, last))
        })
        .collect();
    let place = |pair| pairs.iter().position(|&other| other == pair);
    let following: Vec<Vec<usize>> = pairs
        .iter()
        .map(|&(cell, last)| {
            let moves = shape.legal(cell).into_iter().filter(|&m| m != last.inverse());
            moves.filter_map(|m| place((cell.wrapping_add(shape.step(m)), m))).collect()
        })
        .collect();
    dominant_eigenvalue(&following)
}

/// The greatest eigenvalue of an irreducible matrix of zeros and ones, given by the places of
/// the ones in each row (power iteration). Each row must have one.
///
/// One is added to the diagonal. The colours of the blank's cell alternate, so without it the
/// iteration would not converge. The least and the greatest growth of an element are bounds of
/// the eigenvalue (L. Collatz, Einschließungssatz für die charakteristischen Zahlen von Matrizen,
/// Mathematische Zeitschrift 48, 1942).
fn dominant_eigenvalue(ones: &[Vec<usize>]) -> f64 {
    let mut vector = vec![1.0; ones.len()];
    let mut bounds = (0.0, f64::INFINITY);
    for _ in 0..MOST {
        let next: Vec<f64> = ones
            .iter()
            .zip(&vector)
            .map(|(row, own)| own + row.iter().map(|&place| vector[place]).sum::<f64>())
            .collect();
        let growths = || next.iter().zip(&vector).map(|(new, old)| new / old);
        bounds = (growths().fold(f64::INFINITY, f64::min), growths().fold(0.0, f64::max));
        if bounds.1 - bounds.0 < CLOSE {
            break;
        }
        let greatest = next.iter().copied().fold(0.0, f64::max);
        vector = next.into_iter().map(|value| value / greatest).collect();
    }
    f64::midpoint(bounds.0, bounds.1) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_those_published() {
        for (size, factor) in [("3x3", "1.7321"), ("4x4", "2.1304"), ("5x5", "2.3676")] {
            let own = branching_factor(size.parse().unwrap());
            assert_eq!(format!("{own:.4}"), factor, "{size}");
        }
        assert!((branching_factor("3x3".parse().unwrap()) - 3f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn every_board_has_one_and_its_transpose_the_same() {
        assert!((branching_factor("2x2".parse().unwrap()) - 1.0).abs() < 1e-12);
        for size in Size::all().filter(|size| size.cells() > 4) {
            let own = branching_factor(size);
            let turned = Size::all()
                .find(|other| (other.width(), other.height()) == (size.height(), size.width()));
            assert!(own > 1.0 && own < 3.0, "{size}: {own}");
            assert!((own - branching_factor(turned.unwrap())).abs() < 1e-10, "{size}");
        }
    }
}
