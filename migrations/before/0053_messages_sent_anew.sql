--! breaking
--! without transaction
-- A message of which the delivery may cause several is one for each version of the delivery, so that what was sent before
-- stays to be seen (decision 82). 0 for a message that is sent once. Earlier versions enqueue by the old index.
alter table messages add column if not exists delivery_version integer not null default 0;

create unique index concurrently if not exists nothing_is_sent_twice
  on messages (delivery_id, kind, courier_id, delivery_version) nulls not distinct where delivery_id is not null;

drop index concurrently if exists nothing_is_told_twice;
