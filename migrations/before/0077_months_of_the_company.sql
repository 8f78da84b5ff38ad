-- A month of the books is one of the company's time zone (decision 259). Each closed month says itself when the next one
-- begins, so that a month once closed stays what it was whatever the settings say later. Those closed until now were
-- months of UTC; the months that were closed with a later one get rows of their own.
alter table ledger_closed_months add column open_since timestamptz;
alter table ledger_closed_months disable trigger ledger_closed_months_stay;
update ledger_closed_months
set open_since = (ledger_closed_months.first_day + interval '1 month') at time zone 'UTC';
alter table ledger_closed_months enable trigger ledger_closed_months_stay;
alter table ledger_closed_months alter column open_since set not null;
insert into ledger_closed_months (first_day, closed_at, closed_by, open_since)
select month.first_day::date, later.closed_at, later.closed_by, (month.first_day + interval '1 month') at time zone 'UTC'
from ledger_beginning
cross join lateral generate_series(
  date_trunc('month', ledger_beginning.began_at at time zone 'UTC'),
  (select max(ledger_closed_months.first_day) from ledger_closed_months)::timestamp,
  interval '1 month') as month (first_day)
join lateral (
  select ledger_closed_months.closed_at, ledger_closed_months.closed_by
  from ledger_closed_months
  where ledger_closed_months.first_day >= month.first_day
  order by ledger_closed_months.first_day
  limit 1
) as later on true
on conflict do nothing;

create or replace function refuse_closed_months() returns trigger language plpgsql as $$
begin
  if exists (
    select from booked
    where booked.booked_at < (select max(ledger_closed_months.open_since) from ledger_closed_months)
  ) then
    raise exception 'This month is closed in the ledger.'
      using errcode = 'check_violation', constraint = 'ledger_month_is_open';
  end if;
  return null;
end
$$;

create or replace function keep_ledger_balances() returns trigger language plpgsql as $$
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
  if exists (
    select from (select written.posting_id, count(*) as entries from written group by written.posting_id) as posting
    cross join lateral (
      select count(*) as entries from ledger_entries where ledger_entries.posting_id = posting.posting_id offset 0
    ) as kept
    where kept.entries <> posting.entries
  ) then
    raise exception 'A posting that has entries gets no more of them.'
      using errcode = 'restrict_violation', constraint = 'ledger_is_append_only';
  end if;
  if exists (
    select from written
    join ledger_postings on ledger_postings.id = written.posting_id
    where ledger_postings.booked_at < (select max(ledger_closed_months.open_since) from ledger_closed_months)
  ) then
    raise exception 'This month is closed in the ledger.'
      using errcode = 'check_violation', constraint = 'ledger_month_is_open';
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
