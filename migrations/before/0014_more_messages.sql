-- Owners hear that a customer says they have paid the shop; customers who were told of their parcel hear that
-- it does not come.
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in (
    'POSITION_LINK', 'COURIER_ON_THE_WAY', 'DELIVERED', 'DELIVERY_FAILED', 'DELIVERY_FAILED_OWNER',
    'DELIVERY_CANCELLED', 'DELIVERY_EXPIRED', 'PAYMENT_DECLARED',
    'COURIER_OFFER', 'SIGN_IN_CODE', 'ENDPOINT_DISABLED'));
