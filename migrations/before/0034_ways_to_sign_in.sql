-- How owners, staff and operators sign in besides with a code, and how they come to their shops.

-- Null: the language that the browser asks for.
alter table accounts add column language text constraint account_language_is_known check (language in ('fr', 'en'));

-- A session that began without the second factor of its account does not open the console.
alter table sessions
  add column second_factor_at timestamptz,
  add column last_seen_at timestamptz;

create table account_passwords (
  account_id uuid primary key references accounts (id) on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);

-- A link that was sent by mail. Its token is not here, only a hash of it; links to strangers are rows like all others.
create table sign_in_links (
  token_hmac text primary key,
  email text not null,
  -- What the person filled in before they were asked who they are.
  opening_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_links_by_end on sign_in_links (expires_at);

-- The secret counts once a code made from it was entered. `last_step` is the half minute whose code was used last.
create table second_factors (
  account_id uuid primary key references accounts (id) on delete cascade,
  sealed_secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint
);

create table backup_codes (
  account_id uuid not null references second_factors (account_id) on delete cascade,
  code_hmac text not null,
  used_at timestamptz,
  primary key (account_id, code_hmac)
);

create table invitations (
  shop_id uuid not null references shops (id),
  id uuid not null,
  phone text,
  email text,
  role text not null check (role in ('OWNER', 'STAFF')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  primary key (shop_id, id),
  constraint invitation_has_one_address check (num_nonnulls(phone, email) = 1),
  constraint invitation_ends_once check (accepted_at is null or withdrawn_at is null)
);
create index invitations_by_phone on invitations (phone) where accepted_at is null and withdrawn_at is null;
create index invitations_by_email on invitations (email) where accepted_at is null and withdrawn_at is null;

-- What somebody said of the shop they open, until they have shown that the phone or the address is theirs.
create table shop_openings (
  id uuid primary key,
  shop_name text not null,
  country text not null,
  owner_name text not null,
  phone text,
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  constraint opening_has_one_address check (num_nonnulls(phone, email) = 1)
);
create index shop_openings_by_end on shop_openings (expires_at);

alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in (
    'POSITION_LINK', 'COURIER_ON_THE_WAY', 'DELIVERED', 'DELIVERY_FAILED', 'DELIVERY_FAILED_OWNER',
    'DELIVERY_CANCELLED', 'DELIVERY_EXPIRED', 'PAYMENT_DECLARED',
    'COURIER_OFFER', 'SIGN_IN_CODE', 'ENDPOINT_FAILING', 'ENDPOINT_DISABLED',
    'PAYOUT_CODE', 'PAYOUT_CHANGE_REQUESTED', 'PAYOUT_CHANGED',
    'SIGN_IN_LINK', 'TEAM_INVITATION', 'TEAM_INVITATION_MAIL'));

create index messages_with_links on messages (expires_at) where kind = 'SIGN_IN_LINK' and content is not null;

-- A courier's account may become another one's, which has their phone: what processes of the version before 0018 read
-- follows.
create function forget_courier_of_account() returns trigger language plpgsql as $$
begin
  update accounts set courier_id = null where id = old.account_id and courier_id = old.courier_id;
  return null;
end $$;
create trigger forget_courier_of_account after delete on courier_accounts
  for each row execute function forget_courier_of_account();
