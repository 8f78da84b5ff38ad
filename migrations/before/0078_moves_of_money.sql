-- Money that people moved between the accounts of providers, the till, the bank and the company (decision 260), each with a
-- posting whose cause is `move:<id>`. Amounts are what left `from`, without the provider's fee.
create table money_moves (
  id uuid primary key,
  from_kind text not null,
  from_owner text not null,
  to_kind text not null,
  to_owner text not null,
  currency text not null check (currency in ('XOF', 'XAF')),
  amount_fcfa bigint not null check (amount_fcfa > 0),
  fee_fcfa bigint not null check (fee_fcfa >= 0),
  -- What the provider's statement calls it; empty where no provider has a part in it.
  reference text not null,
  note text not null,
  moved_at timestamptz not null,
  noted_at timestamptz not null,
  noted_by text not null,
  constraint money_moves_somewhere_else check ((from_kind, from_owner) <> (to_kind, to_owner))
);
create index money_moves_by_reference on money_moves (reference) where reference <> '';
create index money_moves_by_time on money_moves (moved_at, id);
create trigger money_moves_stay before update or delete or truncate on money_moves
  for each statement execute function refuse_to_change_ledger();

-- What was counted in the till, and what the books had there; a difference has a posting whose cause is `count:<id>`.
create table money_counts (
  id uuid primary key,
  currency text not null check (currency in ('XOF', 'XAF')),
  counted_fcfa bigint not null check (counted_fcfa >= 0),
  booked_fcfa bigint not null,
  note text not null,
  counted_at timestamptz not null,
  counted_by text not null
);
create index money_counts_by_time on money_counts (currency, counted_at);
create trigger money_counts_stay before update or delete or truncate on money_counts
  for each statement execute function refuse_to_change_ledger();

alter table settled_differences drop constraint settled_differences_subject_check;
alter table settled_differences add constraint settled_difference_is_of_something
  check (subject ~ '^(row|payment|transfer|move):[0-9a-f-]{36}$');
