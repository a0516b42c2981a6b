//! How this program was built.

use optile_runner::session::origin::Build;

/// The values from its build script.
pub(super) const BUILD: Build = Build {
    revision: env!("OPTILE_REVISION"),
    compiler: env!("OPTILE_COMPILER"),
    target: env!("OPTILE_TARGET"),
};
