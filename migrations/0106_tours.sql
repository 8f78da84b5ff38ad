-- A courier may carry several parcels (decision 320), each in a slot of its own, which is also the number on its bag. A
-- process of the version before gives every parcel the first slot, so that it still gives a courier one at a time; the
-- index keeps the name that such a process reads.
alter table deliveries add column courier_slot smallint not null default 1
  constraint courier_has_twelve_slots check (courier_slot between 1 and 12);
drop index courier_carries_one_parcel_at_a_time;
create unique index courier_carries_one_parcel_at_a_time on deliveries (courier_id, courier_slot)
  where status in ('ASSIGNED', 'IN_TRANSIT', 'FAILED');
