--! without transaction
-- Looked for every five seconds, and hardly ever there.
create index concurrently if not exists deliveries_with_trip_due on deliveries (trip_due_at)
  where trip_due_at is not null and payment_status = 'AWAITING_SENDER';

-- Those who pay are asked apart from each other: the first request to a customer is the first, whatever the shop was asked.
create unique index concurrently if not exists payment_request_of_payer on payment_requests (shop_id, delivery_id, payer, number);
alter table payment_requests
  drop constraint if exists payment_request_is_numbered_once,
  add constraint payment_request_is_numbered_once unique using index payment_request_of_payer;
