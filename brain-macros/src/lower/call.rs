//! Calls that values may hold: `secs(60)`, `from_env("NAME")` and the like.

use std::time::Duration;

use brain_syntax::draft::{Data, Value};
use quote::ToTokens as _;
use syn::{Expr, ExprCall, Lit};

use super::Lowering;
use crate::place::{Ends, Text};

impl Lowering {
    /// Reads `secs(60)` and the like.
    pub(super) fn call(&mut self, call: &ExprCall) -> Value {
        let ends = Ends::of(call);
        let name = match &*call.func {
            Expr::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let name = name.unwrap_or_default();
        let Some(example) = example(&name) else {
            return self.of_std(call, &name);
        };
        let place = self.places.add(ends, Text::None);
        if call.args.len() != 1 {
            let what = format!("`{name}` takes one value");
            let data = self.refuse(ends, what, format!("write `{example}`"));
            return Value { place, data };
        }
        let within = Ends::of(&call.args[0]);
        let argument = self.expression(&call.args[0]);
        let other = match name.as_str() {
            "extractive" | "kib" | "mib" => "u64",
            _ => "u32",
        };
        if let Expr::Lit(literal) = &call.args[0]
            && let Lit::Int(number) = &literal.lit
            && number.suffix() == other
        {
            let data = self.refuse_suffix(&literal.lit, other);
            return Value { place, data };
        }
        if name == "extractive" {
            let data = Data::Extractive(Box::new(argument));
            return Value { place, data };
        }
        if name == "all" {
            let data = Data::All(Box::new(argument));
            return Value { place, data };
        }
        let data = match (name.as_str(), argument.data) {
            (_, Data::Reported) => Data::Reported,
            ("from_env", Data::Text(name)) => Data::FromEnvironment(name),
            ("from_env", _) => self.refuse(
                within,
                "`from_env` takes the name of a variable as a string literal".to_owned(),
                format!("write `{example}`"),
            ),
            ("plaintext", Data::Text(text)) => Data::Plaintext(text),
            ("plaintext", _) => self.refuse(
                within,
                "`plaintext` takes a string literal".to_owned(),
                format!("write `{example}`"),
            ),
            (unit, Data::Integer(count)) if count < 0 => self.refuse(
                within,
                format!("`{unit}` cannot take the negative number `{count}`"),
                format!("write `{example}`"),
            ),
            (unit, Data::Integer(count)) => measure(unit, count),
            (unit, Data::Decimal(count)) if whole(unit, count).is_some() => {
                let help = whole(unit, count).unwrap_or_default();
                self.refuse(
                    within,
                    format!("`{unit}` takes a whole number, found `{count:?}`"),
                    format!("write `{help}`"),
                )
            }
            ("millis", Data::Decimal(count)) if count > 0.0 && count < 1.0 => self.refuse(
                within,
                format!("`millis` takes a whole number, found `{count:?}`"),
                "write `millis(1)`, the shortest there is".to_owned(),
            ),
            (_, Data::Constant) => Data::Constant,
            (unit, _) => self.refuse(
                within,
                format!("`{unit}` takes a whole number or a constant"),
                format!("write `{example}`"),
            ),
        };
        Value { place, data }
    }

    /// Refuses a call that is none of the language's; of the standard library's durations it says how they are written.
    fn of_std(&mut self, call: &ExprCall, name: &str) -> Value {
        let ends = Ends::of(call);
        let unit = match name {
            "from_millis" => "millis",
            "from_secs" | "from_secs_f32" | "from_secs_f64" => "secs",
            "from_mins" => "mins",
            "from_hours" => "hours",
            _ => match unit_meant(name) {
                Some(unit) => unit,
                None => return self.value(ends, Data::Other("a call")),
            },
        };
        let what = format!("a duration is written in a word of its own, found `{name}(..)`");
        let count = call.args.to_token_stream();
        let data = self.refuse(ends, what, format!("write `{unit}({count})`"));
        self.value(Ends::of(call), data)
    }
}

/// Returns the unit that is called `name` elsewhere.
fn unit_meant(name: &str) -> Option<&'static str> {
    Some(match name {
        "ms" | "milliseconds" | "milli" => "millis",
        "s" | "sec" | "second" | "seconds" => "secs",
        "m" | "min" | "minute" | "minutes" => "mins",
        "h" | "hour" => "hours",
        "d" | "day" => "days",
        _ => return None,
    })
}

/// Writes a part of a unit as a whole number of the greatest unit that it is a whole number of.
fn whole(unit: &str, count: f64) -> Option<String> {
    /// Units and their lengths in milliseconds, the longest first.
    const UNITS: &[(&str, f64)] = &[
        ("days", 86_400_000.0),
        ("hours", 3_600_000.0),
        ("mins", 60_000.0),
        ("secs", 1000.0),
        ("millis", 1.0),
    ];
    let from = UNITS.iter().position(|(name, _)| *name == unit)?;
    let total = count * UNITS[from].1;
    // Past that, such numbers are not exact any more, nor meant.
    if !(1.0..1e15).contains(&total) {
        return None;
    }
    UNITS[from..]
        .iter()
        .map(|(name, length)| (name, total / length))
        .find(|(_, count)| count.fract() == 0.0)
        .or_else(|| Some((&"millis", total.round())))
        .map(|(name, count)| format!("{name}({count:.0})"))
}

/// Returns how a call that values may hold is written.
fn example(function: &str) -> Option<&'static str> {
    Some(match function {
        "millis" => "millis(500)",
        "secs" => "secs(60)",
        "mins" => "mins(5)",
        "hours" => "hours(1)",
        "days" => "days(7)",
        "kib" => "kib(64)",
        "mib" => "mib(16)",
        "extractive" => "extractive(12)",
        "all" => "all(10)",
        "from_env" => "from_env(\"NAME\")",
        "plaintext" => "plaintext(\"..\")",
        _ => return None,
    })
}

/// Returns what `count` of a unit is: a duration, or bytes. Too many to count are the most there can be.
fn measure(unit: &str, count: i128) -> Data {
    let milliseconds = match unit {
        "kib" => return Data::Integer(count.saturating_mul(1 << 10)),
        "mib" => return Data::Integer(count.saturating_mul(1 << 20)),
        "millis" => 1,
        "secs" => 1000,
        "mins" => 60 * 1000,
        "hours" => 60 * 60 * 1000,
        _ => 24 * 60 * 60 * 1000,
    };
    let count = u64::try_from(count)
        .ok()
        .and_then(|count| count.checked_mul(milliseconds));
    Data::Duration(Duration::from_millis(count.unwrap_or(u64::MAX)))
}
