//! Values in shell text arrive as they are, in every shell and at every accepted place; all other places are refused.

mod bound;

use bound::{SHELLS, bind, markers, pieces, run};
use brain_syntax::shell::contexts;
use proptest::prelude::*;

/// Templates, and what they print: `{x}` is the value there too.
const ACCEPTED: &[(&str, &str)] = &[
    ("printf '%s\\n' {x}", "{x}\n"),
    ("printf %s \"a {x} b\"", "a {x} b"),
    ("printf %s 'it is {x}'", "it is {x}"),
    ("printf %s --opt={x}", "--opt={x}"),
    ("printf %s foo/{x}/bar", "foo/{x}/bar"),
    ("printf '%s|' {x}{x} {x}", "{x}{x}|{x}|"),
    ("printf %s \"$(printf '%s.' {x})\"", "{x}."),
    ("printf %s \"$(printf '%s.' \"{x}\" '{x}')\"", "{x}.{x}."),
    (
        "printf %s \"$(printf '%s.' \"$(printf '%s.' 'a {x}')\")\"",
        "a {x}..",
    ),
    ("a=`printf '%s.' {x}`; printf %s \"$a\"", "{x}."),
    ("printf %s \"`printf '%s.' \"{x}\"`\"", "{x}."),
    ("printf %s \"`printf '%s.' 'a {x}'`\"", "a {x}."),
    (
        "a=`printf '%s.' \"\\`printf '%s.' {x}\\`\"`; printf %s \"$a\"",
        "{x}..",
    ),
    ("cat <<E\n{x}\nE\n", "{x}\n"),
    (
        "cat <<E\n'{x}' \"{x}\" \\$ $S\nE",
        "'{x}' \"{x}\" $ given\n",
    ),
    ("cat <<-E\n\t{x}.\n\tE\n", "{x}.\n"),
    ("cat <<E\n$(printf '%s.' \"{x}\" '{x}')\nE\n", "{x}.{x}.\n"),
    ("cat <<A; cat <<B\n{x}\nA\n{x}{x}\nB\n", "{x}\n{x}{x}\n"),
    ("printf %s \"$(cat <<E\n{x}.\nE\n)\"", "{x}."),
    ("cat <<'E'; printf %s {x}\n$S\nE\n", "$S\n{x}"),
    ("a={x}; printf %s \"$a\"", "{x}"),
    ("a='b {x}' b=c; printf %s \"$a\"", "b {x}"),
    ("export A={x}; printf %s \"$A\"", "{x}"),
    ("A={x} sh -c 'printf %s \"$A\"'", "{x}"),
    ("sh -c 'printf %s \"$1\"' sh {x}", "{x}"),
    ("printf '%s.' {x} | cat", "{x}."),
    ("for i in {x} b; do printf '%s,' \"$i\"; done", "{x},b,"),
    (
        "case {x} in {x}) printf same;; *) printf other;; esac",
        "same",
    ),
    (
        "case \"{x}a\" in 'b{x}'|\"{x}\"?) printf same;; esac",
        "same",
    ),
    (
        "printf %s \"$(case a in a) printf '%s.' {x};; esac)\"",
        "{x}.",
    ),
    (
        "printf %s \"$(case a in (a) printf '%s.' {x};; esac)\"",
        "{x}.",
    ),
    ("[ {x} = {x} ] && printf yes", "yes"),
    (
        "if [ \"{x}\" = '{x}' ]; then printf yes; else printf no; fi",
        "yes",
    ),
    ("! test {x} != {x} && printf yes", "yes"),
    ("f() { printf '%s.' \"$@\" {x}; }; f {x} a", "{x}.a.{x}."),
    ("( printf %s {x} ); { printf %s {x}; }", "{x}{x}"),
    ("printf %s ${U:-{x}}", "{x}"),
    ("printf %s \"${U:-a {x}}\" ${S:+'{x}'}", "a {x}{x}"),
    ("printf %s ${U:-${U:-\"{x}\"}}", "{x}"),
    ("a=z{x}; printf %s \"${a#z}\"", "{x}"),
    ("a={x}z; printf %s \"${a#{x}}\" \"${a%z}\"", "z{x}"),
    ("a={x}z; printf %s ${a#{x}}", "z"),
    ("printf %s {x} # it's done\nprintf %s b", "{x}b"),
    ("printf %s x#{x}", "x#{x}"),
    ("printf %s \\\n  a{x}", "a{x}"),
    ("printf %s \\\\{x} \"\\\\{x}\" '\\{x}'", "\\{x}\\{x}\\{x}"),
    ("printf %s '${x}' \"$S\"{x}", "${x}given{x}"),
    ("set -- {x}; printf '%s.' \"$#\" \"$1\"", "1.{x}."),
    ("n=0; while [ $n = 0 ]; do printf %s {x}; n=1; done", "{x}"),
    ("until false || printf %s {x}; do :; done", "{x}"),
    (
        "true && printf %s {x} || printf no; false || printf %s {x}",
        "{x}{x}",
    ),
    ("command printf %s {x}; env printf %s {x}", "{x}{x}"),
    ("find . -prune -exec printf %s {x} \\;", "{x}"),
    ("printf a | xargs printf '%s.' {x}", "{x}.a."),
    ("timeout 5 printf %s {x}", "{x}"),
    (
        "printf a | xargs sh -c 'printf \"%s.\" \"$@\"' sh {x}",
        "{x}.a.",
    ),
    ("printf 'printf %%s \"$1\"' | sh -s -- {x}", "{x}"),
    ("sh -s -- {x} <<'E'\nprintf %s \"$1\"\nE\n", "{x}"),
    ("v={x}; trap 'printf %s \"$v\"' EXIT", "{x}"),
    ("v={x} sh -c 'printf %s \"$v\"'", "{x}"),
    ("printf a | xargs -n1 printf '%s.' {x}", "{x}.a."),
    ("{ sh -c 'cat'; } <<E\n{x}\nE\n", "{x}\n"),
    ("trap 'printf end' EXIT; printf %s {x}", "{x}end"),
    ("printf %s é{x}ü", "é{x}ü"),
    ("printf %s {{x}}", "{{x}}"),
    (
        "printf %s \"it's {x}\" 'say \"{x}\"'",
        "it's {x}say \"{x}\"",
    ),
];

