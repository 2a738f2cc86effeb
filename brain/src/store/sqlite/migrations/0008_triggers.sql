-- What serves triggers.

-- Times at which a schedule has made a run: of several triggers and processes one is the first.
CREATE TABLE claims (
  workflow TEXT NOT NULL,
  scheduled INTEGER NOT NULL,
  PRIMARY KEY (workflow, scheduled)
) STRICT, WITHOUT ROWID;

-- Up to when the fires of a trigger are accounted for.
CREATE TABLE accounts (
  workflow TEXT NOT NULL,
  trigger TEXT NOT NULL,
  definition TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (workflow, trigger)
) STRICT, WITHOUT ROWID;

-- Triggers that make no runs for now. An empty name is all of a workflow.
CREATE TABLE pauses (
  workflow TEXT NOT NULL,
  trigger TEXT NOT NULL,
  at INTEGER NOT NULL,
  reason TEXT,
  PRIMARY KEY (workflow, trigger)
) STRICT, WITHOUT ROWID;

-- What runs have to wait for that a trigger made.
CREATE TABLE turns (
  -- The number of the run.
  number INTEGER PRIMARY KEY,
  key TEXT,
  -- 1 if it runs beside others.
  beside INTEGER NOT NULL
) STRICT;

CREATE TRIGGER runs_take_their_turns AFTER DELETE ON runs BEGIN
  DELETE FROM turns WHERE number = OLD.number;
END;
