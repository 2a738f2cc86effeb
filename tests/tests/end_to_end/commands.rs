//! Every command of both programs, asked for wrongly in every way that they have in common.

use brain_tests::{Ended, Home, executable};

const PROGRAMS: [&str; 2] = [executable!("two-steps"), executable!("brain-command")];

fn run(home: &Home, program: &str, arguments: &[&str]) -> Ended {
    let program = home.program(program).args(arguments.iter().copied());
    program.env("SECOND", "true").run()
}

/// Returns the commands that the help of a program lists.
fn commands(home: &Home, program: &str) -> Vec<String> {
    let help = run(home, program, &["--help"]).stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let words = lines.filter(|line| !line.starts_with("   "));
    let commands: Vec<String> = words
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect();
    assert!(commands.len() > 3, "{help}");
    commands
}

#[test]
fn o_cli_1_every_help_is_data_that_fits() {
    let home = Home::new();
    for program in PROGRAMS {
        let mut asked = vec![vec!["--help".to_owned()], vec!["-h".to_owned()]];
        for command in commands(&home, program) {
            asked.push(vec![command.clone(), "-h".to_owned()]);
            if command != "help" {
                asked.push(vec!["help".to_owned(), command.clone()]);
                asked.push(vec![command, "--help".to_owned()]);
            }
        }
        for arguments in asked {
            if arguments == ["help", "-h"] {
                continue;
            }
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let ended = run(&home, program, &arguments);
            assert_eq!(ended.with_code(0).stderr, "", "{arguments:?}");
            for line in ended.stdout.lines() {
                assert!(line.chars().count() <= 80, "{arguments:?}: {line}");
                assert_eq!(line, line.trim_end(), "{arguments:?}");
            }
        }
    }
    assert_eq!(home.files(), Vec::<String>::new());
}

#[test]
fn o_cli_1_every_wrong_word_is_wrong_usage() {
    let home = Home::new();
    for program in PROGRAMS {
        for command in commands(&home, program) {
            for wrong in [
                &[command.as_str(), "--no-such-option"][..],
                &[&command, "--json", "--no-such-option"],
                &[&command, "--json=maybe"],
                &["--no-such-option", &command],
                &[&format!("{command}x")],
            ] {
                let ended = run(&home, program, wrong);
                assert_eq!(ended.with_code(2).stdout, "", "{wrong:?}");
                assert!(ended.stderr.starts_with("error: "), "{ended:?}");
            }
        }
    }
    assert_eq!(home.files(), Vec::<String>::new());
}

#[test]
fn o_cli_1_an_unknown_run_is_wrong_usage_of_every_command() {
    let home = Home::new();
    for program in PROGRAMS {
        for command in commands(&home, program) {
            if !["show", "resume", "cancel"].contains(&command.as_str()) {
                continue;
            }
            for run_id in ["nope", "ffffffff", "last", "", "%", "a b"] {
                let ended = run(&home, program, &[&command, run_id]);
                assert_eq!(ended.with_code(2).stdout, "", "{command} {run_id}");
                assert!(ended.stderr.starts_with("error: "), "{ended:?}");
            }
        }
    }
}

#[test]
fn o_cli_1_a_store_that_cannot_be_used_has_a_code_of_its_own() {
    let home = Home::new();
    std::fs::write(home.path("file"), "no store").unwrap();
    for place in ["file", "file/below"] {
        let url = format!("sqlite://{}", home.path(place).display());
        for (program, arguments) in [
            (PROGRAMS[0], &["run"][..]),
            (PROGRAMS[0], &["--json"]),
            (PROGRAMS[0], &["history", "--json"]),
            (PROGRAMS[0], &["show", "last"]),
            (PROGRAMS[0], &["prune", "--keep-runs", "1"]),
            (PROGRAMS[1], &["history"]),
            (PROGRAMS[1], &["show", "last", "--json"]),
            (PROGRAMS[1], &["prune", "--keep-runs", "1", "--json"]),
            (PROGRAMS[1], &["remember", "x"]),
            (PROGRAMS[1], &["recall", "x", "--json"]),
        ] {
            let program = home.program(program).args(arguments.iter().copied());
            let ended = program.env("BRAIN_DATABASE_URL", &url).run();
            assert_eq!(ended.with_code(3).stdout, "", "{arguments:?}");
            assert!(ended.stderr.starts_with("error: "), "{ended:?}");
        }
    }
}

#[test]
fn every_shell_gets_its_completions() {
    let home = Home::new();
    for program in PROGRAMS {
        for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
            let ended = run(&home, program, &["completions", shell]);
            assert!(ended.with_code(0).stdout.contains("history"), "{shell}");
            assert_eq!(ended.stderr, "");
        }
        let ended = run(&home, program, &["completions", "tcsh"]);
        assert_eq!(ended.with_code(2).stdout, "");
    }
    // What the shell that is there makes of it.
    let name = "two-steps";
    let script = format!(
        "source <({} completions bash) && complete -p {name}",
        executable!("two-steps")
    );
    let ended = home.program("bash").args(["-c", &script]).run();
    assert!(ended.with_code(0).stdout.contains(name), "{ended:?}");
}
