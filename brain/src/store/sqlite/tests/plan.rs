//! Every statement that people wait for uses an index, and none sorts.

use super::*;

/// How SQLite would go about `sql`, one line a step.
fn plan(connection: &Connection, sql: &str) -> String {
    let mut statement = connection
        .prepare(&format!("EXPLAIN QUERY PLAN {sql}"))
        .unwrap();
    for parameter in 1..=statement.parameter_count() {
        statement.raw_bind_parameter(parameter, "1").unwrap();
    }
    let mut rows = statement.raw_query();
    let mut lines = Vec::new();
    while let Some(row) = rows.next().unwrap() {
        lines.push(row.get::<_, String>(3).unwrap());
    }
    lines.join("\n")
}

#[test]
fn reads_use_indices() {
    let (path, _folder) = place();
    let connection = connection::open(&path, Access::Write).unwrap();
    for (sql, expected) in [
        // In the order of the key, from the end: a limit stops it.
        (runs::ALL, "SCAN runs"),
        (
            runs::OF_WORKFLOW,
            "SEARCH runs USING INDEX runs_by_workflow (workflow=?)",
        ),
        (
            runs::IN_STATUS,
            "SEARCH runs USING INDEX runs_by_status (status=?)",
        ),
        (
            runs::OF_WORKFLOW_IN_STATUS,
            "SEARCH runs USING INDEX runs_by_workflow_and_status (workflow=? AND status=?)",
        ),
        (
            runs::BY_SUFFIX,
            "SEARCH runs USING INDEX runs_by_end (reversed_id>? AND reversed_id<?)",
        ),
        (
            runs::STEPS,
            "SEARCH steps USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)\nCORRELATED SCALAR SUBQUERY 1\nSEARCH large USING INTEGER PRIMARY KEY (rowid=?)",
        ),
        (
            runs::OUTPUTS,
            "SEARCH steps USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)\nCORRELATED SCALAR SUBQUERY 1\nSEARCH large USING INTEGER PRIMARY KEY (rowid=?)",
        ),
        (
            runs::ATTEMPTS,
            "SEARCH attempts USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)\nCORRELATED SCALAR SUBQUERY 1\nSEARCH large USING INTEGER PRIMARY KEY (rowid=?)",
        ),
        (
            runs::TRANSITIONS,
            "SEARCH transitions USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
        ),
        (
            prune::NEXT_WORKFLOW,
            "SEARCH runs USING COVERING INDEX runs_by_workflow (workflow>?)",
        ),
        (
            prune::CANDIDATES,
            "SEARCH runs USING INDEX runs_by_workflow_and_status (workflow=? AND status=? AND rowid>?)",
        ),
        (
            prune::NEEDED,
            "SEARCH run_details USING COVERING INDEX run_details_by_last_run (last_run=?)\nSEARCH runs USING INTEGER PRIMARY KEY (rowid=?)",
        ),
        (
            memory::NEWEST,
            "SEARCH memories USING INDEX memories_by_time (created_at>?)",
        ),
        (
            memory::NEWEST_OF_SPACE,
            "SEARCH memories USING INDEX memories_by_space_and_time (space=? AND created_at>?)",
        ),
        (
            memory::FIND_SAME,
            "SEARCH memories USING INDEX memories_by_beginning (space=? AND <expr>=?)",
        ),
        (
            receipt::LAST,
            "SEARCH receipts USING PRIMARY KEY (place=? AND chain=?)",
        ),
        (
            receipt::OF_PLACE,
            "SEARCH receipts USING PRIMARY KEY (place=?)",
        ),
        // The order of the scores exists only once they are known.
        (
            memory::BY_WORDS,
            "SCAN memory_words VIRTUAL TABLE INDEX 0:M1\nSEARCH memories USING INTEGER PRIMARY KEY (rowid=?)\nUSE TEMP B-TREE FOR ORDER BY",
        ),
    ] {
        assert_eq!(plan(&connection, sql), expected, "{sql}");
    }
}
