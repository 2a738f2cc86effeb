//! `brain cron`: reads schedules.

use brain_syntax::cron::Schedule;
use brain_syntax::mistake::Mistake;
use brain_syntax::zone;

use super::exit::Exit;
use super::print;
use crate::clock::{Clock as _, SystemClock, Timestamp};
use crate::error::{Error, ErrorKind};
use crate::trigger::cron::Fires;

/// What `brain cron` takes.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the next times at which a schedule fires, in UTC
    Next(Next),
}

#[derive(Debug, clap::Args)]
struct Next {
    /// The schedule: five fields as in crontab(5), or `@daily` and the like
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    schedule: String,
    /// The zone whose clock it goes by
    #[arg(long, value_name = "ZONE", default_value = "UTC")]
    tz: String,
    #[command(flatten)]
    times: Times,
}

/// Which times are wanted.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(super) struct Times {
    /// Begin after this time, in RFC 3339 [default: now]
    #[arg(long, value_name = "TIME", value_parser = time)]
    after: Option<Timestamp>,
    /// How many
    #[arg(short, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    number: u32,
}

impl Times {
    /// Returns the time after which they are.
    pub(super) fn after(&self) -> Timestamp {
        self.after.unwrap_or_else(|| SystemClock.now())
    }

    /// Returns how many.
    pub(super) fn number(&self) -> usize {
        usize::try_from(self.number).unwrap_or(usize::MAX)
    }
}

/// Reads a schedule.
pub(super) fn cron(arguments: &Arguments) -> Result<Exit, Error> {
    let Command::Next(next) = &arguments.command;
    let schedule = next.schedule.trim();
    Schedule::parse(schedule).map_err(|error| {
        let field = error.field.map(|field| format!(" (in field {field} of 5)"));
        wrong(&error.mistake, &field.unwrap_or_default())
    })?;
    zone::check(&next.tz).map_err(|mistake| wrong(&mistake, ""))?;
    let fires = Fires::new(schedule, &next.tz).ok_or_else(|| {
        // A test holds the names of zones against those that are computed with.
        let message = format!("no such time zone: `{}`", next.tz);
        Error::new(ErrorKind::Usage, message)
    })?;
    let times = fires.iter(next.times.after()).take(next.times.number());
    let lines: Vec<String> = times.map(written).chain([String::new()]).collect();
    print::data(&lines.join("\n"))?;
    Ok(Exit::Success)
}

fn wrong(mistake: &Mistake, place: &str) -> Error {
    let error = Error::new(ErrorKind::Usage, format!("{mistake}{place}"));
    match mistake.help.as_ref().or(mistake.note.as_ref()) {
        Some(hint) => error.with_hint(hint.as_str()),
        None => error,
    }
}

/// Writes a time of a schedule, which has no fractions of a second, in RFC 3339.
pub(super) fn written(at: Timestamp) -> String {
    at.to_string().replace(".000Z", "Z")
}

fn time(text: &str) -> Result<Timestamp, String> {
    text.parse()
        .map_err(|_| "not a time in RFC 3339, such as 2026-03-08T12:00:00Z".to_owned())
}
