-- What shops are invoiced for a closed month, in one series without gaps for each year. All that is printed is kept as it
-- was, so that it is printed again as it was (decision 208). It refers to shops by their ids alone, as the books do.
create table invoices (
  id uuid primary key,
  year integer not null check (year between 2000 and 9999),
  serial integer not null check (serial > 0),
  shop_id uuid not null,
  -- The month that it is for, `YYYY-MM`.
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  currency text not null check (currency in ('XOF', 'XAF')),
  issued_at timestamptz not null,
  issued_on date not null,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  total_fcfa bigint not null check (total_fcfa > 0),
  -- What was kept back from sales already; the rest is owed.
  retained_fcfa bigint not null check (retained_fcfa between 0 and total_fcfa),
  -- In hundredths of a percent; null where no tax is charged.
  vat_rate integer check (vat_rate between 1 and 10000),
  vat_fcfa bigint not null default 0 check (vat_fcfa >= 0 and (vat_rate is not null or vat_fcfa = 0)),
  constraint invoice_number_is_unique unique (year, serial),
  constraint shop_is_invoiced_once_for_a_month unique (shop_id, month, currency)
);
create index invoices_by_month on invoices (month, year, serial);

create function refuse_to_change_invoices() returns trigger language plpgsql as $$
begin
  raise exception 'An invoice that was issued is neither changed nor removed.'
    using errcode = 'restrict_violation', constraint = 'invoices_stay';
end
$$;
create trigger invoices_stay before update or delete or truncate on invoices
  for each statement execute function refuse_to_change_invoices();

-- The next number of a year is the one after the last, whoever issues it.
create function keep_invoice_series() returns trigger language plpgsql as $$
begin
  if exists (
    select from invoices
    where invoices.year in (select issued.year from issued)
    group by invoices.year
    having max(invoices.serial) <> count(*)
  ) then
    raise exception 'Invoices are numbered without gaps.'
      using errcode = 'check_violation', constraint = 'invoices_have_no_gap';
  end if;
  return null;
end
$$;
create trigger invoices_are_numbered_without_gaps after insert on invoices
  referencing new table as issued
  for each statement execute function keep_invoice_series();

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
  -- A row that is not compared with the books, since another one of its reference is, or may be.
  is_set_aside boolean not null default false,
  constraint provider_row_is_kept_once unique (provider, currency, row_key)
);
create index provider_statement_rows_by_time on provider_statement_rows (provider, currency, occurred_at);
create index provider_statement_rows_of_statement on provider_statement_rows (statement_id, occurred_at);
create index provider_statement_rows_by_reference on provider_statement_rows (provider, reference);

-- Differences that a person settled, each time by a posting. `subject` is the row of the statement, or the payment or
-- transfer of ours, that it is about; `occurred_at` is when that happened, which is when the provider counts it.
create table settled_differences (
  subject text not null constraint settled_difference_is_of_something
    check (subject ~ '^(row|payment|transfer|move):[0-9a-f-]{36}$'),
  number integer not null check (number > 0),
  provider text not null,
  currency text not null,
  amount_fcfa bigint not null check (amount_fcfa <> 0),
  cause text not null unique references ledger_postings (cause),
  occurred_at timestamptz not null,
  primary key (subject, number)
);
create index settled_differences_by_provider on settled_differences (provider, currency, occurred_at);
create trigger settled_differences_stay before update or delete or truncate on settled_differences
  for each statement execute function refuse_to_change_ledger();

-- An import that was wrong is removed with its rows, as long as nothing follows from them (decision 209). These are the
-- rows that a settlement is about: none of them can be deleted.
create table settled_statement_rows (
  row_id uuid not null references provider_statement_rows (id),
  subject text not null,
  number integer not null,
  primary key (row_id, subject, number),
  foreign key (subject, number) references settled_differences (subject, number)
);
create trigger settled_statement_rows_stay before update or delete or truncate on settled_statement_rows
  for each statement execute function refuse_to_change_ledger();

-- A file keeps no row twice that an earlier import has: the earlier one stays as long as the later.
create table provider_statement_overlaps (
  statement_id uuid not null references provider_statements (id) on delete cascade,
  earlier_id uuid not null references provider_statements (id),
  primary key (statement_id, earlier_id)
);
create index provider_statement_overlaps_by_earlier on provider_statement_overlaps (earlier_id);

