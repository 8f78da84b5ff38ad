-- The log of what happened: an event has a subject, an audience and an actor, and once it is committed a position,
-- without gaps and in the order of commits. Consumers read on from cursors of their own.
--
-- The table of waiting events gets another name, so that a process of the version before, which would hand events
-- on without giving them positions, hands on none; its requests are served as before.

alter table events
  alter column delivery_id drop not null,
  add column subject_type text not null default 'DELIVERY'
    check (subject_type in ('DELIVERY', 'PAYMENT', 'PAYOUT', 'SHOP', 'COURIER', 'WEBHOOK_ENDPOINT', 'SERVICE')),
  -- Null where the version before wrote it: then the delivery is the subject.
  add column subject_id uuid,
  add column audience text not null default 'PARTNER' check (audience in ('PARTNER', 'INTERNAL')),
  -- Null where nobody noted it yet.
  add column actor text,
  add constraint event_has_a_subject check (subject_id is not null or delivery_id is not null),
  drop constraint event_is_told_once;
-- Partners are told of each thing once; internally the same thing may happen again.
create unique index event_is_told_once on events (shop_id, delivery_id, type) where audience = 'PARTNER';

-- What was committed and has no position yet.
drop trigger events_note_unrelayed on events;
drop function note_unrelayed_event();
alter table unrelayed_events rename to unsequenced_events;
alter table unsequenced_events
  drop constraint unrelayed_events_pkey,
  -- The order in which they were written: of two that depend on each other, the second was written later.
  add column number bigint generated always as identity primary key,
  add column type text,
  add column audience text,
  add column created_at timestamptz;
update unsequenced_events
set type = events.type, audience = events.audience, created_at = events.created_at
from events
where events.shop_id = unsequenced_events.shop_id and events.id = unsequenced_events.event_id;
alter table unsequenced_events
  alter column type set not null,
  alter column audience set not null,
  alter column created_at set not null,
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function note_unsequenced_event() returns trigger language plpgsql as $$
begin
  insert into unsequenced_events (event_id, shop_id, type, audience, created_at)
  values (new.id, new.shop_id, new.type, new.audience, new.created_at);
  return null;
end
$$;
create trigger events_note_unsequenced after insert on events
  for each row execute function note_unsequenced_event();

-- Written once and never changed: an event itself is wide, and to update it would write it again.
create table event_positions (
  position bigint primary key,
  shop_id uuid not null,
  event_id uuid not null,
  type text not null,
  audience text not null,
  created_at timestamptz not null
);

-- The last position that was given. Whoever holds the lock on its one row gives the next.
create table event_log_head (
  is_current boolean primary key default true check (is_current),
  position bigint not null
) with (fillfactor = 10);

-- What was handed on before and can still be read: in the order in which it happened.
insert into event_positions (position, shop_id, event_id, type, audience, created_at)
select row_number() over (order by events.id), events.shop_id, events.id, events.type, events.audience, events.created_at
from events
where events.body <> ''
  and not exists (select from unsequenced_events where unsequenced_events.event_id = events.id);
create index event_positions_of_shop on event_positions (shop_id, position) where audience = 'PARTNER';

insert into event_log_head (position) select coalesce(max(position), 0) from event_positions;

-- How far each consumer has read. After a failure it reads fewer at once, down to one, from retry_at on.
create table event_consumers (
  name text primary key,
  position bigint not null,
  batch_size integer not null default 500 check (batch_size > 0),
  failures integer not null default 0,
  retry_at timestamptz
) with (fillfactor = 10);

-- They have had everything before; what waits for its position they have not.
insert into event_consumers (name, position)
select names.name, event_log_head.position
from event_log_head
cross join unnest(array['webhooks', 'matching', 'mobile-money', 'messages']) as names (name);

-- Events that a consumer failed on again and again. `error` names the failure and where it came from, and holds
-- nothing of the event.
create table parked_events (
  consumer text not null references event_consumers (name),
  position bigint not null,
  shop_id uuid not null,
  event_id uuid not null,
  type text not null,
  failures integer not null,
  error text not null,
  parked_at timestamptz not null,
  primary key (consumer, position)
);
create index parked_events_by_event on parked_events (event_id);
