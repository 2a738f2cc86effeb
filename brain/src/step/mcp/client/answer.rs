//! What a tool gave, as text.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::message::Part;
use super::trouble::Trouble;

/// What a tool gave.
#[derive(Debug)]
pub(crate) struct ToolResult {
    whole: Part,
}

/// The fields of a result that count here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields<'a> {
    #[serde(borrow)]
    content: Option<&'a RawValue>,
    #[serde(borrow)]
    structured_content: Option<&'a RawValue>,
    #[serde(borrow)]
    is_error: Option<&'a RawValue>,
    #[serde(borrow)]
    result_type: Option<Cow<'a, str>>,
}

/// A block of a result.
#[derive(Deserialize)]
struct Block<'a> {
    #[serde(borrow, rename = "type")]
    kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    text: Option<&'a RawValue>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(borrow, rename = "mimeType")]
    mime_type: Option<Cow<'a, str>>,
    #[serde(borrow)]
    resource: Option<Resource<'a>>,
    #[serde(borrow)]
    uri: Option<Cow<'a, str>>,
}

/// A resource within a block.
#[derive(Deserialize)]
struct Resource<'a> {
    #[serde(borrow)]
    uri: Option<Cow<'a, str>>,
    #[serde(borrow)]
    text: Option<&'a RawValue>,
    #[serde(borrow)]
    blob: Option<&'a RawValue>,
    #[serde(borrow, rename = "mimeType")]
    mime_type: Option<Cow<'a, str>>,
}

impl ToolResult {
    /// Takes the answer to a `tools/call`.
    pub(super) fn new(whole: Part) -> Result<Self, Trouble> {
        let result = Self { whole };
        let malformed = |what: String| Trouble::Malformed {
            method: "tools/call",
            what,
        };
        let fields = serde_json::from_str::<Fields<'_>>(result.whole.json())
            .map_err(|error| malformed(format!("is no result of a tool: {error}")))?;
        match fields.result_type.as_deref() {
            None | Some("complete") => Ok(result),
            Some("input_required") => Err(malformed(
                "asks for input, which a workflow cannot give".to_owned(),
            )),
            Some(other) => Err(malformed(format!(
                "is of the type `{other}`, which brain does not know"
            ))),
        }
    }

    fn fields(&self) -> Fields<'_> {
        serde_json::from_str(self.whole.json()).expect("it was read before")
    }

    /// Tells whether the tool says that it failed.
    pub(crate) fn is_error(&self) -> bool {
        self.fields()
            .is_error
            .is_some_and(|field| field.get() == "true")
    }

    /// Returns all of it as JSON, as the server wrote it.
    pub(crate) fn json(&self) -> &str {
        self.whole.json()
    }

    /// Returns the structured part as JSON, if there is one.
    pub(crate) fn structured(&self) -> Option<&str> {
        self.fields().structured_content.map(RawValue::get)
    }

    /// Returns its texts, joined by newlines; what is no text stands there by its kind and size. Without any block it is
    /// the structured part.
    pub(crate) fn text(&self) -> String {
        let fields = self.fields();
        let content = fields.content.map_or("[]", RawValue::get);
        let Ok(blocks) = serde_json::from_str::<Vec<&RawValue>>(content) else {
            // Some servers give one block, or a text.
            return block(content);
        };
        let mut texts = blocks.into_iter().map(|raw| block(raw.get()));
        let Some(mut all) = texts.next() else {
            return fields
                .structured_content
                .map_or_else(String::new, |json| json.get().to_owned());
        };
        for text in texts {
            all.push('\n');
            all.push_str(&text);
        }
        all
    }
}

/// Writes a block as text.
fn block(json: &str) -> String {
    let Ok(block) = serde_json::from_str::<Block<'_>>(json) else {
        return string(json).unwrap_or_else(|| json.to_owned());
    };
    let kind = block.kind.as_deref().unwrap_or("text");
    if let (None | Some("text"), Some(text)) = (block.kind.as_deref(), block.text) {
        return string(text.get()).unwrap_or_else(|| text.get().to_owned());
    }
    let (uri, mime_type, data) = match block.resource {
        Some(resource) => {
            // A resource that is a text is one: nothing of it would be left otherwise.
            if let Some(text) = resource.text.and_then(|text| string(text.get())) {
                return text;
            }
            (resource.uri, resource.mime_type, resource.blob)
        }
        None => (block.uri, block.mime_type, block.data),
    };
    let mut parts = vec![kind.to_owned()];
    parts.extend(mime_type.map(Cow::into_owned));
    parts.extend(data.map(|data| format!("{} bytes", decoded_size(data.get()))));
    parts.extend(uri.map(Cow::into_owned));
    format!("[{}]", parts.join(", "))
}

