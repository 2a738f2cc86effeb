-- Runs that were removed and whose steps are still to go.
--
-- A run may hold gigabytes, and removing those in one transaction would keep every other writer waiting. So the row of
-- the run goes first, which is when it is gone for everybody, and its number is kept here until its steps and attempts,
-- a few at a time, are gone as well. A program that is killed in between leaves that to the next one that prunes.
-- A number that stands here must not be given to a new run: `sqlite/record/mod.rs` sees to that.

CREATE TABLE pruned (
  number INTEGER PRIMARY KEY
) STRICT;

DROP TRIGGER runs_take_their_steps;
CREATE TRIGGER runs_leave_their_steps AFTER DELETE ON runs BEGIN
  INSERT INTO pruned (number) VALUES (OLD.number);
END;
