//! Labels: lines such as `Recent work:` that announce what follows.

/// A label and what it announced so far: the block after it, and those of the same kind that follow it.
#[derive(Debug)]
pub(super) struct Label {
    /// Its place among the blocks.
    pub(super) section: usize,
    /// What it announced; nothing yet.
    pub(super) group: Option<Group>,
}

/// Kinds of blocks that one label can announce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    Prose,
    List,
    Other,
}
