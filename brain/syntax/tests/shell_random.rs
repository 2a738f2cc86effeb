//! Random shell text: whatever is accepted must treat every value as the same plain word.

mod bound;

use bound::{SHELLS, bind, markers, run};

/// A small generator of repeatable numbers (xorshift); the tests need variety and not quality.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let limit = u64::try_from(limit).expect("a short list");
        usize::try_from(self.0 % limit).expect("below a short list's length")
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// What is thrown between the parts of a sound text.
const NOISE: &[&str] = &[
    "'",
    "\"",
    "`",
    "\\",
    "$",
    "$(",
    ")",
    "}",
    "{ ",
    "(",
    "#",
    " #",
    "\n",
    " ",
    "  ",
    ";",
    "|",
    "&&",
    "||",
    "\\\n",
    "=",
    "~",
    "*",
    "${U:-",
    "${S:+",
    "${S#",
    "$((",
    "))",
    "$'",
    "$\"",
    "<<E\n",
    "\nE\n",
    "case a in a) ",
    " ;; esac",
    "a=",
    "{x}",
    "x",
    "esac",
    "in ",
    "do ",
    "then ",
    "if ",
    "fi",
    "}",
    "\t",
    "\\\\",
    "\\'",
    "\\\"",
    "\\`",
    "[",
    "]",
    "!",
    "$[",
    "[[ ",
    " ]]",
    "<<<",
    "((",
    "-",
    "é",
];

fn words(numbers: &mut Numbers, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..=numbers.below(3) {
        text.push(' ');
        for _ in 0..=numbers.below(2) {
            text.push_str(&part(numbers, depth));
        }
    }
    text
}

