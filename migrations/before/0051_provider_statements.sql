-- What providers say of the money that lies with them, as imported from their files (decision 209). A row that was
-- imported before, from another file, is not kept twice.
create table provider_statements (
  id uuid primary key,
  provider text not null,
  currency text not null check (currency in ('XOF', 'XAF')),
  file_sha256 text not null,
  file_rows integer not null check (file_rows > 0),
  -- The times of its first and last row.
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  -- The balance that the provider gives after its last row.
  closing_fcfa bigint,
  imported_at timestamptz not null,
  imported_by text not null,
  -- Since when the float is known to equal it.
  confirmed_at timestamptz,
  constraint file_is_imported_once unique (provider, currency, file_sha256)
);
create index provider_statements_by_import on provider_statements (imported_at, id);
create index provider_statements_confirmed on provider_statements (provider, currency, last_at)
  where confirmed_at is not null;

create table provider_statement_rows (
  id uuid primary key,
  statement_id uuid not null references provider_statements (id),
  provider text not null,
  currency text not null,
  -- What tells it from other rows: its references, time, type and amount, and which of several such.
  row_key text not null,
  occurred_at timestamptz not null,
  -- Whatever the file names it by: the provider's own reference, ours, both.
  reference text not null,
  other_reference text not null default '',
  is_incoming boolean not null,
  amount_fcfa bigint not null check (amount_fcfa > 0),
  fee_fcfa bigint not null default 0 check (fee_fcfa >= 0),
  constraint provider_row_is_kept_once unique (provider, currency, row_key)
);
create index provider_statement_rows_by_time on provider_statement_rows (provider, currency, occurred_at);
create index provider_statement_rows_of_statement on provider_statement_rows (statement_id, occurred_at);

-- Differences that a person settled, each time by a posting. `subject` is the row of the statement, or the payment or
-- transfer of ours, that it is about; `occurred_at` is when that happened, which is when the provider counts it.
create table settled_differences (
  subject text not null check (subject ~ '^(row|payment|transfer):[0-9a-f-]{36}$'),
  number integer not null check (number > 0),
  provider text not null,
  currency text not null,
  amount_fcfa bigint not null check (amount_fcfa <> 0),
  cause text not null unique references ledger_postings (cause),
  occurred_at timestamptz not null,
  primary key (subject, number)
);
create index settled_differences_by_provider on settled_differences (provider, currency, occurred_at);

-- Payments are found by the reference that a provider gave them, and by their ids alone.
create index payment_requests_by_provider_ref on payment_requests (provider_ref) where provider_ref is not null;
create index money_transfers_by_provider_ref on money_transfers (provider_ref) where provider_ref is not null;
create index money_transfers_by_end on money_transfers (provider, ended_at) where ended_at is not null;

create trigger settled_differences_stay before update or delete or truncate on settled_differences
  for each statement execute function refuse_to_change_ledger();
