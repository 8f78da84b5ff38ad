-- People who sign in. An account is of a courier; nobody makes one for themselves. better-auth reads and
-- writes these tables under these names (src/domain/accounts/create-auth.ts).

create table accounts (
  id uuid primary key,
  courier_id uuid constraint courier_has_one_account unique,
  name text not null,
  phone text constraint phone_signs_in_one_account unique,
  phone_verified boolean not null default false,
  email text constraint email_signs_in_one_account unique,
  email_verified boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_of_account on sessions (account_id);

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

-- How many codes were asked for a phone since `began_at`, whoever it belongs to.
create table sign_in_code_requests (
  phone_hmac text primary key,
  began_at timestamptz not null,
  requests integer not null
);
create index sign_in_code_requests_by_age on sign_in_code_requests (began_at);
