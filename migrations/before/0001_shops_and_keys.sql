-- Who may call: shops, their API keys, and the places where couriers fetch their parcels.

create table shops (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  country text not null check (country ~ '^[A-Z]{2}$'),
  default_collection text not null check (default_collection in ('SECURE', 'DIRECT')),
  payout_phone text,
  discount_percent integer not null default 0 check (discount_percent between 0 and 100),
  created_at timestamptz not null,
  constraint secure_collection_needs_a_payout_phone
    check (default_collection = 'DIRECT' or payout_phone is not null)
);

create table api_keys (
  shop_id uuid not null references shops (id),
  id uuid not null,
  key_sha256 text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  label text,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (shop_id, id)
);
create unique index api_key_is_unique on api_keys (key_sha256);

create table pickup_addresses (
  shop_id uuid not null references shops (id),
  id uuid not null,
  label text,
  landmark text,
  formatted text,
  is_default boolean not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  created_at timestamptz not null,
  primary key (shop_id, id)
);
create unique index one_main_pickup_address_per_shop on pickup_addresses (shop_id) where is_default;

-- Every process keeps these rows in memory; a change says so (decision 47).
create function tell_shops_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('colis_changed', 'shops');
  return null;
end
$$;

create trigger shops_tell after insert or update or delete on shops
  for each statement execute function tell_shops_changed();
create trigger api_keys_tell after insert or update or delete on api_keys
  for each statement execute function tell_shops_changed();
create trigger pickup_addresses_tell after insert or update or delete on pickup_addresses
  for each statement execute function tell_shops_changed();
