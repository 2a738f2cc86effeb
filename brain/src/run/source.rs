//! Hashes of steps, by which `resume` notices that one has changed.

use crate::workflow::Step;

/// Returns a hash of what a step says.
pub(super) fn hash(step: &Step) -> String {
    // FNV-1a: the same on every machine and in every version, and nobody gains anything from a collision.
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let text = format!("{:?}", step.action);
    let hash = text.bytes().fold(OFFSET, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(PRIME)
    });
    format!("{hash:016x}")
}
