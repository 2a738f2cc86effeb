//! Secrets are masked before a text is shown or stored.

use super::{Address, Key};

/// What stands in the place of a secret.
const MASKED: &str = "[masked]";

/// The shortest secret that is masked: to mask every `a` would hide no secret, and every text.
const SHORTEST: usize = 6;

/// Masks the secrets of one server.
#[derive(Clone, Default)]
pub(in crate::step) struct Mask(Vec<String>);

impl Mask {
    /// Makes a mask for a key, and for whatever stands in the query of an address.
    pub(in crate::step) fn new(address: &Address, key: Option<&Key>) -> Self {
        let mut secrets = address.values();
        secrets.extend(key.and_then(Key::secret).map(str::to_owned));
        secrets.retain(|secret| secret.chars().count() >= SHORTEST);
        // As some servers write it in JSON.
        let escaped = secrets.iter().filter(|secret| secret.contains('/'));
        let escaped: Vec<String> = escaped.map(|secret| secret.replace('/', "\\/")).collect();
        secrets.extend(escaped);
        // Of two of which one holds the other, the longer goes first.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        Self(secrets)
    }

    /// Masks a text.
    pub(in crate::step) fn apply(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for secret in &self.0 {
            if text.contains(secret) {
                text = text.replace(secret, MASKED);
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_queries_are_masked() {
        let address = Address::of("http://h/v1?key=ab%2Fcdef&v=1", "/c").unwrap();
        let mask = Mask::new(&address, None);
        assert_eq!(
            mask.apply(r#"v1 ab%2Fcdef, ab/cdef, "ab\/cdef", ab"#),
            r#"v1 [masked], [masked], "[masked]", ab"#
        );
    }
}
