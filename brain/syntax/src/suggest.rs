//! "Did you mean".

/// Returns the candidate that `word` was probably meant to be.
pub fn near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let alike = |text: &str| text.to_ascii_lowercase().replace('-', "_");
    let lower = alike(word);
    // A third of the letters may be wrong: below that, people see the likeness at once.
    let allowed = (lower.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| {
            (
                strsim::damerau_levenshtein(&lower, &alike(candidate)),
                candidate,
            )
        })
        .filter(|&(distance, candidate)| {
            // A single letter is as near to every other one.
            distance <= allowed && distance < candidate.chars().count()
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Words of other systems, and what they are called here.
const SYNONYMS: &[(&str, &str)] = &[
    ("on_error", "on_failure"),
    ("catch", "on_failure"),
    ("finally", "always"),
    ("ensure", "always"),
    ("triggers", "on"),
    ("retries", "attempts"),
    ("retry", "attempts"),
    ("max_attempts", "attempts"),
    ("retry_delay", "backoff"),
    ("delay", "backoff"),
    ("if", "when"),
    ("condition", "when"),
    ("idempotent", "repeatable"),
    ("cmd", "command"),
    ("script", "command"),
    ("run", "command"),
    ("input", "stdin"),
    ("environment", "env"),
    ("dir", "cwd"),
    ("working_directory", "cwd"),
    ("server", "server_command"),
    ("url", "server_url"),
    ("url", "provider_url"),
    ("arguments", "args"),
    ("input", "args"),
    ("system_prompt", "system"),
    ("user", "prompt"),
    ("schema", "output"),
    ("every", "schedule"),
    ("cron", "schedule"),
    ("interval", "schedule"),
    ("timezone", "tz"),
    ("token", "secret"),
    ("pattern", "glob"),
    ("exclude", "ignore"),
    ("debounce", "settle"),
    ("concurrency", "overlap"),
    ("schedule", "cron"),
    ("timer", "cron"),
    ("http", "webhook"),
    ("watch", "file"),
    ("on_fail", "on_failure"),
    ("on_errors", "on_failure"),
    ("failure", "on_failure"),
    ("teardown", "always"),
    ("cleanup", "always"),
    ("trigger", "on"),
    ("events", "on"),
    ("when", "on"),
    ("jobs", "steps"),
    ("tasks", "steps"),
    ("stages", "steps"),
    ("pipeline", "steps"),
    ("nodes", "steps"),
    ("actions", "steps"),
    ("title", "name"),
    ("id", "name"),
    ("retention", "keep"),
    ("history", "keep"),
    ("tries", "attempts"),
    ("max_retries", "attempts"),
    ("retry_count", "attempts"),
    ("retry_policy", "backoff"),
    ("retry_interval", "backoff"),
    ("wait", "backoff"),
    ("only_if", "when"),
    ("skip_if", "when"),
    ("unless", "when"),
    ("guard", "when"),
    ("timeout_minutes", "timeout"),
    ("timeout_seconds", "timeout"),
    ("timeout_secs", "timeout"),
    ("timeout_ms", "timeout"),
    ("time_limit", "timeout"),
    ("deadline", "timeout"),
    ("max_time", "timeout"),
    ("sh", "command"),
    ("exec", "command"),
    ("execute", "command"),
    ("shell", "command"),
    ("args", "argv"),
    ("arguments", "argv"),
    ("workdir", "cwd"),
    ("working_dir", "cwd"),
    ("workingdirectory", "cwd"),
    ("directory", "cwd"),
    ("folder", "cwd"),
    ("vars", "env"),
    ("variables", "env"),
    ("envs", "env"),
    ("message", "prompt"),
    ("messages", "prompt"),
    ("text", "prompt"),
    ("question", "prompt"),
    ("content", "prompt"),
    ("instructions", "system"),
    ("temp", "temperature"),
    ("json", "output"),
    ("response_format", "output"),
    ("returns", "output"),
    ("api_url", "provider_url"),
    ("base_url", "provider_url"),
    ("api_base", "provider_url"),
    ("endpoint", "provider_url"),
    ("key", "api_key"),
    ("apikey", "api_key"),
    ("token", "api_key"),
    ("max_output_tokens", "max_tokens"),
    ("max_completion_tokens", "max_tokens"),
    ("params", "args"),
    ("parameters", "args"),
    ("endpoint", "server_url"),
    ("tool_name", "tool"),
    ("search", "query"),
    ("q", "query"),
    ("store", "remember"),
    ("save", "remember"),
    ("top_k", "limit"),
    ("count", "limit"),
    ("max_results", "limit"),
    ("namespace", "space"),
    ("collection", "space"),
    ("bucket", "space"),
    ("expr", "schedule"),
    ("expression", "schedule"),
    ("at", "schedule"),
    ("time", "schedule"),
    ("zone", "tz"),
    ("time_zone", "tz"),
    ("dir", "path"),
    ("directory", "path"),
    ("folder", "path"),
    ("paths", "path"),
    ("include", "glob"),
    ("signing_key", "secret"),
    ("route", "name"),
    ("id", "check"),
    ("function", "run"),
    ("closure", "run"),
    ("body", "run"),
    ("handler", "run"),
    ("do", "run"),
    ("code", "run"),
    ("bash", "shell"),
    ("sh", "shell"),
    ("run", "shell"),
    ("exec", "shell"),
    ("command", "shell"),
    ("cmd", "shell"),
    ("script", "shell"),
    ("process", "shell"),
    ("ai", "llm"),
    ("prompt", "llm"),
    ("chat", "llm"),
    ("gpt", "llm"),
    ("openai", "llm"),
    ("model", "llm"),
    ("claude", "llm"),
    ("ollama", "llm"),
    ("agent", "llm"),
    ("completion", "llm"),
    ("generate", "llm"),
    ("tool", "mcp"),
    ("mcp_tool", "mcp"),
    ("vault", "memory_vault"),
    ("search", "memory"),
    ("recall", "memory"),
    ("fn", "call"),
    ("function", "call"),
    ("closure", "call"),
    ("rust", "call"),
    ("check", "verify"),
    ("test", "verify"),
    ("hook", "webhook"),
    ("on_file", "file"),
    ("fs", "file"),
    ("interval", "cron"),
    ("every", "cron"),
];

/// Returns the candidate that says what `word` says elsewhere.
pub fn same<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    candidates
        .into_iter()
        .find(|candidate| SYNONYMS.contains(&(word.as_str(), *candidate)))
}

/// Writes words as a list in prose: `` `a`, `b` and `c` ``.
pub fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let steps = ["fetch", "summary", "notify"];
        assert_eq!(near("sumary", steps), Some("summary"));
        assert_eq!(near("Summary", steps), Some("summary"));
        assert_eq!(near("fecth", steps), Some("fetch"));
        assert_eq!(near("digest", steps), None);
        assert_eq!(near("a", ["b", "c"]), None);
        assert_eq!(near("geturl", ["getURL"]), Some("getURL"));
        assert_eq!(
            near("get_tiny_image", ["get-tiny-image"]),
            Some("get-tiny-image")
        );
        assert_eq!(near("logs", ["log"]), Some("log"));
        assert_eq!(near("", ["log"]), None);
    }

    #[test]
    fn words_of_other_systems_are_known() {
        let fields = ["steps", "on_failure", "always"];
        assert_eq!(same("on_error", fields), Some("on_failure"));
        assert_eq!(same("Finally", fields), Some("always"));
        assert_eq!(same("retries", fields), None);
    }

    #[test]
    fn lists_read_as_prose() {
        assert_eq!(list([]), "");
        assert_eq!(list(["a"]), "`a`");
        assert_eq!(list(["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