fn part(numbers: &mut Numbers, depth: usize) -> String {
    let inner = |numbers: &mut Numbers| command(numbers, depth - 1);
    match numbers.below(if depth == 0 { 7 } else { 16 }) {
        0 | 1 => "{x}".to_owned(),
        2 => "a{x}b".to_owned(),
        3 => "'s {x}'".to_owned(),
        4 => "\"d {x}\"".to_owned(),
        5 => numbers
            .pick(&[
                "$S", "\"$S\"", "'$S'", "\\$", "x#y", "\"it's\"", "'say \"'", "\\\\", "\"\\\"\"",
                "\"\\\\\"",
            ])
            .to_owned(),
        6 => numbers
            .pick(&[
                "plain",
                "é",
                "k=v",
                "--opt={x}",
                "spot/{x}/leaf",
                "'\\'",
                "\"a\\b{x}\"",
            ])
            .to_owned(),
        7 => format!("\"a $({})\"", inner(numbers)),
        8 => format!("\"$({})\"", inner(numbers)),
        9 | 10 => format!("\"`{}`\"", escaped(&inner(numbers))),
        11 => format!("${{U:-{}}}", part(numbers, depth - 1)),
        12 => format!("\"${{U:-{}}}\"", part(numbers, depth - 1)),
        13 => format!("${{S:+{}}}", part(numbers, depth - 1)),
        14 => "\"{x}\"".to_owned(),
        _ => format!("\"${{S#{}}}\"", part(numbers, depth - 1)),
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('`', "\\`")
}

fn command(numbers: &mut Numbers, depth: usize) -> String {
    let simple = format!("printf '%s.'{}", words(numbers, depth));
    if depth == 0 {
        return simple;
    }
    let other = |numbers: &mut Numbers| command(numbers, depth - 1);
    match numbers.below(15) {
        0 => format!("{simple}; {}", other(numbers)),
        1 => format!("{simple}\n{}", other(numbers)),
        2 => format!(
            "case aaaa{} in (b) ;; a*) {simple};; esac",
            part(numbers, 0)
        ),
        3 => format!("( {simple} )"),
        4 => format!("{{ {simple}; }}"),
        5 => format!("if true; then {simple}; fi"),
        6 => format!(
            "for i in{}; do printf '%s.' \"$i\"; done",
            words(numbers, 0)
        ),
        7 => format!("a={}; printf '%s.' \"$a\"", part(numbers, depth - 1)),
        8 => format!(
            "cat <<E\nin '{{x}} \"{{x}}\" {} \\\\\nE\n{}",
            part(numbers, depth - 1),
            other(numbers)
        ),
        9 => format!(
            "cat <<-E; {simple}\n\t${{U:-{{x}}}} {}\n\tE\n",
            part(numbers, depth - 1)
        ),
        10 => format!("{simple} # it's a comment\n{}", other(numbers)),
        11 => format!("{simple} && {} || {}", other(numbers), other(numbers)),
        // A name for each depth: with a definition undone by noise, one name would call itself for ever.
        12 => format!("f{depth}() {{ {simple}; }}; f{depth}"),
        13 => format!("{simple} | cat"),
        _ => simple,
    }
}

/// Makes a sound text, or one that is damaged and runs without splitting words (a command substitution that lost its
/// quotes splits what it prints, and rightly so).
fn template(numbers: &mut Numbers) -> String {
    let mut text = command(numbers, 3);
    let damages = numbers.below(4);
    for _ in 0..damages {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let at = places[numbers.below(places.len())];
        if numbers.below(3) == 0 {
            text.remove(at);
        } else {
            text.insert_str(at, numbers.pick(NOISE));
        }
    }
    if damages > 0 {
        text.insert_str(0, "IFS=; set -f; ");
    }
    text
}

/// Values that change the outcome if any part of them is read as syntax.
const VALUES: &[&str] = &[
    "a  b * ' \" $(touch MARKER1) `touch MARKER2` ${S} \\' \\\" \\n ; touch MARKER3; #",
    "'; touch MARKER4; echo '\"; touch MARKER5; echo \"}; touch MARKER6; `)`",
    "x\nE\n\tE\ntouch MARKER7\n\u{e9}\u{c1}\u{1}\u{7f}]",
    "-n \\",
    "",
];

/// A word that no template has and that means nothing to a shell.
const PLAIN: &str = "@QZQ@";

/// Tells whether a text prints the same twice, and every word that it prints as it is.
fn is_steady(template: &str) -> bool {
    let formats = template.matches("printf '%s.' ").count();
    let documents = template.matches("cat <<E\n").count() + template.matches("cat <<-E; ").count();
    let alone = template.replace("&&", "");
    !template.contains("$$")
        && !template.contains("$*")
        && template.matches("case aaaa").count() == template.matches("in (b) ;; a*) ").count()
        && !alone.contains('&')
        && template.matches("printf").count() == formats
        && template.matches('%').count() == formats
        && template.matches("cat <").count() == documents
}

#[test]
fn what_is_accepted_gives_any_value_as_the_same_word() {
    let count = std::env::var("BRAIN_TEST_SHELL_TEXTS").map_or(30, |count| count.parse().unwrap());
    let seed =
        std::env::var("BRAIN_TEST_SHELL_SEED").map_or(0x9E37_79B9, |seed| seed.parse().unwrap());
    let directory = tempfile::tempdir().unwrap();
    let mut numbers = Numbers(seed);
    let (mut accepted, mut tried, mut wrong) = (0, 0, 0);
    while accepted < count {
        let template = template(&mut numbers);
        tried += 1;
        let Ok(text) = bind(&template) else { continue };
        if !template.contains("{x}") || !is_steady(&template) {
            continue;
        }
        accepted += 1;
        for shell in SHELLS {
            let plain =
                String::from_utf8_lossy(&run(shell, &text, PLAIN, directory.path())).into_owned();
            let spliced = template.replace("{x}", PLAIN);
            let spliced = run(shell, &spliced, "", directory.path());
            let mut bad = Vec::new();
            if spliced != plain.as_bytes() {
                bad.push(format!(
                    "as text: {:?}\n as value: {plain:?}",
                    String::from_utf8_lossy(&spliced)
                ));
            }
            for value in VALUES {
                let got = run(shell, &text, value, directory.path());
                let wanted = plain.replace(PLAIN, value);
                if got != wanted.as_bytes() {
                    bad.push(format!(
                        "value {value:?}\n got {:?}\n not {wanted:?}",
                        String::from_utf8_lossy(&got)
                    ));
                }
            }
            bad.extend(markers(directory.path()));
            for marker in markers(directory.path()) {
                std::fs::remove_file(directory.path().join(marker)).unwrap();
            }
            if !bad.is_empty() {
                wrong += 1;
                println!("=== {shell}\n{template}\n--- {text}\n{}", bad[0]);
            }
        }
    }
    println!("{accepted} accepted of {tried}, {wrong} wrong");
    assert_eq!(wrong, 0);
}
