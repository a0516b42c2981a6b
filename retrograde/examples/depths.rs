//! Prints the number of states at each distance from a goal, and the time and
//! memory of the table: `cargo run --release -p optile-retrograde --example
//! depths -- 3x4 [BLANK]`. BLANK is the cell of the goal's blank, by default the
//! last cell.

use std::error::Error;
use std::time::Instant;

use optile_core::{Meter, Size};
use optile_retrograde::Table;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let size: Size = args.next().unwrap_or("3x3".into()).parse()?;
    let blank = args.next().map_or(Ok(size.cells() - 1), |cell| cell.parse())?;
    if size.cells() > Table::MOST_CELLS || blank >= size.cells() {
        return Err(format!("no table for a {size} board with the goal's blank at {blank}").into());
    }
    let mut meter = Meter::default();
    let clock = Instant::now();
    let table = Table::build(size, blank, &mut meter)?;
    let time = clock.elapsed();
    for (distance, count) in table.depth_counts().iter().enumerate() {
        println!("{distance:3} {count:11}");
    }
    println!("built in {time:?}: {} bytes, {:?}", table.bytes(), meter.counters());
    Ok(())
}
