//! What is refused before anything runs, and in which words.

use std::{fs, os::unix::fs::PermissionsExt as _};

use super::{
    super::{LONGEST_ARGUMENT, Part},
    *,
};

async fn refusal(invocation: Invocation) -> ProcessError {
    start(invocation).await.unwrap_err()
}

#[tokio::test]
async fn a_missing_program_is_named() {
    let probe = Probe::new();
    let words = |error: ProcessError| error.to_string();
    assert_eq!(
        words(refusal(probe.argv(&["no-such-program"])).await),
        "no program `no-such-program` on `PATH`"
    );
    assert_eq!(
        words(refusal(probe.argv(&["/no/such"])).await),
        "no program `/no/such`"
    );
    assert_eq!(
        words(refusal(probe.argv(&[""])).await),
        "no program is named"
    );
    assert_eq!(words(refusal(probe.argv(&[])).await), "no program is named");
    probe.assert_gone();
}

#[tokio::test]
async fn a_missing_folder_is_not_taken_for_a_missing_program() {
    let probe = Probe::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let mut invocation = probe.shell("true");
    invocation.folder = Some(folder.path().join("none"));
    let error = refusal(invocation.clone()).await;
    assert!(
        matches!(&error, ProcessError::NoFolder { folder } if folder.ends_with("none")),
        "{error:?}"
    );
    invocation.folder = Some(file.clone());
    assert!(
        matches!(refusal(invocation).await, ProcessError::NotAFolder { folder } if folder == file)
    );
    // The folder is there, the program is not.
    let mut invocation = probe.argv(&["no-such-program"]);
    invocation.folder = Some(folder.path().to_owned());
    assert!(matches!(
        refusal(invocation).await,
        ProcessError::NotFound { .. }
    ));
}

#[tokio::test]
async fn a_file_that_may_not_be_executed_or_names_no_interpreter_is_told_apart() {
    let probe = Probe::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script");
    fs::write(&file, "#!/no/such/interpreter\n").unwrap();
    let path = file.to_str().unwrap();
    let error = refusal(probe.argv(&[path])).await;
    assert_eq!(
        error.to_string(),
        format!("program `{path}` may not be executed")
    );
    fs::set_permissions(&file, fs::Permissions::from_mode(0o700)).unwrap();
    let by_path = |program: &str| {
        let mut invocation = probe.argv(&[program]);
        let folder = folder.path().to_str().unwrap();
        invocation.environment = invocation.environment.with("PATH", folder);
        invocation
    };
    let mut in_folder = probe.argv(&["./script"]);
    in_folder.folder = Some(folder.path().to_owned());
    for (invocation, program) in [
        (probe.argv(&[path]), path),
        (in_folder, "./script"),
        (by_path("script"), "script"),
    ] {
        let expected = format!(
            "program `{program}` did not start: the interpreter `/no/such/interpreter` of its first line is not there"
        );
        assert_eq!(refusal(invocation).await.to_string(), expected);
    }
    assert!(matches!(
        refusal(by_path("other")).await,
        ProcessError::NotFound { .. }
    ));
}

#[tokio::test]
async fn a_file_that_is_no_program_is_told_with_the_way_out() {
    let probe = Probe::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("script");
    let path = file.to_str().unwrap();
    for (content, expected) in [
        (
            "#! /bin/sh\r\necho hi\r\n",
            r"`/bin/sh\r` of its first line is not there (save the file with Unix line ends",
        ),
        (
            "#!/no/such -x\n",
            "the interpreter `/no/such` of its first line is not there",
        ),
        (
            "echo hi\n",
            "a script begins with a line such as `#!/bin/sh`",
        ),
        ("", "is no program"),
        ("\x7fELF", "is no program"),
        ("#!\n", "is no program"),
    ] {
        fs::write(&file, content).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o700)).unwrap();
        let error = refusal(probe.argv(&[path])).await.to_string();
        assert!(error.contains(expected), "{content:?}: {error}");
    }
    let folder = folder.path().to_str().unwrap();
    let error = refusal(probe.argv(&[folder])).await;
    assert_eq!(
        error.to_string(),
        format!("`{folder}` is a folder, no program")
    );
}

