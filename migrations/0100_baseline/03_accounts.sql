-- People who sign in; whoever knows a person says which account is theirs. better-auth reads and writes these tables
-- under these names (src/domain/accounts/create-auth.ts).
create table accounts (
  id uuid primary key,
  courier_id uuid constraint courier_has_one_account unique,
  name text not null,
  phone text constraint phone_signs_in_one_account unique,
  phone_verified boolean not null default false,
  email text constraint email_signs_in_one_account unique,
  email_verified boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Null: the language that the browser asks for.
  language text constraint account_language_is_known check (language in ('fr', 'en'))
);

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A session that began without the second factor of its account does not open the console.
  second_factor_at timestamptz,
  last_seen_at timestamptz,
  -- When whoever has a session showed a code or link of their own phone or address; null of one that began with a password.
  proven_at timestamptz
);
create index sessions_of_account on sessions (account_id);
create index sessions_by_end on sessions (expires_at);

-- A code that was sent to a phone: sealed, with how often it was tried, as `<sealed>:<tries>`.
create table sign_in_codes (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sign_in_codes_by_identifier on sign_in_codes (identifier);
create index sign_in_codes_by_end on sign_in_codes (expires_at);

-- How many codes were asked for a phone since `began_at`, whoever it belongs to.
create table sign_in_code_requests (
  phone_hmac text primary key,
  began_at timestamptz not null,
  requests integer not null
);
create index sign_in_code_requests_by_age on sign_in_code_requests (began_at);

-- Who may act for a shop, and who runs the service. A courier's account may be both of these as well.
create table memberships (
  shop_id uuid not null,
  account_id uuid not null references accounts (id) on delete cascade,
  role text not null check (role in ('OWNER', 'STAFF')),
  created_at timestamptz not null,
  primary key (shop_id, account_id)
);
create index memberships_of_account on memberships (account_id);

create table operators (
  account_id uuid primary key references accounts (id) on delete cascade,
  created_at timestamptz not null,
  -- What those who run the service may do: an operator everything, a dispatcher what is under way.
  role text not null default 'OPERATOR' check (role in ('OPERATOR', 'DISPATCHER'))
);

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
  shop_id uuid not null,
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
