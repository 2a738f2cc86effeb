//! `git`: settings that are commands, and the options of its commands that are.

use super::{Judgement, command};
use crate::shell::refusal::{Place, Program, Reason};
use crate::shell::word::{OPAQUE, Word};

const SETTING: Reason = Reason {
    place: "a setting of `git` that can be a command",
    help: "write the setting itself, or `{raw}`",
};

const COMMAND: Reason = Reason {
    place: "a command that `git` gives to a shell",
    help: "put it in a variable, `value={v} git ..`, and write `'.. \"$value\"'`",
};

/// Options of git itself that take the next word.
const VALUED: &[&str] = &[
    "-C",
    "--git-dir",
    "--work-tree",
    "--namespace",
    "--exec-path",
];

/// The beginnings of settings that are plain data to git. Others are refused: dozens of them name commands.
const PLAIN: &[&str] = &[
    "user.",
    "author.",
    "committer.",
    "http.",
    "color.",
    "advice.",
    "branch.",
    "init.defaultbranch",
    "safe.directory",
    "core.quotepath",
    "core.autocrlf",
    "i18n.",
];

/// The ends of settings that are plain data to git.
const PLAIN_ENDS: &[&str] = &[".url", ".pushurl", ".fetch"];

/// The options that are commands, by the command of git that has them.
const OPTIONS: &[(&[&str], &[&str])] = &[
    (&["rebase"], &["--exec", "-x"]),
    (&["difftool"], &["--extcmd", "-x"]),
    (&["grep"], &["--open-files-in-pager", "-O"]),
    (&["clone"], &["--upload-pack", "-u"]),
    (
        &["fetch", "pull", "ls-remote", "fetch-pack"],
        &["--upload-pack"],
    ),
    (&["push", "send-pack"], &["--receive-pack", "--exec"]),
    (&["archive"], &["--exec"]),
    (
        &["filter-branch"],
        &[
            "--env-filter",
            "--tree-filter",
            "--index-filter",
            "--parent-filter",
            "--msg-filter",
            "--commit-filter",
            "--tag-name-filter",
            "--setup",
        ],
    ),
];

/// Judges `git`; false if `name` is something else.
pub(super) fn judge(name: &str, words: &[Word], judgement: &mut Judgement) -> bool {
    if name != "git" {
        return false;
    }
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let text = word.text.as_str();
        if !text.starts_with('-') {
            break;
        }
        at += 1;
        if matches!(text, "-c" | "--config-env") {
            if let Some(setting) = words.get(at) {
                assigned(setting, judgement);
            }
            at += 1;
        } else if VALUED.contains(&text) {
            at += 1;
        }
    }
    let Some((first, arguments)) = words.get(at..).and_then(<[Word]>::split_first) else {
        return true;
    };
    match first.text.as_str() {
        "config" => configured(arguments, judgement),
        "bisect" if arguments.first().is_some_and(|word| word.text == "run") => {
            command(&arguments[1..], judgement);
        }
        "submodule" => {
            if let Some(at) = arguments.iter().position(|word| word.text == "foreach") {
                judgement.refuse_all(&arguments[at..], Place::Program(Program::Tool(&COMMAND)));
            }
        }
        name => {
            if name == "clone" {
                settings_of_clone(arguments, judgement);
            }
            for (names, options) in OPTIONS {
                if names.contains(&name) {
                    super::tool::options(options, &[], arguments, &COMMAND, judgement);
                }
            }
        }
    }
    true
}

/// Judges `git clone -c name=value`.
fn settings_of_clone(words: &[Word], judgement: &mut Judgement) {
    for pair in words.windows(2) {
        if let [option, setting] = pair
            && matches!(option.text.as_str(), "-c" | "--config")
        {
            assigned(setting, judgement);
        }
    }
}

/// Judges `name=value` after `-c`.
fn assigned(word: &Word, judgement: &mut Judgement) {
    let name = word.text.split_once('=').map_or("", |(name, _)| name);
    if !is_plain(name) {
        judgement.refuse(word, Place::Program(Program::Tool(&SETTING)));
    }
}

/// Judges `git config name value`.
fn configured(words: &[Word], judgement: &mut Judgement) {
    let mut operands = words
        .iter()
        .filter(|word| !word.text.starts_with('-') && word.text != "set");
    let name = operands.next();
    for value in operands {
        if !name.is_some_and(|name| is_plain(&name.text)) {
            judgement.refuse(value, Place::Program(Program::Tool(&SETTING)));
        }
    }
}

fn is_plain(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    !name.contains(OPAQUE)
        && (PLAIN.iter().any(|plain| name.starts_with(plain))
            || PLAIN_ENDS.iter().any(|plain| name.ends_with(plain)))
}
