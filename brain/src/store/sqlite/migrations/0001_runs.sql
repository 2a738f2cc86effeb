-- Runs, their steps and the attempts of those.
--
-- Times are microseconds since 1970 in UTC. States are the words of `RunStatus` and `StepStatus`; there is no CHECK on
-- them, since SQLite cannot change one later and the program that writes them has the list. In each table the columns
-- that may be large come last, so that reading the others does not walk through them.

CREATE TABLE runs (
  -- The order in which runs were recorded: "newest first" goes by it, so a clock that is set back does no harm.
  number INTEGER PRIMARY KEY,
  -- The 32 digits of the id from last to first: people name a run by its last digits, which makes that a range.
  reversed_id TEXT NOT NULL,
  workflow TEXT NOT NULL,
  status TEXT NOT NULL,
  -- The process that runs it.
  owner TEXT,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  error TEXT,
  -- JSON.
  trigger TEXT NOT NULL
) STRICT;

-- With the workflow, so that one digit among the runs of one workflow need not look at each run that ends so.
CREATE UNIQUE INDEX runs_by_end ON runs (reversed_id, workflow);
-- Every index ends in `number`, as all indices of SQLite do: these give their runs in order without sorting.
CREATE INDEX runs_by_workflow ON runs (workflow);
CREATE INDEX runs_by_status ON runs (status);
CREATE INDEX runs_by_workflow_and_status ON runs (workflow, status);

-- A step's key is `number << 32 | position << 12`, an attempt's key is its step's plus the attempt's number: the rows of
-- a run lie side by side in the order they happened, found without an index that each transaction would have to write
-- as well. `sqlite/key.rs` makes the keys.

CREATE TABLE steps (
  key INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  error TEXT,
  output TEXT
) STRICT;

CREATE TABLE attempts (
  key INTEGER PRIMARY KEY,
  status TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  error TEXT,
  -- JSON.
  record TEXT NOT NULL,
  output TEXT
) STRICT;

-- What a foreign key with ON DELETE CASCADE would do, for keys that are ranges.
CREATE TRIGGER runs_take_their_steps AFTER DELETE ON runs BEGIN
  DELETE FROM steps WHERE key >= OLD.number << 32 AND key < (OLD.number + 1) << 32;
  DELETE FROM attempts WHERE key >= OLD.number << 32 AND key < (OLD.number + 1) << 32;
END;
