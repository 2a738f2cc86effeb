//! Who reads a value as code, row by row.

use super::super::{Context, Piece, Refusal, contexts};

/// Judges a template in which `{x}` is a value and `{file:x}` a file that holds one.
fn verdicts(template: &str) -> Vec<Result<Context, Refusal>> {
    let mut pieces = Vec::new();
    for (index, part) in template.split("{x}").enumerate() {
        if index > 0 {
            pieces.push(Piece::Value);
        }
        for (index, text) in part.split("{file:x}").enumerate() {
            if index > 0 {
                pieces.push(Piece::File);
            }
            pieces.push(Piece::Text(text));
        }
    }
    contexts(&pieces)
}

/// Checks templates whose one value is refused, with a part of the place and a part of the help.
fn refused(rows: &[(&str, &str, &str)]) {
    for (template, place, help) in rows {
        let refusal = verdicts(template).remove(0).expect_err(template);
        let written = if template.contains("{file:x}") {
            "{file:x}"
        } else {
            "{x}"
        };
        let (said, way) = (refusal.place(), refusal.help(written));
        assert!(said.contains(place), "{template}\nstands in {said}");
        assert!(way.contains(help), "{template}\nhelp: {way}");
    }
}

fn accepted(templates: &[&str]) {
    for template in templates {
        for verdict in verdicts(template) {
            assert!(verdict.is_ok(), "{template}\n{verdict:?}");
        }
    }
}

#[test]
fn an_input_that_becomes_a_program() {
    refused(&[
        (
            "echo {x} | xargs -0 sh -c",
            "the input",
            "sh -c '.. \"$@\"' sh",
        ),
        ("echo {x} | xargs sh", "the input", "fixed program"),
        (
            "echo {x} | xargs -n1 bash -ec",
            "the input",
            "fixed program",
        ),
        ("echo {x} | xargs python3 -c", "the input", "fixed program"),
        ("echo {x} | xargs awk", "the input", "fixed program"),
        ("echo {x} | xargs ssh host ls", "the input", "fixed program"),
        ("echo {x} | xargs jq", "the input", "fixed program"),
        ("xargs -a {file:x} sh -c", "its file", "of your own"),
        ("echo {x} | parallel", "the input", "fixed program"),
        ("parallel ::: {x}", "the input", "fixed program"),
        ("parallel sh -c ::: {x}", "the input", "fixed program"),
        (
            "parallel 'sh -c \"ls {}\"' ::: {x}",
            "the input",
            "fixed program",
        ),
        ("parallel -j 2 ls {x}", "`parallel`", "after `:::`"),
        ("echo {x} | sh /dev/stdin", "the input", "after `-s --`"),
        ("echo {x} | bash /dev/fd/0", "the input", "after `-s --`"),
        ("echo {x} | su - bob", "the input", "after `-s --`"),
        ("echo {x} | sudo -u bob -s", "the input", "after `-s --`"),
        ("echo {x} | sh -", "the input", "after `-s --`"),
        ("echo {x} | . /dev/stdin", "the input", "after `-s --`"),
        ("echo {x} | python3 /dev/stdin", "the input", "after `-`"),
        ("echo {x} | awk -f - f", "the input", "in a file"),
        ("echo {x} | sed -f /dev/stdin f", "the input", "in a file"),
        (
            "python3 - <<E\n{x}\nE\n",
            "the input",
            "as an argument after `-`",
        ),
        (
            "perl <<E\n{x}\nE\n",
            "the input",
            "as an argument after `-`",
        ),
        ("tclsh <<E\nputs {x}\nE\n", "the input", "in a file"),
        ("expect <<E\nsend {x}\nE\n", "the input", "in a file"),
        ("ssh host <<E\nls {x}\nE\n", "the input", "`stdin: \"{x}\"`"),
        (
            "echo {x} | docker exec -i box sh",
            "the input",
            "after `-s --`",
        ),
        ("{ sh; } <<E\n{x}\nE\n", "the input", "after `-s --`"),
        ("make -f - <<E\na: {x}\nE\n", "a makefile", "value={x} make"),
        ("echo {x} | crontab -", "`crontab`", "a fixed script"),
        ("echo {x} | crontab", "`crontab`", "a fixed script"),
        ("echo {x} | at now", "`at`", "value={x} at"),
        ("batch <<E\nls {x}\nE\n", "`at`", "value={x} at"),
        (
            "psql db <<E\nselect '{x}'\nE\n",
            "`psql`",
            "psql -v v={x} -f",
        ),
        ("echo {x} | sqlite3 db", "`sqlite3`", "bind it"),
        ("echo {x} | mysql -u me db", "`mysql`", "bind it"),
        ("gdb prog <<E\nshell {x}\nE\n", "a debugger", "fixed"),
        ("printf '%s' {x} | ed -s f", "`ed`", "fixed"),
    ]);
}

