-- A posting gets its entries by one statement and no more of them later (decision 196), and none in a month that was
-- closed between the two: until now only the posting itself was looked at. All of it is found by the index of entries by
-- posting, posting by posting.
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
    where ledger_postings.booked_at < (
      select (max(ledger_closed_months.first_day) + interval '1 month') at time zone 'UTC' from ledger_closed_months)
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
