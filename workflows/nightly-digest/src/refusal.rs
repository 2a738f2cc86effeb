//! Why there is no repository, in words that say what to do.

use brain::prelude::*;

use crate::text;

/// Says why git found no repository for `folder`, from what it said in English.
pub(crate) fn refusal(folder: &str, said: &str) -> Failure {
    let folder = text::line(folder);
    let mut lines = said.lines().map(str::trim);
    Failure::fatal(if said == "no git" {
        "git is not installed, or not in PATH".to_owned()
    } else if let Some(command) = lines.find(|line| line.starts_with("git config ")) {
        let command = text::line(command);
        format!(
            "the repository at `{folder}` belongs to another user, so git does not read it: if you trust it, run \
            `{command}`"
        )
    } else if said.contains("not a git repository") {
        format!("no git repository at `{folder}`: run it in one, or set DIGEST_REPO to its folder")
    } else if let Some((_, reason)) = said.split_once("cannot change to ") {
        let reason = reason.rsplit(": ").next().unwrap_or(reason);
        let reason = text::line(reason);
        format!(
            "no folder `{folder}` ({reason}): set DIGEST_REPO to the folder of a git repository"
        )
    } else {
        let said = text::line(said);
        format!("git could not read the repository at `{folder}`: {said}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_its_way_out() {
        for (said, shown) in [
            ("no git", "git is not installed, or not in PATH"),
            (
                "fatal: not a git repository (or any of the parent directories): .git",
                "no git repository at `/w/a b`: run it in one, or set DIGEST_REPO to its folder",
            ),
            (
                "fatal: cannot change to '/w/a: b': Permission denied",
                "no folder `/w/a b` (Permission denied): set DIGEST_REPO to the folder of a git repository",
            ),
            (
                "fatal: detected dubious ownership in repository at '/w/a b'\nTo add an exception for this directory, \
                call:\n\n\tgit config --global --add safe.directory '/w/a b'",
                "the repository at `/w/a b` belongs to another user, so git does not read it: if you trust it, run \
                `git config --global --add safe.directory '/w/a b'`",
            ),
            (
                "fatal: bad config\nline 1",
                "git could not read the repository at `/w/a b`: fatal: bad config line 1",
            ),
        ] {
            assert_eq!(refusal("/w/a b", said).to_string(), shown);
        }
    }
}
