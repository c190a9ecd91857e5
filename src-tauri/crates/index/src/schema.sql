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
    -- whole, compressed or purged: what `body` is.
    presence    TEXT NOT NULL DEFAULT 'whole',
    importance  REAL NOT NULL,
    confirmed   INTEGER NOT NULL,
    recalls     INTEGER NOT NULL DEFAULT 0,
    last_recalled_at TEXT,
    -- The episode, what is left of a compressed one, or nothing.
    -- Last, because SQLite reads a row from the left: what reads the columns above never touches the pages
    -- the text overflows to.
    body        TEXT NOT NULL
) STRICT;
CREATE INDEX episode_by_time ON episode (created_at, id);
CREATE INDEX episode_by_scene ON episode (scene_type, created_at, id);
CREATE INDEX episode_by_place ON episode (device, file, byte_offset);
-- Everything that the decay of an episode follows from, so that nothing else is read for it.
CREATE INDEX episode_by_presence
    ON episode (presence, created_at, id, last_recalled_at, recalls, importance, confirmed);

-- Fingerprints of sentences that came from elsewhere.
CREATE TABLE pasted (
    sentence TEXT PRIMARY KEY,
    origin   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What was written in manuscripts: words or Han characters before and after.
CREATE TABLE work (
    at       TEXT NOT NULL,
    device   TEXT NOT NULL,
    path     TEXT NOT NULL,
    language TEXT NOT NULL,
    before   INTEGER NOT NULL,
    after    INTEGER NOT NULL,
    PRIMARY KEY (at, device, path)
) STRICT, WITHOUT ROWID;

-- No reference to `episode` here and in `fate`, for the reason given at `amendment`.
CREATE TABLE recall (
    episode_id TEXT NOT NULL,
    at         TEXT NOT NULL,
    device     TEXT NOT NULL,
    PRIMARY KEY (episode_id, at, device)
) STRICT, WITHOUT ROWID;

-- What runs decided about the text of an episode: compressed, or purged.
CREATE TABLE fate (
    episode_id TEXT PRIMARY KEY,
    purged     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- No reference to `episode`: another device's journal may arrive later than a word on its episode.
-- The body is part of the key, so that the same line read twice counts once and words said at the same
-- moment keep one order on every machine.
CREATE TABLE amendment (
    episode_id TEXT NOT NULL,
    at         TEXT NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (episode_id, at, body)
) STRICT, WITHOUT ROWID;

-- What each act compared, as it stands after every later word on it.
CREATE TABLE evidence (
    episode_id TEXT PRIMARY KEY REFERENCES episode (id),
    body       TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- All of that added up, so that one more episode costs what one episode costs.
CREATE TABLE ledger (
    scene_type TEXT NOT NULL,
    skill      TEXT NOT NULL,
    body       BLOB NOT NULL,
    PRIMARY KEY (scene_type, skill)
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

-- A change of the writer's taste. Several runs may find the same one.
CREATE TABLE turning (
    at   TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (at, body)
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
    id   TEXT PRIMARY KEY,
    at   TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX run_by_time ON run (at, id);

-- Messages that became memory. A run that was taken back has seen its messages all the same, so nothing ever leaves.
CREATE TABLE seen_message (
    session     TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (session, fingerprint)
) STRICT, WITHOUT ROWID;

-- A run that has been prepared and neither completed nor withdrawn: under way, or interrupted by a crash.
CREATE TABLE prepared (
    id     TEXT PRIMARY KEY,
    device TEXT NOT NULL,
    body   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Lines of which a part or all is left to a newer version of the desk; the offset is behind the line.
CREATE TABLE unread (
    device      TEXT NOT NULL,
    file        TEXT NOT NULL,
    byte_offset INTEGER NOT NULL,
    -- The run the line prepares, where it prepares one.
    run_id      TEXT,
    -- Ids of rules that are as the newer version says, as JSON.
    rules       TEXT NOT NULL,
    PRIMARY KEY (device, file, byte_offset)
) STRICT, WITHOUT ROWID;

-- Days in UTC on which a line was written, on any device, by the clock of that device.
CREATE TABLE used_day (
    day TEXT PRIMARY KEY
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