#[test]
fn an_input_that_is_data() {
    accepted(&[
        "echo {x} | xargs sh -c 'echo \"$@\"' sh",
        "echo {x} | xargs -0 ls",
        "echo {x} | xargs python3 tool.py {x}",
        "parallel -j 2 ls ::: {x}",
        "echo {x} | parallel ls",
        "parallel python3 tool.py ::: {x}",
        "echo {x} | grep node",
        "echo {x} | sudo -S -v; echo {x} | sudo -u bob cat",
        "echo {x} | docker exec -i box cat",
        "docker run --rm -e A={x} box sh -c 'echo \"$A\"'",
        "sh -s -- {x} <<'E'\necho \"$1\"\nE\n",
        "python3 - {x} <<'E'\nprint()\nE\n",
        "awk -f tool.awk -v a={x} {file:x}",
        "make VERSION={x} all; make -f Makefile {x}",
        "echo {x} | psql db -c 'copy t from stdin'",
        "psql -v v={x} -f query.sql db",
        "sqlite3 {x} < query.sql",
        "{ sh < f; cat; } <<E\n{x}\nE\n",
        "crontab -l; echo {x}",
    ]);
}

#[test]
fn a_variable_that_is_a_command_to_somebody() {
    for name in [
        "GIT_SSH_COMMAND",
        "GIT_SSH",
        "GIT_PAGER",
        "PAGER",
        "EDITOR",
        "VISUAL",
        "LD_PRELOAD",
        "PYTHONSTARTUP",
        "PERL5OPT",
        "RUBYOPT",
        "NODE_OPTIONS",
        "GIT_CONFIG_VALUE_0",
    ] {
        for form in [
            "NAME={x} git log",
            "export NAME={x}",
            "env -i NAME='{x}' git log",
            "NAME={x}; ls",
        ] {
            let template = form.replace("NAME", name);
            refused(&[(&template, "read as a command", "`{raw:x}`")]);
        }
    }
    refused(&[
        (
            "env 'BASH_FUNC_ls%%={x}' bash f",
            "read as a command",
            "{raw:x}",
        ),
        ("sudo LD_PRELOAD={x} ls", "read as a command", "{raw:x}"),
        ("local PAGER={x}", "read as a command", "{raw:x}"),
    ]);
    accepted(&[
        "PATH={x}:$PATH LANG={x} TZ={x} ls; GIT_DIR={x} GIT_AUTHOR_NAME={x} git log",
        "export HTTP_PROXY={x}; env NAME={x} ls",
    ]);
}

#[test]
fn an_option_of_git_that_is_a_command() {
    refused(&[
        ("git -c alias.x=\"!{x}\" x", "a setting of `git`", "{raw:x}"),
        ("git -c core.pager={x} log", "a setting of `git`", "{raw:x}"),
        ("git -C d -c {x} log", "a setting of `git`", "{raw:x}"),
        (
            "git -c core.sshCommand='ssh -i {x}' fetch",
            "a setting of `git`",
            "{raw:x}",
        ),
        ("git config alias.a {x}", "a setting of `git`", "{raw:x}"),
        (
            "git clone -c core.hooksPath={x} u",
            "a setting of `git`",
            "{raw:x}",
        ),
        (
            "git rebase --exec 'ls {x}' main",
            "gives to a shell",
            "value={x} git",
        ),
        (
            "git rebase -x \"ls {x}\"",
            "gives to a shell",
            "value={x} git",
        ),
        ("git rebase -ix {x}", "gives to a shell", "value={x} git"),
        ("git rebase --exec={x}", "gives to a shell", "value={x} git"),
        (
            "git bisect run sh -c {x}",
            "another shell",
            "as an argument",
        ),
        (
            "git submodule foreach 'ls {x}'",
            "gives to a shell",
            "value={x} git",
        ),
        (
            "git fetch --upload-pack={x} o",
            "gives to a shell",
            "value={x} git",
        ),
        (
            "git filter-branch --msg-filter {x}",
            "gives to a shell",
            "value={x} git",
        ),
    ]);
    accepted(&[
        "git -c user.name={x} -c user.email={x} commit -m {x} -- {x}",
        "git -c http.extraHeader=\"Authorization: {x}\" fetch origin {x}",
        "git config user.name {x}; git config --get {x}",
        "git config remote.origin.url {x}",
        "git log --grep {x} -c; git push -u origin {x}; git grep -e {x} -O",
        "git -C {x} status; git rebase {x}; git commit -F {file:x}",
    ]);
}

