//! What a part of a prompt is for: the news of the day, what was said last night, or what the model is told to do.
//!
//! A digest that repeats its instructions, or that quotes the last digest and is itself quoted by the next one, is of
//! no use. The words looked for are English; in other languages everything is news.

/// What a block is to the reader. The order is the order of preference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// What the summary is made of.
    News,
    /// Source code, data and logs in fences.
    Code,
    /// The output of an earlier run.
    Earlier,
    /// Words to the model.
    Instruction,
}

/// The role of what stands under a heading or a label.
pub(super) fn of_section(title: &str) -> Role {
    const EARLIER: [&str; 6] = [
        "earlier",
        "last",
        "prior",
        "previous",
        "previously",
        "yesterday",
    ];
    const SAID: [&str; 9] = [
        "answer", "digest", "night", "output", "report", "run", "said", "summary", "time",
    ];
    const INSTRUCTION: [&str; 7] = [
        "format",
        "guidelines",
        "instructions",
        "output format",
        "rules",
        "style",
        "your task",
    ];
    let title = title
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    // A longer title is a sentence that has these words by chance ("The last release broke the output of ..").
    let words: Vec<&str> = title
        .split(|c: char| !c.is_alphanumeric())
        .take(7)
        .collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    if INSTRUCTION.contains(&title.as_str()) {
        Role::Instruction
    } else if words.len() <= 5 && has(&EARLIER) && has(&SAID) {
        Role::Earlier
    } else {
        Role::News
    }
}

/// Whether a paragraph or label speaks to the model.
pub(super) fn is_instruction(text: &str) -> bool {
    const VERBS: [&str; 11] = [
        "answer",
        "compose",
        "generate",
        "please",
        "produce",
        "reply",
        "respond",
        "rewrite",
        "summarise",
        "summarize",
        "write",
    ];
    let mut words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let first = words.next().unwrap_or("").to_lowercase();
    let second = words.next().unwrap_or("").to_lowercase();
    match first.as_str() {
        "you" => matches!(
            second.as_str(),
            "are" | "must" | "should" | "will" | "write"
        ),
        "your" => matches!(second.as_str(), "answer" | "job" | "task"),
        verb => VERBS.contains(&verb),
    }
}

/// Whether a paragraph that follows words to the model goes on speaking to it.
pub(super) fn is_more_instruction(text: &str) -> bool {
    const VERBS: [&str; 16] = [
        "avoid", "be", "begin", "do", "don", "end", "focus", "group", "ignore", "keep", "leave",
        "list", "mention", "never", "start", "use",
    ];
    let first = text
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or("")
        .to_lowercase();
    VERBS.contains(&first.as_str())
}
