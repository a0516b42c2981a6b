//! Makes the tables of patterns that are written out and prints their
//! histograms: `build 4x4 0 1.2.3.4.5.6.7 8.9.10.11.12.13.14.15`.
use std::time::Instant;

use optile_core::Meter;
use optile_pdb::{Key, Progress, Storage, Table};

fn main() {
    let mut words = std::env::args().skip(1);
    let mut word = || words.next();
    let size = word().unwrap().parse().unwrap();
    let goal_blank = word().unwrap().parse().unwrap();
    let mut zero = false;
    let mut storage = Storage::Bytes;
    let mut mean = 0.0;
    while let Some(pattern) = word() {
        match pattern.as_str() {
            "+zero" => zero = true,
            "+nibbles" => storage = Storage::Nibbles,
            "+mod3" => storage = Storage::Mod3,
            _ => {
                let tiles = pattern.split('.').map(|tile| tile.parse::<usize>().unwrap()).collect();
                let key = Key { size, goal_blank, tiles, zero, storage };
                let begun = Instant::now();
                let progress = Progress::new();
                let table = Table::build(&key, &Meter::default(), &progress).unwrap();
                println!(
                    "{key}: {} entries, {:.2?}, met {} of {}, built in {} MiB, mean {:.4}",
                    key.entries(),
                    begun.elapsed(),
                    progress.done(),
                    progress.of(),
                    key.bytes_to_build() >> 20,
                    table.mean()
                );
                println!("{:?}", table.counts());
                mean += table.mean();
            }
        }
    }
    println!("sum of means {mean:.4}");
}
