//! What servers do to the lines.

use brain::prelude::*;

use super::{echo, error, output, peer, wrapped};

#[tokio::test]
async fn lines_may_be_written_in_every_way() {
    for habits in [
        "crlf",
        "marks",
        "splits",
        "batches",
        "glued",
        "text-ids",
        "cuts-end",
        "chats",
        "crlf marks splits greets",
    ] {
        for command in [peer(habits), wrapped(habits)] {
            assert_eq!(output(echo(&command)).await, "h\u{e9}llo", "{habits}");
        }
    }
}

#[tokio::test]
async fn a_large_answer_is_taken_up_to_the_limit() {
    let big = |size: usize| {
        McpToolStep::new("call", peer(&format!("size={size}")), "big").timeout(secs(60))
    };
    let size = 10 << 20;
    assert_eq!(output(big(size)).await.len(), size);
    let error = error(big(16 << 20)).await;
    assert_eq!(error, "the server sent a message of more than 16 MiB");
}

#[tokio::test]
async fn large_arguments_are_taken() {
    let text = "y".repeat(1 << 20);
    let step = McpToolStep::new("call", peer("shouts=300000 chats"), "echo");
    assert_eq!(
        output(step.args(json!({ "text": text.clone() }))).await,
        text
    );
}
