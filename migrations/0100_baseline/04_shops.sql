-- Who may call: shops, their API keys, and the places where couriers fetch their parcels.
create table shops (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  country text not null check (country ~ '^[A-Z]{2}$'),
  default_collection text not null check (default_collection in ('SECURE', 'DIRECT')),
  payout_phone text,
  discount_percent integer not null default 0 check (discount_percent between 0 and 100),
  created_at timestamptz not null,
  owner_email text,
  -- Until the operator has approved a shop it can prepare everything but order nothing.
  approved_at timestamptz default now(),
  -- Null: customers see the name that the shop was opened with, and owners are written to in the language of the service.
  display_name text constraint display_name_is_short check (length(display_name) between 1 and 80),
  language text constraint shop_language_is_known check (language in ('fr', 'en')),
  logo_sha256 text constraint logo_is_named_by_its_hash check (logo_sha256 ~ '^[0-9a-f]{64}$'),
  -- A suspended shop orders nothing and its keys open nothing; what is under way goes on.
  suspended_at timestamptz,
  suspension_reason text,
  -- How a shop wants to be paid: its rhythm, from which amount on, and whether what it owes is taken off.
  payout_rhythm text not null default 'DAILY' check (payout_rhythm in ('AT_ONCE', 'DAILY', 'WEEKLY')),
  payout_minimum_fcfa integer not null default 1000
    constraint payout_minimum_is_sensible check (payout_minimum_fcfa between 1 and 1000000),
  payout_nets_fees boolean not null default false,
  -- What one shop may owe where that is agreed with it alone; null for what all may.
  max_owed_fcfa integer
    constraint this_shop_may_owe_sensibly check (max_owed_fcfa between 0 and 100000000),
  -- The buyer's number at the tax office (IFU, NCC, NIF), as its invoices print it.
  tax_id text constraint shop_tax_id_is_short check (length(tax_id) between 5 and 30),
  constraint secure_collection_needs_a_payout_phone
    check (default_collection = 'DIRECT' or payout_phone is not null),
  constraint suspension_has_a_reason check ((suspended_at is null) = (suspension_reason is null))
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
  -- For each weekday the times between which the place is open, local to its city; null where nobody has said.
  opening_hours jsonb
    constraint opening_hours_are_an_object check (jsonb_typeof(opening_hours) = 'object'),
  primary key (shop_id, id)
);
create unique index one_main_pickup_address_per_shop on pickup_addresses (shop_id) where is_default;

-- Which addresses of shops lie where a zone changes.
create index pickup_addresses_by_place on pickup_addresses (lat, lng);

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

-- Apart from `shops`, whose rows every process keeps in memory.
create table shop_logos (
  shop_id uuid primary key references shops (id),
  sha256 text not null,
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes bytea not null constraint logo_is_small check (octet_length(bytes) between 1 and 8192),
  set_at timestamptz not null
);

-- A change of the number that a shop's sales are paid out to. The code is sealed, and the numbers stand here in full:
-- the audit keeps only their ends.
create table payout_phone_changes (
  shop_id uuid not null references shops (id),
  id uuid not null,
  -- Null for the first number of a shop.
  old_phone text,
  new_phone text not null,
  requested_by text not null,
  requested_at timestamptz not null,
  sealed_code text not null,
  code_expires_at timestamptz not null,
  code_tries integer not null default 0,
  confirmed_by text,
  confirmed_at timestamptz,
  takes_effect_at timestamptz,
  applied_at timestamptz,
  cancelled_at timestamptz,
  primary key (shop_id, id),
  constraint payout_change_is_confirmed_whole check (
    (confirmed_at is null) = (takes_effect_at is null) and (confirmed_at is null) = (confirmed_by is null)),
  constraint payout_change_is_confirmed_before_it_is_applied check (applied_at is null or confirmed_at is not null),
  constraint payout_change_ends_once check (applied_at is null or cancelled_at is null)
);
create unique index one_open_payout_change_per_shop on payout_phone_changes (shop_id)
  where applied_at is null and cancelled_at is null;
create index payout_changes_due on payout_phone_changes (takes_effect_at)
  where applied_at is null and cancelled_at is null;
create index payout_changes_without_effect on payout_phone_changes (requested_at) where applied_at is null;

-- What somebody said of the shop they open, until they have shown that the phone or the address is theirs.
create table shop_openings (
  id uuid primary key,
  shop_name text not null,
  country text not null,
  owner_name text not null,
  phone text,
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  constraint opening_has_one_address check (num_nonnulls(phone, email) = 1)
);
create index shop_openings_by_end on shop_openings (expires_at);

-- What the company agreed with its shops as a whole (decision 258): one row. A shop may owe `max_owed_fcfa`, which is no
-- bound where it is null, and pays its trips first beyond that, or until `new_shop_trips` of its parcels were handed
-- over; it then has `trip_minutes` to pay. No payout is made below `least_payout_fcfa`.
create table shop_terms (
  is_only boolean primary key default true check (is_only),
  max_owed_fcfa integer constraint shop_may_owe_sensibly check (max_owed_fcfa between 0 and 100000000),
  new_shop_trips integer not null default 0 constraint new_shop_is_sensible check (new_shop_trips between 0 and 1000),
  trip_minutes integer not null default 15 constraint time_to_pay_is_sensible check (trip_minutes between 5 and 1440),
  least_payout_fcfa integer not null default 1
    constraint least_payout_is_sensible check (least_payout_fcfa between 1 and 1000000),
  payout_fees_by text not null default 'COMPANY'
    constraint payout_fees_are_borne check (payout_fees_by in ('COMPANY', 'SHOP'))
);
insert into shop_terms default values;

alter table memberships add foreign key (shop_id) references shops (id);
alter table invitations add foreign key (shop_id) references shops (id);
