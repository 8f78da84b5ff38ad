-- An account is of a person who signs in; whoever knows that person says which account is theirs. Here: couriers.
create table courier_accounts (
  courier_id uuid primary key references couriers (id),
  account_id uuid not null constraint account_is_of_one_courier unique references accounts (id) on delete cascade,
  created_at timestamptz not null
);

insert into courier_accounts (courier_id, account_id, created_at)
select accounts.courier_id, accounts.id, accounts.created_at from accounts where accounts.courier_id is not null;

-- Processes of the version before read and write accounts.courier_id. While some still run, each place says what
-- the other does; the column and both triggers go with a later migration.
create function note_courier_of_account() returns trigger language plpgsql as $$
begin
  insert into courier_accounts (courier_id, account_id, created_at)
  values (new.courier_id, new.id, new.created_at)
  on conflict do nothing;
  return null;
end $$;
create trigger note_courier_of_account after insert or update of courier_id on accounts
  for each row when (new.courier_id is not null) execute function note_courier_of_account();

create function note_account_of_courier() returns trigger language plpgsql as $$
begin
  update accounts set courier_id = new.courier_id
  where id = new.account_id and courier_id is distinct from new.courier_id;
  return null;
end $$;
create trigger note_account_of_courier after insert on courier_accounts
  for each row execute function note_account_of_courier();
