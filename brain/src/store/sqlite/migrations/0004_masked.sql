-- 1 if `***` stands in a step's output in place of a secret, so that it is not what the step gave.

ALTER TABLE steps ADD COLUMN masked INTEGER NOT NULL DEFAULT 0;
