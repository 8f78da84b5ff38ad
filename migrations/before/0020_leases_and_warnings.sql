-- A dispatch stays due at its time while a worker holds it: the end of the lease stands beside it, in no index,
-- so that taking a dispatch rewrites its row in place and touches no index (a HOT update).
alter table webhook_dispatches add column lease_until timestamptz;
update webhook_dispatches set lease_until = due_at where lease_owner is not null;

-- Every dispatch and every attempt is written from rows that are never deleted, endpoints and events; checking
-- that again for each one cost more than the writing, and locked the endpoint's row every time.
alter table webhook_dispatches
  drop constraint webhook_dispatches_shop_id_endpoint_id_fkey,
  drop constraint webhook_dispatches_shop_id_event_id_fkey;
alter table webhook_attempts drop constraint webhook_attempts_shop_id_endpoint_id_fkey;

-- The owner of an endpoint that only fails is warned before it is disabled.
alter table webhook_endpoints add column warned_at timestamptz;
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in (
    'POSITION_LINK', 'COURIER_ON_THE_WAY', 'DELIVERED', 'DELIVERY_FAILED', 'DELIVERY_FAILED_OWNER',
    'DELIVERY_CANCELLED', 'DELIVERY_EXPIRED', 'PAYMENT_DECLARED',
    'COURIER_OFFER', 'SIGN_IN_CODE', 'ENDPOINT_FAILING', 'ENDPOINT_DISABLED'));
