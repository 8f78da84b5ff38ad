-- A tariff may begin later than it was made, and be withdrawn until then (decision 181). One without a moment of its own
-- is in force from when it was made. `restores_version` is the former version whose terms it brings back.
alter table tariffs
  add column scheduled_for timestamptz,
  add column withdrawn_at timestamptz,
  add column created_by text,
  add column withdrawn_by text,
  add column restores_version integer,
  add constraint only_a_tariff_to_come_is_withdrawn check (withdrawn_at is null or withdrawn_at < scheduled_for);

-- The one draft of a city's tariff. Each save has a revision of its own, so that nobody saves over what they did not see.
create table tariff_drafts (
  city_id uuid primary key references cities (id),
  revision uuid not null,
  terms jsonb not null,
  saved_at timestamptz not null,
  saved_by text not null
);

-- Until when rain and high demand are switched on; null until somebody switches them off.
alter table cities
  add column raining_until timestamptz,
  add column high_demand_until timestamptz;

-- The last trips of a city, by which a draft is tried, and the uses of a promo code. Creating a delivery writes into
-- neither, except one with a promo code.
create index deliveries_delivered_in_city on deliveries (city_id, ended_at) where status = 'DELIVERED';
create index deliveries_by_promo_code on deliveries (promo_code_id, shop_id) where promo_code_id is not null;
