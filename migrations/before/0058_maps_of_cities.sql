-- The map of a city: landmarks with names, and a drawing of water and main roads (JSON under gzip). An import replaces
-- both.
create table city_maps (
  city_id uuid primary key references cities (id),
  import_id uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  attribution text not null check (length(attribution) between 1 and 200),
  drawing bytea not null check (length(drawing) <= 100000),
  drawing_sha256 text not null check (drawing_sha256 ~ '^[0-9a-f]{64}$'),
  landmark_count integer not null check (landmark_count between 0 and 30000),
  line_count integer not null check (line_count >= 0),
  imported_at timestamptz not null
);

-- `words` are the words of all names of a landmark as they sound, which it is found by.
create table landmarks (
  city_id uuid not null references city_maps (city_id) on delete cascade,
  position integer not null,
  name text not null check (length(name) between 1 and 80),
  kind text not null constraint landmark_kind_is_known check (kind in (
    'MARKET', 'PHARMACY', 'HEALTH', 'SCHOOL', 'MOSQUE', 'CHURCH', 'FUEL', 'HOTEL', 'BANK', 'PUBLIC', 'JUNCTION', 'QUARTER'
  )),
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  words text not null,
  primary key (city_id, position)
);

-- Every process keeps in memory which cities have a map.
create function notify_maps_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('colis_changed', 'maps');
  return null;
end
$$;
create trigger city_maps_notify after insert or update or delete on city_maps
  for each statement execute function notify_maps_changed();
