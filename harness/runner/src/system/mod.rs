//! What Linux reports about processes and the machine, and restrictions of processes.

pub(crate) mod clock;
pub(crate) mod control_group;
pub mod cores;
pub mod machine;
pub mod noise;
pub(crate) mod signals;
pub(crate) mod usage;
