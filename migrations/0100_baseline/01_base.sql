-- The log of what happened: one row for each thing, in the transaction in which it happened. Its body is frozen here and
-- sent byte for byte (decision 36). An event has a subject, an audience and an actor, and once it is committed a position,
-- without gaps and in the order of commits. Consumers read on from cursors of their own.
create table events (
  shop_id uuid not null,
  id uuid not null,
  delivery_id uuid,
  type text not null,
  body text not null,
  created_at timestamptz not null,
  subject_type text not null default 'DELIVERY'
    check (subject_type in ('DELIVERY', 'PAYMENT', 'PAYOUT', 'SHOP', 'COURIER', 'WEBHOOK_ENDPOINT', 'SERVICE')),
  -- Null where the delivery is the subject.
  subject_id uuid,
  audience text not null default 'PARTNER' check (audience in ('PARTNER', 'INTERNAL')),
  -- Null where nobody noted it yet.
  actor text,
  primary key (shop_id, id),
  constraint event_has_a_subject check (subject_id is not null or delivery_id is not null),
  -- Which types there are is for the source to say: they become more, and a version before must be able to stay.
  constraint event_type_is_a_word_and_a_fact check (type ~ '^[a-z_]+\.[a-z_]+$')
);

-- The body of an event is emptied once nothing can be sent of it any more.
create index events_with_bodies on events (created_at) where body <> '';

-- Partners are told of each thing once; internally the same thing may happen again, which a null in the last column
-- allows. Over all events: when a delivery is removed, the database looks for events that refer to it, and a partial
-- index cannot answer.
create unique index event_is_published_once
  on events (shop_id, delivery_id, type, (case when audience = 'PARTNER' then true end));

-- One narrow row for each event that is committed and has no position yet. Two constraints have their names from when the
-- table had another.
create table unsequenced_events (
  shop_id uuid constraint unrelayed_events_shop_id_not_null not null,
  event_id uuid constraint unrelayed_events_event_id_not_null not null,
  -- The order in which they were written: of two that depend on each other, the second was written later.
  number bigint generated always as identity primary key,
  type text not null,
  audience text not null,
  created_at timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

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
create index event_positions_of_shop on event_positions (shop_id, position) where audience = 'PARTNER';

-- The last position that was given. Whoever holds the lock on its one row gives the next.
create table event_log_head (
  is_current boolean primary key default true check (is_current),
  position bigint not null
) with (fillfactor = 10);
insert into event_log_head (position) values (0);

-- How far each consumer has read. After a failure it reads fewer at once, down to one, from retry_at on.
create table event_consumers (
  name text primary key,
  position bigint not null,
  batch_size integer not null default 500 check (batch_size > 0),
  failures integer not null default 0,
  retry_at timestamptz
) with (fillfactor = 10);

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

-- When each purge last had nothing left to delete, so that the page of health shows one that fails or never catches up.
create table purge_rounds (
  name text primary key,
  done_at timestamptz not null
);

-- What is written to learn whether the database can be written (decision 284): one row, in a file that is made anew
-- each time.
create table write_tries (
  tried_at timestamptz not null
);
