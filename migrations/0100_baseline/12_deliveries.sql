-- Identifiers are UUID version 7 made from created_at, so the primary key is also the order in which
-- a shop's deliveries are listed (decision 16).
create table deliveries (
  shop_id uuid not null references shops (id),
  id uuid not null,
  version integer not null default 1,
  reference text not null,
  external_ref text,
  idempotency_key text not null,
  body_sha256 text not null,
  cancel_idempotency_key text,
  status text not null check (status in (
    'AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT',
    'DELIVERED', 'FAILED', 'RETURNED', 'CANCELLED', 'EXPIRED')),
  created_at timestamptz not null,
  due_at timestamptz,
  city_id uuid not null references cities (id),
  customer_last_name text not null,
  customer_first_name text not null,
  customer_phone text not null,
  pickup_label text,
  pickup_landmark text,
  pickup_lat double precision not null,
  pickup_lng double precision not null,
  dropoff_label text,
  dropoff_landmark text,
  dropoff_lat double precision,
  dropoff_lng double precision,
  parcel_category text not null,
  parcel_size text not null check (parcel_size in ('SMALL', 'MEDIUM', 'LARGE')),
  parcel_fragile boolean not null,
  photo_key text,
  instructions text,
  payment_mode text not null check (payment_mode in ('PREPAID', 'CASH_ON_DELIVERY')),
  goods_amount_fcfa integer not null check (goods_amount_fcfa between 0 and 10000000),
  fee_payer text not null check (fee_payer in ('CUSTOMER', 'MERCHANT')),
  collection text not null check (collection in ('SECURE', 'DIRECT')),
  payment_status text not null check (payment_status in (
    'NOT_DUE', 'NOT_REQUESTED', 'AWAITING_CUSTOMER', 'AWAITING_MERCHANT', 'AWAITING_SENDER',
    'PAID', 'FAILED', 'REFUSED')),
  paid_at timestamptz,
  price_fcfa integer not null check (price_fcfa >= 0),
  price_is_estimate boolean not null,
  price_working jsonb not null,
  cod_fee_fcfa integer not null check (cod_fee_fcfa >= 0),
  promo_code_id uuid references promo_codes (id),
  cancellation_fee_fcfa integer not null default 0 check (cancellation_fee_fcfa >= 0),
  return_fee_fcfa integer not null default 0 check (return_fee_fcfa >= 0),
  failure_code text,
  failure_note text,
  courier_first_name text,
  courier_phone text,
  courier_vehicle_type text check (courier_vehicle_type in ('MOTO', 'TRICYCLE', 'CAR')),
  courier_plate_number text,
  arrived_at_pickup_at timestamptz,
  pickup_code text not null,
  pickup_code_tries integer not null default 0,
  pickup_code_locked_until timestamptz,
  confirmation_code text not null,
  confirmation_code_tries integer not null default 0,
  confirmation_code_locked_until timestamptz,
  courier_id uuid,
  -- The code with which a shop confirms to the courier that a parcel is back (decision 26).
  return_code text,
  return_code_tries integer not null default 0,
  return_code_locked_until timestamptz,
  -- When the shop cancelled a delivery whose courier had set out, and when that courier said that its parcel is at
  -- the shop again.
  called_back_at timestamptz,
  brought_back_at timestamptz,
  -- How often a code was locked since it was last right or opened by the operator: after the third lock only the
  -- operator opens it again (decision 26).
  pickup_code_locks integer not null default 0,
  confirmation_code_locks integer not null default 0,
  return_code_locks integer not null default 0,
  -- What the courier who has the delivery earns.
  courier_pay_fcfa integer check (courier_pay_fcfa >= 0),
  -- Beside the fields of the specification (decision 127). `currency` is that of the city at
  -- creation: amounts of XOF and XAF never mix. `metadata` is kept as text in JSON, so that a shop reads its members in
  -- the order in which it sent them, and null without any. A pickup window is given whole or not at all. `link_version`
  -- is part of the customer's signed link: raising it ends the links that were given out. `ended_at` is when the
  -- delivery came to a status that nothing leads out of; the link works for a day from then on.
  currency text not null default 'XOF' constraint currency_is_of_the_franc_zone check (currency in ('XOF', 'XAF')),
  metadata json constraint metadata_is_an_object check (json_typeof(metadata) = 'object'),
  pickup_window_from timestamptz,
  pickup_window_to timestamptz,
  link_version integer not null default 1
    constraint link_version_fits_its_three_bytes check (link_version between 1 and 16777215),
  ended_at timestamptz,
  -- An offer is for one version of the trip: a new drop-off raises it, which ends the offers of the trip before.
  trip_version integer not null default 1,
  -- When a delivery last changed without a transition (its payment, the courier's arrival, what was ordered); transitions
  -- are found in the events. Null where there was none, so that neither creating nor moving a delivery writes into the
  -- index.
  amended_at timestamptz,
  -- Which registered address the parcel is fetched at; it may have been removed since. Null for a point of its own.
  pickup_address_id uuid,
  -- How much of the courier's pay is a bonus.
  courier_bonus_fcfa integer,
  -- How the place of a delivery was given and to within how many metres; null where neither was kept.
  dropoff_source text check (dropoff_source in ('PHONE', 'PIN', 'ZONE', 'TYPED', 'SHOP')),
  dropoff_accuracy_meters integer check (dropoff_accuracy_meters between 0 and 100000),
  -- The wait under way and what it will earn, what the shop owes for waits that were earned, and how often couriers freed
  -- the parcel.
  courier_waits_until timestamptz,
  courier_wait_fee_fcfa integer not null default 0,
  waiting_fee_fcfa integer not null default 0,
  times_freed integer not null default 0,
  -- What a courier did before they said that a parcel cannot be handed over (decision 231): when they came to the customer,
  -- and when they called. The photo of the place lies with the files of the delivery.
  arrived_at_customer_at timestamptz,
  customer_called_at timestamptz,
  -- By when the shop must have paid a trip that it pays first (decision 256); null while its price is an estimate.
  trip_due_at timestamptz,
  primary key (shop_id, id),
  constraint idempotency_key_makes_one_delivery unique (shop_id, idempotency_key),
  constraint external_ref_is_unique_per_shop unique (shop_id, external_ref),
  constraint reference_is_unique unique (reference),
  constraint failure_code_is_known check (failure_code in (
    'CUSTOMER_ABSENT', 'REFUSED', 'ADDRESS_NOT_FOUND', 'CUSTOMER_UNREACHABLE', 'PARCEL_DAMAGED',
    'PAYMENT_REFUSED', 'OTHER')),
  constraint pickup_is_on_earth check (pickup_lat between -90 and 90 and pickup_lng between -180 and 180),
  constraint dropoff_is_on_earth check (dropoff_lat between -90 and 90 and dropoff_lng between -180 and 180),
  constraint dropoff_has_both_coordinates check ((dropoff_lat is null) = (dropoff_lng is null)),
  constraint paid_at_says_when_it_was_paid check ((payment_status = 'PAID') = (paid_at is not null)),
  constraint photo_is_of_the_shop foreign key (shop_id, photo_key) references parcel_photos (shop_id, photo_key),
  constraint courier_pay_needs_a_courier check (courier_pay_fcfa is null or courier_first_name is not null),
  constraint pickup_window_is_whole check ((pickup_window_from is null) = (pickup_window_to is null)),
  constraint pickup_window_ends_after_it_begins check (pickup_window_from < pickup_window_to),
  constraint courier_bonus_is_a_part_of_the_pay
    check (courier_bonus_fcfa is null or courier_bonus_fcfa between 0 and courier_pay_fcfa)
);
create index deliveries_by_status on deliveries (shop_id, status, id);
create index deliveries_due on deliveries (due_at) where due_at is not null;
create unique index courier_carries_one_parcel_at_a_time on deliveries (courier_id)
  where status in ('ASSIGNED', 'IN_TRANSIT', 'FAILED');

create index deliveries_cancelled_on_courier on deliveries (courier_id) where status = 'CANCELLED';
create index deliveries_called_back on deliveries (courier_id, called_back_at) where called_back_at is not null;

-- A photo is found by its orders when somebody wants to remove it.
create index deliveries_by_photo on deliveries (shop_id, photo_key) where photo_key is not null;
create index deliveries_amended on deliveries (shop_id, amended_at) where amended_at is not null;

-- What a shop is asked to do something about (decision 140). A delivery is in one of these indexes only for as long as
-- somebody must act, so that creating one writes into neither.
create index deliveries_with_declared_payment on deliveries (shop_id, id)
  where payment_status = 'AWAITING_MERCHANT';
create index deliveries_called_back_of_shop on deliveries (shop_id, called_back_at)
  where called_back_at is not null and brought_back_at is null;

-- What operators find over all shops (decision 162): deliveries by city and status, each with the newest at the end, and
-- the terms of the search without a shop in front, which their consumer writes in the background. The index of couriers
-- holds nothing of a delivery until it has one, so that a creation writes a single index more, at its end.
create index deliveries_by_city on deliveries (city_id, status, id) include (shop_id);
create index deliveries_of_courier on deliveries (courier_id, id) where courier_id is not null;

-- The trips of a courier, newest first: what they earned and their statements are read by when a trip ended.
create index deliveries_of_courier_by_end on deliveries (courier_id, ended_at, id)
  where courier_id is not null and ended_at is not null;

-- The last trips of a city, by which a draft of its tariff is tried.
create index deliveries_delivered_in_city on deliveries (city_id, ended_at) where status = 'DELIVERED';

-- The board of the service lists parcels that were called back and not brought back, over all shops. A delivery is in
-- this index only from when its shop called it back until its courier has said that it is back.
create index deliveries_not_brought_back on deliveries (called_back_at)
  where called_back_at is not null and brought_back_at is null;

-- Looked for every five seconds, and hardly ever there.
create index deliveries_with_trip_due on deliveries (trip_due_at)
  where trip_due_at is not null and payment_status = 'AWAITING_SENDER';

create table delivery_history (
  shop_id uuid not null,
  delivery_id uuid not null,
  version integer not null,
  status text not null,
  note text,
  failure_code text,
  occurred_at timestamptz not null,
  -- The fields that a shop changed before its parcel was picked up (decision 121), never their values.
  changed_fields text[] constraint changed_fields_are_named check (cardinality(changed_fields) > 0),
  -- What those who run the service did to a delivery in place of its courier or its shop; the note says why (decision 158).
  -- Acts that leave the status as it is have a line of their own, with the status that was kept.
  intervention text constraint intervention_is_known check (intervention in (
    'ASSIGN', 'REASSIGN', 'CANCEL', 'EXPIRE', 'EXTEND', 'FAIL', 'UNLOCK_CODE', 'ARRIVE', 'PICK_UP', 'HAND_OVER', 'RETURN',
    'BRING_BACK'
  )),
  primary key (shop_id, delivery_id, version),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id),
  constraint history_status_is_known check (status in (
    'AWAITING_LOCATION', 'SEARCHING_COURIER', 'ASSIGNED', 'IN_TRANSIT',
    'DELIVERED', 'FAILED', 'RETURNED', 'CANCELLED', 'EXPIRED')),
  constraint history_failure_code_is_known check (failure_code in (
    'CUSTOMER_ABSENT', 'REFUSED', 'ADDRESS_NOT_FOUND', 'CUSTOMER_UNREACHABLE', 'PARCEL_DAMAGED',
    'PAYMENT_REFUSED', 'OTHER')),
  constraint intervention_has_a_reason check (intervention is null or note is not null)
);

