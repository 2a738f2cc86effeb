//! A trigger as a draft, for the check.

use brain_syntax::draft::{ClosureDraft, Data, FieldDraft, Mode, ParameterDraft, Spelled};
use brain_syntax::draft::{TriggerDraft, Word};

use super::{CatchUp, Common, Cron, FileTrigger, On, Per, Scheme, Source, Webhook};
use crate::workflow::FileChange;
use crate::workflow::maker::{Maker, Places, secret};

/// Makes the draft of the trigger at `position`.
pub(in crate::workflow) fn draft(position: usize, on: &On, places: &Places) -> TriggerDraft {
    let called = format!("trigger {}", position + 1);
    let maker = Fields(Maker::new(places, format!(" of {called}")));
    let kind = Word {
        text: on.kind().to_owned(),
        place: places.add(called),
    };
    let mut fields = maker.common(&on.common);
    fields.extend(match &on.source {
        Source::Cron(cron) => maker.cron(cron),
        Source::Webhook(webhook) => maker.webhook(webhook),
        Source::File(file) => maker.file(file),
    });
    // What it says does not matter: it stands there a second time.
    let again = on.common.again.iter();
    fields.extend(again.map(|word| maker.0.field(word, Data::Reported)));
    TriggerDraft { kind, fields }
}

/// Makes the fields of one trigger.
struct Fields<'a>(Maker<'a>);

impl Fields<'_> {
    fn common(&self, common: &Common) -> Vec<FieldDraft> {
        let name = common.name.as_ref().map(|name| self.text("name", name));
        let filter = common.filter.as_ref().map(|_| self.filter());
        let overlap = common
            .overlap
            .map(|overlap| self.word("overlap", overlap.word()));
        let key = common
            .key
            .as_ref()
            .map(|key| self.text("key", key.written()));
        [name, filter, overlap, key].into_iter().flatten().collect()
    }

    fn cron(&self, cron: &Cron) -> Vec<FieldDraft> {
        let mut fields = vec![self.text("schedule", &cron.schedule)];
        fields.extend(cron.zone.as_ref().map(|zone| self.text("tz", zone)));
        let catch_up = match cron.catch_up {
            CatchUp::One => Data::Choice("one".to_owned()),
            CatchUp::None => Data::Choice("none".to_owned()),
            CatchUp::All(count) => {
                let count = self.0.value("catch_up", Data::Integer(count.into()));
                Data::All(Box::new(count))
            }
        };
        fields.push(self.0.field("catch_up", catch_up));
        fields.extend(
            cron.jitter
                .map(|jitter| self.0.field("jitter", Data::Duration(jitter))),
        );
        fields
    }

    fn webhook(&self, webhook: &Webhook) -> Vec<FieldDraft> {
        let scheme = match webhook.scheme {
            Scheme::Github => "github",
            Scheme::Stripe => "stripe",
            Scheme::StandardWebhooks => "standard_webhooks",
            Scheme::Slack => "slack",
            Scheme::Gitlab => "gitlab",
        };
        let mut fields = vec![
            self.0.field("secret", secret(&webhook.secret)),
            self.word("scheme", scheme),
        ];
        let most = webhook.max_body.map(|most| Data::Integer(most.into()));
        fields.extend(most.map(|most| self.0.field("max_body", most)));
        fields
    }

    fn file(&self, file: &FileTrigger) -> Vec<FieldDraft> {
        let per = match file.per {
            Per::File => "file",
            Per::Batch => "batch",
        };
        let mut fields = vec![self.text("path", &file.path), self.word("per", per)];
        if let Some(events) = &file.events {
            let words = events.iter().map(|event: &FileChange| event.to_string());
            fields.push(self.list("events", words.map(Data::Choice)));
        }
        for (word, texts) in [
            ("glob", &file.glob),
            ("ignore", &file.ignore),
            ("writes", &file.writes),
        ] {
            if let Some(texts) = texts {
                fields.push(self.list(word, texts.iter().cloned().map(Data::Text)));
            }
        }
        fields.push(self.0.field("recursive", Data::Boolean(file.is_recursive)));
        for (word, time) in [("settle", file.settle), ("poll", file.poll)] {
            fields.extend(time.map(|time| self.0.field(word, Data::Duration(time))));
        }
        fields
    }

    /// The closure itself takes one parameter by its type.
    fn filter(&self) -> FieldDraft {
        let value = self.0.value("filter", Data::Reported);
        let name = Word {
            text: "trigger".to_owned(),
            place: value.place,
        };
        let parameters = vec![ParameterDraft {
            name,
            spelled: Spelled::Other,
        }];
        let mode = Mode::Sync;
        self.0
            .field("filter", Data::Closure(ClosureDraft { parameters, mode }))
    }

    fn text(&self, word: &str, text: &str) -> FieldDraft {
        self.0.field(word, Data::Text(text.to_owned()))
    }

    fn word(&self, word: &str, choice: &str) -> FieldDraft {
        self.0.field(word, Data::Choice(choice.to_owned()))
    }

    fn list(&self, word: &str, values: impl Iterator<Item = Data>) -> FieldDraft {
        let values = values.map(|data| self.0.value(word, data)).collect();
        self.0.field(word, Data::List(values))
    }
}
