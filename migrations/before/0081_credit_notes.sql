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
