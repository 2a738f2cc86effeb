//! What the compiler says about workflows: each file under `ui/fail` is a mistake and `.stderr` beside it is what its
//! author reads; each file under `ui/pass` is nearly one.
//!
//! After a change of words: `TRYBUILD=overwrite cargo test -p brain-tests --test ui`, and read the difference.

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/fail/*.rs");
    cases.pass("ui/pass/*.rs");
}
