-- Who carries parcels, where they are, and what they were offered.

create table couriers (
  id uuid primary key,
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 1 and 80),
  phone text not null check (phone ~ '^\+[1-9]\d{6,14}$'),
  vehicle_type text not null check (vehicle_type in ('MOTO', 'TRICYCLE', 'CAR')),
  plate_number text check (length(plate_number) between 1 and 20),
  on_duty_since timestamptz,
  retired_at timestamptz,
  created_at timestamptz not null,
  constraint retired_courier_is_off_duty check (retired_at is null or on_duty_since is null)
);
-- A number that was given to somebody else may come back with them.
create unique index phone_is_of_one_courier on couriers (phone) where retired_at is null;

create table courier_cities (
  city_id uuid not null references cities (id),
  courier_id uuid not null references couriers (id),
  primary key (courier_id, city_id)
);

-- The last position of each courier and no other, written again every few seconds. Of the indexed columns
-- only `cell` ever changes, when a courier has ridden on by a kilometre: nearly every update stays within
-- its page (HOT) and touches no index, as long as the page has room.
create table courier_positions (
  courier_id uuid primary key references couriers (id),
  cell integer not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  accuracy_meters double precision check (accuracy_meters >= 0),
  reported_at timestamptz not null
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_threshold = 500
);
create index courier_positions_by_cell on courier_positions (cell);

alter table deliveries add column courier_id uuid references couriers (id);
create unique index courier_carries_one_parcel_at_a_time on deliveries (courier_id)
  where status in ('ASSIGNED', 'IN_TRANSIT', 'FAILED');

-- A delivery for which a courier is searched, and when its next round is due.
create table courier_searches (
  shop_id uuid not null,
  delivery_id uuid not null,
  round integer not null default 0 check (round >= 0),
  due_at timestamptz not null,
  primary key (shop_id, delivery_id),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id)
);
create index courier_searches_due on courier_searches (due_at);

-- Whether an offer is still open is not written anywhere: its delivery is still searching, it has not
-- expired and was not declined.
create table courier_offers (
  shop_id uuid not null,
  delivery_id uuid not null,
  courier_id uuid not null references couriers (id),
  round integer not null check (round > 0),
  pay_fcfa integer not null check (pay_fcfa >= 0),
  distance_meters integer not null check (distance_meters >= 0),
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  declined_at timestamptz,
  primary key (shop_id, delivery_id, courier_id),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id)
);
create index courier_offers_by_courier on courier_offers (courier_id, expires_at);

-- Deliveries whose events were relayed before there was a search.
insert into courier_searches (shop_id, delivery_id, due_at)
select deliveries.shop_id, deliveries.id, now() from deliveries where deliveries.status = 'SEARCHING_COURIER';
