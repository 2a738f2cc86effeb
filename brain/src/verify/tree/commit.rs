//! Names the content of a commit.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use tokio_util::sync::CancellationToken;

use super::git::Git;
use crate::verify::error::VerifyError;
use crate::verify::place::Place;

const DOING: &str = "find a commit";

/// Returns the id of a commit's tree, and those of the commits that it names of repositories in it, by their paths, as far
/// as these lie in the work tree at `top`.
pub(super) async fn tree(
    top: &Path,
    commit: &str,
    stop: &CancellationToken,
) -> Result<(String, Vec<(String, String)>), VerifyError> {
    let git = Git::new(top);
    let name = format!("{commit}^{{tree}}");
    let words = [
        "rev-parse",
        "--verify",
        "--quiet",
        "--end-of-options",
        &name,
    ];
    let id = git.run(DOING, &words, None, stop).await?;
    let id = String::from_utf8_lossy(&id).trim().to_owned();
    let words = ["ls-tree", "-r", "-z", "--full-tree", &id];
    let listed = git.run(DOING, &words, None, stop).await?;
    let mut nested = Vec::new();
    for (commit, path) in listed.split(|byte| *byte == 0).filter_map(repository) {
        let name = String::from_utf8_lossy(path).into_owned();
        let folder = top.join(OsStr::from_bytes(path));
        let is_there =
            Place::find(&folder).is_ok_and(|place| place.git().is_some() && place.top() == folder);
        if !is_there {
            continue;
        }
        let (inner, below) = Box::pin(tree(&folder, commit, stop)).await?;
        nested.push((name.clone(), inner));
        let below = below.into_iter();
        nested.extend(below.map(|(path, id)| (format!("{name}/{path}"), id)));
    }
    Ok((id, nested))
}

/// Reads `160000 commit ID<TAB>path`.
fn repository(line: &[u8]) -> Option<(&str, &[u8])> {
    let line = line.strip_prefix(b"160000 commit ")?;
    let at = line.iter().position(|byte| *byte == b'\t')?;
    let id = str::from_utf8(line.get(..at)?).ok()?;
    Some((id, line.get(at + 1..)?))
}
