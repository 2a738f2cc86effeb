//! Where a placeholder stands in shell text (stand-in).

/// A stretch of a shell template.
#[derive(Debug)]
pub enum Piece<'a> {
    /// Text.
    Text(&'a str),
    /// A value.
    Value,
    /// Shell syntax.
    Raw,
}

/// Where a value stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    /// Bare.
    Bare,
}

impl Context {
    /// Writes the reference.
    pub fn reference(self, variable: &str) -> String {
        format!("\"${{{variable}}}\"")
    }
}

/// A refusal.
#[derive(Debug)]
pub struct Refusal;

impl Refusal {
    /// The place.
    pub fn place(&self) -> &'static str {
        ""
    }
    /// The help.
    pub fn help(&self, placeholder: &str) -> String {
        placeholder.to_owned()
    }
}

/// The contexts.
pub fn contexts(pieces: &[Piece<'_>]) -> Vec<Result<Context, Refusal>> {
    pieces
        .iter()
        .filter(|piece| matches!(piece, Piece::Value))
        .map(|_| Ok(Context::Bare))
        .collect()
}
