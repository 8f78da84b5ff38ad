-- The deliveries, their dated history, and the events that the rest of the service lives on.

create table parcel_photos (
  shop_id uuid not null references shops (id),
  photo_key text not null,
  content_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  created_at timestamptz not null,
  verified_at timestamptz,
  primary key (shop_id, photo_key)
);

-- Identifiers are UUID version 7 made from created_at, so the primary key is also the order in which
-- a shop's deliveries are listed (decision 16).
create table deliveries (
  shop_id uuid not null references shops (id),
  id uuid not null,
  version integer not null default 1,
  reference text not null,
  external_ref text,
  idempotency_key text not null,
  body_sha256 text not null,
  cancel_idempotency_key text,
  status text not null check (status in (
    'AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT',
    'DELIVERED', 'FAILED', 'RETURNED', 'CANCELLED', 'EXPIRED')),
  created_at timestamptz not null,
  due_at timestamptz,
  city_id uuid not null references cities (id),
  customer_last_name text not null,
  customer_first_name text not null,
  customer_phone text not null,
  pickup_label text,
  pickup_landmark text,
  pickup_lat double precision not null,
  pickup_lng double precision not null,
  dropoff_label text,
  dropoff_landmark text,
  dropoff_lat double precision,
  dropoff_lng double precision,
  parcel_category text not null,
  parcel_size text not null check (parcel_size in ('SMALL', 'MEDIUM', 'LARGE')),
  parcel_fragile boolean not null,
  photo_key text,
  instructions text,
  payment_mode text not null check (payment_mode in ('PREPAID', 'CASH_ON_DELIVERY')),
  goods_amount_fcfa integer not null check (goods_amount_fcfa between 0 and 10000000),
  fee_payer text not null check (fee_payer in ('CUSTOMER', 'MERCHANT')),
  collection text not null check (collection in ('SECURE', 'DIRECT')),
  payment_status text not null check (payment_status in (
    'NOT_DUE', 'NOT_REQUESTED', 'AWAITING_CUSTOMER', 'AWAITING_MERCHANT', 'AWAITING_SENDER',
    'PAID', 'FAILED', 'REFUSED')),
  paid_at timestamptz,
  price_fcfa integer not null check (price_fcfa >= 0),
  price_is_estimate boolean not null,
  price_working jsonb not null,
  cod_fee_fcfa integer not null check (cod_fee_fcfa >= 0),
  promo_code_id uuid references promo_codes (id),
  cancellation_fee_fcfa integer not null default 0 check (cancellation_fee_fcfa >= 0),
  return_fee_fcfa integer not null default 0 check (return_fee_fcfa >= 0),
  failure_code text,
  failure_note text,
  courier_first_name text,
  courier_phone text,
  courier_vehicle_type text check (courier_vehicle_type in ('MOTO', 'TRICYCLE', 'CAR')),
  courier_plate_number text,
  arrived_at_pickup_at timestamptz,
  pickup_code text not null,
  pickup_code_tries integer not null default 0,
  pickup_code_locked_until timestamptz,
  confirmation_code text not null,
  confirmation_code_tries integer not null default 0,
  confirmation_code_locked_until timestamptz,
  primary key (shop_id, id),
  constraint idempotency_key_makes_one_delivery unique (shop_id, idempotency_key),
  constraint external_ref_is_unique_per_shop unique (shop_id, external_ref),
  constraint reference_is_unique unique (reference)
);
create index deliveries_by_status on deliveries (shop_id, status, id);
create index deliveries_due on deliveries (due_at) where due_at is not null;

create table delivery_history (
  shop_id uuid not null,
  delivery_id uuid not null,
  version integer not null,
  status text not null,
  note text,
  failure_code text,
  occurred_at timestamptz not null,
  primary key (shop_id, delivery_id, version),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id)
);

-- One row for each thing told to the outside, in the transaction in which it happened. The body is
-- frozen here and sent byte for byte (decision 36).
create table events (
  shop_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  type text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (shop_id, id),
  constraint event_is_told_once unique (shop_id, delivery_id, type),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id)
);
