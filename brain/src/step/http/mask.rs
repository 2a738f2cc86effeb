//! Secrets are masked before a text is cut or quoted.

use crate::mask::Masker;

/// Masks what the run knows as secret, and the keys in the address of one server.
#[derive(Clone)]
pub(in crate::step) struct Mask {
    known: Masker,
    own: Masker,
}

impl Mask {
    /// Makes a mask for what is said about the server at this address.
    pub(in crate::step) fn new(known: &Masker, address: &str) -> Self {
        Self {
            known: known.clone(),
            own: Masker::of_url(address),
        }
    }

    /// Masks a text.
    pub(in crate::step) fn apply(&self, text: &str) -> String {
        let text = self.known.mask(text);
        self.own.mask(&text).into_owned()
    }

    /// Masks bytes, which may be cut off at their end.
    pub(in crate::step) fn bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(bytes);
        let text = self.known.mask_part(&text);
        self.own.mask_part(&text).into_owned().into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_the_address_are_masked() {
        let mask = Mask::new(&Masker::default(), "http://h/v1?key=ab%2Fcdef&v=1234");
        assert_eq!(
            mask.apply(r#"1234 ab%2Fcdef, ab/cdef, "ab\/cdef", ab"#),
            r#"1234 ***, ***, "***", ab"#
        );
    }
}
