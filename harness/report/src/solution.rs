//! A solution as an animated picture.
//!
//! CSS in the picture moves the tiles, so it plays wherever a browser shows it as an image. Its
//! attributes alone show the solved board. Readers who want no motion see that board, and so do
//! programs without animations.

use std::fmt::Write;

use optile_core::{Arrangement, Path, PathError, Problem};
use optile_results::quantity::counted;

/// The seconds from one move to the next.
const PACE: f64 = 0.4;
/// The seconds in which a tile slides. It rests until the next move.
const SLIDE: f64 = 0.25;
/// The seconds for which the start stands still, and the solved board.
const PAUSES: [f64; 2] = [1.0, 2.4];

/// The side of a cell in the picture.
const CELL: usize = 100;
/// From the edge of the picture to the board.
const MARGIN: usize = 20;
/// The height of the caption below the board.
const CAPTION: usize = 50;

/// Colours for light and for dark pages. The picture has its own ground, because a page may be
/// dark in a browser that asks for light pictures.
const STYLE: &str = "svg{--tile:#fff;--home:#cfe5f7}\
text{font:600 40px system-ui,sans-serif;text-anchor:middle}\
@media (prefers-color-scheme:dark){svg{--tile:#2a323e;--home:#1d4566}\
.ground{fill:#12161c;stroke:#515b69}.tile{fill:var(--home);stroke:#515b69}\
text{fill:#e6e9ee}}";

/// Draws the tiles on their way from the start to the goal, again and again.
///
/// # Errors
///
/// If the path does not lead to the goal.
pub fn picture(problem: &Problem, path: &Path) -> Result<String, PathError> {
    path.verify(problem)?;
    let (columns, rows) = (problem.size().width(), problem.size().height());
    let (width, height) = (columns * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN + CAPTION);
    let moves = counted(path.len(), "move");
    let seconds = PAUSES[0] + PAUSES[1] + PACE * path.len() as f64;
    let (mut tiles, mut motions) = (String::new(), String::new());
    for (tile, walk) in (1..).zip(walks(problem, path)) {
        let home = place(*walk.last().map_or(&0, |(_, cell)| cell), columns);
        let _ = writeln!(
            tiles,
            "<g class=\"tile t{tile}\" transform=\"translate({} {})\" fill=\"#cfe5f7\" \
             stroke=\"#b3bac4\"><rect x=\"3\" y=\"3\" width=\"94\" height=\"94\" rx=\"10\" \
             stroke-width=\"2\"/><text x=\"50\" y=\"64\" fill=\"#1f2937\" stroke=\"none\">{tile}\
             </text></g>",
            home[0], home[1]
        );
        motions.push_str(&motion(tile, &walk, seconds, columns));
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title>{start} solved in {moves}</title>\n\
         <style>{STYLE}\n@media (prefers-reduced-motion:no-preference){{\n\
         .tile{{animation-duration:{seconds:.2}s;animation-iteration-count:infinite}}\n\
         {motions}}}</style>\n\
         <rect class=\"ground\" x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"14\" \
         fill=\"#f6f7f9\" stroke=\"#b3bac4\" stroke-width=\"2\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\">\n{tiles}</g>\n\
         <text x=\"{}\" y=\"{}\" fill=\"#1f2937\">{moves}</text>\n</svg>\n",
        width - 2,
        height - 2,
        width / 2,
        height - MARGIN - 8,
        start = problem.start(),
    ))
}

/// Where each tile is, from tile 1: the number of moves after which it is in a cell, and the cell.
fn walks(problem: &Problem, path: &Path) -> Vec<Vec<(usize, usize)>> {
    let mut board = *problem.start();
    let cell_of = |board: &Arrangement, tile: u8| board.tiles().iter().position(|&t| t == tile);
    let tiles = 1..problem.size().cells() as u8;
    let begin = |tile| vec![(0, cell_of(&board, tile).unwrap_or_default())];
    let mut walks: Vec<_> = tiles.map(begin).collect();
    for (number, &m) in (1..).zip(path.moves()) {
        let blank = board.blank();
        let Ok(next) = Path::new(vec![m]).replay(&board) else { break };
        walks[usize::from(next.tiles()[blank]) - 1].push((number, blank));
        board = next;
    }
    walks
}

/// The horizontal and the vertical place of a cell.
fn place(cell: usize, columns: usize) -> [usize; 2] {
    [cell % columns * CELL, cell / columns * CELL]
}

