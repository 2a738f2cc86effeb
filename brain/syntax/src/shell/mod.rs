//! Where a placeholder stands in shell text.
