-- Phones that hear of offers while no page is open (decision 172). Each belongs to the session in which its courier asked
-- for it: signing out, like any other end of the session, takes it away.
create table push_subscriptions (
  id uuid primary key,
  courier_id uuid not null references couriers (id),
  session_id uuid not null constraint one_push_subscription_per_session unique
    references sessions (id) on delete cascade,
  endpoint text not null constraint push_endpoint_is_registered_once unique
    constraint push_endpoint_is_short check (length(endpoint) <= 1000),
  -- The keys that the browser made for this subscription, in base64url (RFC 8291).
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  language text not null check (language in ('fr', 'en')),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Since when nothing reaches it; null while pushes arrive.
  failed_at timestamptz
);
create index push_subscriptions_of_courier on push_subscriptions (courier_id);

-- An offer that is to be pushed to one phone. The row goes as soon as it was sent, or cannot be any more.
create table offer_pushes (
  shop_id uuid not null,
  delivery_id uuid not null,
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  expires_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  lease_owner uuid,
  primary key (shop_id, delivery_id, subscription_id)
);
create index offer_pushes_due on offer_pushes (due_at);
create index offer_pushes_of_subscription on offer_pushes (subscription_id);

-- What customers recognise the courier by who brings their parcel (decision 175).
create table courier_portraits (
  courier_id uuid primary key references couriers (id),
  sha256 text not null constraint portrait_is_named_by_its_hash check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes bytea not null constraint portrait_is_small check (octet_length(bytes) between 1 and 8192),
  set_at timestamptz not null
);

-- Pushes follow from the offers that are made from now on.
insert into event_consumers (name, position)
select 'push', event_log_head.position from event_log_head
on conflict do nothing;
