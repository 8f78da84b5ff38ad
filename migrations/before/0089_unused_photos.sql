-- How much of the storage is taken by photos that no order has named (decision 279), summed when one is announced.
create index parcel_photos_unused_sizes on parcel_photos (shop_id) include (size_bytes) where verified_at is null;
