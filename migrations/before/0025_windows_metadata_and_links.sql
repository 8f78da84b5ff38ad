-- What a delivery gained beside the fields of the specification (decision 127). `currency` is that of the city at
-- creation: amounts of XOF and XAF never mix. `metadata` is kept as text in JSON, so that a shop reads its members in
-- the order in which it sent them, and null without any. A pickup window is given whole or not at all. `link_version`
-- is part of the customer's signed link: raising it ends the links that were given out. `ended_at` is when the
-- delivery came to a status that nothing leads out of; the link works for a day from then on.
alter table deliveries
  add column currency text not null default 'XOF' constraint currency_is_of_the_franc_zone check (currency in ('XOF', 'XAF')),
  add column metadata json constraint metadata_is_an_object check (json_typeof(metadata) = 'object'),
  add column pickup_window_from timestamptz,
  add column pickup_window_to timestamptz,
  add column link_version integer not null default 1
    constraint link_version_fits_its_three_bytes check (link_version between 1 and 16777215),
  add column ended_at timestamptz,
  add constraint pickup_window_is_whole check ((pickup_window_from is null) = (pickup_window_to is null)),
  add constraint pickup_window_ends_after_it_begins check (pickup_window_from < pickup_window_to);

update deliveries set currency = 'XAF'
from cities
where cities.id = deliveries.city_id and cities.currency = 'XAF';

update deliveries set ended_at = coalesce(
  (select max(delivery_history.occurred_at)
   from delivery_history
   where delivery_history.shop_id = deliveries.shop_id and delivery_history.delivery_id = deliveries.id),
  deliveries.created_at)
where deliveries.status in ('DELIVERED', 'RETURNED', 'CANCELLED', 'EXPIRED');
