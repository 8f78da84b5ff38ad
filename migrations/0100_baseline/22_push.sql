-- An offer that is to be pushed to one phone. The row goes as soon as it was sent, or cannot be any more.
create table offer_pushes (
  shop_id uuid not null,
  delivery_id uuid not null,
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  expires_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  lease_owner uuid,
  -- What a push says besides an offer (decision 271): that a parcel was given to its courier, or to another.
  -- Null for an offer.
  notice text check (notice in ('GIVEN', 'TAKEN')),
  primary key (shop_id, delivery_id, subscription_id)
);
create index offer_pushes_due on offer_pushes (due_at);
create index offer_pushes_of_subscription on offer_pushes (subscription_id);

insert into event_consumers (name, position) values ('push', 0);