/// What no argument can hold is refused before the start.
#[tokio::test]
async fn a_value_over_the_limit_is_refused_with_its_size_and_one_at_the_limit_is_not() {
    let probe = Probe::new();
    let count = |length| Program::Shell {
        script: r#"printf %s "$1" | wc -c"#.to_owned(),
        values: vec!["a".repeat(length)],
    };
    let error = refusal(probe.invocation(count(200_000))).await;
    assert!(matches!(
        error,
        ProcessError::TooLong {
            part: Part::Value(0),
            size: 200_000,
            limit: LONGEST_ARGUMENT
        }
    ));
    assert_eq!(
        error.to_string(),
        "value 1 has 200000 bytes, over the limit of 131071 bytes for one argument or variable"
    );
    assert!(
        start(probe.invocation(count(LONGEST_ARGUMENT + 1)))
            .await
            .is_err()
    );
    let finished = probe
        .run(probe.invocation(count(LONGEST_ARGUMENT)), LONG)
        .await;
    assert_eq!(finished.stdout.text().trim(), "131071");
}

#[tokio::test]
async fn a_variable_at_the_limit_is_taken_and_one_byte_more_is_refused() {
    let probe = Probe::new();
    let with = |length| {
        let mut invocation = probe.shell("printf %s \"$K\" | wc -c");
        invocation.environment = invocation.environment.with("K", "a".repeat(length));
        invocation
    };
    let error = refusal(with(LONGEST_ARGUMENT - 1)).await;
    assert!(
        matches!(&error, ProcessError::TooLong { part: Part::Variable(name), .. } if name == "K"),
        "{error:?}"
    );
    assert_eq!(
        probe
            .run(with(LONGEST_ARGUMENT - 2), LONG)
            .await
            .stdout
            .text()
            .trim(),
        "131069"
    );
}

#[tokio::test]
async fn many_values_that_are_too_long_together_are_refused_with_their_size() {
    let probe = Probe::new();
    let values = vec!["a".repeat(LONGEST_ARGUMENT); 64];
    let error = refusal(probe.invocation(Program::Shell {
        script: "true".to_owned(),
        values,
    }))
    .await;
    assert!(
        matches!(error, ProcessError::TooLongTogether { arguments, .. } if arguments > 8_000_000),
        "{error:?}"
    );
    probe.assert_gone();
}

#[tokio::test]
async fn nul_bytes_are_refused_wherever_they_are() {
    let probe = Probe::new();
    let part = async |invocation| match refusal(invocation).await {
        ProcessError::NulByte { part } => part,
        other => panic!("{other:?}"),
    };
    assert_eq!(part(probe.shell("echo \0")).await, Part::Script);
    assert_eq!(part(probe.argv(&["e\0"])).await, Part::Program);
    assert_eq!(
        part(probe.argv(&["echo", "a", "b\0"])).await,
        Part::Argument(2)
    );
    let values = vec![String::new(), "\0".to_owned()];
    assert_eq!(
        part(probe.invocation(Program::Shell {
            script: String::new(),
            values
        }))
        .await,
        Part::Value(1)
    );
    let mut invocation = probe.shell("true");
    invocation.environment = Environment::inherited().with("K", "\0");
    assert_eq!(
        part(invocation.clone()).await,
        Part::Variable("K".to_owned())
    );
    invocation.environment = Environment::inherited();
    invocation.folder = Some("/\0".into());
    assert_eq!(part(invocation).await, Part::Folder);
}

#[tokio::test]
async fn impossible_names_of_variables_are_refused() {
    for name in ["", "A=B"] {
        let mut invocation = Probe::new().shell("true");
        invocation.environment = Environment::inherited().with(name, "x");
        assert!(matches!(
            refusal(invocation).await,
            ProcessError::VariableName { .. }
        ));
    }
}
