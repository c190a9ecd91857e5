-- The whole schema. There are no migrations: after a change here the next start projects everything anew.

-- An episode as it was recorded; what was said about it later is in `amendment`.
CREATE TABLE episode (
    id          TEXT PRIMARY KEY,
    created_at  TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    scene_type  TEXT NOT NULL,
    skill       TEXT NOT NULL,
    language    TEXT NOT NULL,
    device      TEXT NOT NULL,
    file        TEXT NOT NULL,
    byte_offset INTEGER NOT NULL,
    -- Last, because SQLite reads a row from the left: what reads the columns above never touches the pages
    -- the text overflows to.
    body        TEXT NOT NULL
) STRICT;
CREATE INDEX episode_by_time ON episode (created_at, id);
CREATE INDEX episode_by_place ON episode (device, file, byte_offset);

-- No reference to `episode`: another device's journal may arrive later than a word on its episode.
-- The body is part of the key, so that the same line read twice counts once and words said at the same
-- moment keep one order on every machine.
CREATE TABLE amendment (
    episode_id TEXT NOT NULL,
    at         TEXT NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (episode_id, at, body)
) STRICT, WITHOUT ROWID;

CREATE TABLE score (
    episode_id TEXT NOT NULL REFERENCES episode (id),
    feature    TEXT NOT NULL,
    value      REAL NOT NULL,
    PRIMARY KEY (episode_id, feature)
) STRICT, WITHOUT ROWID;

CREATE TABLE rule (
    id   TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A rule can be deleted, learned again and deleted again, so the id alone is no key.
CREATE TABLE tombstone (
    at      TEXT NOT NULL,
    rule_id TEXT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (at, rule_id, body)
) STRICT, WITHOUT ROWID;

CREATE TABLE question (
    id         TEXT PRIMARY KEY,
    created_at TEXT NOT NULL,
    body       TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
    id   TEXT PRIMARY KEY,
    at   TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX run_by_time ON run (at, id);

-- A run that has been prepared and neither completed nor withdrawn: under way, or interrupted by a crash.
CREATE TABLE prepared (
    id     TEXT PRIMARY KEY,
    device TEXT NOT NULL,
    body   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How far each journal file has been projected.
CREATE TABLE cursor (
    device      TEXT NOT NULL,
    file        TEXT NOT NULL,
    byte_offset INTEGER NOT NULL,
    PRIMARY KEY (device, file)
) STRICT, WITHOUT ROWID;

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
