-- Money that leaves the service: sales paid out to shops, earnings to couriers, payments given back to customers. The id
-- is what the provider counts it once by, and is written before the provider hears of it. `due_at` is when it is looked
-- at next, or while a worker holds it (`lease_owner`) the end of the lease; null once it has ended. `retry_at` of a
-- refused one is when its owner may be paid again; null while that waits for another number or for a person.
-- It refers to deliveries and payments by their ids alone, since it outlives a sandbox that is emptied.
create table money_transfers (
  id uuid primary key,
  kind text not null check (kind in ('SHOP_PAYOUT', 'COURIER_PAYOUT', 'CUSTOMER_REFUND')),
  shop_id uuid references shops (id),
  courier_id uuid references couriers (id),
  delivery_id uuid,
  payment_request_id uuid,
  reference text not null constraint transfer_reference_is_unique unique,
  currency text not null check (currency in ('XOF', 'XAF')),
  amount_fcfa integer not null check (amount_fcfa > 0),
  -- Fees that the shop owed and agreed to have taken off: they are settled with the transfer, and not sent.
  netted_fcfa integer not null default 0 check (netted_fcfa >= 0),
  -- Of whom it is paid to; the number of a customer stays with their delivery.
  phone text,
  provider text not null,
  provider_ref text,
  fee_fcfa integer not null default 0 check (fee_fcfa >= 0),
  state text not null default 'DUE' check (state in ('DUE', 'SENT', 'PAID', 'REFUSED')),
  reason text,
  note text check (length(note) between 3 and 200),
  due_at timestamptz,
  retry_at timestamptz,
  attempts integer not null default 0,
  lease_owner uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- A refused transfer may still be paid: it is asked about for a day after it ended, and so keeps its `due_at`.
  -- `still_refused_at` is when its provider last said again that it is refused, or knew nothing of it; null while nobody
  -- has asked since the refusal. Nothing is sent in its place before that.
  still_refused_at timestamptz,
  -- Who bears what the provider takes for a payout, as it was agreed when that began.
  fee_by text not null default 'COMPANY' constraint transfer_fee_is_borne check (fee_by in ('COMPANY', 'SHOP')),
  constraint transfer_has_its_owner check (case kind
    when 'SHOP_PAYOUT' then shop_id is not null and courier_id is null and payment_request_id is null
    when 'COURIER_PAYOUT' then courier_id is not null and shop_id is null and payment_request_id is null
    else payment_request_id is not null and delivery_id is not null and shop_id is not null end),
  constraint transfer_has_its_phone check ((phone is null) = (kind = 'CUSTOMER_REFUND')),
  constraint transfer_ends check ((state in ('PAID', 'REFUSED')) = (ended_at is not null)),
  constraint refused_transfer_has_its_reason check ((state = 'REFUSED') = (reason is not null)),
  constraint transfer_is_looked_at_until_it_is_over
    check (case when state in ('DUE', 'SENT') then due_at is not null else state = 'REFUSED' or due_at is null end)
);
create index money_transfers_due on money_transfers (due_at) where due_at is not null;
create unique index transfer_to_shop_is_one_at_a_time on money_transfers (shop_id, currency)
  where kind = 'SHOP_PAYOUT' and state in ('DUE', 'SENT');
create unique index transfer_to_courier_is_one_at_a_time on money_transfers (courier_id, currency)
  where kind = 'COURIER_PAYOUT' and state in ('DUE', 'SENT');
create index money_transfers_held on money_transfers (created_at) where state = 'REFUSED' and retry_at is null;
create index money_transfers_by_time on money_transfers (created_at, id);
create index money_transfers_of_shop on money_transfers (shop_id, created_at) where shop_id is not null;
create index money_transfers_of_courier on money_transfers (courier_id, created_at) where courier_id is not null;
create index money_transfers_of_payment on money_transfers (payment_request_id, created_at)
  where payment_request_id is not null;
create index money_transfers_by_provider_ref on money_transfers (provider_ref) where provider_ref is not null;
create index money_transfers_by_end on money_transfers (provider, ended_at) where ended_at is not null;
create unique index payment_is_given_back_one_at_a_time on money_transfers (payment_request_id)
  where kind = 'CUSTOMER_REFUND' and state in ('DUE', 'SENT');

-- Until when the payouts of a day or a week have been made.
create table payout_runs (
  name text primary key check (name in ('SHOPS_DAILY', 'SHOPS_WEEKLY', 'COURIERS')),
  made_until timestamptz not null
);
