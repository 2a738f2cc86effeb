use super::*;

fn parts(text: &str) -> Vec<String> {
    let template = Template::parse(text).unwrap();
    let show = |part: &Part| match part {
        Part::Text(text) => format!("T:{text}"),
        Part::Placeholder(p) => format!(
            "{:?} {:?} {:?} {:?}",
            p.form,
            p.source,
            p.pointer.as_ref().map(Pointer::as_str),
            p.default
        ),
    };
    template.parts().iter().map(show).collect()
}

fn errors(text: &str) -> Vec<(Malformed, String)> {
    let (_, errors) = Template::parse_leniently(text);
    errors
        .into_iter()
        .map(|error| {
            assert_eq!(error.written, text[error.range.clone()]);
            (error.malformed, error.written)
        })
        .collect()
}

fn one(text: &str) -> Malformed {
    let mut all = errors(text);
    assert_eq!(all.len(), 1, "{text}: {all:?}");
    all.remove(0).0
}

#[test]
fn reads_every_form() {
    assert_eq!(
        parts("a {b} c"),
        ["T:a ", "Value Step(\"b\") None None", "T: c"]
    );
    assert_eq!(parts("{previous.b}"), parts("{b}"));
    assert_eq!(
        parts("{last_run.b|no, \"none\" }"),
        ["Value LastRun(\"b\") None Some(\"no, \\\"none\\\" \")"]
    );
    assert_eq!(
        parts("{b/a/0/x y|}"),
        ["Value Step(\"b\") Some(\"/a/0/x y\") Some(\"\")"]
    );
    assert_eq!(parts("{file:b}"), ["File Step(\"b\") None None"]);
    assert_eq!(
        parts("{raw:last_run.b|x}"),
        ["Raw LastRun(\"b\") None Some(\"x\")"]
    );
    assert_eq!(
        parts("{trigger.headers.X-GitHub-Event}{trigger.body/issue}{run.id}{failure.error}"),
        [
            "Value Trigger(Header(\"X-GitHub-Event\")) None None",
            "Value Trigger(Body) Some(\"/issue\") None",
            "Value Run(Id) None None",
            "Value Failure(Error) None None"
        ]
    );
    assert_eq!(parts(""), Vec::<String>::new());
}

