-- Where the service delivers.
create table cities (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  country text not null check (country ~ '^[A-Z]{2}$'),
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  service_radius_meters integer not null check (service_radius_meters > 0),
  time_zone text not null,
  currency text not null check (currency in ('XOF', 'XAF')),
  raining_since timestamptz,
  high_demand_since timestamptz,
  created_at timestamptz not null,
  -- When a city is served, and whether it refuses orders outside those hours. Both are read with the map, whose trigger
  -- on cities notifies every process.
  opening_hours jsonb,
  special_days jsonb not null default '[]',
  refuses_when_closed_since timestamptz,
  -- Until when rain and high demand are switched on; null until somebody switches them off.
  raining_until timestamptz,
  high_demand_until timestamptz,
  constraint city_is_unique_per_country unique (country, name)
);

create table zones (
  id uuid primary key,
  city_id uuid not null references cities (id),
  name text not null check (length(name) between 1 and 60),
  shape jsonb not null,
  area_square_meters double precision not null check (area_square_meters > 0),
  center_lat double precision not null,
  center_lng double precision not null,
  priority integer not null default 0,
  retired_at timestamptz,
  created_at timestamptz not null,
  constraint center_is_on_earth check (center_lat between -90 and 90 and center_lng between -180 and 180)
);
create unique index zone_is_unique_per_city on zones (city_id, name) where retired_at is null;

create function tell_prices_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('colis_changed', 'prices');
  return null;
end
$$;
create trigger cities_tell after insert or update or delete on cities
  for each statement execute function tell_prices_changed();
create trigger zones_tell after insert or update or delete on zones
  for each statement execute function tell_prices_changed();

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
  created_at timestamptz not null,
  -- Where the zones of a change would lie over others (decision 177), computed when it is proposed; null where that takes
  -- too long.
  overlapping jsonb
);
create index zone_proposals_by_age on zone_proposals (created_at);