/// Values, each of which breaks some way of quoting.
const VALUES: &[&str] = &[
    "$((1+1))",
    "<E >f",
    "",
    "a  b",
    " lead and trail ",
    "line\nline",
    "end\n",
    "\n",
    "'",
    "\"",
    "it's \"both\"",
    "`touch MARKER`",
    "$(touch MARKER)",
    "$S",
    "${S}",
    "\\",
    "a\\",
    "\\n\\t\\0",
    "*",
    "[a-z]*",
    "~",
    "-n",
    "'; touch MARKER; echo '",
    "\"; touch MARKER; echo \"",
    "a; touch MARKER",
    "& touch MARKER &",
    "\ntouch MARKER\n",
    "E\ntouch MARKER",
    "\n\tE\ntouch MARKER\n",
    ") touch MARKER",
    "}; touch MARKER; {",
    ";; esac; touch MARKER",
    "# no comment",
    "a=b",
    "{a,b}",
    "é ü 日本 🦀 Á",
    "\u{1}\u{7f}",
    "\r\n",
    "%s%d",
    "a[$(touch MARKER)]",
    "-exec touch MARKER ;",
];

#[test]
fn values_arrive_as_they_are() {
    let directory = tempfile::tempdir().unwrap();
    for (template, printed) in ACCEPTED {
        let text = bind(template).unwrap_or_else(|refusal| panic!("{template}\n{refusal:?}"));
        std::thread::scope(|scope| {
            for shell in SHELLS {
                let (text, directory) = (&text, &directory);
                scope.spawn(move || {
                    for value in VALUES {
                        let got = run(shell, text, value, directory.path());
                        let wanted = printed.replace("{x}", value);
                        assert!(
                            got == wanted.as_bytes(),
                            "{shell}: {template} with {value:?}\nprinted {:?}\nand not {wanted:?}",
                            String::from_utf8_lossy(&got)
                        );
                    }
                });
            }
        });
    }
    assert_eq!(markers(directory.path()), [""; 0]);
}

