//! Archives and copies, some of whose options are commands.

use super::{BY_VARIABLE, PLAIN};
use crate::shell::program::tool::{Operands, Reads, Tool};
use crate::shell::refusal::Reason;

pub(super) const ROWS: &[Tool] = &[
    Tool {
        names: &["tar", "gtar", "bsdtar"],
        reason: Reason {
            place: "an option of `tar` that is a command",
            help: "write the command itself, or `{raw}`",
        },
        texts: &[
            "--checkpoint-action",
            "--to-command",
            "-I",
            "--use-compress-program",
            "--info-script",
            "--new-volume-script",
            "--rsh-command",
            "--rmt-command",
        ],
        valued: &["-f", "-C", "-T", "-X", "-b", "-g", "-N", "-K"],
        ..PLAIN
    },
    Tool {
        names: &["rsync"],
        reason: Reason {
            place: "an option of `rsync` that is a command",
            help: "write the command itself, or `{raw}`",
        },
        texts: &["-e", "--rsh", "--rsync-path"],
        valued: &["-f", "-T", "-B", "-M"],
        ..PLAIN
    },
    Tool {
        names: &["scp", "sftp"],
        reason: Reason {
            place: "an option of `scp` that can be a command",
            help: "write the option itself, or `{raw}`",
        },
        texts: &["-o", "-S"],
        valued: &["-i", "-P", "-F", "-c", "-J", "-l"],
        ..PLAIN
    },
    Tool {
        names: &["lftp", "ncftp"],
        reason: Reason {
            place: "a command of `lftp`, which is read as code",
            help: "write the command itself, or `{raw}`",
        },
        texts: &["-c", "-e"],
        loads: &["-f"],
        valued: &["-u", "-p"],
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["zip"],
        reason: Reason {
            place: "an option of `zip` that is a command",
            help: "write the command itself, or `{raw}`",
        },
        texts: &["-TT", "--unzip-command"],
        ..PLAIN
    },
    Tool {
        names: &["split", "csplit"],
        reason: Reason {
            place: "the filter of `split`, which a shell reads as code",
            help: BY_VARIABLE,
        },
        texts: &["--filter"],
        valued: &["-a", "-b", "-C", "-l", "-n", "-t"],
        ..PLAIN
    },
    Tool {
        names: &["nc", "ncat", "netcat"],
        reason: Reason {
            place: "an option of `nc` that is a command",
            help: "write the command itself, or `{raw}`",
        },
        texts: &["-e", "-c", "--exec", "--sh-exec", "--lua-exec"],
        valued: &["-p", "-s", "-w", "-i", "-x"],
        ..PLAIN
    },
    Tool {
        names: &["socat"],
        reason: Reason {
            place: "an address of `socat`, some of which are commands",
            help: BY_VARIABLE,
        },
        operands: Operands::Addresses,
        ..PLAIN
    },
];
