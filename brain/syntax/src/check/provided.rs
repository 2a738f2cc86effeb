//! What the triggers of a workflow provide, and placeholders that read something else.

use super::references::Scope;
use super::templates::with_default;
use crate::draft::{Data, Place, TriggerDraft};
use crate::problem::{Problem, shorten};
use crate::suggest;
use crate::template::{Placeholder, TriggerField};

/// Checks that a trigger provides what a placeholder without a default reads of it.
pub(super) fn check(
    scope: &Scope<'_>,
    field: &TriggerField,
    placeholder: &Placeholder,
    place: Place,
) -> Option<Problem> {
    let (thing, source) = source(field)?;
    let own = scope.trigger();
    let triggers = own.map_or_else(|| scope.triggers(), std::slice::from_ref);
    if triggers.iter().any(|trigger| provides(trigger, field)) {
        return None;
    }
    let written = &placeholder.written;
    let shown = shorten(written);
    let what = match own {
        None => format!("no trigger of `{}` provides `{shown}`", scope.workflow()),
        Some(_) => format!("{} does not provide `{shown}`", scope.describe()),
    };
    let verb = if thing.ends_with('s') {
        "come"
    } else {
        "comes"
    };
    let has_file = triggers.iter().any(|trigger| trigger.kind.text == "file");
    let comes = format!("{thing} {verb} with {}", source.described(has_file));
    let default = with_default(written);
    let other_mode = if has_file { other_mode(field) } else { None };
    let help = match (other_mode, own) {
        (Some(help), _) => help.to_owned(),
        (None, None) => format!(
            "add `{}` to `on`, or give a default: `{default}`",
            source.example()
        ),
        (None, Some(_)) => format!("give a default: `{default}`"),
    };
    let note = match own {
        None => format!("{}; {comes}", existing(triggers)),
        Some(_) => comes,
    };
    Some(
        Problem::new(place, what)
            .within(written, placeholder.range.start)
            .note(note)
            .help(help),
    )
}

/// What has to be in `on` for a field to be there.
#[derive(Clone, Copy)]
enum Needed {
    Cron,
    Webhook,
    EachFile,
    Batch,
}

impl Needed {
    /// Names it, for a workflow that has a file trigger or has none.
    fn described(self, has_file: bool) -> &'static str {
        match self {
            Self::Cron => "`cron`",
            Self::Webhook => "`webhook`",
            Self::EachFile if has_file => "`per: file`",
            Self::EachFile => "`file`",
            Self::Batch if has_file => "`per: batch`",
            Self::Batch => "`file` and `per: batch`",
        }
    }

    fn example(self) -> &'static str {
        match self {
            Self::Cron => "cron { .. }",
            Self::Webhook => "webhook { .. }",
            Self::EachFile => "file { .. }",
            Self::Batch => "file { per: batch, .. }",
        }
    }
}

/// Names what a field holds, and says what it comes with; nothing for what every run has.
fn source(field: &TriggerField) -> Option<(&'static str, Needed)> {
    Some(match field {
        TriggerField::Event => return None,
        TriggerField::Body => ("a body", Needed::Webhook),
        TriggerField::Header(_) => ("headers", Needed::Webhook),
        TriggerField::Path => ("a path", Needed::EachFile),
        TriggerField::Change => ("a change", Needed::EachFile),
        TriggerField::Paths => ("paths", Needed::Batch),
        TriggerField::Scheduled => ("a scheduled time", Needed::Cron),
    })
}

/// Tells whether a trigger provides a field. One that is wrong itself is taken to: that is reported there.
fn provides(trigger: &TriggerDraft, field: &TriggerField) -> bool {
    let Some((_, needed)) = source(field) else {
        return true;
    };
    match (trigger.kind.text.as_str(), needed) {
        ("cron", needed) => matches!(needed, Needed::Cron),
        ("webhook", needed) => matches!(needed, Needed::Webhook),
        ("file", Needed::EachFile) => per(trigger) != Some("batch"),
        ("file", Needed::Batch) => !matches!(per(trigger), None | Some("file")),
        ("file", _) => false,
        _ => true,
    }
}

/// Returns the word that `per` of a file trigger is given.
fn per(trigger: &TriggerDraft) -> Option<&str> {
    match &trigger.field("per")?.value.data {
        Data::Choice(word) => Some(word),
        _ => Some(""),
    }
}

/// Says how a file trigger that is there would provide the field.
fn other_mode(field: &TriggerField) -> Option<&'static str> {
    match field {
        TriggerField::Path => Some("write `{trigger.paths}`, or set `per: file`"),
        TriggerField::Change => Some("set `per: file`"),
        TriggerField::Paths => Some("write `{trigger.path}`, or set `per: batch`"),
        _ => None,
    }
}

/// Lists the kinds of triggers that there are.
fn existing(triggers: &[TriggerDraft]) -> String {
    let mut kinds: Vec<&str> = Vec::new();
    for trigger in triggers {
        let kind = match (trigger.kind.text.as_str(), per(trigger)) {
            ("file", Some("batch")) => "file` with `per: batch",
            (kind, _) => kind,
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.is_empty() {
        "it has no triggers".to_owned()
    } else {
        format!("its triggers are {}", suggest::list(kinds))
    }
}