#[test]
fn a_value_names_the_file_of_a_redirection() {
    for name in [
        "out",
        "a b",
        "$(touch MARKER)",
        "-n",
        "'",
        "*",
        "a;touch MARKER",
    ] {
        for (template, file) in [
            ("printf hi > {x}", "{}"),
            ("printf hi >>\"{x}.log\"", "{}.log"),
            ("printf hi 1>|'d {x}'", "d {}"),
        ] {
            for shell in SHELLS {
                let directory = tempfile::tempdir().unwrap();
                run(shell, &bind(template).unwrap(), name, directory.path());
                let written =
                    std::fs::read(directory.path().join(file.replace("{}", name))).unwrap();
                assert_eq!(written, b"hi", "{shell}: {template} with {name:?}");
                let count = std::fs::read_dir(directory.path()).unwrap().count();
                assert_eq!(count, 1, "{shell}: {template} with {name:?}");
            }
        }
    }
}

/// Templates, and a part of what is said about the first value that is refused.
const REFUSED: &[(&str, &str)] = &[
    ("cat <<'E'\n{x}\nE\n", "a quoted here-document"),
    ("cat <<\\E\n{x}\nE\n", "a quoted here-document"),
    ("cat <<\"E\"\n{x}\nE\n", "a quoted here-document"),
    ("cat <<-'E'\n\t{x}\n\tE\n", "a quoted here-document"),
    ("cat <<E'F'\n{x}\nEF\n", "a quoted here-document"),
    ("cat <<A <<'B'\na\nA\n{x}\nB\n", "a quoted here-document"),
    ("echo \"$(cat <<'E'\n{x}\nE\n)\"", "a quoted here-document"),
    ("cat <<{x}\na\n{x}\n", "the delimiter"),
    ("cat <<E{x}\na\nE\n", "the delimiter"),
    ("cat <<\"{x}\"\na\nE\n", "the delimiter"),
    ("cat <<< {x}", "a here-string"),
    ("cat <<E\n{x}\n", "a here-document that never ends"),
    ("echo a # about {x}", "a comment"),
    ("# {x}\necho", "a comment"),
    ("echo $(ls # {x}\n)", "a comment"),
    ("echo a;# {x}", "a comment"),
    ("echo $(({x} + 1))", "arithmetic"),
    ("echo \"$((1 + {x}))\"", "arithmetic"),
    ("echo $((1 + $(echo {x})))", "arithmetic"),
    ("(( {x} > 1 )) && echo", "arithmetic"),
    ("cat <<E\n$(({x}))\nE\n", "arithmetic"),
    ("let a={x}", "arithmetic"),
    ("for ((i={x};;)); do echo; done", "arithmetic"),
    ("echo $'{x}'", "`$'..'`"),
    ("echo $\"{x}\"", "`$\"..\"`"),
    ("echo ${x}", "right after `$`"),
    ("echo \"${x}\"", "right after `$`"),
    ("cat <<E\n${x}\nE\n", "right after `$`"),
    ("echo \\{x}", "right after `\\`"),
    ("echo \"a\\{x}\"", "right after `\\`"),
    ("cat <<E\n\\{x}\nE\n", "right after `\\`"),
    ("echo \\\\\\{x}", "right after `\\`"),
    ("echo `echo \\{x}`", "right after `\\`"),
    ("echo ${{x}}", "the name of a shell variable"),
    ("echo ${A{x}:-b}", "the name of a shell variable"),
    (
        "for {x} in a; do echo; done",
        "the name of a shell variable",
    ),
    ("echo ${U:={x}}", "a part of `${..}`"),
    ("echo \"${U:-'{x}'\"{x}\"}\"", "a part of `${..}`"),
    ("echo ${U:{x}}", "a form of `${..}`"),
    ("echo ${U/{x}/b}", "a form of `${..}`"),
    ("echo ${U[{x}]}", "a form of `${..}`"),
    ("eval {x}", "`eval`"),
    ("eval \"echo {x}\"", "`eval`"),
    ("eval \"$(echo {x})\"", "`eval`"),
    ("sh -c {x}", "another shell"),
    ("sh -c 'echo {x}'", "another shell"),
    ("/bin/bash -lc \"echo {x}\"", "another shell"),
    ("env A=b dash -e -c \"echo {x}\"", "another shell"),
    ("sudo -u bob zsh -c \"echo {x}\"", "another shell"),
    ("exec ksh -c \"echo {x}\"", "another shell"),
    ("command ash -c \"echo {x}\"", "another shell"),
    ("nohup sh -c \"echo {x}\" &", "another shell"),
    ("timeout -k 1 5 sh -c \"echo {x}\"", "another shell"),
    ("ls | xargs -n 1 sh -c \"echo {x}\"", "another shell"),
    ("ls | xargs -I% sh -c \"echo {x} %\"", "another shell"),
    ("bash -euo pipefail -c \"echo {x}\"", "another shell"),
    ("sh -c 'echo '{x}' b' sh", "another shell"),
    ("A=1 sh -c {x}", "another shell"),
    ("if sh -c {x}; then echo; fi", "another shell"),
    ("echo $(sh -c {x})", "another shell"),
    ("echo `sh -c {x}`", "another shell"),
    ("docker exec box sh -c 'echo {x}'", "another shell"),
    ("find . -exec sh -c 'echo {x}' \\;", "another shell"),
    (
        "find . -name a -execdir bash -c \"{x}\" _ {} +",
        "another shell",
    ),
    ("$SHELL -c 'echo {x}'", "another interpreter"),
    ("flock /tmp/l -c 'echo {x}'", "another shell"),
    ("ssh host {x}", "`ssh`"),
    ("ssh -p 22 me@host ls {x}", "`ssh`"),
    ("ssh -o ProxyCommand={x} host", "`ssh`"),
    ("awk '{ print \"{x}\" }'", "`awk`"),
    ("gawk -F: \"/{x}/\" f", "`awk`"),
    ("mawk -v a=1 {x}", "`awk`"),
    ("sed \"s/a/{x}/\" f", "`sed`"),
    ("sed -n -e s/a/{x}/ f", "`sed`"),
    ("sed -i.bak --expression={x} f", "`sed`"),
    ("python3 -c \"print('{x}')\"", "`python`"),
    ("python -Ic'{x}'", "`python`"),
    ("perl -pe 's/a/{x}/' f", "`perl`"),
    ("perl -lne {x}", "`perl`"),
    ("ruby -e {x}", "`ruby`"),
    ("node --eval={x}", "`node`"),
    ("node -p {x}", "`node`"),
    ("php -r {x}", "`php`"),
    ("trap 'rm {x}' EXIT", "`trap`"),
    ("trap -- \"rm {x}\" EXIT", "`trap`"),
    ("su -c 'ls {x}' bob", "`su`"),
    ("su - bob -c 'ls {x}'", "`su`"),
    ("watch -n 1 ls {x}", "`watch`"),
    ("alias a={x}", "an alias"),
    ("sh <<E\necho {x}\nE\n", "the input of an interpreter"),
    ("echo {x} | sh", "the input of an interpreter"),
    (
        "cat <<E | ssh host\necho {x}\nE\n",
        "the input of an interpreter",
    ),
    ("{ echo {x}; } | python3 -", "the input of an interpreter"),
    (
        "echo {x} | xargs -I% sh -c 'ls %'",
        "the input of an interpreter",
    ),
    ("echo {x} | xargs -0 sh -c", "the input of an interpreter"),
    ("echo {x} | sh /dev/stdin", "the input of an interpreter"),
    ("GIT_SSH_COMMAND={x} git fetch", "read as a command"),
    (". {file:x}", "its file would be read as code"),
    ("cat {file:x} | sh", "its file would be read as code"),
    ("sh {x} a", "the options of an interpreter"),
    ("perl -{x} a", "the options of an interpreter"),
    ("perl -e print {x}", "the options of an interpreter"),
    ("sed s/a/b/ {x}", "the options of an interpreter"),
    ("RANDOM={x}", "a variable whose value the shell evaluates"),
    (
        "env BASH_ENV={x} bash f",
        "a variable whose value the shell evaluates",
    ),
    ("ssh {x} ls", "the options of an interpreter"),
    ("{x} foo", "a command's name"),
    ("a=1 {x}", "a command's name"),
    ("ls && {x}", "a command's name"),
    ("if {x}; then echo; fi", "a command's name"),
    ("while ! \"{x}\" a; do echo; done", "a command's name"),
    ("echo | './{x}'", "a command's name"),
    ("echo $({x})", "a command's name"),
    ("{x}=1", "a command's name"),
    ("case a in a) {x};; esac", "a command's name"),
    ("sudo -n {x}", "a command's name"),
    ("xargs -0 {x}", "a command's name"),
    ("echo >&{x}", "a file descriptor"),
    ("read {x}", "names a variable"),
    ("unset {x}", "names a variable"),
    ("export {x}=1", "names a variable"),
    ("printf -v {x} a", "names a variable"),
    ("[ -v {x} ]", "a test of a variable's name"),
    (
        "PS4={x}; set -x",
        "a variable whose value the shell evaluates",
    ),
    ("[[ {x} -eq 1 ]]", "`[[ .. ]]`"),
    ("a=({x} b)", "an array"),
    ("cat <(echo {x})", "a process substitution"),
    ("echo 'a {x}", "text whose `'` is never closed"),
    ("echo 'it's {x}'", "text whose `'` is never closed"),
    ("echo \"a {x}", "text whose `\"` is never closed"),
    ("echo `ls {x}", "text whose backquote is never closed"),
    ("echo $(ls {x}", "text whose `$(` is never closed"),
    ("echo ${U:-{x}", "text whose `${` is never closed"),
    ("echo $((1) {x}", "text whose `((` is never closed"),
    ("echo ) {x}", "no shell syntax"),
    ("echo $'a\\'b' {x}'", "shells read differently"),
];