/// Reads a JSON string.
///
/// It may be large, so it is read piece by piece into one text: the library makes another on the way.
fn string(json: &str) -> Option<String> {
    let mut rest = json.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(rest.len());
    while let Some(at) = rest.find('\\') {
        let (plain, escaped) = rest.split_at(at);
        let (escapes, behind) = escaped.split_at(escapes(escaped)?);
        text.push_str(plain);
        match escapes {
            r"\n" => text.push('\n'),
            r#"\""# => text.push('"'),
            _ => text.push_str(&serde_json::from_str::<String>(&format!("\"{escapes}\"")).ok()?),
        }
        rest = behind;
    }
    text.push_str(rest);
    Some(text)
}

/// Returns the length of the escapes that a text begins with: two that follow each other can be one character.
fn escapes(text: &str) -> Option<usize> {
    let mut at = 0;
    while text.as_bytes().get(at) == Some(&b'\\') {
        at += match text.as_bytes().get(at + 1)? {
            b'u' => 6,
            _ => 2,
        };
    }
    text.is_char_boundary(at).then_some(at)
}

/// Returns how many bytes a JSON string of base64 stands for.
fn decoded_size(json: &str) -> usize {
    let digits = json.bytes().filter(|byte| !matches!(byte, b'"' | b'='));
    digits.count() * 3 / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(json: &str) -> ToolResult {
        ToolResult::new(Part::whole(json.to_owned())).unwrap()
    }

    #[test]
    fn texts_are_joined_and_other_blocks_are_named() {
        for (content, wanted) in [
            (r#"[{"type":"text","text":"h\u00e9llo\n"}]"#, "h\u{e9}llo\n"),
            (
                r#"[{"type":"text","text":"a","annotations":{}},{"type":"text","text":"b"}]"#,
                "a\nb",
            ),
            (
                r#"[{"type":"image","data":"iVBORw==","mimeType":"image/png"}]"#,
                "[image, image/png, 4 bytes]",
            ),
            (
                r#"[{"type":"audio","data":"AAAA","mimeType":"audio/wav"},{"type":"text","text":"x"}]"#,
                "[audio, audio/wav, 3 bytes]\nx",
            ),
            (
                r#"[{"type":"resource","resource":{"uri":"file:///a","text":"inside"}}]"#,
                "inside",
            ),
            (
                r#"[{"type":"resource","resource":{"uri":"file:///a","blob":"AAAA"}}]"#,
                "[resource, 3 bytes, file:///a]",
            ),
            (
                r#"[{"type":"resource_link","uri":"file:///a","name":"n"}]"#,
                "[resource_link, file:///a]",
            ),
            (r#"[{"type":"hologram","depth":3}]"#, "[hologram]"),
            (r#"[{"text":"no type"}]"#, "no type"),
            (r#""only a text""#, "only a text"),
            (r#"["a","b"]"#, "a\nb"),
            ("null", r#"{"n": 1.50}"#),
            ("[]", r#"{"n": 1.50}"#),
        ] {
            let json = format!(r#"{{"content":{content},"structuredContent":{{"n": 1.50}}}}"#);
            assert_eq!(result(&json).text(), wanted, "{content}");
        }
    }

    proptest::proptest! {
        #[test]
        fn strings_are_read_as_the_library_reads_them(
            inside in r#"(a|\u{e9}|\u{1f980}|\\\\|\\"|\\n|\\/|\\t|\\u00e9|\\ud83e\\udd80|\\u0000|\\ud83e|\\x|\\u12|\\){0,8}"#
        ) {
            let json = format!("\"{inside}\"");
            // What is no JSON never comes here.
            if serde_json::from_str::<&RawValue>(&json).is_ok() {
                let library: Option<String> = serde_json::from_str(&json).ok();
                proptest::prop_assert_eq!(string(&json), library);
            }
        }
    }

    #[test]
    fn strings_are_unescaped() {
        for json in [
            r#""""#,
            r#""a\nb\"c\\d\/\u00e9\ud83e\udd80\n\n""#,
            "\"h\u{e9}llo\"",
        ] {
            let library: String = serde_json::from_str(json).unwrap();
            assert_eq!(string(json), Some(library));
        }
        for json in ["3", "null", r#"{"a":"b"}"#, "\""] {
            assert_eq!(string(json), None, "{json}");
        }
    }

    #[test]
    fn results_without_anything_are_empty() {
        assert_eq!(result("{}").text(), "");
        assert!(!result("{}").is_error());
        assert_eq!(result("{}").structured(), None);
    }

    #[test]
    fn only_a_tool_that_says_so_has_failed() {
        assert!(result(r#"{"isError":true}"#).is_error());
        for json in [
            r#"{"isError":false}"#,
            r#"{"isError":null}"#,
            r#"{"content":[]}"#,
        ] {
            assert!(!result(json).is_error(), "{json}");
        }
    }

    #[test]
    fn results_that_are_none_are_refused() {
        for json in [
            "3",
            r#""text""#,
            r#"{"resultType":"input_required"}"#,
            r#"{"resultType":"task","task":{}}"#,
        ] {
            ToolResult::new(Part::whole(json.to_owned())).unwrap_err();
        }
        ToolResult::new(Part::whole(r#"{"resultType":"complete"}"#.to_owned())).unwrap();
    }
}
