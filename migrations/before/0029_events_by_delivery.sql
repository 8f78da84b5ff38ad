--! without transaction
-- The same rule as event_is_told_once, over all events instead of those for partners: when a delivery is removed, the
-- database looks for events that refer to it, and a partial index cannot answer. Internal events may repeat, which a
-- null in the last column allows.
create unique index concurrently if not exists event_is_published_once
  on events (shop_id, delivery_id, type, (case when audience = 'PARTNER' then true end));

drop index concurrently if exists event_is_told_once;