-- Deliveries whose phone was another one before: the events of that time name it (decision 164).
create index delivery_history_with_other_phones on delivery_history (shop_id, delivery_id)
  where changed_fields @> array['customer.phone'];

-- What happened to the payment of a delivery, one line for each status it had: `version` is the delivery's when the
-- line was written. `actor` is who acted, where that is known.
create table payment_history (
  shop_id uuid not null,
  delivery_id uuid not null,
  version integer not null,
  status text not null check (status in (
    'NOT_DUE', 'NOT_REQUESTED', 'AWAITING_CUSTOMER', 'AWAITING_MERCHANT', 'AWAITING_SENDER',
    'PAID', 'FAILED', 'REFUSED')),
  occurred_at timestamptz not null,
  actor text,
  note text,
  primary key (shop_id, delivery_id, version),
  constraint payment_history_is_of_a_delivery foreign key (shop_id, delivery_id)
    references deliveries (shop_id, id)
);

-- What deliveries are found by (decision 138): words of the customer's name and of the shop's own reference (`w:`), and
-- the digits of the phone backwards (`p:`), so that its last digits are a beginning. A consumer of events writes the
-- rows after the delivery is committed; they refer to nothing, since they are written and removed by deliveries alone.
create table delivery_search_terms (
  shop_id uuid not null,
  term text collate "C" not null check (length(term) between 3 and 42),
  delivery_id uuid not null,
  primary key (shop_id, term, delivery_id)
);
create index delivery_search_terms_by_delivery on delivery_search_terms (shop_id, delivery_id);
create index delivery_search_terms_of_all on delivery_search_terms (term, delivery_id) include (shop_id);

