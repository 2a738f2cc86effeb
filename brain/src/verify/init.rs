//! Writes a first file of checks, from what lies in the work tree.

use std::io;
use std::path::{Path, PathBuf};

use brain_syntax::policy::FILE;

use super::error::VerifyError;
use super::place::Place;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    /// The file of checks.
    pub file: PathBuf,
    /// The ids of its checks.
    pub checks: Vec<String>,
}

/// What is left out of git: receipts are about a tree, and no part of it.
const IGNORE: &str = "/artifacts/\n";

/// A check that is proposed.
struct Proposal {
    id: &'static str,
    argv: &'static [&'static str],
    environment: &'static [&'static str],
    counts: bool,
}

const CARGO: &[&str] = &["CARGO_HOME", "RUSTUP_HOME"];

/// Writes `.verify/verify.toml`, and has git ignore the artifacts.
///
/// # Errors
/// [`VerifyError::Begun`] if there is one already, [`VerifyError::File`] if it cannot be written.
pub fn init(place: &Place) -> Result<Begun, VerifyError> {
    let file = place.policy();
    let folder = file.parent().unwrap_or(place.top()).to_owned();
    let proposals = proposals(place.top());
    let text = written(&proposals, place.git().is_none());
    std::fs::create_dir_all(&folder).map_err(VerifyError::file("make the folder", &folder))?;
    create(&file, &text).map_err(|error| match error {
        VerifyError::File { source, .. } if source.kind() == io::ErrorKind::AlreadyExists => {
            VerifyError::Begun { path: file.clone() }
        }
        error => error,
    })?;
    let ignore = folder.join(".gitignore");
    match create(&ignore, IGNORE) {
        Ok(()) => {}
        Err(VerifyError::File { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {
            extend(&ignore)?;
        }
        Err(error) => return Err(error),
    }
    Ok(Begun {
        file,
        checks: proposals.iter().map(|one| one.id.to_owned()).collect(),
    })
}

/// Adds the line to a list that is there.
fn extend(ignore: &Path) -> Result<(), VerifyError> {
    let list = std::fs::read_to_string(ignore).map_err(VerifyError::file("read", ignore))?;
    if list
        .lines()
        .any(|line| matches!(line, "/artifacts/" | "artifacts/" | "artifacts" | "*"))
    {
        return Ok(());
    }
    let break_ = if list.is_empty() || list.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    std::fs::write(ignore, format!("{list}{break_}{IGNORE}"))
        .map_err(VerifyError::file("write", ignore))
}

/// Writes a file that must not be there.
fn create(path: &Path, text: &str) -> Result<(), VerifyError> {
    use std::io::Write as _;
    let options = std::fs::File::options()
        .write(true)
        .create_new(true)
        .open(path);
    options
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(VerifyError::file("write", path))
}

fn proposals(top: &Path) -> Vec<Proposal> {
    let has = |name: &str| top.join(name).is_file();
    let text = |name: &str| std::fs::read_to_string(top.join(name)).unwrap_or_default();
    let mut proposals = Vec::new();
    let mut add = |id, argv, environment, counts| {
        // The first kind of project that has such a check gives it its name.
        let is_taken = proposals.iter().any(|one: &Proposal| one.id == id);
        if !is_taken {
            proposals.push(Proposal {
                id,
                argv,
                environment,
                counts,
            });
        }
    };
    if has("Cargo.toml") {
        add("tests", &["cargo", "test"], CARGO, true);
        add(
            "lint",
            &["cargo", "clippy", "--all-targets", "--", "-D", "warnings"],
            CARGO,
            false,
        );
    }
    if has("package.json") && is_script(&text("package.json"), "test") {
        add("tests", &["npm", "test"], &[], false);
        add("npm-tests", &["npm", "test"], &[], false);
    }
    if has("pyproject.toml") || has("pytest.ini") || has("setup.cfg") {
        add("tests", &["python3", "-m", "pytest"], &[], true);
        add("python-tests", &["python3", "-m", "pytest"], &[], true);
    }
    if has("go.mod") {
        add("tests", &["go", "test", "./..."], &[], false);
    }
    if has_project(top) {
        add("tests", &["dotnet", "test"], &[], false);
    }
    let makefile = ["GNUmakefile", "makefile", "Makefile"];
    if let Some(makefile) = makefile.into_iter().find(|name| has(name)) {
        let text = text(makefile);
        for (target, id, argv) in [
            ("test", "tests", &["make", "test"]),
            ("check", "check", &["make", "check"]),
            ("lint", "lint", &["make", "lint"]),
        ] {
            let is_rule = |line: &str| {
                line.strip_prefix(target)
                    .is_some_and(|rest| rest.trim_start().starts_with(':'))
            };
            if text.lines().any(is_rule) {
                add(id, argv, &[], false);
            }
        }
    }
    // Two names for one command would make `verify -- COMMAND` ask which.
    let mut seen: Vec<&[&str]> = Vec::new();
    proposals.retain(|one| {
        let is_new = !seen.contains(&one.argv);
        seen.push(one.argv);
        is_new
    });
    proposals
}

/// Says whether `package.json` has a script of this name.
fn is_script(text: &str, name: &str) -> bool {
    let package: Option<serde_json::Value> = serde_json::from_str(text).ok();
    package.is_some_and(|package| package["scripts"][name].is_string())
}

/// Says whether there is a project of .NET at the top or in a folder of it.
fn has_project(top: &Path) -> bool {
    let is_project = |path: &Path| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        matches!(ending, Some("csproj" | "fsproj" | "sln" | "slnx"))
    };
    let entries = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect()
    };
    let here = entries(top);
    here.iter().any(|path| is_project(path))
        || here
            .iter()
            .any(|folder| entries(folder).iter().any(|path| is_project(path)))
}

fn written(proposals: &[Proposal], needs_inputs: bool) -> String {
    let mut text = format!(
        "# What may count as proof: `verify -- COMMAND` runs a command only if a check has exactly this `argv`.\n\
         # Every key: id, argv, cwd, env, timeout, inputs, min_tests, reader, report, pattern, max_output.\n\
         # This file is {FILE} at the top of the work tree; no other one is read.\n"
    );
    if proposals.is_empty() {
        text.push_str(
            "\n# [[check]]\n# id = \"tests\"\n# argv = [\"make\", \"test\"]\n# timeout = \"10m\"\n",
        );
    }
    for one in proposals {
        let list = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            words.join(", ")
        };
        let mut lines = vec![
            format!(
                "\n[[check]]\nid = \"{}\"\nargv = [{}]",
                one.id,
                list(one.argv)
            ),
            "timeout = \"30m\"".to_owned(),
        ];
        if !one.environment.is_empty() {
            lines.push(format!("env = [{}]", list(one.environment)));
        }
        if one.counts {
            lines.push("min_tests = 1".to_owned());
        }
        if needs_inputs {
            lines.push("inputs = [\"**\"]".to_owned());
        }
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
    }
    text
}
