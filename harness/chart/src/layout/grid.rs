//! Small charts of one kind in rows.

use crate::figure::Figure;
use crate::layout::plan::Plan;
use crate::layout::sheet::{Sheet, WIDE};

/// The most columns, and the least width of one in pixels.
const MOST_COLUMNS: usize = 5;
const LEAST_WIDTH: f64 = 190.0;
/// The height of a page of A4 within its margins, in millimetres.
const PAGE: f64 = 240.0;

/// The columns of a grid, and the plan of each chart.
pub(crate) struct Grid {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) plans: Vec<Plan>,
    /// Width and height in pixels.
    pub(crate) canvas: (f64, f64),
}

impl Grid {
    /// The plan of these figures, on paper with as many columns as it takes to be no higher than
    /// a page. All charts have the height of the highest one.
    pub(crate) fn of(figures: &[Figure], sheet: &Sheet) -> Self {
        let least = if sheet.width() >= WIDE { 3 } else { 1 };
        let most = ((sheet.width() / LEAST_WIDTH) as usize).clamp(least, MOST_COLUMNS);
        let [least, most] = [least, most].map(|columns| columns.min(figures.len()).max(1));
        let fits = |grid: &Self| !sheet.is_paper() || grid.canvas.1 <= sheet.pixels(PAGE);
        let mut grid = Self::with_columns(figures, sheet, least);
        for columns in least + 1..=most {
            if !fits(&grid) {
                grid = Self::with_columns(figures, sheet, columns);
            }
        }
        grid
    }

    fn with_columns(figures: &[Figure], sheet: &Sheet, columns: usize) -> Self {
        let rows = figures.len().div_ceil(columns);
        let width = sheet.width() / columns as f64;
        let own = sheet.height().map(|height| height / rows as f64);
        let plans = |height| -> Vec<Plan> {
            figures.iter().map(|figure| Plan::of(figure, sheet, width, height)).collect()
        };
        let highest =
            |plans: &[Plan]| plans.iter().map(|plan| plan.frame.canvas.1).fold(0.0, f64::max);
        let mut all = plans(own);
        let page = sheet.pixels(PAGE) / rows as f64;
        // With all columns, the rows become lower.
        if sheet.is_paper() && own.is_none() && rows > 1 && highest(&all) > page {
            all = plans(Some(page));
        }
        let canvas = (sheet.width(), highest(&all) * rows as f64);
        Self { columns, rows, plans: all, canvas }
    }
}