#[test]
fn other_places_are_refused_by_name() {
    for (template, place) in REFUSED {
        let refusal = bind(template).expect_err(template);
        assert!(
            refusal.place().contains(place),
            "{template}\nstands in {}",
            refusal.place()
        );
        assert!(!refusal.help("{x}").is_empty(), "{template}");
    }
}

/// Words that the tables of programs know, to be thrown together.
const WORDS: &[&str] = &[
    "sh",
    "bash",
    "xargs",
    "parallel",
    ":::",
    "watch",
    "git",
    "config",
    "submodule",
    "foreach",
    "bisect",
    "run",
    "tar",
    "jq",
    "psql",
    "sqlite3",
    "vim",
    "+a",
    "tmux",
    "deno",
    "eval",
    "ssh",
    "sudo",
    "env",
    "A=b",
    "PAGER={x}",
    "docker",
    "entr",
    "find",
    "-exec",
    ";",
    "su",
    "script",
    "awk",
    "crontab",
    "at",
    ".",
    "cat",
    "-",
    "--",
    "-c",
    "-f",
    "-e",
    "-I",
    "-s",
    "-x",
    "-xe",
    "--exec",
    "--exec={x}",
    "--arg",
    "--file={file:x}",
    "-f{file:x}",
    "-c{x}",
    "{x}",
    "{file:x}",
    "é",
    "''",
    "/dev/stdin",
    "|",
    "<",
    "<<E\n{x}\nE\n",
];

proptest! {
    #[test]
    fn any_command_gives_one_verdict_a_value(words in proptest::collection::vec(proptest::sample::select(WORDS), 0..9)) {
        let text = words.join(" ");
        let values = text.matches("{x}").count() + text.matches("{file:x}").count();
        prop_assert_eq!(contexts(&pieces(&text)).len(), values);
    }

    #[test]
    fn any_text_gives_one_verdict_a_value(text in "(\\PC|[\\n\\t ;&|<>(){}$'\"`\\\\#=x]|\\{x\\}|<<E|\\$\\(|case a in ){0,60}") {
        let pieces = pieces(&text);
        let values = text.matches("{x}").count();
        prop_assert_eq!(contexts(&pieces).len(), values);
    }
}

#[test]
fn deep_nesting_is_refused_and_not_followed() {
    for open in [
        "$(", "\"$(", "`", "(", "${a:-", "$((", "{ ", "\"${a:-", "<<E\n$(",
    ] {
        let text = open.repeat(50_000) + "{x}";
        assert_eq!(contexts(&pieces(&text)).len(), 1, "{open}");
    }
}
