//! Checks over MPI that messages between all ranks arrive complete and in order, as the searches
//! need it.
//!
//! ```sh
//! cargo build -p optile-mpi --features mpi --example check_link
//! mpirun -n 4 target/debug/examples/check_link
//! ```

#[path = "../src/mpi_link.rs"]
mod mpi_link;
#[path = "../src/outbox.rs"]
mod outbox;
#[path = "../src/overdue.rs"]
mod overdue;

use std::panic::{AssertUnwindSafe, catch_unwind};

use optile_ranks::Communicator;
use optile_testkit::links;

fn main() {
    outbox::send_at_once();
    let (universe, link) = mpi_link::start().expect("MPI can be called from several threads");
    let mut ranks = Communicator::new(Box::new(link));
    // Otherwise the other ranks would wait for a rank that has panicked.
    if catch_unwind(AssertUnwindSafe(|| links::check(&mut ranks))).is_err() {
        mpi_link::abort(1);
    }
    if ranks.rank() == 0 {
        println!("{} ranks: all messages arrived", ranks.ranks());
    }
    // Messages are freed before MPI ends.
    drop(ranks);
    drop(universe);
}
