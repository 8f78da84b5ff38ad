-- Events are handed on once (the relay), owed to endpoints (dispatches), and sent (attempts).

alter table shops add column owner_email text;

-- One narrow row for each event that has not been handed to its consumers yet.
create table unrelayed_events (
  shop_id uuid not null,
  event_id uuid not null,
  primary key (event_id)
);

create function note_unrelayed_event() returns trigger language plpgsql as $$
begin
  insert into unrelayed_events (shop_id, event_id) values (new.shop_id, new.id);
  return null;
end
$$;
create trigger events_note_unrelayed after insert on events
  for each row execute function note_unrelayed_event();

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
  primary key (shop_id, id),
  constraint event_types_are_named_or_all check (event_types is null or cardinality(event_types) > 0)
);
create unique index webhook_endpoint_is_unique on webhook_endpoints (id);

-- One event owed to one endpoint. `due_at` is when it is looked at next: its retry, or while a worker
-- holds it (`lease_owner`) the end of the lease.
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
  primary key (shop_id, endpoint_id, event_id),
  foreign key (shop_id, endpoint_id) references webhook_endpoints (shop_id, id),
  foreign key (shop_id, event_id) references events (shop_id, id)
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500
);
create index webhook_dispatches_due on webhook_dispatches (endpoint_id, due_at) where state = 'PENDING';
create index webhook_dispatches_by_age on webhook_dispatches using brin (created_at);

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
  primary key (shop_id, id),
  foreign key (shop_id, endpoint_id) references webhook_endpoints (shop_id, id)
);
create index webhook_attempts_by_endpoint on webhook_attempts (endpoint_id, id);
create index webhook_attempts_by_age on webhook_attempts using brin (started_at);

-- What people are to be told, once each.
create table messages (
  id uuid primary key,
  shop_id uuid not null references shops (id),
  kind text not null check (kind in ('ENDPOINT_DISABLED')),
  recipient text,
  content jsonb not null,
  created_at timestamptz not null
);

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
