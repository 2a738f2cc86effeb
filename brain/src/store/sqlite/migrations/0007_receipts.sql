-- Receipts of verifications in their chains: the copy that is not in the work tree.

CREATE TABLE receipts (
  place TEXT NOT NULL,
  chain TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  id TEXT NOT NULL,
  digest TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The file, byte for byte.
  envelope TEXT NOT NULL,
  PRIMARY KEY (place, chain, sequence)
) STRICT, WITHOUT ROWID;
