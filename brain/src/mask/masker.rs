//! Finds secrets in texts.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use serde_json::Value;

use super::{MASK, MaskedStream, form, span};

/// From how many characters on a secret is masked in an output as well: a shorter one is found in texts that have
/// nothing to do with it, and outputs are data.
const LONG: usize = 8;

/// From how many characters on a secret is masked at all. Fewer are a number or a short word, which would make half of
/// all messages unreadable and be guessed in seconds anyway.
const SHORTEST: usize = 4;

/// Which texts a secret is looked for in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    /// In all, as part of words as well.
    Long,
    /// In messages, where it is a word.
    Short,
}

/// Knows secrets and puts `***` in their place.
///
/// # Examples
/// ```
/// use brain::mask::Masker;
///
/// let masker = Masker::new(["sk-test-9f8e7d"]);
/// assert_eq!(
///     masker.mask("no such key: sk-test-9f8e7d"),
///     "no such key: ***"
/// );
/// assert_eq!(masker.mask("GET /?key=sk-test-9f8e7d"), "GET /?key=***");
/// ```
#[derive(Clone, Default)]
pub struct Masker(Option<Arc<Forms>>);

/// All forms of all secrets.
struct Forms {
    automaton: AhoCorasick,
    /// In the order of the alphabet.
    texts: Vec<String>,
    lengths: Vec<Length>,
}

impl Masker {
    /// Knows these secrets. Blank ones, and those of less than four characters, are none.
    pub fn new<S: AsRef<str>>(secrets: impl IntoIterator<Item = S>) -> Self {
        let mut forms = BTreeSet::new();
        for secret in secrets {
            for text in form::all(secret.as_ref()) {
                forms.insert(text);
            }
        }
        forms.retain(|text| !text.trim().is_empty() && text.chars().count() >= SHORTEST);
        if forms.is_empty() {
            return Self(None);
        }
        let texts: Vec<String> = forms.into_iter().collect();
        let lengths = texts.iter().map(|text| match text.chars().count() {
            LONG.. => Length::Long,
            _ => Length::Short,
        });
        Self(Some(Arc::new(Forms {
            automaton: automaton(&texts),
            lengths: lengths.collect(),
            texts,
        })))
    }

    /// Masks a message, such as an error.
    pub fn mask<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.replaced(text, |places| places)
    }

    /// Masks an output, where secrets of less than eight characters stay.
    pub fn mask_output<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let Some(forms) = &self.0 else {
            return Cow::Borrowed(text);
        };
        let is_long = |form: usize| forms.lengths[form] == Length::Long;
        replace(text, &forms.places(text.as_bytes(), is_long))
    }

    /// Masks a message that was cut out of a longer text: half a secret at either end as well.
    pub fn mask_part<'a>(&self, text: &'a str) -> Cow<'a, str> {
        self.replaced(text, |mut places| {
            let Some(forms) = &self.0 else {
                return places;
            };
            let (head, tail) = (forms.half_at_start(text), forms.half_at_end(text));
            places.extend([0..head, text.len() - tail..text.len()]);
            places.retain(|place| !place.is_empty());
            places.sort_by_key(|place| place.end);
            span::joined(places.into_iter())
        })
    }

    /// Masks all texts in JSON, names of fields and long numbers included.
    pub fn mask_json(&self, value: &mut Value) {
        if self.0.is_none() {
            return;
        }
        match value {
            Value::Null | Value::Bool(_) => {}
            Value::String(text) => self.mask_in_place(text),
            Value::Number(number) => {
                let text = number.to_string();
                if let Cow::Owned(masked) = self.mask_output(&text) {
                    *value = Value::String(masked);
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.mask_json(value)),
            Value::Object(fields) => {
                let masked = std::mem::take(fields).into_iter().map(|(name, mut value)| {
                    self.mask_json(&mut value);
                    (self.mask(&name).into_owned(), value)
                });
                *fields = masked.collect();
            }
        }
    }

    /// Masks a message where it is.
    pub fn mask_in_place(&self, text: &mut String) {
        if let Cow::Owned(masked) = self.mask(text) {
            *text = masked;
        }
    }

    /// Masks a text that comes in pieces, of which any may end within a secret.
    pub fn stream(&self) -> MaskedStream {
        MaskedStream::new(self.clone())
    }

    /// Returns the places of secrets in `bytes`, joined and in their order.
    pub(super) fn places(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        self.0
            .as_ref()
            .map_or_else(Vec::new, |forms| forms.places(bytes, |_| true))
    }

    /// Returns where the first text begins, from `from` on, that may become a secret with what follows `bytes`; the end
    /// if there is none.
    pub(super) fn open_from(&self, bytes: &[u8], from: usize) -> usize {
        let Some(forms) = &self.0 else {
            return bytes.len();
        };
        let longest = forms.texts.iter().map(String::len).max().unwrap_or(0);
        let first = from.max(bytes.len().saturating_sub(longest));
        let mut starts = first..bytes.len();
        starts
            .find(|&start| forms.begins_with(&bytes[start..]))
            .unwrap_or(bytes.len())
    }

    fn replaced<'a>(
        &self,
        text: &'a str,
        and: impl FnOnce(Vec<Range<usize>>) -> Vec<Range<usize>>,
    ) -> Cow<'a, str> {
        replace(text, &and(self.places(text.as_bytes())))
    }
}

