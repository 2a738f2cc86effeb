//! A trigger as a draft, for the check.

use brain_syntax::draft::{Data, FieldDraft, TriggerDraft, Word};

use super::{CatchUp, Cron, On, Source};
use crate::workflow::draft::{Maker, Places};

/// Makes the draft of the trigger at `position`.
pub(in crate::workflow) fn draft(position: usize, on: &On, places: &Places) -> TriggerDraft {
    let called = format!("trigger {}", position + 1);
    let maker = Maker::new(places, format!(" of {called}"));
    let kind = Word {
        text: on.kind().to_owned(),
        place: places.add(called),
    };
    let fields = match &on.source {
        Source::Cron(cron) => cron_fields(&maker, cron),
    };
    TriggerDraft { kind, fields }
}

fn cron_fields(maker: &Maker<'_>, cron: &Cron) -> Vec<FieldDraft> {
    let mut fields = vec![text(maker, "schedule", &cron.schedule)];
    fields.extend(cron.zone.as_ref().map(|zone| text(maker, "tz", zone)));
    let catch_up = match cron.catch_up {
        CatchUp::One => Data::Choice("one".to_owned()),
        CatchUp::None => Data::Choice("none".to_owned()),
        CatchUp::All(count) => {
            let count = maker.value("catch_up", Data::Integer(count.into()));
            Data::All(Box::new(count))
        }
    };
    fields.push(maker.field("catch_up", catch_up));
    let jitter = cron.jitter.map(Data::Duration);
    fields.extend(jitter.map(|jitter| maker.field("jitter", jitter)));
    fields
}

fn text(maker: &Maker<'_>, word: &str, text: &str) -> FieldDraft {
    maker.field(word, Data::Text(text.to_owned()))
}
