-- The states that runs go through, and what is known of a run beyond its row.

-- Keys are `number << 32 | n`, counted from 1.
CREATE TABLE transitions (
  key INTEGER PRIMARY KEY,
  status TEXT NOT NULL,
  at INTEGER NOT NULL,
  reason TEXT
) STRICT;

-- Only of runs that have something of it, so that most cost no row here.
CREATE TABLE run_details (
  number INTEGER PRIMARY KEY,
  -- The digits of the run whose outputs the steps read as those of the last one.
  last_run TEXT,
  -- From this position on, steps may begin anew though they have ended.
  anew INTEGER,
  -- How often somebody asked for its end since it was started or resumed.
  cancel_requests INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TRIGGER runs_take_their_transitions AFTER DELETE ON runs BEGIN
  DELETE FROM transitions WHERE key >= OLD.number << 32 AND key < (OLD.number + 1) << 32;
  DELETE FROM run_details WHERE number = OLD.number;
END;

-- A hash of the source of the step as it was when it last started or was skipped.
ALTER TABLE steps ADD COLUMN source TEXT;
