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
  -- A tariff may begin later than it was made, and be withdrawn until then (decision 181). One without a moment of its own
  -- is in force from when it was made. `restores_version` is the former version whose terms it brings back.
  scheduled_for timestamptz,
  withdrawn_at timestamptz,
  created_by text,
  withdrawn_by text,
  restores_version integer,
  primary key (city_id, version),
  constraint night_has_both_ends check ((night_from is null) = (night_to is null)),
  constraint only_a_tariff_to_come_is_withdrawn check (withdrawn_at is null or withdrawn_at < scheduled_for)
);

create table zone_pair_prices (
  from_zone_id uuid not null references zones (id),
  to_zone_id uuid not null references zones (id),
  base_fcfa integer not null check (base_fcfa >= 0),
  primary key (from_zone_id, to_zone_id)
);

create trigger tariffs_tell after insert or update or delete on tariffs
  for each statement execute function tell_prices_changed();
create trigger zone_pair_prices_tell after insert or update or delete on zone_pair_prices
  for each statement execute function tell_prices_changed();

-- The one draft of a city's tariff. Each save has a revision of its own, so that nobody saves over what they did not see.
create table tariff_drafts (
  city_id uuid primary key references cities (id),
  revision uuid not null,
  terms jsonb not null,
  saved_at timestamptz not null,
  saved_by text not null
);
