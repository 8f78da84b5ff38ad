-- The function that this file changed too is replaced by 0052.
alter table ledger_entries
  drop constraint ledger_entries_account_id_fkey,
  drop constraint ledger_entries_posting_id_fkey;
create trigger ledger_accounts_stay_what_they_are before update of id, kind, owner, currency on ledger_accounts
  for each statement execute function refuse_to_change_ledger();
