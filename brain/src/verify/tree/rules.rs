//! What decides outside of the tree what is in it.
//!
//! Files that are ignored are no part of a tree, and a filter decides what git sees of a file. What says so inside of the
//! tree is named with it; what says so outside (`info/exclude`, `info/attributes`, the lists of the user and the system,
//! filters, files of rules that are themselves ignored) is named here, so that a proof made under other rules does not
//! count.

use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

use super::git::Git;
use super::object::Format;
use crate::verify::error::VerifyError;
use crate::verify::hash;
use crate::verify::place::GitFolders;

/// The settings that count.
const KEYS: &str = r"^(filter\..*|attr\..*|extensions\.objectformat|core\.(autocrlf|eol|excludesfile|attributesfile|precomposeunicode))$";

const DOING: &str = "read its settings";

/// Where older versions of git, which cannot be asked, look for the attributes of the system.
const SYSTEM_ATTRIBUTES: &str = "/etc/gitattributes";

/// What git says of its settings.
#[derive(Debug)]
pub(super) struct Settings {
    /// Each that counts: its name, a line end, its value, and a NUL.
    text: Vec<u8>,
    excludes: Option<PathBuf>,
    attributes: Option<PathBuf>,
}

impl Settings {
    /// Asks git.
    pub(super) async fn read(git: &Git, stop: &CancellationToken) -> Result<Self, VerifyError> {
        let words = ["config", "--get-regexp", "-z", "--includes", KEYS];
        let text = git.find(DOING, &words, stop).await?.unwrap_or_default();
        let mut settings = Self {
            text,
            excludes: None,
            attributes: None,
        };
        settings.excludes = settings
            .file(git, "core.excludesfile", "git/ignore", stop)
            .await?;
        settings.attributes = settings
            .file(git, "core.attributesfile", "git/attributes", stop)
            .await?;
        Ok(settings)
    }

    /// Returns the last value of a setting: nothing if it is not set, and `true` if it only stands there.
    fn value(&self, key: &str) -> Option<String> {
        let entries = self.text.split(|byte| *byte == 0).rev();
        let mut values = entries.filter_map(|entry| {
            let entry = String::from_utf8_lossy(entry);
            match entry.split_once('\n') {
                Some((found, value)) => (found == key).then(|| value.to_owned()),
                None => (entry == key).then(|| "true".to_owned()),
            }
        });
        values.next()
    }

    /// Returns the file that a setting names, or the one that git reads if none does.
    async fn file(
        &self,
        git: &Git,
        key: &str,
        default: &str,
        stop: &CancellationToken,
    ) -> Result<Option<PathBuf>, VerifyError> {
        let Some(value) = self.value(key) else {
            return Ok(user_file(default));
        };
        if let Some(rest) = value.strip_prefix("~/") {
            let home = std::env::var_os("HOME");
            return Ok(home.map(|home| PathBuf::from(home).join(rest)));
        }
        if !value.starts_with(['~', '%']) {
            return Ok(Some(git.top.join(value)));
        }
        // The home of another user, or the folder that git is installed in.
        let words = ["config", "--type=path", "--get", key];
        let said = git.find(DOING, &words, stop).await?;
        Ok(said.map(|said| {
            git.top
                .join(String::from_utf8_lossy(&said).trim_end_matches('\n'))
        }))
    }
}

/// Asks git for the file with the attributes of the system.
pub(super) async fn system_attributes(git: &Git, stop: &CancellationToken) -> PathBuf {
    match git
        .run(DOING, &["var", "GIT_ATTR_SYSTEM"], None, stop)
        .await
    {
        Ok(said) => PathBuf::from(String::from_utf8_lossy(&said).trim_end_matches('\n')),
        Err(_) => PathBuf::from(SYSTEM_ATTRIBUTES),
    }
}

/// Returns the file that git reads if no setting names one.
fn user_file(name: &str) -> Option<PathBuf> {
    let folder = match std::env::var_os("XDG_CONFIG_HOME").filter(|value| !value.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(std::env::var_os("HOME")?).join(".config"),
    };
    Some(folder.join(name))
}

/// The rules of a work tree.
#[derive(Debug)]
pub(super) struct Rules {
    text: Vec<u8>,
    /// All attributes that stand outside of the tree.
    pub(super) attributes: Vec<u8>,
    /// Whether a setting has git change the ends of lines.
    pub(super) changes_line_ends: bool,
    /// Whether the attributes are those of another tree.
    pub(super) has_other_attributes: bool,
    pub(super) format: Format,
}

impl Rules {
    /// Reads what stands outside of the work tree.
    pub(super) fn read(settings: &Settings, folders: &GitFolders, system: &Path) -> Self {
        let autocrlf = settings.value("core.autocrlf").unwrap_or_default();
        let is_off = ["", "false", "no", "off", "0"]
            .iter()
            .any(|word| autocrlf.eq_ignore_ascii_case(word));
        let mut rules = Self {
            text: Vec::new(),
            attributes: Vec::new(),
            changes_line_ends: !is_off,
            has_other_attributes: settings.value("attr.tree").is_some(),
            format: match settings.value("extensions.objectformat").as_deref() {
                Some("sha256") => Format::Sha256,
                _ => Format::Sha1,
            },
        };
        rules.add(b"settings", &settings.text);
        rules.add(
            b"info/exclude",
            &lines(&folders.shared.join("info/exclude")),
        );
        if let Some(file) = &settings.excludes {
            rules.add(b"core.excludesfile", &lines(file));
        }
        let own = folders.shared.join("info/attributes");
        let user = settings.attributes.as_deref();
        let files = [
            ("info/attributes", Some(own.as_path())),
            ("core.attributesfile", user),
            ("system", Some(system)),
        ];
        for (name, file) in files {
            let lines = file.map(lines).unwrap_or_default();
            rules.add(name.as_bytes(), &lines);
            rules.attributes.extend_from_slice(&lines);
        }
        rules
    }

    /// Adds a part, unless it says nothing.
    pub(super) fn add(&mut self, name: &[u8], bytes: &[u8]) {
        if !bytes.is_empty() {
            let sizes = format!("{} {} ", name.len(), bytes.len());
            self.text.extend_from_slice(sizes.as_bytes());
            self.text.extend_from_slice(name);
            self.text.extend_from_slice(bytes);
        }
    }

    /// Returns all that they say.
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns their hash; that of nothing, if there are none.
    pub(super) fn digest(&self) -> String {
        hash::sha256(&self.text)
    }
}

/// Returns the lines of a file that say something. One that cannot be read says nothing to git either.
fn lines(path: &Path) -> Vec<u8> {
    let bytes = std::fs::read(path).unwrap_or_default();
    let said = bytes
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    said.flat_map(|line| [line, b"\n"].concat()).collect()
}
