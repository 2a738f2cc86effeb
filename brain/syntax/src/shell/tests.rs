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

fn accepts(context: Context, templates: &[&str]) {
    for template in templates {
        let verdicts = verdicts(template);
        let expected = vec![Ok(context); template.matches("{x}").count()];
        assert_eq!(verdicts, expected, "{template}");
    }
}

/// Returns what is said about the one value of a template.
fn refusal(template: &str) -> (String, String) {
    let refusal = verdicts(template).remove(0).expect_err(template);
    (refusal.place(), refusal.help("{note}"))
}

#[test]
fn a_value_outside_of_quotes() {
    accepts(
        Context::Bare,
        &[
            "echo {x}",
            "--help; echo a{x}b/{x}",
            "a={x} b={x} env",
            "echo > {x} 2>>{x} < {x}",
            "for i in {x} a; do echo; done",
            "case {x} in {x}|a{x}) ;; esac",
            "[ {x} = y ] && test -n {x}",
            "echo \"$(ls {x} \"`ls {x}`\")\"",
            "echo ${U:-{x}} ${U#{x}} \"${U%%{x}}\"",
            "if echo {x}; then ls {x}; elif ls {x}; then :; else ls {x}; fi",
            "while read -r a; do echo {x}; done < {x}",
            "f() { ls {x}; }\nf {x}",
            "function f { ls {x}; }",
            "time -p ls {x} | wc -c",
            "echo a{x}#b # it's",
            "ls \\\n {x}",
            "{raw} {x} {raw}",
            "echo a; ( ls {x}; ) & wait",
            "read -p {x} answer",
            "find . -name {x} -exec grep {x} {} +",
        ],
    );
}

#[test]
fn a_value_in_quotes_or_a_document() {
    accepts(
        Context::Double,
        &[
            "echo \"{x}\" \"it's {x}\" \"\\\"{x}\\\\{x}\"",
            "echo \"${U:-a {x}}\" \"`ls`{x}$(ls)\"",
            "cat <<E\n$(echo \"{x}\")\nE\n",
        ],
    );
    accepts(
        Context::Single,
        &["echo 'say \"{x}\" # {x}'", "echo $(echo '{x}')"],
    );
    accepts(
        Context::HereDocument,
        &[
            "cat <<E\n{x} '{x}' \"{x}\" # {x}\nE\n",
            "cat <<-E >f <<F\n\t{x}\n\tE\n{x}\nF\n",
            "cat <<E\n${U:-{x}}\nE",
            "while read -r a; do :; done <<E\n{x}\nE\n",
            "ssh host 'cat > f' <<E\n{x}\nE\n",
        ],
    );
}

#[test]
fn a_value_after_a_program_text_is_its_argument() {
    accepts(
        Context::Bare,
        &[
            "sh -c 'echo \"$1\"' sh {x}",
            "bash -o pipefail -ec 'ls' - {x}",
            "python3 -c 'import sys' {x}",
            "python3 - {x}; ruby tool.rb {x}",
            "python3 tool.py {x}; python3 -- {x}",
            "perl -ne print -- {x}; perl -e print ./{x}",
            "awk -v a={x} -F {x} '{ print a }' {x}",
            "sed -n s/a/b/p -- {x}; sed s/a/b/ ./{x}",
            "ssh -i {x} host",
            "ssh -- {x} ls",
            "trap 'rm f' EXIT; ls {x}",
            "ls | xargs sh -c 'echo \"$@\"' sh {x}",
            "find {x} -exec sh -c 'echo \"$1\"' sh {} {x} \\;",
            "sudo -u {x} ls {x}",
            "timeout {x} ls {x}",
            "watch -n 5 ls; ls {x}",
            "node app.js {x} | sh run.sh {x}",
            "echo {x} | python3 -c 'import sys'",
            "grep -c sh {x}",
            "command -v {x}",
        ],
    );
}

#[test]
fn a_refusal_names_the_place_and_one_way_out() {
    let (place, help) = refusal("cat <<'E'\n{x}\nE\n");
    assert_eq!(
        place,
        "a quoted here-document, where nothing is replaced by the shell"
    );
    assert_eq!(help, "pass it as data: `stdin: \"{note}\"`");
    let (_, help) = refusal("sh -c 'echo {x}'");
    assert_eq!(help, "pass it as an argument, or write `{raw:note}`");
    let (_, help) = refusal("{x} foo");
    assert_eq!(help, "for a value that is a command, write `{raw:note}`");
    let (_, help) = refusal("echo ${x}");
    assert_eq!(
        help,
        "leave the `$` out, or for a shell variable write `${{note}}`"
    );
    assert_eq!(
        verdicts("echo # {x}")[0]
            .as_ref()
            .unwrap_err()
            .help("{file:note}"),
        "for literal braces, write `{{file:note}}`"
    );
}

#[test]
fn what_stands_before_the_break_keeps_its_verdict() {
    let verdicts = verdicts("echo {x}; echo 'a {x} {x}");
    assert_eq!(verdicts[0], Ok(Context::Bare));
    assert!(verdicts[1].is_err() && verdicts[2].is_err());
}

#[test]
fn a_program_text_before_something_unclear_is_not_accepted() {
    for template in ["eval {x} $[1]", "sh -c {x} &> f", "eval \"{x}$[1]\""] {
        assert!(verdicts(template)[0].is_err(), "{template}");
    }
}

#[test]
fn text_without_values_gives_nothing() {
    assert_eq!(verdicts("echo 'unfinished {raw}"), []);
    assert_eq!(contexts(&[]), []);
}
