//! Explores a space on ranks that are threads, and prints its time and the bytes that the ranks
//! send. The processor time is that of the rank that took most, without its waiting, so that
//! other programs hardly disturb it.
//!
//! ```sh
//! cargo run --release -p optile-retrograde --example ranks 3x4 2
//! ```

use std::error::Error;
use std::time::Instant;

use optile_core::{Interrupt, Size};
use optile_ranks::{Communicator, thread_links};
use optile_retrograde::{Exploration, Partition};

/// The seconds for which this thread has run.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()).unwrap_or(f64::NAN)
        / 1e9
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, ranks] = &arguments[..] else {
        return Err("expected a size and the number of ranks".into());
    };
    let (size, ranks): (Size, usize) = (size.parse()?, ranks.parse()?);
    Partition::new(size, ranks)?;
    let explore = |ranks: &mut Communicator| -> (f64, u64) {
        let mut own = Exploration::new(size, size.cells() - 1, 1, ranks).unwrap();
        let begin = processor_seconds();
        while !own.is_over() {
            own.advance(ranks, &Interrupt::default()).unwrap();
        }
        (processor_seconds() - begin, ranks.traffic().bytes)
    };
    let begin = Instant::now();
    let found: Vec<_> = std::thread::scope(|scope| {
        let start = |link| scope.spawn(|| explore(&mut Communicator::new(Box::new(link))));
        let threads: Vec<_> = thread_links(ranks).into_iter().map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    println!(
        "{size} on {ranks} ranks: {:.3} s, {:.3} s of processor time, {} bytes sent",
        begin.elapsed().as_secs_f64(),
        found.iter().map(|&(seconds, _)| seconds).fold(0.0, f64::max),
        found.iter().map(|&(_, bytes)| bytes).sum::<u64>(),
    );
    Ok(())
}
