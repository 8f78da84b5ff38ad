-- What people are notified of, once each. A message is owed with what it is about, and says what is true when it is sent.
create table messages (
  id uuid primary key,
  shop_id uuid references shops (id),
  -- Which kinds there are is for the source to say (as of events, decision 115).
  kind text not null check (kind ~ '^[A-Z]+(_[A-Z]+)*$'),
  recipient text,
  content jsonb,
  created_at timestamptz not null,
  delivery_id uuid,
  courier_id uuid,
  -- Null: the language of the service.
  language text check (language in ('fr', 'en')),
  state text not null default 'PENDING' check (state in ('PENDING', 'SENT', 'FAILED', 'SKIPPED')),
  attempts integer not null default 0,
  -- When it is looked at next: its retry, or while a worker holds it (lease_owner) the end of the lease.
  due_at timestamptz not null default now(),
  lease_owner uuid,
  -- After this nobody wants to be told any more; null while it is worth telling for as long as it is true.
  expires_at timestamptz,
  channel text constraint message_channel_is_known check (channel in ('WHATSAPP', 'SMS', 'EMAIL', 'OUTBOX')),
  provider_message_id text,
  provider_status text check (provider_status in ('sent', 'failed', 'delivered', 'read')),
  wa_id text,
  last_failure text,
  sent_at timestamptz,
  -- A message of which the delivery may cause several is one for each version of the delivery, so that what was sent before
  -- stays to be seen (decision 82). 0 for a message that is sent once.
  delivery_version integer not null default 0,
  -- Messages also go by SMS, where no other channel reaches a phone: passed_to says which channel takes a message over.
  passed_to text constraint message_is_passed_to_sms check (passed_to in ('SMS')),
  -- A sign-in code belongs to no shop; whatever is about a delivery belongs to its shop.
  constraint message_of_a_delivery_is_of_its_shop check (delivery_id is null or shop_id is not null),
  constraint message_is_about_a_delivery foreign key (shop_id, delivery_id) references deliveries (shop_id, id),
  constraint message_is_to_a_courier foreign key (courier_id) references couriers (id)
);
create index messages_by_provider_id on messages (provider_message_id) where provider_message_id is not null;
create index messages_by_age on messages using brin (created_at);

-- Messages of kinds without a channel are held, perhaps for weeks: the search for due ones must not pass them by.
create index messages_due_by_kind on messages (kind, due_at) where state = 'PENDING';

-- What is kept for a time only is found by its age, without reading the rest.
create index messages_with_codes on messages (expires_at) where kind = 'SIGN_IN_CODE' and content is not null;
create index messages_with_payout_codes on messages (expires_at) where kind = 'PAYOUT_CODE' and content is not null;
create index messages_with_links on messages (expires_at) where kind = 'SIGN_IN_LINK' and content is not null;
create index messages_failed on messages (created_at) where state = 'FAILED';
create unique index nothing_is_sent_twice
  on messages (delivery_id, kind, courier_id, delivery_version) nulls not distinct where delivery_id is not null;

-- Looked for once a second, and hardly ever there.
create index messages_due_by_sms on messages (kind, due_at) where state = 'PENDING' and passed_to = 'SMS';

-- What strangers caused to be sent on a day of the company: in all, to each calling code, by mail, and from each network.
create table stranger_messages (
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  -- ALL, MAIL, a calling code such as +229, or a network, which is not kept in clear.
  scope text not null,
  sent integer not null check (sent > 0),
  primary key (day, scope)
);

insert into event_consumers (name, position) values ('messages', 0);
