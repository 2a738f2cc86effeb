//! Any text as a schedule.

#![no_main]

use brain_syntax::cron::Schedule;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Schedule::check(text) {
        Ok(schedule) => assert_eq!(Schedule::parse(text).as_ref(), Ok(&schedule)),
        Err(errors) => assert!(!errors.is_empty()),
    }
});
