//! Columns of tables, by the cells of a terminal that characters take.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use super::print;

/// Cuts a text to a width and shows that it did, or fills it up with blanks.
pub(super) fn fit(text: &str, width: usize) -> String {
    // A name with a control character would break the line.
    let mut cut = print::visible(text).replace('\t', " ");
    if cut.width() > width {
        let (mut kept, mut used) = (String::new(), 0);
        for c in cut.chars() {
            used += c.width().unwrap_or(0);
            if used >= width {
                break;
            }
            kept.push(c);
        }
        cut = kept + "…";
    }
    let blanks = width.saturating_sub(cut.width());
    cut.extend(std::iter::repeat_n(' ', blanks));
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_takes_as_many_cells_as_it_is_given() {
        for (text, fitted) in [
            ("short", "short   "),
            ("exactly8", "exactly8"),
            ("exactly-9", "exactly…"),
            ("", "        "),
            ("日本", "日本    "),
            ("日本日本", "日本日本"),
            ("日本日本日", "日本日… "),
            ("a日本日本", "a日本日…"),
            ("e\u{301}e\u{301}", "e\u{301}e\u{301}      "),
            ("a\u{1b}[31m\tb", "a␛[31m b"),
        ] {
            assert_eq!(fit(text, 8), fitted);
        }
    }
}
