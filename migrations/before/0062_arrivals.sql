-- When couriers are expected at the shop and at the customer, and what came of it (decision 236): a row for each parcel
-- that a courier has, looked at again and again until it is over.
create table arrivals (
  shop_id uuid not null,
  delivery_id uuid not null,
  city_id uuid not null references cities (id),
  due_at timestamptz,
  leg text check (leg in ('PICKUP', 'DROPOFF')),
  -- The latest estimate; null while there is none.
  estimated_at timestamptz,
  earliest_at timestamptz,
  latest_at timestamptz,
  -- What the customer read first of the way to them, as they read it.
  announced_at timestamptz,
  announced_earliest_at timestamptz,
  announced_latest_at timestamptz,
  is_by_routing_server boolean,
  nearby_at timestamptz,
  picked_up_at timestamptz,
  handed_over_at timestamptz,
  -- When it ended without a hand-over.
  stopped_at timestamptz,
  -- What others learn from: the hour of the city's clocks at the pick-up, the length of the way and how long it took.
  trip_hour smallint check (trip_hour between 0 and 23),
  distance_meters integer check (distance_meters > 0),
  trip_seconds integer check (trip_seconds > 0),
  primary key (shop_id, delivery_id),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id),
  constraint arrival_is_a_range check (earliest_at <= latest_at and announced_earliest_at <= announced_latest_at)
);
create index arrivals_due on arrivals (due_at) where due_at is not null;
create index arrivals_by_city on arrivals (city_id, handed_over_at) where trip_seconds is not null;
create index arrivals_handed_over on arrivals (handed_over_at) where handed_over_at is not null;
create index arrivals_ended on arrivals (coalesce(handed_over_at, stopped_at));

-- How fast the couriers of a city are, by the hour of the day; hour -1 is all of them.
create table trip_paces (
  city_id uuid not null references cities (id),
  hour smallint not null check (hour between -1 and 23),
  seconds_per_km double precision not null check (seconds_per_km > 0),
  trips integer not null check (trips > 0),
  learnt_at timestamptz not null,
  primary key (city_id, hour)
);

-- Couriers who are on the way already are not looked at: the consumer begins with what happens next.
insert into event_consumers (name, position)
select 'arrivals', event_log_head.position from event_log_head
on conflict do nothing;
