use super::{Context, Piece, Refusal, contexts};

/// Judges a template in which `{x}` is a value and `{raw}` is shell syntax.
fn verdicts(template: &str) -> Vec<Result<Context, Refusal>> {
    let mut pieces = Vec::new();
    for (index, part) in template.split("{x}").enumerate() {
        if index > 0 {
            pieces.push(Piece::Value);
        }
        for (index, text) in part.split("{raw}").enumerate() {
            if index > 0 {
                pieces.push(Piece::Raw);
            }
            pieces.push(Piece::Text(text));
        }
    }
    contexts(&pieces)
}

#[test]
fn quotes_decide_the_reference() {
    for (template, context) in [
        ("echo {x}", Context::Bare),
        ("echo \"a {x} b\"", Context::Double),
        ("echo 'it is {x}'", Context::Single),
        ("cat <<E\n{x}\nE\n", Context::HereDocument),
    ] {
        assert_eq!(verdicts(template), [Ok(context)], "{template}");
    }
}
