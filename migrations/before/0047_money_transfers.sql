-- What a provider told of a payment: its own id of it, and what it kept for itself.
alter table payment_requests add column provider_ref text;
alter table payment_requests add column fee_fcfa integer not null default 0 check (fee_fcfa >= 0);

-- The simulated provider pays out and gives money back too, and says why it refuses.
alter table simulated_payments add column reason text;
alter table simulated_payments add column phone_sha256 text;
alter table simulated_payments drop constraint simulated_payments_answer_check;
update simulated_payments set reason = case answer when 'FAILED' then 'PROVIDER_FAILED' else 'PAYER_REFUSED' end
where answer in ('REFUSED', 'FAILED');
update simulated_payments set answer = 'REFUSED' where answer = 'FAILED';
alter table simulated_payments add constraint simulated_payment_answer_is_known
  check (answer in ('PENDING', 'PAID', 'REFUSED') and (answer = 'REFUSED') = (reason is not null));
create index simulated_payments_by_phone on simulated_payments (phone_sha256) where phone_sha256 is not null;

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
  constraint transfer_has_its_owner check (case kind
    when 'SHOP_PAYOUT' then shop_id is not null and courier_id is null and payment_request_id is null
    when 'COURIER_PAYOUT' then courier_id is not null and shop_id is null and payment_request_id is null
    else payment_request_id is not null and delivery_id is not null and shop_id is not null end),
  constraint transfer_has_its_phone check ((phone is null) = (kind = 'CUSTOMER_REFUND')),
  constraint transfer_ends check ((state in ('PAID', 'REFUSED')) = (ended_at is not null)),
  constraint transfer_is_looked_at_until_it_ends check ((state in ('DUE', 'SENT')) = (due_at is not null)),
  constraint refused_transfer_has_its_reason check ((state = 'REFUSED') = (reason is not null))
);
create index money_transfers_due on money_transfers (due_at) where due_at is not null;
create unique index transfer_to_shop_is_one_at_a_time on money_transfers (shop_id, currency)
  where kind = 'SHOP_PAYOUT' and state in ('DUE', 'SENT');
create unique index transfer_to_courier_is_one_at_a_time on money_transfers (courier_id, currency)
  where kind = 'COURIER_PAYOUT' and state in ('DUE', 'SENT');
create unique index payment_is_given_back_once on money_transfers (payment_request_id)
  where kind = 'CUSTOMER_REFUND' and state <> 'REFUSED';
create index money_transfers_held on money_transfers (created_at) where state = 'REFUSED' and retry_at is null;
create index money_transfers_by_time on money_transfers (created_at, id);
create index money_transfers_of_shop on money_transfers (shop_id, created_at) where shop_id is not null;
create index money_transfers_of_courier on money_transfers (courier_id, created_at) where courier_id is not null;
create index money_transfers_of_payment on money_transfers (payment_request_id, created_at)
  where payment_request_id is not null;

-- Until when the payouts of a day or a week have been made.
create table payout_runs (
  name text primary key check (name in ('SHOPS_DAILY', 'SHOPS_WEEKLY', 'COURIERS')),
  made_until timestamptz not null
);

-- How a shop wants to be paid: its rhythm, from which amount on, and whether what it owes is taken off.
alter table shops add column payout_rhythm text not null default 'DAILY'
  check (payout_rhythm in ('AT_ONCE', 'DAILY', 'WEEKLY'));
alter table shops add column payout_minimum_fcfa integer not null default 1000
  constraint payout_minimum_is_sensible check (payout_minimum_fcfa between 1 and 1000000);
alter table shops add column payout_nets_fees boolean not null default false;

-- The accounts that something is owed on.
create index ledger_accounts_owed on ledger_accounts (kind, owner)
  where kind in ('SHOP_SALES', 'COURIER_EARNINGS') and balance_fcfa < 0;
