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
  -- Money that came when it was not expected is to be given back: since when, and when somebody did.
  refund_due_at timestamptz,
  refunded_at timestamptz,
  refund_note text constraint refund_note_is_short check (length(refund_note) between 3 and 200),
  -- What a provider told of a payment: its own id of it, and what it kept for itself.
  provider_ref text,
  fee_fcfa integer not null default 0 check (fee_fcfa >= 0),
  -- The page of a provider on which a customer pays, where it asks nobody on their phone.
  pay_link text,
  -- What a customer was given back too much of a payment: a refund that was refused and paid all the same, beside another.
  -- It is open until a person has settled it with them.
  surplus_fcfa integer not null default 0 check (surplus_fcfa >= 0),
  surplus_settled_fcfa integer not null default 0 check (surplus_settled_fcfa >= 0),
  -- Why a provider refused a request to pay, where it did: what the customer can see to is no fault of the
  -- provider (decision 250).
  reason text check (reason in (
    'PAYER_REFUSED', 'FUNDS_TOO_LOW', 'EXPIRED', 'NUMBER_REFUSED', 'LIMIT_REACHED', 'FLOAT_TOO_LOW', 'PROVIDER_FAILED')),
  -- The number that a request to pay goes to where it is not the customer's of the delivery (decision 255).
  payer_phone text,
  -- Who is asked to pay: the customer of the delivery, or its shop for the trip.
  payer text not null default 'CUSTOMER' constraint payer_is_known check (payer in ('CUSTOMER', 'SENDER')),
  primary key (shop_id, id),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id),
  constraint refund_was_due check (refunded_at is null or refund_due_at is not null),
  -- Those who pay are asked apart from each other: the first request to a customer is the first, whatever the shop was
  -- asked.
  constraint payment_request_is_numbered_once unique (shop_id, delivery_id, payer, number)
);
create index payment_requests_due on payment_requests (due_at) where due_at is not null;
create index payment_requests_to_refund on payment_requests (refund_due_at)
  where refund_due_at is not null and refunded_at is null;
create index payment_requests_by_end on payment_requests (ended_at, state) where ended_at is not null;

-- A provider's callback names a request by its id alone.
create index payment_requests_by_id on payment_requests (id);

-- Payments are found by the reference that a provider gave them.
create index payment_requests_by_provider_ref on payment_requests (provider_ref) where provider_ref is not null;
create index payment_requests_with_surplus on payment_requests (id) where surplus_fcfa > 0;

-- What the simulated provider of the sandbox was asked for: its own memory, not the service's.
create table simulated_payments (
  request_id uuid primary key,
  answer text not null,
  answers_at timestamptz not null,
  -- The simulated provider pays out and gives money back too, and says why it refuses.
  reason text,
  phone_sha256 text,
  constraint simulated_payment_answer_is_known
    check (answer in ('PENDING', 'PAID', 'REFUSED') and (answer = 'REFUSED') = (reason is not null))
);
create index simulated_payments_by_age on simulated_payments (answers_at);
create index simulated_payments_by_phone on simulated_payments (phone_sha256) where phone_sha256 is not null;

-- What a provider says of money and the service knows otherwise (decision 249): of a payment or a transfer of ours another
-- amount, currency or reference than was ordered, or of a reference that it told before another row of a statement.
create table money_disagreements (
  id uuid primary key,
  subject text not null unique check (subject ~ '^(payment|transfer|row):[0-9a-f-]{36}$'),
  provider text not null,
  -- What was ordered, or told first.
  currency text not null check (currency in ('XOF', 'XAF')),
  amount_fcfa bigint not null,
  -- What its own postings hold in the float, negative for what left, and in which currency; how many there are.
  standing_fcfa bigint not null default 0,
  standing_currency text check (standing_currency in ('XOF', 'XAF')),
  postings integer not null default 0,
  -- How many different words there are, and since when.
  words integer not null default 0,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  settlement text check (settlement in ('COUNTS', 'STAYS', 'REVERSED', 'AGREED', 'LATER', 'EARLIER', 'BOTH')),
  settled_because text,
  constraint disagreement_is_settled_whole check (
    (settled_at is null) = (settlement is null) and (settled_at is null) = (settled_by is null))
);
create index money_disagreements_open on money_disagreements (found_at, id) where settled_at is null;
create index money_disagreements_settled on money_disagreements (settled_at, id) where settled_at is not null;

-- Every such word, as it was told; one that is told again is counted.
create table provider_words (
  disagreement_id uuid not null references money_disagreements (id) on delete cascade,
  number integer not null check (number > 0),
  state text not null check (state in ('PAID', 'PENDING', 'REFUSED')),
  amount text not null,
  currency text not null,
  reference text not null,
  told_at timestamptz not null,
  last_told_at timestamptz not null,
  times integer not null default 1 check (times > 0),
  primary key (disagreement_id, number)
);

insert into event_consumers (name, position) values ('mobile-money', 0);
