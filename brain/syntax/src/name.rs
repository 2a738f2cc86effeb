//! Names that people give, and words they cannot give.

/// Words that mean something in placeholders or closures and so can name no step.
pub const RESERVED: &[&str] = &[
    "previous", "last_run", "trigger", "run", "failure", "raw", "file",
];

/// What the names of shell variables begin with that values of placeholders are bound to.
pub const BOUND: &str = "_brain_";

/// The longest name of a workflow, in bytes: it has to fit into file names, headers and table columns.
pub const WORKFLOW_NAME_MAX: usize = 128;

/// Tells whether `text` is an ASCII identifier: a letter or `_`, then letters, digits and `_`.
pub fn is_identifier(text: &str) -> bool {
    let mut bytes = text.bytes();
    let starts_well = bytes
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    starts_well && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Tells whether `text` can name a step, leaving aside whether it is reserved.
pub fn is_step_name(text: &str) -> bool {
    is_identifier(text) && text != "_"
}

/// Returns the step name that an ill-formed one was probably meant to be: `git_log` for `git-log`.
pub fn mended(text: &str) -> Option<String> {
    if is_step_name(text) {
        return None;
    }
    let raw = text.strip_prefix("r#").unwrap_or(text);
    let mut mended: String = raw.chars().map(in_ascii).collect();
    if mended.starts_with(|first: char| first.is_ascii_digit()) {
        mended.insert_str(0, "step_");
    }
    if is_keyword(&mended) {
        mended.push('_');
    }
    is_step_name(&mended).then_some(mended)
}

/// Writes a letter as people do whose keyboard lacks it; what cannot be in a name as `_`.
fn in_ascii(letter: char) -> &'static str {
    /// Letters of languages written in Latin script, by what they are written as.
    const LETTERS: &[(&str, &str)] = &[
        ("äæ", "ae"),
        ("öœ", "oe"),
        ("ü", "ue"),
        ("ß", "ss"),
        ("àáâãåăą", "a"),
        ("çćč", "c"),
        ("ďđ", "d"),
        ("èéêëěę", "e"),
        ("ğ", "g"),
        ("ìíîïı", "i"),
        ("ł", "l"),
        ("ñńň", "n"),
        ("òóôõøő", "o"),
        ("řŕ", "r"),
        ("śšşș", "s"),
        ("ťţț", "t"),
        ("ùúûůű", "u"),
        ("ýÿ", "y"),
        ("źżž", "z"),
        ("-. ", "_"),
    ];
    /// The characters of names, each as a text.
    const OWN: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    if let Some(at) = OWN.find(letter) {
        return &OWN[at..=at];
    }
    let known = LETTERS.iter().find(|(letters, _)| letters.contains(letter));
    known.map_or("?", |(_, written)| written)
}

/// Tells whether `text` is a keyword of Rust, in use or kept for later, which could name no closure parameter.
pub fn is_keyword(text: &str) -> bool {
    // The reference's strict and reserved keywords of edition 2024, in the order of the alphabet.
    const KEYWORDS: &[&str] = &[
        "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
        "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
        "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv",
        "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try",
        "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
    ];
    KEYWORDS.contains(&text)
}

/// Tells whether `text` can name a workflow: letters, digits, `-`, `_` and `.`, beginning with a letter or a digit.
pub fn is_workflow_name(text: &str) -> bool {
    text.len() <= WORKFLOW_NAME_MAX
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

/// Tells whether `text` can be the id of a check: letters, digits, `-`, `_` and `.`.
pub fn is_check_id(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

/// Tells whether `text` is a header name: a token of RFC 9110, section 5.6.2.
pub fn is_header_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

/// Tells whether `text` can name an environment variable that a shell can read.
pub fn is_variable_name(text: &str) -> bool {
    is_identifier(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_names_are_ascii_identifiers() {
        for good in ["a", "log", "_x", "a1", "A_b"] {
            assert!(is_step_name(good), "{good}");
        }
        for bad in ["", "_", "1a", "a-b", "a.b", "é", "a b", "a{"] {
            assert!(!is_step_name(bad), "{bad}");
        }
        assert_eq!(mended("git-log"), Some("git_log".to_owned()));
        assert_eq!(mended("git_log"), None);
        assert_eq!(mended("é-a"), Some("e_a".to_owned()));
        assert_eq!(mended("größe"), Some("groesse".to_owned()));
        assert_eq!(mended("r#type"), Some("type_".to_owned()));
        assert_eq!(mended("2fa"), Some("step_2fa".to_owned()));
        assert_eq!(mended("шаг"), None);
    }

    #[test]
    fn workflow_names_fit_into_paths() {
        for good in ["nightly-digest", "a", "v1.2", "9to5"] {
            assert!(is_workflow_name(good), "{good}");
        }
        let long = "a".repeat(WORKFLOW_NAME_MAX + 1);
        for bad in ["", "-a", ".a", "a/b", "a b", "é", "a\n", long.as_str()] {
            assert!(!is_workflow_name(bad), "{bad}");
        }
    }
}
