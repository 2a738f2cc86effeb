//! `@daily` and its like.

use super::Schedule;
use super::token::Token;
use crate::mistake::Mistake;
use crate::suggest;

/// What each stands for, as crontab(5) has it.
const NICKNAMES: [(&str, &str); 7] = [
    ("@yearly", "0 0 1 1 *"),
    ("@annually", "0 0 1 1 *"),
    ("@monthly", "0 0 1 * *"),
    ("@weekly", "0 0 * * 0"),
    ("@daily", "0 0 * * *"),
    ("@midnight", "0 0 * * *"),
    ("@hourly", "0 * * * *"),
];

/// Reads a text that begins with `@`.
pub(super) fn read(whole: Token<'_>) -> Result<Schedule, Mistake> {
    let name = whole.split([' ', '\t']).next().unwrap_or(whole);
    if let Some((known, fields)) = NICKNAMES.iter().find(|(known, _)| *known == name.text) {
        if name.text.len() < whole.text.len() {
            return Err(whole
                .mistake(format!("`{known}` stands for all five fields"))
                .help(format!("write `{known}` alone")));
        }
        return Ok(Schedule::parse(fields).expect("the fields of a nickname are a schedule"));
    }
    let shown = name.shown();
    let mistake = name.mistake(format!("cron has no `{shown}`"));
    Err(match name.text {
        "@reboot" => name
            .mistake("`@reboot` is not a time, so `cron` cannot wait for it")
            .help("let what starts your services at boot start a run"),
        "@every" => mistake.help("every five minutes is \"*/5 * * * *\""),
        _ => {
            // Longer words are none of these with a slip, and comparing takes the product of the lengths.
            const NEAR: usize = 15;
            let names = NICKNAMES.map(|(known, _)| known);
            let near = (name.text.len() <= NEAR)
                .then(|| suggest::near(name.text, names))
                .flatten();
            match near {
                Some(near) => mistake.help(format!("a similar word exists: `{near}`")),
                None => mistake.note(format!("it has {}", suggest::list(names))),
            }
        }
    })
}
