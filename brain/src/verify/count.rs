//! How many tests ran, read from what a check printed.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use brain_syntax::policy::Reader;
use quick_xml::events::Event;
use regex_lite::Regex;

/// What was there before the check ran.
pub(super) struct Before {
    report: Option<(PathBuf, Option<State>)>,
}

/// What tells a report that was just written from an old one.
type State = (SystemTime, u64);

impl Before {
    /// Remembers the report, if the reader reads one.
    pub(super) fn new(reader: Option<&Reader>, folder: &Path) -> Self {
        let report = match reader {
            Some(Reader::Junit(report)) => {
                let path = folder.join(report);
                let state = state(&path);
                Some((path, state))
            }
            _ => None,
        };
        Self { report }
    }

    /// Counts the tests that ran; nothing if no number is there.
    pub(super) fn count(&self, reader: &Reader, stdout: &str, stderr: &str) -> Option<u64> {
        match reader {
            Reader::Cargo => sum(
                r"(?m)^test result: \S+ ([0-9]+) passed; ([0-9]+) failed;",
                &[stdout],
            ),
            // It writes to stderr, or to stdout if it is told to.
            Reader::Nextest => sum(
                r"(?m)^\s*Summary \[[^\]]*\] +([0-9]+)(?:/[0-9]+)? tests? run:",
                &[stdout, stderr],
            ),
            Reader::Pytest => pytest(stdout),
            Reader::Regex(pattern) => sum(pattern, &[stdout, stderr]),
            Reader::Junit(_) => {
                let (path, before) = self.report.as_ref()?;
                // A report of an earlier run proves nothing.
                let now = state(path)?;
                (Some(now) != *before)
                    .then(|| std::fs::read_to_string(path).ok())
                    .flatten()
                    .and_then(|text| junit(&text))
            }
            _ => None,
        }
    }
}

fn state(path: &Path) -> Option<State> {
    let found = path.metadata().ok()?;
    Some((found.modified().ok()?, found.len()))
}

/// Adds up all numbers in the groups of all matches.
fn sum(pattern: &str, texts: &[&str]) -> Option<u64> {
    let pattern = Regex::new(pattern).ok()?;
    let mut total = None;
    for text in texts {
        for found in pattern.captures_iter(text) {
            for group in found.iter().skip(1).flatten() {
                let number: u64 = group.as_str().trim().parse().ok()?;
                total = Some(total.unwrap_or(0_u64).saturating_add(number));
            }
        }
    }
    total
}

/// Reads `3 passed, 1 failed in 0.1s`, the last line that ends in a time.
fn pytest(stdout: &str) -> Option<u64> {
    let is_summary = Regex::new(r"^=* ?([0-9]+ [a-z]+(, )?)+ in [0-9.]+m?s").ok()?;
    let none = Regex::new(r"^=* ?no tests ran in ").ok()?;
    let ran = Regex::new(r"([0-9]+) (?:passed|failed|xpassed|xfailed)").ok()?;
    let mut lines = stdout.lines().rev();
    let line = lines.find(|line| is_summary.is_match(line) || none.is_match(line))?;
    let numbers = ran.captures_iter(line).filter_map(|found| found.get(1));
    Some(numbers.filter_map(|n| n.as_str().parse::<u64>().ok()).sum())
}

/// Counts the test cases of a report that were not skipped.
fn junit(text: &str) -> Option<u64> {
    let mut reader = quick_xml::Reader::from_str(text);
    let (mut cases, mut skipped) = (0_u64, 0_u64);
    let (mut inside, mut is_skipped) = (false, false);
    loop {
        match reader.read_event().ok()? {
            Event::Eof => return Some(cases - skipped),
            Event::Empty(tag) if tag.local_name().as_ref() == "testcase" => cases += 1,
            Event::Start(tag) if tag.local_name().as_ref() == "testcase" => {
                cases += 1;
                (inside, is_skipped) = (true, false);
            }
            Event::Empty(tag) | Event::Start(tag)
                if inside && tag.local_name().as_ref() == "skipped" =>
            {
                // One case is skipped once, whatever the report repeats.
                skipped += u64::from(!is_skipped);
                is_skipped = true;
            }
            Event::End(tag) if tag.local_name().as_ref() == "testcase" => inside = false,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(reader: &Reader, stdout: &str, stderr: &str) -> Option<u64> {
        Before::new(Some(reader), Path::new("/")).count(reader, stdout, stderr)
    }

    #[test]
    fn cargo_says_it_for_each_binary() {
        let text = "running 2 tests\ntest a ... ok\n\ntest result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\ntest result: FAILED. 1 passed; 3 failed; 0 ignored\n";
        assert_eq!(count(&Reader::Cargo, text, ""), Some(6));
        let none = "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out\n";
        assert_eq!(count(&Reader::Cargo, none, ""), Some(0));
        assert_eq!(count(&Reader::Cargo, "", text), None);
        assert_eq!(
            count(&Reader::Cargo, "x test result: ok. 2 passed; 0 failed;", ""),
            None
        );
    }

    #[test]
    fn nextest_says_it_once() {
        let text = "     Summary [   0.011s] 3 tests run: 3 passed, 0 skipped\n";
        assert_eq!(count(&Reader::Nextest, "", text), Some(3));
        let cut = "     Summary [   0.011s] 1/3 tests run: 0 passed, 1 failed, 0 skipped\n";
        assert_eq!(count(&Reader::Nextest, "", cut), Some(1));
        let one = "     Summary [   0.011s] 1 test run: 1 passed, 0 skipped\n";
        assert_eq!(count(&Reader::Nextest, "", one), Some(1));
    }

    #[test]
    fn pytest_says_it_last() {
        for (line, expected) in [
            ("=== 3 passed, 1 failed in 0.12s ===", 4),
            ("3 passed, 2 skipped in 0.01s", 3),
            ("2 skipped in 0.01s", 0),
            ("=== no tests ran in 0.00s ===", 0),
            (
                "===== 1 failed, 1 xfailed, 4 deselected in 62.01s (0:01:02) =====",
                2,
            ),
        ] {
            let text = format!("1 passed of something\n{line}\n");
            assert_eq!(count(&Reader::Pytest, &text, ""), Some(expected), "{line}");
        }
        assert_eq!(count(&Reader::Pytest, "5 passed\n", ""), None);
    }

    #[test]
    fn a_pattern_adds_its_groups_up() {
        let reader = Reader::Regex("ok ([0-9]+)".to_owned());
        assert_eq!(count(&reader, "ok 1\nok 2", "ok 3"), Some(6));
        assert_eq!(count(&reader, "none", ""), None);
        let wide = Reader::Regex("(.*)".to_owned());
        assert_eq!(count(&wide, "99999999999999999999999", ""), None);
    }

    #[test]
    fn a_report_counts_if_this_run_wrote_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.xml");
        let reader = Reader::Junit("r.xml".to_owned());
        let text = "<?xml version=\"1.0\"?><testsuites><testsuite tests=\"9\"><testcase name=\"a\"/><testcase name=\"b\"><failure/></testcase><testcase name=\"c\"><skipped/><skipped/></testcase></testsuite></testsuites>";
        let before = Before::new(Some(&reader), folder.path());
        assert_eq!(before.count(&reader, "", ""), None);
        std::fs::write(&path, text).unwrap();
        assert_eq!(before.count(&reader, "", ""), Some(2));
        let before = Before::new(Some(&reader), folder.path());
        assert_eq!(before.count(&reader, "", ""), None);
        std::fs::write(&path, "<testcase").unwrap();
        assert_eq!(before.count(&reader, "", ""), None);
    }
}
