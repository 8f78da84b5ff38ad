-- The extracts of OpenStreetMap that the operator has the service fetch: a row for each country that was asked for once.
-- `due_at` says when the next fetch begins; while one is under way it is the end of its lease.
create table map_fetches (
  country text primary key check (country ~ '^[A-Z]{2}$'),
  asked_at timestamptz not null,
  asked_by text not null,
  state text not null constraint map_fetch_state_is_known
    check (state in ('WAITING', 'RECEIVING', 'IMPORTING', 'DONE', 'FAILED')),
  due_at timestamptz not null,
  received_megabytes integer not null default 0 check (received_megabytes >= 0),
  total_megabytes integer check (total_megabytes >= 0),
  failed_times integer not null default 0 check (failed_times >= 0),
  failure text check (length(failure) <= 40),
  -- Of the extract that was imported last.
  md5 text check (md5 ~ '^[0-9a-f]{32}$'),
  fetched_at timestamptz,
  city_count integer not null default 0 check (city_count >= 0)
);
create index map_fetches_by_due on map_fetches (due_at);

-- Pages that show how far a fetch is follow it; what processes keep of maps is small and read again.
create trigger map_fetches_notify after insert or update or delete on map_fetches
  for each statement execute function notify_maps_changed();
