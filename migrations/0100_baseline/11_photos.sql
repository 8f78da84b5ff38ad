-- Photos of parcels that shops announced; the files lie in the storage.
create table parcel_photos (
  shop_id uuid not null references shops (id),
  photo_key text not null,
  content_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  created_at timestamptz not null,
  verified_at timestamptz,
  primary key (shop_id, photo_key)
);
create index parcel_photos_unused on parcel_photos (created_at) where verified_at is null;

-- How many photos a shop announced within the hour.
create index parcel_photos_of_shop on parcel_photos (shop_id, created_at);

-- How much of the storage is taken by photos that no order has named (decision 279), summed when one is announced.
create index parcel_photos_unused_sizes on parcel_photos (shop_id) include (size_bytes) where verified_at is null;