/// The key frames of a tile: it rests in each cell of its walk. In the last, it is at home.
fn motion(tile: usize, walk: &[(usize, usize)], seconds: f64, columns: usize) -> String {
    let home = walk.last().map(|&(_, cell)| cell);
    if walk.len() < 2 {
        return String::new();
    }
    // When a tile begins to slide in the move of a number, from 1.
    let begin = |number: usize| PAUSES[0] + PACE * (number - 1) as f64;
    let mut text = format!(".t{tile}{{animation-name:t{tile}}}@keyframes t{tile}{{");
    for (rest, &(number, cell)) in walk.iter().enumerate() {
        let from = if number == 0 { 0.0 } else { (begin(number) + SLIDE) / seconds };
        let to = walk.get(rest + 1).map_or(1.0, |&(next, _)| begin(next) / seconds);
        let [x, y] = place(cell, columns);
        let shade = if Some(cell) == home { "home" } else { "tile" };
        let _ = write!(
            text,
            "{:.3}%,{:.3}%{{transform:translate({x}px,{y}px);fill:var(--{shade})}}",
            from * 100.0,
            to * 100.0
        );
    }
    text + "}\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(problem: &str, moves: &str) -> (Problem, Path, String) {
        let (problem, path): (Problem, Path) = (problem.parse().unwrap(), moves.parse().unwrap());
        let picture = picture(&problem, &path).unwrap();
        (problem, path, picture)
    }

    /// The text between two texts.
    fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
        Some(text.split_once(before)?.1.split_once(after)?.0)
    }

    fn number(text: &str) -> f64 {
        text.parse().unwrap()
    }

    /// The tile, its cell, and whether it has the shade of home, without motion.
    fn still(picture: &str, tile: usize, columns: usize) -> (usize, bool) {
        let group = between(picture, &format!("tile t{tile}\""), "<rect").unwrap();
        let (x, y) = between(group, "translate(", ")").unwrap().split_once(' ').unwrap();
        (cell(x, y, columns), group.contains("fill=\"#cfe5f7\""))
    }

    fn cell(x: &str, y: &str, columns: usize) -> usize {
        (number(x) as usize + number(y) as usize * columns) / CELL
    }

    /// The same at a second of the motion.
    fn moving(picture: &str, tile: usize, columns: usize, second: f64) -> (usize, bool) {
        let Some(frames) = between(picture, &format!("@keyframes t{tile}{{"), "}}") else {
            return still(picture, tile, columns);
        };
        let percent = 100.0 * second / number(between(picture, "duration:", "s;").unwrap());
        let is_now = |frame: &&str| {
            let (from, to) = frame.split_once("%{").unwrap().0.split_once("%,").unwrap();
            (number(from)..=number(to)).contains(&percent)
        };
        let frame = frames.split('}').find(is_now).expect("no tile slides at this second");
        let (x, y) = between(frame, "translate(", "px)").unwrap().split_once("px,").unwrap();
        (cell(x, y, columns), frame.ends_with("--home)"))
    }

    const CASES: [(&str, &str); 5] = [
        ("867254301", "lurdrulurdlldrrululddruulddrurd"),
        ("123x46758", "rdr"),
        ("3120", "lurd"),
        ("1 2 3 / 4 0 5 -> 1 0 3 / 4 2 5", "u"),
        ("1230", ""),
    ];

    #[test]
    fn each_board_of_the_path_is_shown_and_the_last_is_the_goal() {
        for (problem, moves) in CASES {
            let (problem, path, picture) = drawn(problem, moves);
            let (columns, goal) = (problem.size().width(), problem.goal().tiles());
            for made in 0..=path.len() {
                let board = Path::new(path.moves()[..made].to_vec()).replay(problem.start());
                let board = board.unwrap();
                let is_last = made == path.len();
                let second =
                    PAUSES[0] + PACE * made as f64 + if is_last { PAUSES[1] } else { -0.01 };
                for (cell, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| **tile > 0)
                {
                    let seen = moving(&picture, tile.into(), columns, second);
                    assert_eq!(seen, (cell, goal[cell] == tile), "{problem}: {tile} after {made}");
                }
            }
            for (cell, &tile) in goal.iter().enumerate().filter(|(_, tile)| **tile > 0) {
                assert_eq!(still(&picture, tile.into(), columns), (cell, true));
            }
        }
    }

    #[test]
    fn a_long_solution_is_a_small_file_without_a_script() {
        let (.., picture) =
            drawn("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0", &"lurd".repeat(21));
        assert!(picture.len() < 20_000, "{} bytes", picture.len());
        assert!(picture.contains(">84 moves</text>"));
        assert!(!picture.contains("script") && !picture.contains("href"));
    }

    #[test]
    fn a_path_to_another_board_is_refused() {
        let (problem, path) = ("123x46758".parse().unwrap(), "rd".parse().unwrap());
        assert!(matches!(picture(&problem, &path), Err(PathError::NotTheGoal { .. })));
    }
}
