-- Texts that are too long to stand among the others, and what removing runs needs.

-- A long output in the row of its step pulls the rows of a run apart, and whoever reads only the others reads past it:
-- from 1 to 8 kB, reading the states of 10,000 steps takes 5 to 25 times as long. Stores of before may have some there.
CREATE TABLE large (
  -- The key of the step or attempt whose output it is. For what is long in a run's trigger, a JSON object, it is the
  -- number of the run below zero.
  key INTEGER PRIMARY KEY,
  content TEXT NOT NULL
) STRICT;

-- A run that may be resumed needs the one whose outputs it read.
CREATE INDEX run_details_by_last_run ON run_details (last_run) WHERE last_run IS NOT NULL;
