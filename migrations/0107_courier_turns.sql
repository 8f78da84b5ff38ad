-- In which order a courier with several parcels goes to their places (decision 321). A stop is derived from the status
-- of its delivery and kept nowhere, so that none can be lost: these numbers only order them, and a parcel that has none
-- comes last. `return_turn` is null while a parcel that failed is brought back after everything else, `told_until` is by
-- when the courier is to be at its door: what joins later may not delay it beyond that.
create table courier_turns (
  shop_id uuid not null,
  delivery_id uuid not null,
  courier_id uuid not null references couriers (id),
  pickup_turn integer not null,
  dropoff_turn integer not null,
  return_turn integer,
  told_until timestamptz,
  primary key (shop_id, delivery_id),
  constraint turns_are_of_a_delivery foreign key (shop_id, delivery_id)
    references deliveries (shop_id, id) on delete cascade,
  constraint parcel_is_fetched_before_it_is_brought check (pickup_turn < dropoff_turn)
);

-- When the door of a parcel that is on a tour came next, of which its customer is asked to pay then (decision 322).
alter table arrivals add column next_at timestamptz;
