//! The `webhook` trigger as data.

use super::every_trigger::{Common, every_trigger};
use crate::workflow::Secret;

/// Fires when a signed request comes to `/webhook/NAME`.
///
/// # Examples
/// ```
/// use brain::prelude::*;
///
/// let workflow = Workflow::builder("triage")
///     .on(Webhook::new("issues", from_env("ISSUES_WEBHOOK_SECRET"))
///         .filter(|trigger| trigger.header("X-GitHub-Event") == Some("issues")))
///     .step(LlmStep::new(
///         "labels",
///         "Label this issue: {trigger.body/issue/title}",
///     ))
///     .build()?;
/// assert_eq!(workflow.triggers()[0].name(), Some("issues"));
/// # Ok::<(), brain::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Webhook {
    pub(super) common: Common,
    pub(super) secret: Secret,
    pub(super) scheme: Scheme,
    pub(super) max_body: Option<u32>,
}

/// How the sender of a request proves that it knows the secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Scheme {
    /// GitHub's `X-Hub-Signature-256`, or the same as `X-Brain-Signature`.
    #[default]
    Github,
    /// Stripe's `Stripe-Signature`.
    Stripe,
    /// `webhook-signature` of standardwebhooks.com.
    StandardWebhooks,
    /// Slack's `X-Slack-Signature`.
    Slack,
    /// GitLab's `X-Gitlab-Token`, which is the secret itself.
    Gitlab,
}

impl Webhook {
    /// Fires on requests to `/webhook/NAME` that are signed with `secret`: [`from_env`](crate::prelude::from_env), or
    /// [`plaintext`](crate::prelude::plaintext) for a secret that is none.
    pub fn new(name: impl Into<String>, secret: impl Into<Secret>) -> Self {
        let mut common = Common::default();
        common.give("name");
        common.name = Some(name.into());
        Self {
            common,
            secret: secret.into(),
            scheme: Scheme::default(),
            max_body: None,
        }
    }

    /// Sets how requests are signed.
    pub fn scheme(mut self, scheme: Scheme) -> Self {
        self.common.give("scheme");
        self.scheme = scheme;
        self
    }

    /// Sets how many bytes a body may have: 25 MiB unless told otherwise.
    pub fn max_body(mut self, bytes: u32) -> Self {
        self.common.give("max_body");
        self.max_body = Some(bytes);
        self
    }
}

every_trigger!(Webhook, Webhook);
