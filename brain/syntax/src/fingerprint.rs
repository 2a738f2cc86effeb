//! The source of a step as a short text that changes with it.
//!
//! In go the parts of a step, one by one; out come 16 digits that are the same on every machine and for every build of
//! brain that makes them from the same parts. The macro and the builder call it, the store keeps what it gives.

use std::hash::Hasher as _;

use siphasher::sip::SipHasher13;

use crate::draft::{ClosureDraft, Data, Mode, Spelled, TypeDraft};

/// Takes in what a step is made of.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fingerprint(SipHasher13);

impl Fingerprint {
    /// Takes in a part.
    pub fn add(&mut self, part: &str) {
        // The length goes first: `ab` and `c` are not `a` and `bc`. Its bytes have an order of their own, as machines
        // differ in theirs.
        self.0.write(&(part.len() as u64).to_le_bytes());
        self.0.write(part.as_bytes());
    }

    /// Takes in what a field is given, as far as a draft tells.
    pub fn add_data(&mut self, data: &Data) {
        match data {
            Data::Text(text) => self.add_pair("text", text),
            Data::Integer(number) => self.add_pair("number", &number.to_string()),
            Data::Decimal(number) => self.add_pair("number", &number.to_string()),
            Data::Boolean(boolean) => self.add_pair("boolean", &boolean.to_string()),
            Data::Duration(duration) => self.add_pair("nanos", &duration.as_nanos().to_string()),
            Data::FromEnvironment(variable) => self.add_pair("from_env", variable),
            Data::Plaintext(text) => self.add_pair("plaintext", text),
            // Not what is in it: that describes a server, and is no part of what the step does.
            Data::File { path, .. } => self.add_pair("text", path),
            Data::Choice(word) => self.add_pair("word", word),
            Data::Other(what) => self.add_pair("other", what),
            Data::Null => self.add("null"),
            Data::Constant => self.add("constant"),
            Data::Reported => self.add("reported"),
            Data::List(values) => {
                self.add_pair("list", &values.len().to_string());
                for value in values {
                    self.add_data(&value.data);
                }
            }
            Data::Pair(first, second) => {
                self.add("pair");
                self.add_data(&first.data);
                self.add_data(&second.data);
            }
            Data::Type(TypeDraft::Text) => self.add_pair("type", "text"),
            Data::Type(TypeDraft::Json) => self.add_pair("type", "json"),
            Data::Object(entries) => {
                self.add_pair("object", &entries.len().to_string());
                for (name, value) in entries {
                    self.add_data(&name.data);
                    self.add_data(&value.data);
                }
            }
            Data::Json(inside) => self.add_inside("json", &inside.data),
            Data::Extractive(count) => self.add_inside("extractive", &count.data),
            Data::All(count) => self.add_inside("all", &count.data),
            Data::Group(word, fields) => {
                self.add_pair("group", &word.text);
                self.add(&fields.len().to_string());
                for field in fields {
                    self.add(&field.word.text);
                    self.add_data(&field.value.data);
                }
            }
            Data::Closure(closure) => self.add_closure(closure),
        }
    }

    fn add_pair(&mut self, what: &str, part: &str) {
        self.add(what);
        self.add(part);
    }

    fn add_inside(&mut self, what: &str, data: &Data) {
        self.add(what);
        self.add_data(data);
    }

    fn add_closure(&mut self, closure: &ClosureDraft) {
        self.add(match closure.mode {
            Mode::Sync => "closure",
            Mode::Async => "async closure",
        });
        self.add(&closure.parameters.len().to_string());
        for parameter in &closure.parameters {
            self.add(&parameter.name.text);
            self.add(match parameter.spelled {
                Spelled::Option => "option",
                _ => "value",
            });
        }
    }

    /// Returns 16 hexadecimal digits that stand for all parts.
    pub fn finish(&self) -> String {
        format!("{:016x}", self.0.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::{Place, Value};

    fn of(parts: &[&str]) -> String {
        let mut fingerprint = Fingerprint::default();
        for part in parts {
            fingerprint.add(part);
        }
        fingerprint.finish()
    }

    /// Stored ones are compared with those of later builds: they may never change.
    #[test]
    fn it_stays_as_it_is() {
        assert_eq!(of(&[]), "d1fba762150c532c");
        assert_eq!(of(&["shell", "git log"]), "3405f672da70794f");
    }

    #[test]
    fn parts_do_not_run_together() {
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["ab"]), of(&["ab", ""]));
        assert_ne!(of(&["a", "b"]), of(&["b", "a"]));
    }

    #[test]
    fn each_kind_of_data_is_another() {
        let inner = |data| {
            Box::new(Value {
                place: Place(0),
                data,
            })
        };
        let of = |data: &Data| {
            let mut fingerprint = Fingerprint::default();
            fingerprint.add_data(data);
            fingerprint.finish()
        };
        let all = [
            Data::Text("1".to_owned()),
            Data::Integer(1),
            Data::Choice("1".to_owned()),
            Data::Boolean(true),
            Data::FromEnvironment("1".to_owned()),
            Data::Plaintext("1".to_owned()),
            Data::Constant,
            Data::List(vec![]),
            Data::List(vec![*inner(Data::Constant)]),
            Data::Object(vec![]),
            Data::Json(inner(Data::Integer(1))),
            Data::Extractive(inner(Data::Integer(1))),
            Data::All(inner(Data::Integer(1))),
            Data::Type(TypeDraft::Text),
            Data::Type(TypeDraft::Json),
        ];
        let mut seen: Vec<String> = all.iter().map(of).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), all.len());
    }
}
