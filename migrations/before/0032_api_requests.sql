--! without transaction
-- What shops asked of the partner API, for seven days and at most some thousands for each shop: what was asked and what
-- became of it, never a body, a query or an address. Rows refer to shops and keys by their ids alone, since a foreign
-- key would be checked for each of them.
create table if not exists api_requests (
  shop_id uuid not null,
  id uuid not null,
  requested_at timestamptz not null,
  operation text not null,
  method text not null,
  route text not null,
  status integer not null,
  error_code text,
  request_id text not null,
  key_id uuid not null,
  duration_ms integer not null,
  -- Requests of this shop before this one that have no row of their own.
  unlogged_before integer not null,
  primary key (shop_id, id)
);
create index if not exists api_requests_by_time on api_requests (requested_at);

-- When each key was last used, and from where. Not in api_keys: every change of that table empties the caches of keys.
create table if not exists api_key_uses (
  shop_id uuid not null,
  key_id uuid not null,
  used_at timestamptz not null,
  used_from text not null,
  primary key (shop_id, key_id),
  foreign key (shop_id, key_id) references api_keys (shop_id, id)
) with (fillfactor = 50);

-- The attempts of one event, and the pings among all attempts.
create index concurrently if not exists webhook_attempts_by_event on webhook_attempts (endpoint_id, event_id);
create index concurrently if not exists webhook_attempts_pings on webhook_attempts (endpoint_id, event_id)
  where trigger = 'PING';
