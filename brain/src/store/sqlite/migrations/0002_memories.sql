-- Memories and the index of their words.

CREATE TABLE memories (
  -- AUTOINCREMENT: the id of a memory that is gone is never given to another one.
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  space TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  content TEXT NOT NULL
) STRICT;

CREATE INDEX memories_by_time ON memories (created_at);
CREATE INDEX memories_by_space_and_time ON memories (space, created_at);
-- Finds the same text in the same space. The beginning is enough to tell most texts apart, and a 16 MiB text must not
-- stand in an index.
CREATE INDEX memories_by_beginning ON memories (space, substr(content, 1, 64));

-- Without content of its own: what it indexes is not the text itself but its words as `sqlite/words.rs` separates them.
-- Marks (M*) belong to words, since Hindi or Thai would fall to pieces without them.
CREATE VIRTUAL TABLE memory_words USING fts5(
  words,
  content = '',
  contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
);
