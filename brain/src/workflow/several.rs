//! The workflows of one executable.

use super::Workflow;

/// One workflow, or several that an executable holds: what [`main`](crate::main()) takes.
///
/// # Examples
/// ```
/// use brain::Workflows;
/// use brain::prelude::*;
///
/// let [one, other] = ["one", "other"].map(|name| {
///     let step = ShellStep::new("said", "echo hello");
///     Workflow::builder(name)
///         .step(step)
///         .build()
///         .expect("a workflow")
/// });
/// let workflows = Workflows::from([one, other]);
/// assert_eq!(workflows.iter().count(), 2);
/// ```
#[derive(Debug, Clone)]
pub struct Workflows(Vec<Workflow>);

impl Workflows {
    /// Returns them in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Workflow> {
        self.0.iter()
    }
}

impl From<Workflow> for Workflows {
    fn from(workflow: Workflow) -> Self {
        Self(vec![workflow])
    }
}

impl From<Vec<Workflow>> for Workflows {
    fn from(workflows: Vec<Workflow>) -> Self {
        Self(workflows)
    }
}

impl<const N: usize> From<[Workflow; N]> for Workflows {
    fn from(workflows: [Workflow; N]) -> Self {
        Self(workflows.into())
    }
}
