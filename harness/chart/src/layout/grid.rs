//! Small charts of one kind in rows.

use crate::figure::Figure;
use crate::layout::plan::{Cell, Plan};
use crate::layout::sheet::Sheet;

/// The most columns, and the least width of one in pixels.
const MOST_COLUMNS: usize = 6;
const LEAST_WIDTH: f64 = 180.0;
/// The height of a page of A4 within its margins, in millimetres.
const PAGE: f64 = 240.0;

/// The plan of each chart, row by row.
pub(crate) struct Grid {
    pub(crate) columns: usize,
    pub(crate) plans: Vec<Plan>,
    /// The height of each row in pixels.
    pub(crate) heights: Vec<f64>,
    pub(crate) width: f64,
}

impl Grid {
    /// The plan of these figures, on paper with as many columns as it takes to be no higher than
    /// a page.
    pub(crate) fn of(figures: &[Figure], sheet: &Sheet) -> Self {
        let least = sheet.columns();
        let most = ((sheet.width() / LEAST_WIDTH) as usize).clamp(least, MOST_COLUMNS);
        let [least, most] = [least, most].map(|columns| columns.min(figures.len()).max(1));
        let page = if sheet.is_paper() { sheet.pixels(PAGE) } else { f64::INFINITY };
        let mut grid = Self::with_columns(figures, sheet, least, page);
        for columns in least + 1..=most {
            if grid.height() > page + 1.0 {
                grid = Self::with_columns(figures, sheet, columns, page);
            }
        }
        grid
    }

    pub(crate) fn height(&self) -> f64 {
        self.heights.iter().sum()
    }

    /// A row is as high as its highest chart. If the rows are higher than a page together, all
    /// plots get equally lower, as far as they can.
    fn with_columns(figures: &[Figure], sheet: &Sheet, columns: usize, page: f64) -> Self {
        let width = sheet.width() / columns as f64;
        let rows = figures.len().div_ceil(columns);
        let grid = |height: &dyn Fn(usize) -> Option<f64>| {
            let plan = |(place, figure)| {
                let has_room = [place / columns + 1 == rows, place < columns];
                let is_first = place % columns == 0;
                Plan::of(figure, sheet, Cell { width, height: height(place), has_room, is_first })
            };
            let plans: Vec<Plan> = figures.iter().enumerate().map(plan).collect();
            let height = |plan: &Plan| plan.frame.canvas.1;
            let highest = |row: &[Plan]| row.iter().map(height).fold(0.0, f64::max);
            let heights = plans.chunks(columns).map(highest).collect();
            Self { columns, plans, heights, width: sheet.width() }
        };
        let natural = grid(&|_| sheet.height.map(|height| sheet.pixels(height) / rows as f64));
        let excess = (natural.height() - page) / rows as f64;
        match rows > 1 && excess > 0.0 && sheet.height.is_none() {
            true => grid(&|place| Some(natural.plans[place].frame.canvas.1 - excess)),
            false => natural,
        }
    }
}
