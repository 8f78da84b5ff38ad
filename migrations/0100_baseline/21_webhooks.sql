-- Where a shop is called, once for each event.
create table webhook_endpoints (
  shop_id uuid not null references shops (id),
  id uuid not null,
  url text not null,
  description text,
  event_types text[],
  sealed_secret text not null,
  sealed_previous_secret text,
  previous_secret_until timestamptz,
  failing_since timestamptz,
  consecutive_failures integer not null default 0,
  disabled_at timestamptz,
  paused_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null,
  -- The owner of an endpoint that only fails is warned before it is disabled.
  warned_at timestamptz,
  primary key (shop_id, id),
  constraint event_types_are_named_or_all check (event_types is null or cardinality(event_types) > 0)
);
create unique index webhook_endpoint_is_unique on webhook_endpoints (id);

-- A hash: an address may be longer than an index takes.
create unique index webhook_url_is_unique_per_shop on webhook_endpoints (shop_id, hashtextextended(url, 0))
  where removed_at is null;

-- One event owed to one endpoint. It refers to endpoints and events, which are never deleted, by their ids alone:
-- checking that for each one cost more than the writing, and locked the endpoint's row every time.
create table webhook_dispatches (
  shop_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'EXHAUSTED')),
  attempts integer not null default 0,
  trigger text not null default 'SCHEDULED' check (trigger in ('SCHEDULED', 'RESEND')),
  due_at timestamptz not null,
  lease_owner uuid,
  created_at timestamptz not null,
  -- A dispatch stays due at its time while a worker holds it: the end of the lease stands beside it, in no index,
  -- so that taking a dispatch rewrites its row in place and touches no index (a HOT update).
  lease_until timestamptz,
  primary key (shop_id, endpoint_id, event_id)
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500
);
create index webhook_dispatches_due on webhook_dispatches (endpoint_id, due_at) where state = 'PENDING';
create index webhook_dispatches_by_age on webhook_dispatches using brin (created_at);

-- What used up its attempts is found by endpoint and time, to be sent again in batches.
create index webhook_dispatches_exhausted on webhook_dispatches (endpoint_id, due_at) where state = 'EXHAUSTED';

-- The log: one row for each request that was made, kept 30 days.
create table webhook_attempts (
  shop_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  attempt integer not null,
  trigger text not null check (trigger in ('SCHEDULED', 'RESEND', 'PING')),
  started_at timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  failure text check (failure in ('DNS', 'TLS', 'CONNECTION', 'TIMEOUT', 'REDIRECT', 'BLOCKED_ADDRESS')),
  response_excerpt text,
  next_attempt_at timestamptz,
  primary key (shop_id, id)
);
create index webhook_attempts_by_endpoint on webhook_attempts (endpoint_id, id);
create index webhook_attempts_by_age on webhook_attempts using brin (started_at);

-- The failed attempts of an endpoint are read a page at a time; most attempts succeed, and cost this index nothing.
create index webhook_attempts_failed on webhook_attempts (endpoint_id, id)
  where failure is not null or http_status < 200 or http_status >= 300;

-- The attempts of one event, and the pings among all attempts.
create index webhook_attempts_by_event on webhook_attempts (endpoint_id, event_id);
create index webhook_attempts_pings on webhook_attempts (endpoint_id, event_id) where trigger = 'PING';

create function tell_webhooks_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('colis_changed', 'webhooks');
  return null;
end
$$;
create trigger webhook_endpoints_tell_new after insert or delete on webhook_endpoints
  for each statement execute function tell_webhooks_changed();
create trigger webhook_endpoints_tell_change after update of
  url, event_types, sealed_secret, sealed_previous_secret, previous_secret_until, disabled_at, paused_at, removed_at
  on webhook_endpoints for each statement execute function tell_webhooks_changed();

-- Which key signing secrets are sealed with: a fingerprint of the one that the service last started with.
create table sealing_keys (
  is_current boolean primary key default true check (is_current),
  fingerprint text not null,
  noted_at timestamptz not null
);

insert into event_consumers (name, position) values ('webhooks', 0);
