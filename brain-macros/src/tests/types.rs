//! Types that no parameter can have, and numbers in the wrong unit or of a type.

use super::about;

fn parameter(spelled: &str) -> Vec<String> {
    about(&format!(
        "log = shell {{ command: \"a\" }}, n = |log: {spelled}| 3"
    ))
}

#[test]
fn types_without_a_size_or_of_references() {
    for (spelled, expected) in [
        (
            "str",
            "closure parameter `log` is a `str`, which has no size / help: write `log: String`",
        ),
        (
            "[u8]",
            "closure parameter `log` is a `[u8]`, which has no size / help: write `log: Vec<u8>`",
        ),
        (
            "impl Serialize",
            "closure parameter `log` has a trait for its type / help: write a type, such as `log: String`",
        ),
        (
            "Map<String, &'static str>",
            "closure parameter `log` holds a reference / help: write an owned type in it, such as `String` for `&str`",
        ),
        (
            "&str",
            "closure parameter `log` is a reference / help: write `log: String`",
        ),
    ] {
        assert_eq!(parameter(spelled), [expected], "{spelled}");
    }
    for spelled in ["Vec<u8>", "[u8; 3]", "(u8, String)", "std::string::String"] {
        assert_eq!(parameter(spelled), [""; 0], "{spelled}");
    }
}

#[test]
fn parts_of_units_and_numbers_of_a_type() {
    for (timeout, expected) in [
        (
            "mins(1.5)",
            "`mins` takes a whole number, found `1.5` / help: write `secs(90)`",
        ),
        (
            "secs(5.0)",
            "`secs` takes a whole number, found `5.0` / help: write `secs(5)`",
        ),
        (
            "secs(0.25)",
            "`secs` takes a whole number, found `0.25` / help: write `millis(250)`",
        ),
        (
            "millis(0.5)",
            "`millis` takes a whole number, found `0.5` / help: write `millis(1)`, the shortest there is",
        ),
        (
            "secs(5u8)",
            "`5u8` is a number with a type of its own / help: write `5`",
        ),
        (
            "secs(5u32)",
            "`5u32` is a number with a type of its own / help: write `5`",
        ),
        (
            "secs(5f64)",
            "`5f64` is a number with a type of its own / help: write `5`",
        ),
    ] {
        let steps = format!("log = shell {{ command: \"a\", timeout: {timeout} }}");
        assert_eq!(about(&steps), [expected], "{timeout}");
    }
    let steps = "m = memory { query: \"a\", limit: 5f32 }";
    assert_eq!(
        about(steps),
        ["`5f32` is a number with a type of its own / help: write `5`"]
    );
}

#[test]
fn a_result_that_nobody_looks_into() {
    assert_eq!(
        about("n = || -> Result<Result<u8, String>> { Ok(Err(String::new())) }"),
        [
            "a `Result` inside of a `Result` would never fail the step / help: write `-> Result<..>` once, and `?` behind the inner one"
        ]
    );
    assert_eq!(about("n = || -> Result<Option<u8>> { Ok(None) }"), [""; 0]);
}
