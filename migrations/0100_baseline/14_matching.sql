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
  -- An offer that its courier accepted says what they were promised: it is kept with the delivery.
  kept_since timestamptz,
  trip_version integer not null default 1,
  bonus_fcfa integer not null default 0,
  primary key (shop_id, delivery_id, courier_id),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id),
  constraint offered_bonus_is_a_part_of_the_pay check (bonus_fcfa between 0 and pay_fcfa)
);
create index courier_offers_by_courier on courier_offers (courier_id, expires_at);
create index courier_offers_by_age on courier_offers (expires_at) where kept_since is null;

insert into event_consumers (name, position) values ('matching', 0);
