-- How far the clock of each running process was from the database's, when it last compared them (decision 287).
create table process_clocks (
  process_id uuid primary key,
  host text not null,
  skew_ms bigint not null,
  compared_at timestamptz not null
);
