-- Requests to pay by mobile money, each asking a row of its own. `due_at` is when a request is looked at
-- next, or while a worker holds it (`lease_owner`) the end of the lease; null once there is nothing more
-- to hear of it.
create table payment_requests (
  shop_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number integer not null check (number > 0),
  amount_fcfa integer not null check (amount_fcfa > 0),
  provider text,
  state text not null default 'DUE' check (state in ('DUE', 'ASKED', 'PAID', 'REFUSED', 'FAILED', 'WITHDRAWN')),
  due_at timestamptz,
  attempts integer not null default 0,
  deadline_at timestamptz not null,
  lease_owner uuid,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (shop_id, id),
  constraint payment_request_is_numbered_once unique (shop_id, delivery_id, number),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id)
);
create index payment_requests_due on payment_requests (due_at) where due_at is not null;

-- What the simulated provider of the sandbox was asked for: its own memory, not the service's.
create table simulated_payments (
  request_id uuid primary key,
  answer text not null check (answer in ('PENDING', 'PAID', 'REFUSED', 'FAILED')),
  answers_at timestamptz not null
);