impl Forms {
    fn places(&self, bytes: &[u8], is_wanted: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
        // Most texts hold none, which is found out faster than where they are.
        if !self.automaton.is_match(bytes) {
            return Vec::new();
        }
        let found = self.automaton.find_overlapping_iter(bytes);
        let found = found.filter(|found| is_wanted(found.pattern().as_usize()));
        let found = found.filter(|found| {
            let is_short = self.lengths[found.pattern().as_usize()] == Length::Short;
            !is_short || is_word(bytes, &found.range())
        });
        span::joined(found.map(|found| found.range()))
    }

    /// Tells whether a form begins with `start` and goes on.
    fn begins_with(&self, start: &[u8]) -> bool {
        // Those that begin with it stand side by side, right after it.
        let next = self.texts.partition_point(|text| text.as_bytes() <= start);
        let next = self.texts.get(next);
        next.is_some_and(|text| text.as_bytes().starts_with(start))
    }

    /// Returns how much of the start of `text` is the second half of a long secret.
    fn half_at_start(&self, text: &str) -> usize {
        self.half(|form, length| {
            let half = form.get(form.len() - length..)?;
            text.starts_with(half).then_some(())
        })
    }

    /// Returns how much of the end of `text` is the first half of a long secret.
    fn half_at_end(&self, text: &str) -> usize {
        self.half(|form, length| text.ends_with(form.get(..length)?).then_some(()))
    }

    /// Returns the greatest length, less than a whole form, of which `is_there` says that it is there.
    fn half(&self, is_there: impl Fn(&str, usize) -> Option<()>) -> usize {
        let long = self.texts.iter().zip(&self.lengths);
        let long = long.filter(|(_, length)| **length == Length::Long);
        long.filter_map(|(form, _)| {
            let mut lengths = (SHORTEST..form.len()).rev();
            lengths.find(|&length| is_there(form, length).is_some())
        })
        .max()
        .unwrap_or(0)
    }
}

fn automaton(texts: &[String]) -> AhoCorasick {
    let automaton = AhoCorasick::builder()
        // Made in a fraction of the time of the other kinds: most processes mask a few lines.
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(texts);
    // It fails from two billion states on, which are more than the environment of a process holds.
    automaton.expect("an environment smaller than two gigabytes")
}

/// Tells whether what is at `place` is no part of a longer word.
fn is_word(bytes: &[u8], place: &Range<usize>) -> bool {
    let is_letter = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let before = place.start.checked_sub(1).and_then(|at| bytes.get(at));
    let is_cut_before = is_letter(before) && is_letter(bytes.get(place.start));
    let is_cut_after = is_letter(bytes.get(place.end)) && is_letter(bytes.get(place.end - 1));
    !is_cut_before && !is_cut_after
}

/// Writes `***` at all places, which are in their order and do not overlap.
fn replace<'a>(text: &'a str, places: &[Range<usize>]) -> Cow<'a, str> {
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut masked, mut from) = (String::with_capacity(text.len()), 0);
    for place in places {
        // Forms are whole characters, and so are the places between them.
        masked.push_str(&text[from..place.start]);
        masked.push_str(MASK);
        from = place.end;
    }
    masked.push_str(&text[from..]);
    Cow::Owned(masked)
}

/// Says how many it knows, and nothing of them.
impl fmt::Debug for Masker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.as_ref().map_or(0, |forms| forms.texts.len());
        f.debug_struct("Masker")
            .field("forms", &count)
            .finish_non_exhaustive()
    }
}