#[test]
fn an_option_or_operand_that_is_code() {
    refused(&[
        (
            "tar -cf a --checkpoint=1 --checkpoint-action=exec={x} b",
            "`tar`",
            "{raw:x}",
        ),
        ("tar xf a --to-command {x}", "`tar`", "{raw:x}"),
        ("tar -I {x} -xf a", "`tar`", "{raw:x}"),
        ("tar -cI{x} -f a b", "`tar`", "{raw:x}"),
        ("tar --use-compress-program={x} -xf a", "`tar`", "{raw:x}"),
        ("rsync -e {x} a b", "`rsync`", "{raw:x}"),
        ("rsync -ave \"ssh {x}\" a b", "`rsync`", "{raw:x}"),
        ("rsync --rsh={x} a b", "`rsync`", "{raw:x}"),
        ("scp -o ProxyCommand={x} a b:", "`scp`", "{raw:x}"),
        ("tmux new -d -s a \"ls {x}\"", "`tmux`", "a fixed command"),
        ("tmux send-keys -t a {x} Enter", "`tmux`", "a fixed command"),
        ("less +{x} f", "`less`", "fixed"),
        ("npx -c 'ls {x}'", "`npx`", "leave `-c` out"),
        ("npm exec --call={x}", "`npx`", "leave `-c` out"),
        ("deno eval {x}", "`deno`", "in a file"),
        ("gdb -batch -ex 'p {x}' a", "a debugger", "fixed"),
        (
            "emacs --batch --eval '(f \"{x}\")'",
            "`emacs`",
            "after `--`",
        ),
        ("vim -c 's/a/{x}/' f", "`vim`", "fixed"),
        ("vim +{x} f", "`vim`", "fixed"),
        ("vim --cmd {x} f", "`vim`", "fixed"),
        ("psql -c \"select '{x}'\"", "`psql`", "psql -v v={x}"),
        ("psql -tAc \"select '{x}'\" db", "`psql`", "psql -v v={x}"),
        ("psql --command={x}", "`psql`", "psql -v v={x}"),
        ("sqlite3 -json db \"select '{x}'\"", "`sqlite3`", "bind it"),
        ("mysql -e {x} db", "`mysql`", "bind it"),
        ("mysql --execute={x} db", "`mysql`", "bind it"),
        ("duckdb -c {x}", "a database", "bind it"),
        ("jq \".{x}\" f", "`jq`", "jq --arg v {x}"),
        ("jq -r --arg a b '.[\"{x}\"]'", "`jq`", "jq --arg v {x}"),
        (
            "osascript -e 'say \"{x}\"'",
            "another interpreter",
            "as an argument",
        ),
        ("Rscript -e {x}", "another interpreter", "as an argument"),
        ("julia -e {x}", "another interpreter", "as an argument"),
        ("nu -c {x}", "another interpreter", "as an argument"),
        (
            "erl -noshell -eval {x}",
            "another interpreter",
            "as an argument",
        ),
        ("nix-shell -p hello --run \"ls {x}\"", "another shell", ""),
        ("lua -e {x}", "another interpreter", "as an argument"),
        (
            "find . -execdir sh -c \"ls {x}\" \\;",
            "another shell",
            "as an argument",
        ),
        ("ls | entr -s 'ls {x}'", "`entr`", "leave `-s` out"),
        ("hyperfine 'ls {x}'", "`hyperfine`", "value={x} hyperfine"),
        (
            "hyperfine --prepare {x} ls",
            "`hyperfine`",
            "value={x} hyperfine",
        ),
    ]);
    accepted(&[
        "tar -czf {x} -C {x} -- {x}; tar xf {x}; tar -cf a --exclude={x} -I zstd b",
        "rsync -av --exclude {x} -e ssh {x} host:{x}",
        "scp -i {x} {x} host:",
        "tmux has-session -t {x}; tmux new -d -s {x}",
        "npx tool {x}; npm run build -- {x}",
        "deno run tool.ts {x}",
        "jq --arg v {x} '.[$v]' {x}; jq -r '.a' {file:x}; jq -n --argjson a {x} '$a'",
        "jq -rf tool.jq --args {x}; echo {x} | jq .",
        "gdb --args prog {x}; vim {x}; mysql -u {x} -h {x} db < q.sql",
        "ls | entr ls {x}; hyperfine -n {x} ls",
        "watch -x -n 1 ls {x}",
        "sqlite3 {x} 'select 1'",
    ]);
}

