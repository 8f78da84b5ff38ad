create index parcel_photos_of_shop on parcel_photos (shop_id, created_at);
