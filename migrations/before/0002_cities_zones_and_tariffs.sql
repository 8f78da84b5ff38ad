-- Where the service delivers and what a trip costs.

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
  created_at timestamptz not null
);
create unique index zone_is_unique_per_city on zones (city_id, name) where retired_at is null;

-- A tariff is never edited: a new version takes its place, so that a past price can be explained.
create table tariffs (
  city_id uuid not null references cities (id),
  version integer not null check (version > 0),
  base_fcfa integer not null check (base_fcfa >= 0),
  included_km double precision not null check (included_km >= 0),
  per_km_fcfa integer not null check (per_km_fcfa >= 0),
  step_fcfa integer not null default 25 check (step_fcfa > 0),
  surcharges jsonb not null default '{}',
  night_from text check (night_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  night_to text check (night_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  cod_fee_percent double precision not null default 0 check (cod_fee_percent between 0 and 100),
  cod_fee_minimum_fcfa integer not null default 0 check (cod_fee_minimum_fcfa >= 0),
  cancellation_fee_fcfa integer not null default 0 check (cancellation_fee_fcfa >= 0),
  return_fee_fcfa integer not null default 0 check (return_fee_fcfa >= 0),
  created_at timestamptz not null,
  primary key (city_id, version),
  constraint night_has_both_ends check ((night_from is null) = (night_to is null))
);

create table zone_pair_prices (
  from_zone_id uuid not null references zones (id),
  to_zone_id uuid not null references zones (id),
  base_fcfa integer not null check (base_fcfa >= 0),
  primary key (from_zone_id, to_zone_id)
);

create table promo_codes (
  id uuid primary key,
  code text not null check (code = upper(code) and length(code) between 1 and 40),
  percent integer check (percent between 1 and 100),
  amount_fcfa integer check (amount_fcfa > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  uses integer not null default 0,
  city_id uuid references cities (id),
  minimum_trip_fcfa integer check (minimum_trip_fcfa > 0),
  created_at timestamptz not null,
  constraint promo_code_gives_a_percentage_or_an_amount check ((percent is null) <> (amount_fcfa is null)),
  constraint promo_code_is_not_used_up check (max_uses is null or uses <= max_uses)
);
create unique index promo_code_is_unique on promo_codes (code);

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
create trigger tariffs_tell after insert or update or delete on tariffs
  for each statement execute function tell_prices_changed();
create trigger zone_pair_prices_tell after insert or update or delete on zone_pair_prices
  for each statement execute function tell_prices_changed();
