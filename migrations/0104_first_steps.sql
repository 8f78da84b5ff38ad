-- Lists of first steps that somebody has put away for themselves: that of the service, or of a shop, by its id.
create table first_steps_put_away (
  account_id uuid not null references accounts (id) on delete cascade,
  steps_of text not null check (steps_of = 'SERVICE' or steps_of ~ '^[0-9a-f-]{36}$'),
  put_away_at timestamptz not null,
  primary key (account_id, steps_of)
);

-- Every page of the operator counts them.
create index shops_waiting on shops (id) where approved_at is null;
