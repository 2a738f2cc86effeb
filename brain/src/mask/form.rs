//! How a secret looks where programs put it.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, utf8_percent_encode};

/// The shortest part of a base64 text that is looked for: six bytes, as unlikely by chance as a secret of that length.
const LEAST_OF_BASE64: usize = 8;

/// What RFC 3986 lets stand in any part of a URL.
const UNRESERVED: AsciiSet = NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// What `encodeURIComponent` lets stand beside that.
const COMPONENT: AsciiSet = UNRESERVED
    .remove(b'!')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*');

/// What forms let stand; a space is `+` there.
const FORM: AsciiSet = NON_ALPHANUMERIC
    .remove(b'*')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b' ');

/// What URL parsers encode in a query of their own accord.
const QUERY: AsciiSet = CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'\'');

/// What they encode in a path.
const PATH: AsciiSet = QUERY
    .remove(b'\'')
    .add(b'?')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// What they encode in front of a host.
const USER: AsciiSet = PATH
    .add(b'/')
    .add(b':')
    .add(b';')
    .add(b'=')
    .add(b'@')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'|');

/// Returns what to look for if `secret` may be anywhere: itself, without the space around it, its lines if it has
/// several, each as it is and as it is written in URLs, JSON, shells, HTML and base64.
pub(super) fn all(secret: &str) -> BTreeSet<String> {
    let password = password(secret.trim());
    let mut texts = BTreeSet::from([secret, secret.trim()]);
    texts.extend(credentials(secret.trim()));
    texts.extend(password.as_deref());
    if secret.trim().contains('\n') {
        texts.extend(secret.lines().map(str::trim));
    }
    let mut forms = BTreeSet::new();
    for text in texts {
        forms.extend(in_urls(text));
        forms.extend(in_quotes(text));
        forms.extend(in_base64(text));
        forms.insert(text.to_owned());
    }
    forms
}

/// Returns what follows the scheme in the value of an `Authorization` header.
fn credentials(header: &str) -> Option<&str> {
    let (scheme, rest) = header.split_once(' ')?;
    let schemes = ["Basic", "Bearer", "Token"];
    let is_scheme = schemes
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known));
    is_scheme.then_some(rest.trim())
}

/// Returns the password in the value of an `Authorization` header.
fn password(header: &str) -> Option<String> {
    let pair = STANDARD.decode(credentials(header)?).ok()?;
    let pair = String::from_utf8(pair).ok()?;
    pair.split_once(':')
        .map(|(_, password)| password.to_owned())
}

fn in_urls(text: &str) -> Vec<String> {
    let sets = [&UNRESERVED, &COMPONENT, &QUERY, &PATH, &USER];
    let mut forms: Vec<String> = sets
        .iter()
        .map(|set| utf8_percent_encode(text, set).to_string())
        .collect();
    forms.push(
        utf8_percent_encode(text, &FORM)
            .to_string()
            .replace(' ', "+"),
    );
    let small: Vec<String> = forms.iter().map(|form| with_small_digits(form)).collect();
    forms.extend(small);
    forms
}

/// Writes the digits of percent encoding in small letters, as some programs do.
fn with_small_digits(encoded: &str) -> String {
    let mut parts = encoded.split('%');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push('%');
        match part.split_at_checked(2) {
            Some((digits, rest)) => text.extend([&digits.to_ascii_lowercase(), rest]),
            None => text.push_str(part),
        }
    }
    text
}