#[test]
fn a_file_that_would_be_run() {
    let shell = "write `{raw:x}` in place of the command";
    refused(&[
        (". {file:x}", "its file would be read as code", shell),
        ("source {file:x}", "its file", shell),
        (". -- \"{file:x}\"", "its file", shell),
        ("sh {file:x}", "its file", shell),
        ("sh -- {file:x}", "its file", shell),
        ("bash -e {file:x} a", "its file", shell),
        ("sh - {file:x}", "its file", shell),
        ("bash --rcfile {file:x}", "its file", shell),
        ("sh < {file:x}", "its file", shell),
        ("<{file:x} sh -s a", "its file", shell),
        ("{ sh; } < {file:x}", "its file", shell),
        ("cat {file:x} | sh", "its file", shell),
        ("cat < {file:x} | tr a b | sh", "its file", shell),
        ("sed s/a/b/ -- {file:x} | bash -s a", "its file", shell),
        ("exec {file:x}", "its file", shell),
        ("{file:x} a", "its file", shell),
        ("sudo sh -- {file:x}", "its file", shell),
        ("env A=b {file:x}", "its file", shell),
        ("python3 -- {file:x}", "its file", "of your own"),
        ("deno run {file:x}", "its file", "of your own"),
        ("ssh host cat {file:x}", "`ssh`", "`stdin: \"{x}\"`"),
        ("cat <<'E'\n{file:x}\nE\n", "a quoted", "`stdin: \"{x}\"`"),
        ("python3 < {file:x}", "its file", "of your own"),
        ("cat {file:x} | ssh host", "its file", "of your own"),
        ("awk -f {file:x} f", "its file", "of your own"),
        ("sed -f{file:x} f", "its file", "of your own"),
        ("awk --file={file:x} f", "its file", "of your own"),
        ("node -r {file:x} a.js", "its file", "of your own"),
        ("jq -f {file:x} f", "its file", "of your own"),
        ("psql -f {file:x}", "its file", "of your own"),
        ("psql < {file:x}", "its file", "of your own"),
        ("make -f {file:x}", "its file", "of your own"),
        ("crontab {file:x}", "its file", "of your own"),
        ("at -f {file:x} now", "its file", "of your own"),
    ]);
    accepted(&[
        "cat {file:x} | wc -l; grep a {file:x}; wc < {file:x}",
        "sh -s -- {file:x} < f",
        "sh f {file:x}; sh -c 'cat \"$1\"' sh {file:x}",
        "python3 tool.py {file:x} < {file:x}; python3 - {file:x} < tool.py",
        "curl --data-binary @{file:x} u; git commit -F {file:x}",
        "awk -v a={file:x} '{ print a }' -- {file:x}",
        "cat {file:x} | python3 -c 'import sys'; cat {file:x} > f",
        "python3 gen.py {file:x} | sh",
        ". ./env.sh; echo {file:x}; echo {file:x} | cat",
        "ssh host cat < {file:x}",
        "sed s/a/b/ {file:x}; perl -pe 1 {file:x}; awk 1 \"{file:x}\"",
    ]);
}

#[test]
fn a_help_names_what_is_not_done_yet() {
    refused(&[
        (
            "eval echo {x}",
            "`eval`",
            "leave `eval` out, or write `{raw:x}`",
        ),
        (
            "ssh host echo {x}",
            "`ssh`",
            "`stdin: \"{x}\"` to a fixed command",
        ),
        (
            "ssh -o ProxyCommand={x} h",
            "the options of `ssh`",
            "write the option itself",
        ),
        ("trap 'rm {x}' EXIT", "`trap`", "in a variable, `value={x}`"),
        ("alias a={x}", "an alias", "a function"),
        ("watch ls {x}", "`watch`", "`watch -x`"),
        ("su -c 'ls {x}' bob", "`su`", "user -- sh {x}"),
        ("script -c {x}", "`script`", "value={x} script"),
        ("flock f -c {x}", "another shell", "leave `-c` out"),
        (
            "docker run --name node -it box sh -c {x}",
            "another shell",
            "as an argument",
        ),
        ("sh -c 'ls {x}'", "another shell", "pass it as an argument"),
    ]);
    accepted(&[
        "value={x}; trap 'rm \"$value\"' EXIT",
        "su -c 'ls \"$1\"' user -- sh {x}",
        "value={x} script -c 'ls \"$value\"'",
        "value={x} hyperfine 'ls \"$value\"'",
        "value={x} at now <<'E'\nls \"$value\"\nE\n",
        "ssh host 'cat > f' < {file:x}",
    ]);
}

#[test]
fn one_mistake_is_told_once() {
    for (template, told) in [
        ("echo '{x} {x} {x}", 1),
        ("echo \"{x} {x}", 1),
        ("echo {x} $(ls {x} {x}", 1),
        ("cat <<E\n{x}\n{x}\n", 1),
        ("cat <<{x}\na {x}\n{x}\n", 1),
        ("cat <<E$(echo {x})\n{x}\n", 1),
        ("eval {x}; echo '{x} {x}", 2),
        ("eval {x}; eval {x}", 2),
    ] {
        let refusals = verdicts(template).into_iter().filter_map(Result::err);
        let count = refusals.filter(|refusal| !refusal.is_follow_up()).count();
        assert_eq!(count, told, "{template}");
    }
}
