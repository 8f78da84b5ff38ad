-- Where the courier's phone was as a parcel was handed over, or could not be (decision 345), of couriers whose phones said
-- so. It is kept as long as the photo of that place.
create table handover_places (
  shop_id uuid not null,
  delivery_id uuid not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  accuracy_meters integer check (accuracy_meters >= 0),
  taken_at timestamptz not null,
  primary key (shop_id, delivery_id),
  constraint handover_place_is_of_a_delivery foreign key (shop_id, delivery_id)
    references deliveries (shop_id, id) on delete cascade
);
create index handover_places_by_time on handover_places (taken_at);
