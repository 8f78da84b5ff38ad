-- Refunds of a shop's customers are listed on its statement.
create index ledger_postings_of_refunds on ledger_postings (shop_id, booked_at)
  where shop_id is not null and kind in ('REFUND_RECORDED', 'TRANSFER_BEGUN', 'TRANSFER_REFUSED');

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
