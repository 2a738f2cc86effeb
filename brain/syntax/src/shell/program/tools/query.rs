//! Programs of which an argument is a query or a filter.

use super::{OTHER_WAY, PLAIN};
use crate::shell::program::tool::{Operands, Reads, Tool};
use crate::shell::refusal::Reason;

pub(super) const ROWS: &[Tool] = &[
    Tool {
        names: &["jq", "gojq", "jaq"],
        reason: Reason {
            place: "the filter of `jq`, which is read as code",
            help: "pass it as an argument: `jq --arg v {v}`, and write `$v`",
        },
        loads: &["-f", "--from-file"],
        valued: &[
            "--arg=2",
            "--argjson=2",
            "--slurpfile=2",
            "--rawfile=2",
            "--argfile=2",
            "--indent",
            "-L",
        ],
        operands: Operands::First,
        ..PLAIN
    },
    Tool {
        names: &["psql"],
        reason: Reason {
            place: "the SQL of `psql`, which is read as code",
            help: "pass it as a variable, `psql -v v={v} -f query.sql`, and write `:'v'` in the file",
        },
        texts: &["-c", "--command"],
        loads: &["-f", "--file"],
        valued: &[
            "-d", "-U", "-h", "-p", "-v", "-o", "-F", "-R", "-T", "-L", "-P",
        ],
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["mysql", "mariadb"],
        reason: Reason {
            place: "the SQL of `mysql`, which is read as code",
            help: "bind it as a parameter in a program of your own, or write `{raw}`",
        },
        texts: &["-e", "--execute", "--init-command"],
        valued: &["-u", "-h", "-P", "-D", "-S", "-p"],
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["sqlite3", "sqlite"],
        reason: Reason {
            place: "the SQL of `sqlite3`, which is read as code",
            help: "bind it as a parameter in a program of your own, or write `{raw}`",
        },
        texts: &["-cmd", "--cmd"],
        loads: &["-init", "--init"],
        valued: &["-separator", "-newline", "-nullvalue"],
        operands: Operands::From(1),
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &[
            "clickhouse-client",
            "clickhouse-local",
            "clickhouse",
            "mongosh",
            "mongo",
            "cqlsh",
            "usql",
            "pgcli",
            "mycli",
            "litecli",
            "sqlcmd",
            "influx",
            "impala-shell",
            "hive",
            "beeline",
            "spark-sql",
            "presto",
            "trino",
            "snowsql",
            "bq",
        ],
        reason: Reason {
            place: "the query of a database, which is read as code",
            help: "bind it as a parameter in a program of your own, or write `{raw}`",
        },
        texts: &[
            "-c",
            "-e",
            "-q",
            "-Q",
            "-cmd",
            "-execute",
            "--query",
            "--eval",
            "--execute",
            "--command",
        ],
        loads: &["-f", "-i", "--file", "--queries-file", "--input-file"],
        valued: &["-d", "-u", "-h", "-H", "-U", "-P", "-p", "-S"],
        operands: Operands::Following(&["query"]),
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["duckdb"],
        reason: Reason {
            place: "the query of a database, which is read as code",
            help: "bind it as a parameter in a program of your own, or write `{raw}`",
        },
        texts: &["-c", "-s", "-cmd", "--cmd"],
        loads: &["-f", "-init", "--file"],
        operands: Operands::From(1),
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["redis-cli", "valkey-cli"],
        reason: Reason {
            place: "the script of `redis-cli`, which is read as code",
            help: "pass it as an argument: `redis-cli eval '.. ARGV[1]' 0 {v}`",
        },
        loads: &["--eval"],
        operands: Operands::Following(&["eval", "eval_ro"]),
        input: Reads::Never,
        ..PLAIN
    },
    Tool {
        names: &["yq"],
        reason: Reason {
            place: "the expression of `yq`, which is read as code",
            help: "put it in a variable, `value={v} yq ..`, and write `strenv(value)`",
        },
        texts: &["--expression"],
        loads: &["--from-file"],
        valued: &["-o", "-p", "-I", "-f", "--output-format", "--input-format"],
        operands: Operands::FirstBut(&["e", "eval", "ea", "eval-all"]),
        ..PLAIN
    },
    Tool {
        names: &["mlr"],
        reason: Reason {
            place: "the program text of `mlr`, which is read as code",
            help: "put it in a variable, `value={v} mlr ..`, and write `ENV[\"value\"]`",
        },
        loads: &["-f"],
        texts: &["-e"],
        operands: Operands::Following(&["put", "filter"]),
        ..PLAIN
    },
    Tool {
        names: &["cypher-shell"],
        reason: Reason {
            place: "the query of a database, which is read as code",
            help: "bind it as a parameter in a program of your own, or write `{raw}`",
        },
        texts: &["-P", "--param"],
        loads: &["-f", "--file"],
        valued: &["-a", "-u", "-p", "-d", "--format"],
        operands: Operands::From(0),
        input: Reads::Alone,
        ..PLAIN
    },
    Tool {
        names: &["fx", "xidel"],
        reason: Reason {
            place: "the expression of a query, which is read as code",
            help: OTHER_WAY,
        },
        texts: &["-e", "--extract", "--xquery"],
        operands: Operands::From(1),
        ..PLAIN
    },
];
