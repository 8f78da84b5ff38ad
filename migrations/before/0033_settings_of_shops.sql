-- What the owner of a shop settles on the console (decisions 144 to 146).

-- Null: customers see the name that the shop was opened with, and owners are written to in the language of the service.
alter table shops
  add column display_name text constraint display_name_is_short check (length(display_name) between 1 and 80),
  add column language text constraint shop_language_is_known check (language in ('fr', 'en')),
  add column logo_sha256 text constraint logo_is_named_by_its_hash check (logo_sha256 ~ '^[0-9a-f]{64}$');

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

alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in (
    'POSITION_LINK', 'COURIER_ON_THE_WAY', 'DELIVERED', 'DELIVERY_FAILED', 'DELIVERY_FAILED_OWNER',
    'DELIVERY_CANCELLED', 'DELIVERY_EXPIRED', 'PAYMENT_DECLARED',
    'COURIER_OFFER', 'SIGN_IN_CODE', 'ENDPOINT_FAILING', 'ENDPOINT_DISABLED',
    'PAYOUT_CODE', 'PAYOUT_CHANGE_REQUESTED', 'PAYOUT_CHANGED'));

create index messages_with_payout_codes on messages (expires_at)
  where kind = 'PAYOUT_CODE' and content is not null;

-- For each weekday the times between which the place is open, local to its city; null where nobody has said.
alter table pickup_addresses
  add column opening_hours jsonb
    constraint opening_hours_are_an_object check (jsonb_typeof(opening_hours) = 'object');

-- Which registered address the parcel is fetched at; it may have been removed since. Null for a point of its own, and
-- for deliveries of before.
alter table deliveries add column pickup_address_id uuid;

-- When and how somebody of the shop has shared the customer's link.
create table link_shares (
  shop_id uuid not null,
  delivery_id uuid not null,
  number integer not null check (number between 1 and 20),
  channel text not null check (channel in ('WHATSAPP', 'SMS', 'COPY')),
  shared_at timestamptz not null,
  actor text not null,
  primary key (shop_id, delivery_id, number),
  constraint link_share_is_of_a_delivery foreign key (shop_id, delivery_id) references deliveries (shop_id, id)
);
