-- The books, by double entry (decisions 196 to 199). An account belongs to a shop, a courier, a provider or the company
-- itself; its balance is kept beside its entries by the trigger below, so that reading it costs one row.
create table ledger_accounts (
  id uuid primary key,
  kind text not null check (kind ~ '^[A-Z]+(_[A-Z]+)*$'),
  owner text not null,
  currency text not null constraint ledger_currency_is_known check (currency in ('XOF', 'XAF')),
  balance_fcfa bigint not null default 0,
  constraint ledger_account_is_unique unique (kind, owner, currency)
);

-- What happened, once: `cause` names it, such as `delivery:<id>` or `payment-request:<id>`. It refers to deliveries and
-- shops by their ids alone, since the books outlive them. `booked_at` is its day in the books.
create table ledger_postings (
  id uuid primary key,
  cause text not null constraint ledger_posting_is_made_once unique,
  kind text not null check (kind ~ '^[A-Z]+(_[A-Z]+)*$'),
  currency text not null constraint ledger_posting_currency_is_known check (currency in ('XOF', 'XAF')),
  shop_id uuid,
  delivery_id uuid,
  booked_at timestamptz not null,
  note text constraint ledger_note_is_short check (length(note) between 3 and 200)
);
create index ledger_postings_by_delivery on ledger_postings (delivery_id) where delivery_id is not null;
create index ledger_postings_by_time on ledger_postings (booked_at);

-- Debits are positive, credits negative. That an entry is of a posting and an account that exist is seen by the trigger
-- below for all entries of a statement at once, since neither can ever be removed: a foreign key, which looks for each
-- entry by itself, made a posting two and a half times as dear (decision 218).
create table ledger_entries (
  account_id uuid not null,
  posting_id uuid not null,
  amount_fcfa bigint not null constraint ledger_entry_moves_money check (amount_fcfa <> 0),
  primary key (account_id, posting_id)
);
create index ledger_entries_by_posting on ledger_entries (posting_id);

-- Months that are closed, in UTC: nothing is booked in them any more, nor in any month before.
create table ledger_closed_months (
  first_day date primary key constraint ledger_month_begins_on_the_first check (extract(day from first_day) = 1),
  closed_at timestamptz not null,
  closed_by text not null
);

-- Deliveries that ended before the books began are not in them.
create table ledger_beginning (
  is_current boolean primary key default true check (is_current),
  began_at timestamptz not null
);
insert into ledger_beginning (began_at) values (now());
insert into event_consumers (name, position)
select 'ledger', event_log_head.position from event_log_head
on conflict do nothing;

create function refuse_to_change_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: what is booked is neither changed nor removed.'
    using errcode = 'restrict_violation', constraint = 'ledger_is_append_only';
end
$$;
create trigger ledger_postings_stay before update or delete or truncate on ledger_postings
  for each statement execute function refuse_to_change_ledger();
create trigger ledger_entries_stay before update or delete or truncate on ledger_entries
  for each statement execute function refuse_to_change_ledger();
create trigger ledger_closed_months_stay before update or delete or truncate on ledger_closed_months
  for each statement execute function refuse_to_change_ledger();
create trigger ledger_accounts_are_not_removed before delete or truncate on ledger_accounts
  for each statement execute function refuse_to_change_ledger();
create trigger ledger_accounts_stay_what_they_are before update of id, kind, owner, currency on ledger_accounts
  for each statement execute function refuse_to_change_ledger();

create function refuse_closed_months() returns trigger language plpgsql as $$
begin
  if exists (
    select from booked
    where booked.booked_at < (
      select (max(ledger_closed_months.first_day) + interval '1 month') at time zone 'UTC' from ledger_closed_months)
  ) then
    raise exception 'This month is closed in the ledger.'
      using errcode = 'check_violation', constraint = 'ledger_month_is_open';
  end if;
  return null;
end
$$;
create trigger ledger_postings_are_in_open_months after insert on ledger_postings
  referencing new table as booked
  for each statement execute function refuse_closed_months();

-- The entries of a posting are written by one statement, which sums to 0 for each posting. Accounts are locked in the
-- order of their ids, so that two who book at once wait for each other instead of dying.
create function keep_ledger_balances() returns trigger language plpgsql as $$
begin
  if exists (select from written group by written.posting_id having sum(written.amount_fcfa) <> 0) then
    raise exception 'A posting must sum to 0.'
      using errcode = 'check_violation', constraint = 'ledger_posting_sums_to_zero';
  end if;
  if exists (
    select from written
    left join ledger_postings on ledger_postings.id = written.posting_id
    left join ledger_accounts on ledger_accounts.id = written.account_id
    where (ledger_accounts.currency = ledger_postings.currency) is not true
  ) then
    raise exception 'An entry is of a posting and an account that exist, of one currency.'
      using errcode = 'check_violation', constraint = 'ledger_posting_has_one_currency';
  end if;
  perform from ledger_accounts
    where ledger_accounts.id in (select written.account_id from written)
    order by ledger_accounts.id
    for no key update;
  update ledger_accounts
  set balance_fcfa = ledger_accounts.balance_fcfa + moved.amount_fcfa
  from (
    select written.account_id, sum(written.amount_fcfa) as amount_fcfa from written group by written.account_id
  ) as moved
  where ledger_accounts.id = moved.account_id;
  return null;
end
$$;
create trigger ledger_entries_balance after insert on ledger_entries
  referencing new table as written
  for each statement execute function keep_ledger_balances();
