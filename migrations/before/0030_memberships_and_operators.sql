-- Who may act for a shop, and who runs the service. A courier's account may be both of these as well.
create table memberships (
  shop_id uuid not null references shops (id),
  account_id uuid not null references accounts (id) on delete cascade,
  role text not null check (role in ('OWNER', 'STAFF')),
  created_at timestamptz not null,
  primary key (shop_id, account_id)
);
create index memberships_of_account on memberships (account_id);

create table operators (
  account_id uuid primary key references accounts (id) on delete cascade,
  created_at timestamptz not null
);

-- Until the operator has approved a shop it can prepare everything but order nothing. Shops of before are approved,
-- and so are those that processes of the version before still open.
alter table shops add column approved_at timestamptz default now();
update shops set approved_at = created_at;
