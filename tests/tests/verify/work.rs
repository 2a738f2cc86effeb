//! A repository with checks in it.

use std::path::PathBuf;

use brain_tests::{Ended, Home, Program, executable};
use serde_json::Value;

/// A home with a repository in its folder `r`.
pub(crate) struct Work {
    pub(crate) home: Home,
}

impl Work {
    /// Makes a repository with a file, and a file of checks with this text.
    pub(crate) fn new(policy: &str) -> Self {
        let work = Self { home: Home::new() };
        std::fs::create_dir_all(work.path(".verify")).unwrap();
        std::fs::write(work.path(".verify/verify.toml"), policy).unwrap();
        std::fs::write(work.path("a"), "one\n").unwrap();
        work.sh("git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit -qm a");
        work
    }

    /// Makes one whose only check runs these words.
    pub(crate) fn with(argv: &[&str]) -> Self {
        Self::new(&check("tests", argv, ""))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path("r").join(name)
    }

    /// Prepares `brain verify` with these arguments.
    pub(crate) fn verify(&self, arguments: &[&str]) -> Program {
        let program = self.home.program(executable!("brain-command"));
        let program = program.args(["verify"]).args(arguments.iter().copied());
        self.inside(program)
    }

    /// Has a program start in the repository.
    pub(crate) fn inside(&self, program: Program) -> Program {
        program.current_dir(self.home.path("r"))
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        self.verify(arguments).run()
    }

    /// Runs the check `tests`, and gives its receipt.
    pub(crate) fn receipt(&self) -> Value {
        let receipt = self.run(&["--check", "tests", "--json"]).json();
        assert!(receipt["receipt"].is_string(), "{receipt}");
        receipt
    }

    pub(crate) fn status(&self) -> Ended {
        self.run(&["status", "--check", "tests"])
    }

    /// Runs a script in the repository.
    pub(crate) fn sh(&self, script: &str) -> String {
        let program = self.home.program("sh").args(["-ec", script]);
        let ended = self.inside(program).run();
        assert_eq!(ended.code, Some(0), "{script}\n{}", ended.stderr);
        ended.stdout
    }
}

/// Writes a check.
pub(crate) fn check(id: &str, argv: &[&str], more: &str) -> String {
    format!("[[check]]\nid = {id:?}\nargv = {argv:?}\n{more}\n")
}
