-- What a customer was given back too much of a payment: a refund that was refused and paid all the same, beside another.
-- It is open until a person has settled it with them.
alter table payment_requests add column surplus_fcfa integer not null default 0 check (surplus_fcfa >= 0);
alter table payment_requests add column surplus_settled_fcfa integer not null default 0 check (surplus_settled_fcfa >= 0);
create index payment_requests_with_surplus on payment_requests (id) where surplus_fcfa > 0;

-- Shops and couriers that were sent more than they were owed.
create index ledger_accounts_overpaid on ledger_accounts (kind, owner)
  where kind in ('SHOP_SALES', 'COURIER_EARNINGS') and balance_fcfa > 0;
