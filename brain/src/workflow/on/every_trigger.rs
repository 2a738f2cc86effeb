//! What every trigger has, whatever its kind: `name`, `filter`, `overlap` and `key`.

use std::fmt;
use std::sync::Arc;

use crate::workflow::{Text, Trigger};

/// The fields that every trigger has.
#[derive(Debug, Clone, Default)]
pub(super) struct Common {
    pub(super) name: Option<String>,
    pub(super) filter: Option<Filter>,
    pub(super) overlap: Option<Overlap>,
    pub(super) key: Option<Text>,
    /// Which fields were given.
    given: Vec<&'static str>,
    /// Which were given again, by which `build` refuses the trigger.
    pub(super) again: Vec<&'static str>,
}

impl Common {
    /// Notes that a field is given.
    pub(super) fn give(&mut self, word: &'static str) {
        if self.given.contains(&word) {
            self.again.push(word);
        } else {
            self.given.push(word);
        }
    }
}

/// The closure of a `filter`.
#[derive(Clone)]
pub(super) struct Filter {
    pub(super) decide: Arc<dyn Fn(&Trigger) -> bool + Send + Sync>,
}

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter").finish_non_exhaustive()
    }
}

/// What a trigger does when it fires and a run of its workflow is still going.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Overlap {
    /// It makes no run, and the fire is noted. What `cron` does unless told otherwise.
    Skip,
    /// One run follows, however often it fires. What `file` does unless told otherwise.
    QueueOne,
    /// A run follows for each fire.
    Queue,
    /// Runs go side by side.
    Allow,
    /// The run that is going is cancelled.
    CancelOld,
}

impl Overlap {
    /// Returns the word of the language for it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::QueueOne => "queue_one",
            Self::Queue => "queue",
            Self::Allow => "allow",
            Self::CancelOld => "cancel_old",
        }
    }
}

/// Writes the fields that every trigger has for a type that holds `common`.
macro_rules! every_trigger {
    ($trigger:ident, $source:ident) => {
        impl $trigger {
            /// Names the trigger. One without a name is called by its kind and number, as in `cron-1`.
            pub fn name(mut self, name: impl Into<String>) -> Self {
                self.common.give("name");
                self.common.name.get_or_insert_with(|| name.into());
                self
            }

            /// Makes a run only of what `decide` gives `true` for; the rest is noted.
            pub fn filter(
                mut self,
                decide: impl Fn(&crate::workflow::Trigger) -> bool + Send + Sync + 'static,
            ) -> Self {
                self.common.give("filter");
                let decide = std::sync::Arc::new(decide);
                self.common.filter = Some(super::every_trigger::Filter { decide });
                self
            }

            /// Sets what happens when it fires and a run is still going.
            pub fn overlap(mut self, overlap: super::Overlap) -> Self {
                self.common.give("overlap");
                self.common.overlap = Some(overlap);
                self
            }

            /// Tells runs apart: those whose keys differ do not count as overlapping. The template reads `{trigger.*}`
            /// only.
            pub fn key(mut self, key: impl Into<String>) -> Self {
                self.common.give("key");
                self.common.key = Some(crate::workflow::Text::new(key));
                self
            }
        }

        impl From<$trigger> for super::On {
            fn from(mut trigger: $trigger) -> Self {
                Self {
                    common: std::mem::take(&mut trigger.common),
                    source: super::Source::$source(trigger),
                }
            }
        }
    };
}
pub(super) use every_trigger;
