//! How a step says that it went wrong.

use std::error::Error;
use std::fmt;

/// What the body of a fallible closure gives: `-> Result<T>`, with `?` on any error.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why an attempt of a step failed, and whether another one may help.
pub enum Failure {
    /// Another attempt may succeed.
    Retry(Box<dyn Error + Send + Sync>),
    /// Every attempt would end like this one.
    Fatal(Box<dyn Error + Send + Sync>),
}

impl Failure {
    /// Makes a failure after which another attempt may succeed.
    pub fn retry(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Retry(error.into())
    }

    /// Makes a failure that every attempt would end with.
    pub fn fatal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Fatal(error.into())
    }

    /// Returns the error.
    pub fn error(&self) -> &(dyn Error + Send + Sync + 'static) {
        match self {
            Self::Retry(error) | Self::Fatal(error) => &**error,
        }
    }

    /// Takes any error; a `Failure` inside keeps its kind.
    pub(crate) fn from_any(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        match error.into().downcast::<Carried>() {
            Ok(carried) => carried.0,
            Err(error) => Self::Retry(error),
        }
    }

    /// Writes the error with its causes: `message: cause: cause`, each said once.
    pub fn chain(&self) -> String {
        let mut text = self.error().to_string();
        if text.trim().is_empty() {
            "it failed without saying why".clone_into(&mut text);
        }
        let mut source = self.error().source();
        while let Some(error) = source {
            let cause = error.to_string();
            if !text.ends_with(&cause) {
                text = format!("{text}: {cause}");
            }
            source = error.source();
        }
        text
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Self::Retry(_) => "Retry",
            Self::Fatal(_) => "Fatal",
        };
        f.debug_tuple(kind).field(&self.error()).finish()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.error(), f)
    }
}

// `Failure` is no `Error` itself: `?` could else not take every other error.
impl<E: Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Retry(Box::new(error))
    }
}

/// A failure on its way through an error of any type.
#[derive(Debug)]
struct Carried(Failure);

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Error for Carried {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.error().source()
    }
}

impl From<Failure> for Box<dyn Error + Send + Sync> {
    fn from(failure: Failure) -> Self {
        Box::new(Carried(failure))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_keeps_its_kind_on_its_way() {
        let boxed: Box<dyn Error + Send + Sync> = Failure::fatal("no").into();
        assert!(matches!(Failure::from_any(boxed), Failure::Fatal(_)));
        assert!(matches!(Failure::from_any("text"), Failure::Retry(_)));
        assert!(matches!(Failure::from_any(fmt::Error), Failure::Retry(_)));
    }

    #[test]
    fn causes_are_said_once() {
        let inner = std::io::Error::other("disk gone");
        let outer = std::io::Error::other(inner);
        assert_eq!(Failure::from(outer).chain(), "disk gone");
    }
}