-- Deliveries that were there before they were searched are made searchable in batches, in the order of their keys, from
-- where this row says; without a row nothing is left.
create table delivery_search_backlog (
  is_current boolean primary key default true check (is_current),
  after_shop_id uuid not null,
  after_delivery_id uuid not null
);
insert into event_consumers (name, position) values ('search', 0);

-- When and how somebody of the shop has shared the customer's link.
create table link_shares (
  shop_id uuid not null,
  delivery_id uuid not null,
  number integer not null check (number between 1 and 20),
  channel text not null check (channel in ('WHATSAPP', 'SMS', 'COPY')),
  shared_at timestamptz not null,
  actor text not null,
  primary key (shop_id, delivery_id, number),
  constraint link_share_is_of_a_delivery foreign key (shop_id, delivery_id) references deliveries (shop_id, id)
);

-- Numbers that nothing is delivered to (decision 166). They stand here in full, because they must be recognised and be
-- named to the person who asks; nothing else is kept of that person.
create table blocked_customers (
  phone text primary key check (phone ~ '^\+[1-9]\d{6,14}$'),
  reason text not null check (length(reason) between 3 and 200),
  blocked_by text not null,
  blocked_at timestamptz not null,
  until timestamptz constraint block_ends_after_it_begins check (until > blocked_at)
);

