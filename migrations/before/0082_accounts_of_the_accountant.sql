-- Which account of the accountant's plan an account of the books is, where the operator says another one than we propose
-- (decision 266). `owner` is a provider, or empty for all accounts of a kind; the kind JOURNAL is the code of the journal.
create table journal_accounts (
  kind text not null check (kind ~ '^[A-Z]+(_[A-Z]+)*$'),
  owner text not null,
  account text not null constraint journal_account_is_a_number check (account ~ '^[0-9A-Z]{2,13}$'),
  primary key (kind, owner)
);
