-- A run's database, format 1 (pragma user_version). One row in run; a match and its record are written together.
-- Text sorts by code point (binary collation), as everywhere in arena.

create table run (
    only_row    integer primary key check (only_row = 1),
    settings    text not null,             -- the resolved settings, JSON
    seed        text not null,             -- 64 hex digits
    entrants    text not null,             -- JSON list; paths inside the run directory are kept relative to it
    rooms       integer not null,          -- matches a board
    finished    integer not null default 0
) strict;

-- what the schedule, resume and standings read: small rows
create table match (
    encounter   text not null,
    board       integer not null,
    room        text not null,
    is_void     integer not null,
    summary     blob not null,             -- MatchSummary, JSON
    record      integer not null references record (id),
    primary key (encounter, board, room)
) strict, without rowid;

-- what export, verify and replay read: identity, actions, notes, result, timing, host, tallies, log
create table record (
    id          integer primary key,
    body        blob not null              -- MatchRecord, JSON
) strict;
