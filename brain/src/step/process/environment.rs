//! The environment of a child: what it inherits, what is withheld, what is set.

use std::fmt;

use std::process::Command;

/// What a child finds in its environment.
///
/// # Examples
/// ```
/// use brain::step::process::Environment;
///
/// // Everything but the key, which is passed on under another name.
/// let environment = Environment::inherited()
///     .without(["LLM_API_KEY"])
///     .with("KEY", "value");
/// // Nothing but these names, as far as they are set.
/// let bare = Environment::only(["PATH", "HOME"]);
/// # let _ = (environment, bare);
/// ```
#[derive(Clone, Default)]
pub struct Environment {
    base: Base,
    set: Vec<(String, String)>,
}

#[derive(Clone)]
enum Base {
    Inherited { withheld: Vec<String> },
    Only(Vec<String>),
}

impl Default for Base {
    fn default() -> Self {
        Self::Inherited {
            withheld: Vec::new(),
        }
    }
}

impl Environment {
    /// Returns the environment of this process.
    pub fn inherited() -> Self {
        Self::default()
    }

    /// Returns the part of this process's environment that has these names.
    pub fn only(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let names = names.into_iter().map(Into::into).collect();
        Self {
            base: Base::Only(names),
            set: Vec::new(),
        }
    }

    /// Withholds these names. It says nothing about names given to [`with`](Self::with).
    #[must_use]
    pub fn without(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let names = names.into_iter().map(Into::into);
        match &mut self.base {
            Base::Inherited { withheld } => withheld.extend(names),
            Base::Only(kept) => {
                let names: Vec<String> = names.collect();
                kept.retain(|name| !names.contains(name));
            }
        }
        self
    }

    /// Sets one variable; the last one of a name counts.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.set.push((name.into(), value.into()));
        self
    }

    /// Returns what is set, in the order given.
    pub(super) fn set(&self) -> &[(String, String)] {
        &self.set
    }

    /// Writes it to a command.
    pub(super) fn apply(&self, command: &mut Command) {
        match &self.base {
            Base::Inherited { withheld } => {
                // A name that no variable can have is not there to be withheld, and would fail the start.
                for name in withheld.iter().filter(|name| is_possible(name)) {
                    command.env_remove(name);
                }
            }
            Base::Only(names) => {
                command.env_clear();
                for name in names.iter().filter(|name| is_possible(name)) {
                    if let Some(value) = std::env::var_os(name) {
                        command.env(name, value);
                    }
                }
            }
        }
        command.envs(self.set.iter().map(|(name, value)| (name, value)));
    }
}

/// Says whether a variable can have this name.
pub(super) fn is_possible(name: &str) -> bool {
    !name.is_empty() && !name.contains(['=', '\0'])
}

/// Shows names only: values may be secret.
impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Environment");
        match &self.base {
            Base::Inherited { withheld } => shown.field("withheld", withheld),
            Base::Only(names) => shown.field("only", names),
        };
        let names: Vec<&String> = self.set.iter().map(|(name, _)| name).collect();
        shown.field("set", &names).finish()
    }
}
