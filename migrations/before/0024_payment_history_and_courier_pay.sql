-- What happened to the payment of a delivery, one line for each status it had: `version` is the delivery's when the
-- line was written. `actor` is who acted, where that is known.
create table payment_history (
  shop_id uuid not null,
  delivery_id uuid not null,
  version integer not null,
  status text not null check (status in (
    'NOT_DUE', 'NOT_REQUESTED', 'AWAITING_CUSTOMER', 'AWAITING_MERCHANT', 'AWAITING_SENDER',
    'PAID', 'FAILED', 'REFUSED')),
  occurred_at timestamptz not null,
  actor text,
  note text,
  primary key (shop_id, delivery_id, version)
);

-- Payments that were there before begin with the status they have. When they came to it is known of those that are
-- paid and of those that never moved.
insert into payment_history (shop_id, delivery_id, version, status, occurred_at, note)
select
  deliveries.shop_id, deliveries.id, deliveries.version, deliveries.payment_status,
  case
    when deliveries.payment_status = 'PAID' then coalesce(deliveries.paid_at, now())
    when deliveries.payment_status in ('NOT_DUE', 'NOT_REQUESTED') then deliveries.created_at
    else now()
  end,
  'The status that the payment had when its history began.'
from deliveries;

alter table payment_history add constraint payment_history_is_of_a_delivery
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id);

-- What the courier who has the delivery earns; of those assigned before, what their offer promised.
alter table deliveries
  add column courier_pay_fcfa integer check (courier_pay_fcfa >= 0),
  add constraint courier_pay_needs_a_courier check (courier_pay_fcfa is null or courier_first_name is not null);

update deliveries set courier_pay_fcfa = accepted.pay_fcfa
from courier_offers as accepted
where accepted.shop_id = deliveries.shop_id
  and accepted.delivery_id = deliveries.id
  and accepted.courier_id = deliveries.courier_id;
