-- How often a code was locked since it was last right or opened by the operator: after the third lock only the
-- operator opens it again (decision 26).

alter table deliveries
  add column pickup_code_locks integer not null default 0,
  add column confirmation_code_locks integer not null default 0,
  add column return_code_locks integer not null default 0;

-- How many photos a shop announced within the hour.
create index parcel_photos_of_shop on parcel_photos (shop_id, created_at);
