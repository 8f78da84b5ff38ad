--! without transaction
-- Rules that only the source kept so far. Each is added without looking at the rows that are there, which locks its
-- table for a moment only; the next migration looks at them.

-- A photo is found by its orders when somebody wants to remove it.
create index concurrently if not exists deliveries_by_photo on deliveries (shop_id, photo_key)
  where photo_key is not null;

alter table deliveries
  drop constraint if exists failure_code_is_known,
  drop constraint if exists pickup_is_on_earth,
  drop constraint if exists dropoff_is_on_earth,
  drop constraint if exists dropoff_has_both_coordinates,
  drop constraint if exists paid_at_says_when_it_was_paid,
  drop constraint if exists photo_is_of_the_shop,
  add constraint failure_code_is_known check (failure_code in (
    'CUSTOMER_ABSENT', 'REFUSED', 'ADDRESS_NOT_FOUND', 'CUSTOMER_UNREACHABLE', 'PARCEL_DAMAGED',
    'PAYMENT_REFUSED', 'OTHER')) not valid,
  add constraint pickup_is_on_earth check (
    pickup_lat between -90 and 90 and pickup_lng between -180 and 180) not valid,
  add constraint dropoff_is_on_earth check (
    dropoff_lat between -90 and 90 and dropoff_lng between -180 and 180) not valid,
  add constraint dropoff_has_both_coordinates check (
    (dropoff_lat is null) = (dropoff_lng is null)) not valid,
  add constraint paid_at_says_when_it_was_paid check (
    (payment_status = 'PAID') = (paid_at is not null)) not valid,
  add constraint photo_is_of_the_shop foreign key (shop_id, photo_key)
    references parcel_photos (shop_id, photo_key) not valid;

alter table delivery_history
  drop constraint if exists history_status_is_known,
  drop constraint if exists history_failure_code_is_known,
  add constraint history_status_is_known check (status in (
    'AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT',
    'DELIVERED', 'FAILED', 'RETURNED', 'CANCELLED', 'EXPIRED')) not valid,
  add constraint history_failure_code_is_known check (failure_code in (
    'CUSTOMER_ABSENT', 'REFUSED', 'ADDRESS_NOT_FOUND', 'CUSTOMER_UNREACHABLE', 'PARCEL_DAMAGED',
    'PAYMENT_REFUSED', 'OTHER')) not valid;

-- Which types there are is for the source to say: they become more, and a version before must be able to stay.
alter table events
  drop constraint if exists event_type_is_a_word_and_a_fact,
  add constraint event_type_is_a_word_and_a_fact check (type ~ '^[a-z_]+\.[a-z_]+$') not valid;

alter table zones
  drop constraint if exists center_is_on_earth,
  add constraint center_is_on_earth check (
    center_lat between -90 and 90 and center_lng between -180 and 180) not valid;

-- A sign-in code belongs to no shop; whatever is about a delivery belongs to its shop.
alter table messages
  drop constraint if exists message_of_a_delivery_is_of_its_shop,
  drop constraint if exists message_is_about_a_delivery,
  drop constraint if exists message_is_to_a_courier,
  add constraint message_of_a_delivery_is_of_its_shop check (delivery_id is null or shop_id is not null) not valid,
  add constraint message_is_about_a_delivery foreign key (shop_id, delivery_id)
    references deliveries (shop_id, id) not valid,
  add constraint message_is_to_a_courier foreign key (courier_id) references couriers (id) not valid;
