//! The talk with a server: requests that are written otherwise when it refuses them, and one more for a typed answer that
//! is none.

use serde_json::Value;

use super::judge;
use super::provider::Provider;
use super::reply::{Limits, Reading, ReplyError};
use super::request::Manner;
use super::told::Told;
use super::typed;
use crate::step::Attempt;
use crate::step::http::{Asked, Client, Refused, asked, asked_in, refused, told as said};
use crate::workflow::{Failure, LlmStep, OutputType};

/// Asks until there is an answer, and returns it.
///
/// # Errors
/// A failure that another attempt may mend if the server was busy, broken or could not be reached; else a final one.
pub(super) async fn talk(
    step: &LlmStep,
    attempt: &Attempt<'_>,
    provider: &Provider,
    limits: Limits,
    told: &mut Told,
) -> Result<String, Failure> {
    let render = |text: &crate::workflow::Text| {
        let rendered = attempt.scope.render(text.template());
        rendered.map_err(Failure::fatal)
    };
    let mut messages = Vec::new();
    if let Some(system) = &step.system {
        messages.push(typed::message("system", &render(system)?));
    }
    messages.push(typed::message("user", &render(&step.prompt)?));
    let client = Client::new(provider.address.clone()).await;
    let mut talk = Talk {
        step,
        attempt,
        provider,
        reading: Reading {
            limits,
            mask: &provider.mask,
            voice: attempt.voice,
        },
        client: client.map_err(Failure::retry)?,
        manner: Manner::default(),
    };
    let answer = talk.ask(&messages, told).await?;
    let Some(OutputType::Json(shape)) = step.output else {
        return Ok(answer);
    };
    let error = match typed::read(shape, &answer) {
        Ok(json) => return Ok(json),
        Err(error) => error,
    };
    messages.extend(typed::repair(shape, &answer, &error));
    let again = talk.ask(&messages, told).await?;
    typed::read(shape, &again).map_err(|error_again| {
        let what = typed::failed((&answer, &error), (&again, &error_again));
        // Another attempt asks anew, and a model seldom errs twice in the same way.
        Failure::retry(provider.mask.apply(&what))
    })
}

struct Talk<'a> {
    step: &'a LlmStep,
    attempt: &'a Attempt<'a>,
    provider: &'a Provider,
    reading: Reading<'a>,
    client: Client,
    manner: Manner,
}

impl Talk<'_> {
    /// Asks once, in as many ways as the server needs to be asked.
    async fn ask(&mut self, messages: &[Value], told: &mut Told) -> Result<String, Failure> {
        loop {
            told.begin();
            let refused = match self.request(messages, told).await? {
                Ok(()) => {
                    return judge::judge(self.step, &self.provider.address.host(), told);
                }
                Err(refused) => refused,
            };
            let is_changed = self.manner.change(&refused, self.step);
            told.changes.clone_from(&self.manner.changes);
            if !is_changed {
                return Err(refused.into());
            }
        }
    }

    /// Makes one request, and reads the reply into what is told.
    async fn request(
        &self,
        messages: &[Value],
        told: &mut Told,
    ) -> Result<Result<(), Refused>, Failure> {
        let provider = self.provider;
        let body = self.manner.body(self.step, &provider.model, messages);
        let sent = self.client.post(provider.key.as_ref(), body).await;
        let mut reply = sent.map_err(|error| self.failed(&error))?;
        let status = reply.status();
        let limit = self.attempt.step.timeout();
        let now = self.attempt.clock.now();
        if !(200..300).contains(&status) {
            let subject = self.subject(status);
            let mut refused = refused(&mut reply, &subject, &provider.mask, limit, now).await;
            if matches!(status, 401 | 403) && provider.key.is_none() {
                refused.text += "; it was shown no key";
            }
            return Ok(Err(refused));
        }
        let asked = asked(&reply, now);
        match self.reading.read(&mut reply, &mut told.answer).await {
            Ok(()) => Ok(Ok(())),
            Err(ReplyError::Refused(error)) => {
                let code = judge::code(&error);
                let asked = asked.or(|| asked_in(&error, now));
                let refused = self.error_inside(&error, status, code, asked);
                // Without a code nobody knows whether it will pass; it may.
                Ok(Err(refused))
            }
            Err(error) => Err(self.unread(&error, status, told)),
        }
    }

    fn error_inside(&self, error: &Value, status: u16, code: u16, asked: Asked) -> Refused {
        let mask = &self.provider.mask;
        let body = error.to_string();
        let message = said(body.as_bytes());
        Refused {
            status: code,
            text: format!(
                "{} answered {status} with the error {code}: {}",
                self.provider.address.host(),
                mask.apply(&message)
            ),
            body: mask.apply(&body),
            asked,
            limit: self.attempt.step.timeout(),
        }
    }

    /// Names the server: with the whole address where that may be what is wrong.
    fn subject(&self, status: u16) -> String {
        let address = self.client.address();
        let name = match status {
            404 | 405 | 300..400 => address.shown(),
            _ => address.host(),
        };
        self.provider.mask.apply(&name)
    }

    fn failed(&self, error: &crate::step::http::HttpError) -> Failure {
        Failure::retry(self.provider.mask.apply(&error.to_string()))
    }

    /// Says why a reply could not be read.
    fn unread(&self, error: &ReplyError, status: u16, told: &Told) -> Failure {
        let mut text = match error {
            ReplyError::Http(_) => error.to_string(),
            ReplyError::Page(_) => format!(
                "{} answered {status}: {error}",
                self.client.address().shown()
            ),
            _ => format!(
                "{} answered {status}: {error}",
                self.provider.address.host()
            ),
        };
        let came = told.answer.text.chars().count();
        if came > 0 {
            text = format!("{text}; {came} characters of the answer had come");
        }
        let text = self.provider.mask.apply(&text);
        match error {
            ReplyError::Page(_) | ReplyError::TooLong(_) | ReplyError::Compressed(_) => {
                Failure::fatal(text)
            }
            _ => Failure::retry(text),
        }
    }
}