-- Every process keeps them in memory.
create function notify_blocked_customers_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('colis_changed', 'blocked-customers');
  return null;
end
$$;
create trigger blocked_customers_notify after insert or update or delete on blocked_customers
  for each statement execute function notify_blocked_customers_changed();

-- How the pay of a trip is reckoned: for one courier, or for everybody else where there is none. Without a percentage
-- the one of the settings counts.
create table courier_pay_rules (
  id uuid primary key,
  courier_id uuid,
  percent integer check (percent between 0 and 100),
  minimum_fcfa integer not null check (minimum_fcfa between 0 and 1000000),
  bonuses jsonb not null check (jsonb_typeof(bonuses) = 'array'),
  changed_at timestamptz not null,
  constraint courier_has_one_pay_rule unique nulls not distinct (courier_id)
);

-- Photos and recordings about one delivery (decision 223): the file lies in the storage under a key that nobody guesses.
-- There is no foreign key: a row outlives its delivery until its file is removed.
create table delivery_files (
  shop_id uuid not null,
  delivery_id uuid not null,
  id uuid not null,
  kind text not null constraint delivery_file_has_a_kind check (kind ~ '^[A-Z]+(_[A-Z]+)*$'),
  -- Null once the file was removed from the storage; the row still counts towards how much may be sent.
  file_key text constraint file_is_of_one_delivery unique,
  content_type text not null check (content_type ~ '^(image|audio|video)/[a-z0-9]+$'),
  size_bytes integer not null check (size_bytes > 0),
  added_at timestamptz not null,
  -- Null until the storage has the file.
  stored_at timestamptz,
  -- When it was replaced, taken back or erased; null while it counts.
  removed_at timestamptz,
  primary key (shop_id, delivery_id, id)
);
create unique index delivery_has_one_file_of_a_kind on delivery_files (shop_id, delivery_id, kind)
  where stored_at is not null and removed_at is null;
create index delivery_files_by_kind on delivery_files (kind, added_at);
create index delivery_files_not_needed on delivery_files (added_at)
  where file_key is not null and (stored_at is null or removed_at is not null);

-- What kept a courier from taking a parcel at its shop (decision 229): they freed it for another courier, or waited until
-- `waits_until` and then earned `earned_fcfa`, which the shop owes. Nothing is earned before the wait has ended.
create table pickup_problems (
  shop_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  courier_id uuid not null,
  reason text not null constraint pickup_problem_is_known
    check (reason in ('SHOP_CLOSED', 'PARCEL_NOT_READY', 'BREAKDOWN', 'PARCEL_TOO_LARGE')),
  words text constraint pickup_words_are_short check (length(words) between 1 and 200),
  reported_at timestamptz not null,
  waits_until timestamptz,
  wait_ended_at timestamptz,
  earned_fcfa integer not null default 0 check (earned_fcfa >= 0),
  primary key (shop_id, id),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id),
  constraint only_a_wait_earns check (earned_fcfa = 0 or (waits_until is not null and wait_ended_at >= waits_until))
);
create unique index courier_waits_once_for_a_parcel on pickup_problems (shop_id, delivery_id, courier_id)
  where waits_until is not null;
create index pickup_problems_by_delivery on pickup_problems (shop_id, delivery_id);
create index pickup_problems_by_courier on pickup_problems (courier_id, reported_at);
create index earned_waits_by_courier on pickup_problems (courier_id, wait_ended_at) where earned_fcfa > 0;

alter table events add foreign key (shop_id, delivery_id) references deliveries (shop_id, id);
alter table promo_code_uses add foreign key (shop_id, delivery_id) references deliveries (shop_id, id);
