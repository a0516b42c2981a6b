//! What every strategy must do, asked of each family.

macro_rules! families {
    ($($name:ident: $family:ident;)*) => {
        $(mod $name {
            optile_testkit::conformance!(optile_bihs::$family());
        })*
    };
}

families! {
    astar_reverse: astar_reverse_family;
    mm: mm_family;
    fmm: fmm_family;
    nbs: nbs_family;
    dvcbs: dvcbs_family;
    bae: bae_family;
    dbbs: dbbs_family;
    bs: bs_family;
}
