alter table webhook_endpoints add column warned_at timestamptz;
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in (
    'POSITION_LINK', 'COURIER_ON_THE_WAY', 'DELIVERED', 'DELIVERY_FAILED', 'DELIVERY_FAILED_OWNER',
    'DELIVERY_CANCELLED', 'DELIVERY_EXPIRED', 'PAYMENT_DECLARED',
    'COURIER_OFFER', 'SIGN_IN_CODE', 'ENDPOINT_FAILING', 'ENDPOINT_DISABLED'));
