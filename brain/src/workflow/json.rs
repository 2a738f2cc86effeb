//! The result of a closure as an output.

use std::any::Any;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use serde::Serialize;

use super::Failure;
use super::depth::{DEEPEST, TOO_DEEP, depth};
use super::writer::{Strict, Writer};

/// Writes a value as the output of its step: a string or a `char` as it is, `()` and `None` as nothing, anything else as JSON.
pub(crate) fn write_value<T: Serialize + 'static>(value: &T) -> Result<Option<String>, Failure> {
    write(value, |writer| value.serialize(writer))
}

/// Writes a value that `serialize` puts into JSON; nothing if that is `null`.
///
/// # Errors
/// What the value says, and a number that JSON does not have (NaN, infinite).
pub fn write<T: 'static>(
    value: &T,
    serialize: impl FnOnce(Writer<'_>) -> Result<(), serde_json::Error>,
) -> Result<Option<String>, Failure> {
    if let Some(text) = as_text(value) {
        return Ok(Some(text));
    }
    let mut serializer = serde_json::Serializer::new(Vec::new());
    serialize(Strict(&mut serializer)).map_err(|error| {
        Failure::fatal(format!("its result cannot be written as JSON: {error}"))
    })?;
    let json = String::from_utf8(serializer.into_inner()).map_err(Failure::fatal)?;
    if depth(&json) > DEEPEST {
        return Err(Failure::fatal(format!(
            "its result cannot be written as JSON: {TOO_DEEP}"
        )));
    }
    Ok((json != "null").then_some(json))
}

/// Returns the text of a value that is one of the standard library's strings, or a character. A type of one's own that
/// is written as a string stays JSON.
fn as_text(value: &dyn Any) -> Option<String> {
    macro_rules! first_of {
        ($($string:ty),+) => {
            $(
                if let Some(text) = value.downcast_ref::<$string>() {
                    return Some(text.to_string());
                }
                if let Some(text) = value.downcast_ref::<Option<$string>>() {
                    return text.as_ref().map(ToString::to_string);
                }
            )+
        };
    }
    first_of!(
        String,
        &'static str,
        Cow<'static, str>,
        Box<str>,
        Arc<str>,
        Rc<str>,
        char
    );
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn written<T: Serialize + 'static>(value: T) -> String {
        write_value(&value).unwrap().unwrap_or("nothing".to_owned())
    }

    #[test]
    fn strings_are_as_they_are_and_null_is_nothing() {
        assert_eq!(written("a \"b\""), "a \"b\"");
        assert_eq!(written("text".to_owned()), "text");
        assert_eq!(written(Some("text".to_owned())), "text");
        assert_eq!(written(String::new()), "");
        assert_eq!(written(Some("text")), "text");
        assert_eq!(written(Box::<str>::from("text")), "text");
        assert_eq!(written(Some(Arc::<str>::from("text"))), "text");
        assert_eq!(written(Some(Cow::Borrowed("text"))), "text");
        assert_eq!(written('x'), "x");
        assert_eq!(written(None::<&str>), "nothing");
        assert_eq!(written(None::<String>), "nothing");
        assert_eq!(written(()), "nothing");
        assert_eq!(written(None::<u32>), "nothing");
        assert_eq!(written(Some(3)), "3");
        assert_eq!(written(vec!["a"]), r#"["a"]"#);
        assert_eq!(written(1.5), "1.5");
    }

    #[test]
    fn a_failure_inside_of_a_value_fails() {
        type Checked = Result<u8, String>;
        let wrong = || Checked::Err("no".to_owned());
        assert!(write_value(&Some(wrong())).is_err());
        assert!(write_value(&vec![Checked::Ok(1), wrong()]).is_err());
        assert!(write_value(&BTreeMap::from([("a", (1, wrong()))])).is_err());
        assert_eq!(written(vec![Checked::Ok(1)]), r#"[{"Ok":1}]"#);
    }

    #[test]
    fn what_json_has_no_word_for_fails() {
        assert!(write_value(&f64::NAN).is_err());
        assert!(write_value(&vec![Some(f32::INFINITY)]).is_err());
        assert!(write_value(&BTreeMap::from([("a", (1, f64::NAN))])).is_err());
        let error = write_value(&f64::NEG_INFINITY).unwrap_err();
        assert!(
            error.to_string().contains("`-inf` is no JSON number"),
            "{error}"
        );
    }
}
