-- How the place of a delivery was given and to within how many metres; null where neither was kept.
alter table deliveries
  add column dropoff_source text check (dropoff_source in ('PHONE', 'PIN', 'ZONE', 'TYPED', 'SHOP')),
  add column dropoff_accuracy_meters integer check (dropoff_accuracy_meters between 0 and 100000);
