//! Programs that bring a command text to another machine, or to many.

use super::PLAIN;
use crate::shell::program::tool::{Operands, Reads, Tool};
use crate::shell::refusal::Reason;

const THERE: Reason = Reason {
    place: "a command for another machine, where a shell reads it as code",
    help: "let a fixed command there read it from a file or its input, or write `{raw}`",
};

const PLAY: Reason = Reason {
    place: "an argument of `ansible`, where templates and shells read it as code",
    help: "pass it by a file that a task looks up, or write `{raw}`",
};

pub(super) const ROWS: &[Tool] = &[
    Tool {
        names: &["vagrant"],
        reason: THERE,
        texts: &["-c", "--command"],
        operands: Operands::After("ssh"),
        ..PLAIN
    },
    Tool {
        names: &["gcloud"],
        reason: THERE,
        texts: &["--command", "--ssh-flag"],
        operands: Operands::AfterDashes,
        ..PLAIN
    },
    Tool {
        names: &["aws"],
        reason: THERE,
        texts: &["--parameters", "--command"],
        ..PLAIN
    },
    Tool {
        names: &["az"],
        reason: THERE,
        texts: &["--scripts", "--command", "--exec-command"],
        ..PLAIN
    },
    Tool {
        names: &["fly", "flyctl"],
        reason: THERE,
        texts: &["-C", "--command"],
        valued: &["-a", "--app", "-c", "-r"],
        ..PLAIN
    },
    Tool {
        names: &["heroku", "dokku"],
        reason: THERE,
        texts: &["-C", "--command"],
        valued: &["-a", "--app", "-r", "-s"],
        operands: Operands::After("run"),
        ..PLAIN
    },
    Tool {
        names: &["doctl"],
        reason: THERE,
        texts: &["--ssh-command"],
        ..PLAIN
    },
    Tool {
        names: &["adb"],
        reason: THERE,
        valued: &["-s", "-t", "-H", "-P"],
        operands: Operands::After("shell"),
        input: Reads::Named,
        ..PLAIN
    },
    Tool {
        names: &[
            "minikube",
            "docker-machine",
            "tsh",
            "tailscale",
            "colima",
            "machinectl",
            "coder",
        ],
        reason: THERE,
        valued: &["-p", "-l", "-n"],
        operands: Operands::After("ssh"),
        ..PLAIN
    },
    Tool {
        names: &["gh"],
        reason: THERE,
        valued: &["-c", "-R"],
        operands: Operands::AfterDashes,
        ..PLAIN
    },
    Tool {
        names: &["ansible", "ansible-console"],
        reason: PLAY,
        texts: &["-a", "--args", "-e", "--extra-vars"],
        valued: &["-m", "-i", "-u", "-l", "-f"],
        ..PLAIN
    },
    Tool {
        names: &["ansible-playbook", "ansible-pull"],
        reason: PLAY,
        texts: &["-e", "--extra-vars"],
        valued: &["-i", "-u", "-l", "-f", "-t"],
        ..PLAIN
    },
    Tool {
        names: &["salt", "salt-call", "salt-ssh"],
        reason: THERE,
        operands: Operands::From(1),
        ..PLAIN
    },
    Tool {
        names: &[
            "clush",
            "pssh",
            "parallel-ssh",
            "rsh",
            "remsh",
            "rexec",
            "et",
            "knife",
            "bolt",
            "fab",
            "cap",
        ],
        reason: THERE,
        texts: &["-c", "--command"],
        valued: &["-w", "-g", "-h", "-H", "-l", "-p", "-t", "-u", "-A"],
        operands: Operands::From(0),
        input: Reads::Never,
        ..PLAIN
    },
];
