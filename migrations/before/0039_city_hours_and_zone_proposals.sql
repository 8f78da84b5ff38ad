-- When a city is served, and whether it refuses orders outside those hours. Both are read with the map, whose trigger
-- on cities notifies every process.
alter table cities
  add column opening_hours jsonb,
  add column special_days jsonb not null default '[]',
  add column refuses_when_closed_since timestamptz;

-- A change of zones that somebody looks at before they confirm it. `seen` is the fingerprint of the zones of the city as
-- they stood; a row is removed when it is confirmed, and a day later in any case.
create table zone_proposals (
  id uuid primary key,
  city_id uuid not null references cities (id),
  change jsonb not null,
  moved_square_meters jsonb not null,
  notes jsonb not null,
  seen text not null,
  made_by text not null,
  created_at timestamptz not null
);
create index zone_proposals_by_age on zone_proposals (created_at);

-- Which addresses of shops lie where a zone changes.
create index pickup_addresses_by_place on pickup_addresses (lat, lng);