#[test]
fn doubled_braces_are_braces() {
    assert_eq!(
        parts(r#"Answer as JSON like {{"name": "{subject}"}} only"#),
        [
            "T:Answer as JSON like {\"name\": \"",
            "Value Step(\"subject\") None None",
            "T:\"} only"
        ]
    );
    assert_eq!(
        parts(r#"fn main() {{ println!("hi"); }}"#),
        [r#"T:fn main() { println!("hi"); }"#]
    );
    assert_eq!(
        parts("{{{x}}}"),
        ["T:{", "Value Step(\"x\") None None", "T:}"]
    );
}

#[test]
fn a_default_may_hold_braces() {
    assert_eq!(parts("{x|{{}}}"), ["Value Step(\"x\") None Some(\"{}\")"]);
    assert_eq!(parts("{x|a}}b}"), ["Value Step(\"x\") None Some(\"a}b\")"]);
    assert_eq!(
        parts("{x|{{\"a\": {{}}}}}"),
        ["Value Step(\"x\") None Some(\"{\\\"a\\\": {}}\")"]
    );
    assert_eq!(one("{{\"a\": {x|[]}}}"), Malformed::AmbiguousEnd);
    assert_eq!(parts("{{\"a\": {x|[]} }}").len(), 3);
}

#[test]
fn braces_around_something_else_are_one_mistake() {
    for text in [
        r#"{"name": "x"}"#,
        "{a,b}",
        "awk '{print $1}'",
        "f() { echo hi; }",
        "{a: 1}",
        "{1..3}",
        "{a b}",
        "{é}",
        "{!x}",
        "{|x}",
        "{{a}} {b c} {{d}}",
    ] {
        assert_eq!(one(text), Malformed::NotAPlaceholder, "{text}");
    }
    assert_eq!(
        errors(r#"as JSON like {"name": "{subject}"} only"#),
        [(
            Malformed::NotAPlaceholder,
            r#"{"name": "{subject}"}"#.to_owned()
        )]
    );
    assert_eq!(
        errors(r#"{"a": {"b": 1}, "c": {}}"#),
        [(
            Malformed::NotAPlaceholder,
            r#"{"a": {"b": 1}, "c": {}}"#.to_owned()
        )]
    );
}

#[test]
fn lone_braces_are_named() {
    assert_eq!(
        errors("a {log b"),
        [(Malformed::Unclosed, "{log".to_owned())]
    );
    assert_eq!(errors("a {"), [(Malformed::Unclosed, "{".to_owned())]);
    assert_eq!(errors("a } b"), [(Malformed::Lone, "}".to_owned())]);
    assert_eq!(
        errors("{x|no end"),
        [(Malformed::Unclosed, "{x".to_owned())]
    );
    assert_eq!(one("{}"), Malformed::Empty);
}

#[test]
fn forms_that_are_nearly_right_say_how() {
    let spaced = |fixed: &str| Malformed::Spaced {
        fixed: fixed.to_owned(),
    };
    assert_eq!(one("{ log }"), spaced("{log}"));
    assert_eq!(one("{log }"), spaced("{log}"));
    assert_eq!(one("{ log|none}"), spaced("{log|none}"));
    let dotted = |word: &str, fixed: &str| Malformed::Dotted {
        word: word.to_owned(),
        fixed: fixed.to_owned(),
    };
    assert_eq!(one("{log.a.b}"), dotted("log", "{log/a/b}"));
    assert_eq!(
        one("{trigger.body.title|x}"),
        dotted("trigger", "{trigger.body/title|x}")
    );
    assert_eq!(
        one("{previous.log.a}"),
        dotted("previous", "{previous.log/a}")
    );
    assert_eq!(one("{raw:log.a}"), dotted("log", "{raw:log/a}"));
    assert_eq!(one("{last_run.x}"), Malformed::NoDefault);
    assert_eq!(one("{run}"), Malformed::Bare { word: "run" });
    assert_eq!(one("{run.id/a}"), Malformed::NotPointable);
    assert_eq!(one("{log/a~2}"), Malformed::Escape);
    assert!(matches!(
        one("{run.name}"),
        Malformed::UnknownField { of: "run", .. }
    ));
    assert!(matches!(
        one("{trigger.bdy}"),
        Malformed::UnknownField { .. }
    ));
    assert!(matches!(
        one("{trigger.headers.X Y}"),
        Malformed::HeaderName { .. }
    ));
}

#[test]
fn all_mistakes_come_in_order() {
    let found = errors("{a.b} } { x");
    let kinds: Vec<_> = found.iter().map(|(kind, _)| kind).collect();
    assert!(
        matches!(
            kinds[..],
            [
                Malformed::Dotted { .. },
                Malformed::Lone,
                Malformed::Unclosed
            ]
        ),
        "{kinds:?}"
    );
}

proptest::proptest! {
    #[test]
    fn total_and_lossless(text in "[a-z{}|./ \n\u{e9}:~\"]{0,40}") {
        let (template, errors) = Template::parse_leniently(&text);
        for placeholder in template.placeholders() {
            proptest::prop_assert_eq!(&text[placeholder.range.clone()], &placeholder.written);
        }
        let doubled = text.replace('{', "{{").replace('}', "}}");
        let literal = Template::parse(&doubled).unwrap();
        let whole: String = literal.parts().iter().map(|part| match part {
            Part::Text(text) => text.as_str(),
            Part::Placeholder(_) => unreachable!(),
        }).collect();
        proptest::prop_assert_eq!(whole, text.clone());
        let starts: Vec<_> = errors.iter().map(|error| error.range.start).collect();
        proptest::prop_assert!(starts.is_sorted());
    }
}
