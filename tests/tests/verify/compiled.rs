//! The id of a check is looked up when the workflow is compiled, and again after each edit of the file of checks.

use std::path::{Path, PathBuf};

use brain_tests::{Ended, Home, executable};

/// A repository with a crate in a folder of it, whose workflow asks for the check `tests`.
struct Crate {
    home: Home,
}

impl Crate {
    fn new() -> Self {
        let home = Home::new();
        let this = Self { home };
        let brain = Path::new(env!("CARGO_MANIFEST_DIR")).join("../brain");
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        for folder in ["r/.git", "r/.verify", "r/tool/src"] {
            std::fs::create_dir_all(this.home.path(folder)).unwrap();
        }
        this.write("r/.git/HEAD", "ref: refs/heads/main\n");
        // Only what the macro and its expansion need, so that less is built.
        this.write(
            "r/tool/Cargo.toml",
            &format!(
                "[package]\nname = \"tool\"\nedition = \"2024\"\n[workspace]\n[dependencies]\n\
                 brain = {{ path = \"{}\", default-features = false, features = [\"verify\"] }}\n",
                brain.display()
            ),
        );
        // The versions that are there already.
        std::fs::copy(lock, this.home.path("r/tool/Cargo.lock")).unwrap();
        this.write(
            "r/tool/src/lib.rs",
            "use brain::prelude::*;\npub fn made() -> Workflow {\n    \
             workflow!(Workflow { name: \"w\", steps: [ tested = verify { check: \"tests\" } ] })\n}\n",
        );
        this
    }

    fn write(&self, path: &str, text: &str) {
        std::fs::write(self.home.path(path), text).unwrap();
    }

    /// Writes a file of checks.
    fn checks(&self, text: &str) {
        self.write("r/.verify/verify.toml", text);
    }

    fn build(&self) -> Ended {
        let mut program = self.home.program("cargo").args(["check", "--offline"]);
        for (name, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            let usual = || PathBuf::from(std::env::var_os("HOME").unwrap()).join(folder);
            let value = std::env::var_os(name).map_or_else(usual, PathBuf::from);
            program = program.env(name, value.display().to_string());
        }
        if let Ok(toolchain) = std::env::var("RUSTUP_TOOLCHAIN") {
            program = program.env("RUSTUP_TOOLCHAIN", toolchain);
        }
        // Kept from one test to the next: the runtime is built once.
        let built = Path::new(executable!("brain-command"));
        let target = built.ancestors().nth(2).unwrap().join("tests/compiled");
        let program = program.env("CARGO_TARGET_DIR", target.display().to_string());
        let program = program.current_dir(self.home.path("r/tool"));
        // The first build of the runtime takes longer than a program may.
        program.into_command().output().unwrap().into()
    }
}

#[test]
fn an_id_is_looked_up_by_the_compiler_after_each_edit_of_the_file() {
    let tool = Crate::new();
    let named = |id: &str| format!("[[check]]\nid = \"{id}\"\nargv = [\"true\"]\n");
    tool.checks(&named("test"));
    let unknown = tool.build();
    assert_eq!(unknown.code, Some(101), "{}", unknown.stderr);
    for said in [
        "error: no check `tests` in `.verify/verify.toml`",
        "help: a check with a similar name exists: `test`",
        "src/lib.rs:3:",
    ] {
        assert!(unknown.stderr.contains(said), "{}", unknown.stderr);
    }
    // From here on nothing but the file of checks is edited.
    tool.checks(&named("tests"));
    tool.build().with_code(0);
    let again = tool.build();
    assert!(
        !again.with_code(0).stderr.contains("Checking tool"),
        "what is not edited is not built again"
    );
    tool.checks(&named("lint"));
    let gone = tool.build();
    assert_eq!(gone.code, Some(101), "{}", gone.stderr);
    assert!(
        gone.stderr.contains("error: no check `tests`"),
        "{}",
        gone.stderr
    );
    tool.checks(&(named("tests") + "timout = 3\n"));
    let wrong = tool.build();
    assert_eq!(wrong.code, Some(101), "{}", wrong.stderr);
    assert!(
        wrong.stderr.contains(".verify/verify.toml:4:1: "),
        "{}",
        wrong.stderr
    );
    tool.checks(&(named("tests") + "timeout = 3\n"));
    tool.build().with_code(0);
}
