//! Sorts commits under headings.

use crate::commit::Commit;
use crate::text;

/// Commits under a heading.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Group<'a> {
    /// The heading; none if there is only one group.
    pub(crate) title: Option<String>,
    /// The commits, in their order.
    pub(crate) commits: Vec<&'a Commit>,
}

/// The types of conventional commits and their headings, in the order of the digest.
const TYPES: [(&str, &str); 11] = [
    ("feat", "Features"),
    ("fix", "Fixes"),
    ("perf", "Performance"),
    ("refactor", "Refactoring"),
    ("revert", "Reverts"),
    ("docs", "Documentation"),
    ("test", "Tests"),
    ("style", "Upkeep"),
    ("build", "Upkeep"),
    ("ci", "Upkeep"),
    ("chore", "Upkeep"),
];

const BREAKING: &str = "Breaking changes";
const OTHER: &str = "Other changes";

/// The longest area: the path of a folder fits, a sentence does not.
const AREA: usize = 30;

/// Groups commits by type (`fix: ..`), or else by area (`parser: ..`, `[parser] ..`), or else by author: by the first of
/// these that at least half of the commits name.
pub(crate) fn groups(commits: &[Commit]) -> Vec<Group<'_>> {
    let has = |name: fn(&str) -> Option<&str>| {
        let naming = commits
            .iter()
            .filter(|commit| name(&commit.subject).is_some());
        naming.count() * 2 >= commits.len()
    };
    let mut groups: Vec<Group<'_>> = Vec::new();
    if has(kind) {
        sort(commits, &mut groups, |commit| {
            kind(&commit.subject).unwrap_or(OTHER).to_owned()
        });
        let order = |group: &Group<'_>| {
            let title = group.title.as_deref();
            let listed = TYPES
                .iter()
                .position(|(_, heading)| Some(*heading) == title);
            match title {
                Some(BREAKING) => 0,
                _ => listed.map_or(usize::MAX, |place| place + 1),
            }
        };
        groups.sort_by_key(order);
    } else if has(area) {
        sort(commits, &mut groups, |commit| {
            let area = area(&commit.subject);
            let is_shared = area.is_some_and(|_| {
                let same = commits
                    .iter()
                    .filter(|other| self::area(&other.subject) == area);
                same.count() > 1
            });
            area.filter(|_| is_shared)
                .map_or(OTHER.to_owned(), text::escaped)
        });
        groups.sort_by_key(|group| {
            let is_other = group.title.as_deref() == Some(OTHER);
            (is_other, std::cmp::Reverse(group.commits.len()))
        });
    } else {
        sort(commits, &mut groups, author);
        groups.sort_by_key(|group| std::cmp::Reverse(group.commits.len()));
    }
    if let [only] = groups.as_mut_slice() {
        only.title = None;
    }
    groups
}

/// Returns an author as a heading or item shows it.
pub(crate) fn author(commit: &Commit) -> String {
    text::isolated(&text::escaped(&commit.author)).into_owned()
}

fn sort<'a>(commits: &'a [Commit], groups: &mut Vec<Group<'a>>, title: impl Fn(&Commit) -> String) {
    for commit in commits {
        let title = Some(title(commit));
        match groups.iter_mut().find(|group| group.title == title) {
            Some(group) => group.commits.push(commit),
            None => groups.push(Group {
                title,
                commits: vec![commit],
            }),
        }
    }
}

/// Returns the heading of a conventional commit: `fix: ..`, `fix(parser): ..`, `fix!: ..`.
fn kind(subject: &str) -> Option<&'static str> {
    let (prefix, _) = subject.split_once(": ")?;
    let name = prefix.strip_suffix('!').unwrap_or(prefix);
    let name = match name.split_once('(') {
        Some((name, scope)) if scope.ends_with(')') => name,
        Some(_) => return None,
        None => name,
    };
    let found = TYPES
        .iter()
        .find(|(kind, _)| name.eq_ignore_ascii_case(kind))?;
    Some(if prefix.ends_with('!') {
        BREAKING
    } else {
        found.1
    })
}

/// Returns the area that a subject begins with: `parser: ..`, `net/http: ..`, `[parser] ..`.
fn area(subject: &str) -> Option<&str> {
    let area = match subject.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        None => subject.split_once(": ")?.0,
    };
    let is_word = |c: char| c.is_alphanumeric() || "-_./+".contains(c);
    (!area.is_empty() && area.len() <= AREA && area.chars().all(is_word)).then_some(area)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(subjects: &[(&str, &str)]) -> Vec<String> {
        let fields =
            |(author, subject): &(&str, &str)| format!("\0id\0p\0{author}\0\0{subject}\0\0");
        let log: Vec<String> = subjects.iter().map(fields).collect();
        let commits = crate::commit::parse(&log.concat());
        let shown = |group: &Group<'_>| {
            let title = group.title.as_deref().unwrap_or("-");
            format!("{title}: {}", group.commits.len())
        };
        groups(&commits).iter().map(shown).collect()
    }

    #[test]
    fn by_type() {
        let subjects = [
            ("A", "chore: bump"),
            ("A", "Merge things"),
            ("A", "fix(parser): x"),
            ("A", "feat!: y"),
            ("A", "ci: z"),
            ("A", "Feat: y"),
        ];
        assert_eq!(
            shown(&subjects),
            [
                "Breaking changes: 1",
                "Features: 1",
                "Fixes: 1",
                "Upkeep: 2",
                "Other changes: 1"
            ]
        );
    }

    #[test]
    fn by_area() {
        let subjects = [
            ("A", "[store] x"),
            ("A", "net/http: y"),
            ("A", "cli: z"),
            ("A", "net/http: w"),
            ("A", "a sentence: with a colon"),
        ];
        assert_eq!(shown(&subjects), ["net/http: 2", "Other changes: 3"]);
    }

    #[test]
    fn by_author() {
        let subjects = [("Ana", "x"), ("דן", "y"), ("Ana", "fix: z")];
        assert_eq!(shown(&subjects), ["Ana: 2", "\u{2068}דן\u{2069}: 1"]);
    }

    #[test]
    fn one_group_needs_no_heading() {
        assert_eq!(shown(&[("Ana", "x"), ("Ana", "y")]), ["-: 2"]);
        assert_eq!(shown(&[]), [""; 0]);
    }
}
