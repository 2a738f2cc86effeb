//! A trigger as a draft, for the check.

use brain_syntax::draft::{Data, FieldDraft, TriggerDraft, Word};

use super::{On, Source};
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
        Source::Cron(cron) => vec![text(&maker, "schedule", &cron.schedule)],
    };
    TriggerDraft { kind, fields }
}

fn text(maker: &Maker<'_>, word: &str, text: &str) -> FieldDraft {
    maker.field(word, Data::Text(text.to_owned()))
}
