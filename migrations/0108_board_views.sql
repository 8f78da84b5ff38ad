-- Selections of the board that somebody keeps for themselves: a name, and the query of its address.
create table board_views (
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null check (length(name) between 1 and 40),
  query text not null check (length(query) between 1 and 500),
  kept_at timestamptz not null,
  primary key (account_id, name)
);
