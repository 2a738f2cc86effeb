//! Commits where digests ended, as `ends.sh` found them.

/// Where the ends that are still in the repository lie.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Ends {
    /// Below what is checked out, or there.
    pub(crate) within: Vec<String>,
    /// Elsewhere, as on another branch, or on this one before a rebase.
    pub(crate) beside: Vec<String>,
}

impl Ends {
    /// Reads the lines. Of an end that has none, the commit is gone.
    pub(crate) fn parse(text: &str) -> Self {
        let all = |place: &str| {
            let ends = text.lines().filter_map(|line| line.split_once(' '));
            let there = ends.filter(|(found, _)| *found == place);
            there.map(|(_, end)| end.to_owned()).collect()
        };
        Self {
            within: all("within"),
            beside: all("beside"),
        }
    }

    /// Names what leads to `head` and to none of the ends, as `git log --stdin` takes it.
    pub(crate) fn revisions(&self, head: &str) -> String {
        let ends = self.within.iter().chain(&self.beside);
        ends.fold(head.to_owned(), |revisions, end| {
            format!("{revisions}\n^{end}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_has_its_place() {
        let ends = Ends::parse("beside aaa\nwithin bbb\nbeside ccc");
        assert_eq!(ends.within, ["bbb"]);
        assert_eq!(ends.beside, ["aaa", "ccc"]);
        assert_eq!(ends.revisions("new"), "new\n^bbb\n^aaa\n^ccc");
    }

    #[test]
    fn no_lines_no_ends() {
        assert_eq!(Ends::parse(""), Ends::default());
        assert_eq!(Ends::default().revisions("new"), "new");
    }
}