-- What is taken off an invoice that was issued, in a series of its own without gaps for each year, and as unchangeable as
-- the invoice (decision 264). All that is printed is kept as it was.
create table credit_notes (
  id uuid primary key,
  year integer not null check (year between 2000 and 9999),
  serial integer not null check (serial > 0),
  invoice_id uuid not null references invoices (id),
  issued_at timestamptz not null,
  issued_on date not null,
  seller jsonb not null,
  buyer jsonb not null,
  lines jsonb not null,
  total_fcfa bigint not null check (total_fcfa > 0),
  vat_fcfa bigint not null check (vat_fcfa between 0 and total_fcfa),
  reason text not null constraint credit_note_reason_is_short check (length(reason) between 3 and 200),
  constraint credit_note_number_is_unique unique (year, serial)
);
create index credit_notes_by_invoice on credit_notes (invoice_id);

create function refuse_to_change_credit_notes() returns trigger language plpgsql as $$
begin
  raise exception 'A credit note that was issued is neither changed nor removed.'
    using errcode = 'restrict_violation', constraint = 'credit_notes_stay';
end
$$;
create trigger credit_notes_stay before update or delete or truncate on credit_notes
  for each statement execute function refuse_to_change_credit_notes();

-- The next number of a year is the one after the last, and no invoice is credited with more than it is of.
create function keep_credit_notes() returns trigger language plpgsql as $$
begin
  if exists (
    select from credit_notes
    where credit_notes.year in (select issued.year from issued)
    group by credit_notes.year
    having max(credit_notes.serial) <> count(*)
  ) then
    raise exception 'Credit notes are numbered without gaps.'
      using errcode = 'check_violation', constraint = 'credit_notes_have_no_gap';
  end if;
  if exists (
    select from credit_notes
    join invoices on invoices.id = credit_notes.invoice_id
    where credit_notes.invoice_id in (select issued.invoice_id from issued)
    group by invoices.id
    having sum(credit_notes.total_fcfa) > invoices.total_fcfa
  ) then
    raise exception 'An invoice is not credited with more than it is of.'
      using errcode = 'check_violation', constraint = 'credit_notes_are_within_their_invoice';
  end if;
  return null;
end
$$;
create trigger credit_notes_are_kept after insert on credit_notes
  referencing new table as issued
  for each statement execute function keep_credit_notes();

-- Which account of the accountant's plan an account of the books is, where the operator says another one than we propose
-- (decision 266). `owner` is a provider, or empty for all accounts of a kind; the kind JOURNAL is the code of the journal.
create table journal_accounts (
  kind text not null check (kind ~ '^[A-Z]+(_[A-Z]+)*$'),
  owner text not null,
  account text not null constraint journal_account_is_a_number check (account ~ '^[0-9A-Z]{2,13}$'),
  primary key (kind, owner)
);

-- What is to be signed by the device of the tax office, and what it answered (decision 265). The id is that of the invoice
-- or the credit note, or of the delivery whose customer has the receipt. UNCERTAIN is what the device may have signed
-- without our hearing of it: only a person sends that again.
create table fiscal_documents (
  kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE', 'RECEIPT')),
  id uuid not null,
  shop_id uuid not null,
  state text not null default 'DUE' check (state in ('DUE', 'SENDING', 'SIGNED', 'REFUSED', 'UNCERTAIN')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- What the device calls a document that it has not finished: asking it to finish that one twice signs one.
  pending_ref text,
  fault text constraint fiscal_fault_is_short check (length(fault) <= 300),
  -- The code, the content of the QR code and whatever else the device answered.
  stamp jsonb,
  primary key (kind, id),
  constraint signed_documents_have_a_stamp check ((state = 'SIGNED') = (stamp is not null))
);
create index fiscal_documents_due on fiscal_documents (due_at) where state in ('DUE', 'SENDING');
create index fiscal_documents_to_see_to on fiscal_documents (due_at) where state <> 'SIGNED';

create function refuse_to_change_stamps() returns trigger language plpgsql as $$
begin
  raise exception 'What the tax office signed is neither changed nor removed.'
    using errcode = 'restrict_violation', constraint = 'fiscal_stamps_stay';
end
$$;
create trigger fiscal_stamps_stay before update or delete on fiscal_documents
  for each row when (old.state = 'SIGNED') execute function refuse_to_change_stamps();

-- Invoices and credit notes issued before the device was set are not sent.
create table fiscal_beginning (
  is_current boolean primary key default true check (is_current),
  began_at timestamptz not null
);
