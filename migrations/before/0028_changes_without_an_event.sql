--! without transaction
-- When a delivery last changed without a transition (its payment, the courier's arrival, what was ordered); transitions
-- are found in the events. Null where there was none, so that neither creating nor moving a delivery writes into the
-- index.
alter table deliveries add column if not exists amended_at timestamptz;
create index concurrently if not exists deliveries_amended on deliveries (shop_id, amended_at)
  where amended_at is not null;
