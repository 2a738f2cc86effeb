//! The checks that the repository of the crate allows.

use std::path::{Path, PathBuf};

use brain_syntax::draft::{Data, Draft, Place, StepDraft};
use brain_syntax::policy::{FILE, Fault, Policy};
use brain_syntax::problem::Problem;

/// Looks up the ids of `verify` steps in the file of checks of the work tree that `folder` is in, if it has one.
///
/// Gives what is wrong, and the file, which the build depends on.
pub(crate) fn check(draft: &Draft, folder: &Path) -> (Vec<Problem>, Option<PathBuf>) {
    let lists = [&draft.steps, &draft.on_failure, &draft.always];
    let steps = lists.into_iter().flatten().flatten();
    let asked: Vec<(&str, Place)> = steps.filter_map(id).collect();
    let Some((_, first)) = asked.first() else {
        return (Vec::new(), None);
    };
    let Some(file) = top(folder).map(|top| top.join(FILE)) else {
        return (Vec::new(), None);
    };
    // A file that is not there, or cannot be read, is for the run to tell: the crate may be built elsewhere.
    let Ok(text) = std::fs::read_to_string(&file) else {
        return (Vec::new(), None);
    };
    let problems = match Policy::parse(&text) {
        Ok(policy) => asked
            .iter()
            .filter(|(id, _)| policy.check(id).is_none())
            .map(|(id, place)| unknown(&policy, id, *place))
            .collect(),
        Err(faults) => faults
            .first()
            .map(|fault| unreadable(fault, *first))
            .into_iter()
            .collect(),
    };
    (problems, Some(file))
}

/// Returns the id that a step asks for, if it stands there as a text.
fn id(step: &StepDraft) -> Option<(&str, Place)> {
    if step.kind.text != "verify" {
        return None;
    }
    let value = &step.field("check")?.value;
    match &value.data {
        Data::Text(id) => Some((id, value.place)),
        _ => None,
    }
}

/// Says it in the words of the run.
fn unknown(policy: &Policy, id: &str, place: Place) -> Problem {
    let problem = Problem::new(place, format!("no check `{id}` in `{FILE}`"));
    match policy.hint(id) {
        fact if fact.starts_with("its checks are") => problem.note(fact),
        act => problem.help(act),
    }
}

fn unreadable(fault: &Fault, place: Place) -> Problem {
    let Fault { line, column, .. } = fault;
    let problem = Problem::new(place, format!("`{FILE}` has a mistake"));
    let problem = problem.note(format!("{FILE}:{line}:{column}: {}", fault.what));
    match &fault.help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

/// Returns the top of the git work tree that `folder` is in; a folder called `.git` alone makes none.
fn top(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|top| {
        let git = top.join(".git");
        let pointer = std::fs::read(&git).unwrap_or_default();
        pointer.starts_with(b"gitdir: ") || git.join("HEAD").symlink_metadata().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proc_macro2::TokenStream;

    use super::*;

    /// Returns what is said about a step that asks for `id`, in lines.
    fn said(folder: &Path, id: &str) -> (Vec<String>, Option<PathBuf>) {
        let source = format!(
            "Workflow {{ name: \"w\", steps: [ a = shell {{ command: \"b\" }} ],
             always: [ c = verify {{ check: {id} }} ] }}"
        );
        let tokens: TokenStream = source.parse().unwrap();
        let tree = crate::parse::parse(tokens).unwrap();
        let (lowered, _) = crate::lower::lower(&tree);
        let (problems, file) = check(&lowered.draft, folder);
        let lines = problems
            .iter()
            .flat_map(|problem| problem.lines(|_, _| String::new()));
        (lines.collect(), file)
    }

    #[test]
    fn the_compiler_tracks_the_file() {
        let source = "Workflow { name: \"w\", steps: [ a = verify { check: \"tests\" } ] }";
        let tree = crate::parse::parse(source.parse().unwrap()).unwrap();
        let (mut lowered, _) = crate::lower::lower(&tree);
        let tracks = |lowered: &_| {
            let written = crate::generate::generate(&tree, lowered).to_string();
            written.contains("include_bytes ! (\"/r/.verify/verify.toml\")")
        };
        assert!(!tracks(&lowered));
        lowered.policy = Some("/r/.verify/verify.toml".into());
        assert!(tracks(&lowered));
    }

    #[test]
    fn an_id_is_looked_up_at_the_top() {
        let folder = tempfile::tempdir().unwrap();
        let top = folder.path();
        let deep = top.join("crates/one");
        fs::create_dir_all(&deep).unwrap();
        assert_eq!(said(&deep, "\"test\"").1, None);

        fs::create_dir_all(top.join(".git")).unwrap();
        fs::write(top.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        assert_eq!(said(&deep, "\"test\"").1, None);

        let file = top.join(FILE);
        fs::create_dir_all(top.join(".verify")).unwrap();
        fs::write(&file, "[[check]]\nid = \"tests\"\nargv = [\"true\"]\n").unwrap();
        // A file below the top counts for nothing, and a folder that is called `.git` is no repository.
        fs::create_dir_all(deep.join(".verify")).unwrap();
        fs::create_dir_all(deep.join(".git")).unwrap();
        fs::write(
            deep.join(FILE),
            "[[check]]\nid = \"test\"\nargv = [\"true\"]\n",
        )
        .unwrap();
        let (lines, found) = said(&deep, "\"test\"");
        assert_eq!(
            lines,
            [
                "no check `test` in `.verify/verify.toml`",
                "help: a check with a similar name exists: `tests`"
            ]
        );
        assert_eq!(found, Some(file.clone()));
        assert_eq!(said(&deep, "\"tests\""), (Vec::new(), Some(file.clone())));
        assert_eq!(said(&deep, "TESTS"), (Vec::new(), None));

        fs::write(&file, "[[check]]\nid = \"tests\"\nargv = []\n").unwrap();
        let (lines, _) = said(&deep, "\"tests\"");
        assert_eq!(lines[0], "`.verify/verify.toml` has a mistake");
        assert!(
            lines[1].starts_with("note: .verify/verify.toml:3:8: "),
            "{lines:?}"
        );

        // A work tree of another repository.
        fs::remove_dir_all(deep.join(".git")).unwrap();
        fs::write(deep.join(".git"), "gitdir: /elsewhere\n").unwrap();
        assert_eq!(said(&deep, "\"test\"").1, Some(deep.join(FILE)));
    }
}
