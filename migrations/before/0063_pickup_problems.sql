-- What kept a courier from taking a parcel at its shop (decision 229): they freed it for another courier, or waited until
-- `waits_until` and then earned `earned_fcfa`, which the shop owes. Nothing is earned before the wait has ended.
create table pickup_problems (
  shop_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  courier_id uuid not null references couriers (id),
  reason text not null constraint pickup_problem_is_known
    check (reason in ('SHOP_CLOSED', 'PARCEL_NOT_READY', 'BREAKDOWN', 'PARCEL_TOO_LARGE')),
  words text constraint pickup_words_are_short check (length(words) between 1 and 200),
  reported_at timestamptz not null,
  waits_until timestamptz,
  wait_ended_at timestamptz,
  earned_fcfa integer not null default 0 check (earned_fcfa >= 0),
  primary key (shop_id, id),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id),
  constraint only_a_wait_earns check (earned_fcfa = 0 or (waits_until is not null and wait_ended_at >= waits_until))
);
create unique index courier_waits_once_for_a_parcel on pickup_problems (shop_id, delivery_id, courier_id)
  where waits_until is not null;
create index pickup_problems_by_delivery on pickup_problems (shop_id, delivery_id);
create index pickup_problems_by_courier on pickup_problems (courier_id, reported_at);
create index earned_waits_by_courier on pickup_problems (courier_id, wait_ended_at) where earned_fcfa > 0;

-- The wait under way and what it will earn, what the shop owes for waits that were earned, and how often couriers freed
-- the parcel.
alter table deliveries
  add column courier_waits_until timestamptz,
  add column courier_wait_fee_fcfa integer not null default 0,
  add column waiting_fee_fcfa integer not null default 0,
  add column times_freed integer not null default 0;
