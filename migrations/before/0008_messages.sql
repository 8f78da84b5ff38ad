-- The outbox: a message is owed with what it is about, and says what is true when it is sent.

alter table messages
  drop constraint messages_kind_check,
  alter column shop_id drop not null,
  alter column content drop not null,
  add column delivery_id uuid,
  add column courier_id uuid,
  -- Null: the language of the service.
  add column language text check (language in ('fr', 'en')),
  add column state text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'FAILED', 'SKIPPED')),
  add column attempts integer not null default 0,
  -- When it is looked at next: its retry, or while a worker holds it (lease_owner) the end of the lease.
  add column due_at timestamptz not null default now(),
  add column lease_owner uuid,
  -- After this nobody wants to be told any more; null while it is worth telling for as long as it is true.
  add column expires_at timestamptz,
  add column channel text check (channel in ('WHATSAPP', 'EMAIL', 'OUTBOX')),
  add column provider_message_id text,
  add column provider_status text check (provider_status in ('sent', 'failed', 'delivered', 'read')),
  add column wa_id text,
  add column last_failure text,
  add column sent_at timestamptz,
  add constraint messages_kind_check check (kind in (
    'POSITION_LINK', 'COURIER_ON_THE_WAY', 'DELIVERED', 'DELIVERY_FAILED', 'DELIVERY_FAILED_OWNER',
    'COURIER_OFFER', 'SIGN_IN_CODE', 'ENDPOINT_DISABLED'));

create unique index nothing_is_told_twice on messages (delivery_id, kind, courier_id)
  nulls not distinct where delivery_id is not null;
create index messages_due on messages (due_at) where state = 'PENDING';
create index messages_by_provider_id on messages (provider_message_id) where provider_message_id is not null;
create index messages_by_age on messages using brin (created_at);
