//! How a step says that it went wrong.

use std::error::Error;
use std::fmt;
use std::time::Duration;

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

    /// Says how long to wait at least before another attempt, in place of the step's own growing waits.
    ///
    /// # Examples
    /// ```
    /// use brain::prelude::*;
    ///
    /// let failure = Failure::retry("the printer is warming up").after(secs(30));
    /// assert_eq!(failure.retry_after(), Some(secs(30)));
    /// ```
    #[must_use]
    pub fn after(self, wait: Duration) -> Self {
        match self {
            Self::Retry(error) => Self::Retry(Box::new(Later { error, wait })),
            // Nothing comes after it.
            fatal @ Self::Fatal(_) => fatal,
        }
    }

    /// Returns how long to wait at least before another attempt, if it says so.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Retry(error) => Some(error.downcast_ref::<Later>()?.wait),
            Self::Fatal(_) => None,
        }
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

/// An error after which another attempt has to wait.
#[derive(Debug)]
struct Later {
    error: Box<dyn Error + Send + Sync>,
    wait: Duration,
}

impl fmt::Display for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

impl Error for Later {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
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
    fn a_wait_changes_nothing_else() {
        let failure = Failure::retry("busy").after(Duration::from_secs(2));
        assert_eq!(failure.chain(), "busy");
        let boxed: Box<dyn Error + Send + Sync> = failure.into();
        let wait = Failure::from_any(boxed).retry_after();
        assert_eq!(wait, Some(Duration::from_secs(2)));
        let fatal = Failure::fatal("no").after(Duration::from_secs(2));
        assert_eq!(fatal.retry_after(), None);
    }

    #[test]
    fn causes_are_said_once() {
        let inner = std::io::Error::other("disk gone");
        let outer = std::io::Error::other(inner);
        assert_eq!(Failure::from(outer).chain(), "disk gone");
    }
}