/// Returns the text as it stands between the quotes of JSON, of debugging output, of shells and of HTML.
fn in_quotes(text: &str) -> Vec<String> {
    let json = serde_json::Value::from(text).to_string();
    let json = json[1..json.len() - 1].to_owned();
    let debug = format!("{text:?}");
    let html = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;");
    vec![
        json.replace('/', "\\/"),
        json.replace('<', "\\u003c")
            .replace('>', "\\u003e")
            .replace('&', "\\u0026"),
        in_ascii(&json),
        json,
        debug[1..debug.len() - 1].to_owned(),
        text.replace('\'', r"'\''"),
        text.replace('\'', r#"'"'"'"#),
        text.replace('\\', r"\\").replace('\'', r"\'"),
        html.replace('\'', "&#39;"),
        html.replace('\'', "&#x27;"),
        html,
    ]
}

/// Writes JSON without characters beyond ASCII.
fn in_ascii(json: &str) -> String {
    let mut text = String::new();
    for c in json.chars() {
        if c.is_ascii() {
            text.push(c);
        } else {
            let units = c.encode_utf16(&mut [0; 2]).to_vec();
            text.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    text
}

/// Returns what base64 makes of the text, alone and behind other bytes: of these it keeps nothing but how many of the
/// first and last letters depend on them, which are left out.
fn in_base64(text: &str) -> Vec<String> {
    let mut forms = Vec::new();
    for engine in [&STANDARD, &URL_SAFE] {
        forms.push(engine.encode(text));
        for before in 0..3 {
            let bytes = [&[0; 2][..before], text.as_bytes()].concat();
            let encoded = engine.encode(&bytes);
            // A letter holds six bits: the first that holds none of the bytes before, the last that is full.
            let (from, to) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
            forms.extend(encoded.get(from..to).map(str::to_owned));
        }
    }
    forms.retain(|form| form.len() >= LEAST_OF_BASE64);
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_secret_is_itself_and_its_base64() {
        let forms = all("sk-test-9f8e7d");
        assert!(forms.contains("sk-test-9f8e7d"));
        assert!(
            forms
                .iter()
                .all(|form| form == "sk-test-9f8e7d" || !form.contains("sk-test"))
        );
    }

    #[test]
    fn every_way_to_write_it_is_there() {
        let forms = all("a\"b\\c'd/e f&g<é>\n");
        for form in [
            "a\"b\\c'd/e f&g<é>\n",
            "a\"b\\c'd/e f&g<é>",
            r#"a\"b\\c'd/e f&g<é>"#,
            r#"a\"b\\c'd\/e f&g<é>"#,
            r#"a\"b\\c'd/e f\u0026g\u003cé\u003e"#,
            r#"a\"b\\c'd/e f&g<\u00e9>"#,
            r#"a\"b\\c'd/e f&g<é>\n"#,
            r#"a"b\c'\''d/e f&g<é>"#,
            r#"a"b\\c\'d/e f&g<é>"#,
            "a&quot;b\\c&#39;d/e f&amp;g&lt;é&gt;",
            "a%22b%5Cc%27d%2Fe%20f%26g%3C%C3%A9%3E",
            "a%22b%5cc%27d%2fe%20f%26g%3c%c3%a9%3e",
            "a%22b%5Cc'd%2Fe%20f%26g%3C%C3%A9%3E",
            "a%22b%5Cc%27d%2Fe+f%26g%3C%C3%A9%3E",
            "a%22b\\c%27d/e%20f&g%3C%C3%A9%3E",
        ] {
            assert!(forms.contains(form), "{form} in {forms:#?}");
        }
    }

    #[test]
    fn base64_is_found_behind_any_bytes() {
        let secret = "p4ss w0rd/~?";
        let forms = all(secret);
        for before in ["", "u", "us", "use", "user:"] {
            for after in ["", "!", "!!"] {
                for engine in [&STANDARD, &URL_SAFE] {
                    let encoded = engine.encode(format!("{before}{secret}{after}"));
                    let found = forms.iter().any(|form| encoded.contains(form.as_str()));
                    assert!(found, "{encoded}");
                }
            }
        }
    }

    #[test]
    fn the_value_of_a_header_holds_a_secret_of_its_own() {
        assert!(all("Bearer sk-test-9f8e7d").contains("sk-test-9f8e7d"));
        assert!(all("Basic dXNlcjpwNHNzdzByZA==").contains("p4ssw0rd"));
        assert!(!all("two words").contains("words"));
    }

    #[test]
    fn each_line_of_a_key_is_one() {
        let forms = all("-----BEGIN KEY-----\nAAAABBBBCCCC\n-----END KEY-----\n");
        assert!(forms.contains("AAAABBBBCCCC"));
        assert!(forms.contains("-----BEGIN KEY-----\\nAAAABBBBCCCC\\n-----END KEY-----"));
    }
}
