-- A parcel that could not be handed over may be tried once more (decision 340) by a delivery of its own: each of the two
-- names the other. A failed delivery whose parcel its courier has taken out again is over, and FAILED: it has an end, and
-- its courier carries it no longer.
alter table deliveries
  add column second_try_of uuid,
  add column second_try_id uuid;
create unique index delivery_has_one_second_try on deliveries (shop_id, second_try_of) where second_try_of is not null;
-- What a shop waits for to come back, and what failed and is over.
create index deliveries_failed_and_over on deliveries (shop_id, id) where status = 'FAILED' and ended_at is not null;
create index deliveries_to_come_back on deliveries (shop_id, id) where status = 'FAILED' and ended_at is null;
drop index courier_carries_one_parcel_at_a_time;
create unique index courier_carries_one_parcel_at_a_time on deliveries (courier_id, courier_slot)
  where status in ('ASSIGNED', 'IN_TRANSIT', 'FAILED') and ended_at is null;
