-- Who carries parcels.
create table couriers (
  id uuid primary key,
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 1 and 80),
  phone text not null check (phone ~ '^\+[1-9]\d{6,14}$'),
  vehicle_type text not null check (vehicle_type in ('MOTO', 'TRICYCLE', 'CAR')),
  plate_number text check (length(plate_number) between 1 and 20),
  on_duty_since timestamptz,
  retired_at timestamptz,
  created_at timestamptz not null,
  -- A suspended courier is offered nothing and cannot go on duty; what they carry stays theirs.
  suspended_at timestamptz,
  suspension_reason text check (length(suspension_reason) between 1 and 200),
  called_off_seen_at timestamptz,
  constraint retired_courier_is_off_duty check (retired_at is null or on_duty_since is null),
  constraint suspension_has_a_reason check ((suspended_at is null) = (suspension_reason is null)),
  constraint suspended_courier_is_off_duty check (suspended_at is null or on_duty_since is null)
);

-- A number that was given to somebody else may come back with them.
create unique index phone_is_of_one_courier on couriers (phone) where retired_at is null;

create table courier_cities (
  city_id uuid not null references cities (id),
  courier_id uuid not null references couriers (id),
  primary key (courier_id, city_id)
);

-- The last position of each courier and no other, written again every few seconds. Of the indexed columns
-- only `cell` ever changes, when a courier has ridden on by a kilometre: nearly every update stays within
-- its page (HOT) and touches no index, as long as the page has room.
create table courier_positions (
  courier_id uuid primary key references couriers (id),
  cell integer not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  accuracy_meters double precision check (accuracy_meters >= 0),
  reported_at timestamptz not null
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_vacuum_threshold = 500
);
create index courier_positions_by_cell on courier_positions (cell);

-- What couriers did on their pages. The token was made with the form: the same form sent again is told the
-- same outcome, which is null while the action is under way.
create table courier_actions (
  courier_id uuid not null references couriers (id),
  token uuid not null,
  action text not null,
  outcome text,
  started_at timestamptz not null,
  primary key (courier_id, token)
);

-- Which account a courier signs in with.
create table courier_accounts (
  courier_id uuid primary key references couriers (id),
  account_id uuid not null constraint account_is_of_one_courier unique references accounts (id) on delete cascade,
  created_at timestamptz not null
);

-- accounts.courier_id says the same for early versions: each place follows the other. The column and the triggers go with
-- a later migration.
create function note_courier_of_account() returns trigger language plpgsql as $$
begin
  insert into courier_accounts (courier_id, account_id, created_at)
  values (new.courier_id, new.id, new.created_at)
  on conflict do nothing;
  return null;
end $$;
create trigger note_courier_of_account after insert or update of courier_id on accounts
  for each row when (new.courier_id is not null) execute function note_courier_of_account();

create function note_account_of_courier() returns trigger language plpgsql as $$
begin
  update accounts set courier_id = new.courier_id
  where id = new.account_id and courier_id is distinct from new.courier_id;
  return null;
end $$;
create trigger note_account_of_courier after insert on courier_accounts
  for each row execute function note_account_of_courier();

create function forget_courier_of_account() returns trigger language plpgsql as $$
begin
  update accounts set courier_id = null where id = old.account_id and courier_id = old.courier_id;
  return null;
end $$;
create trigger forget_courier_of_account after delete on courier_accounts
  for each row execute function forget_courier_of_account();

-- From when to when each courier was on duty.
create table courier_duty_periods (
  courier_id uuid not null references couriers (id),
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (courier_id, began_at),
  constraint duty_ends_after_it_began check (ended_at is null or ended_at >= began_at)
);
create unique index courier_is_on_duty_once on courier_duty_periods (courier_id) where ended_at is null;
create index courier_duty_periods_by_end on courier_duty_periods (ended_at) where ended_at is not null;

-- People who want to become couriers; their number was verified before anything was written.
create table courier_applications (
  id uuid primary key,
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 1 and 80),
  phone text not null check (phone ~ '^\+[1-9]\d{6,14}$'),
  vehicle_type text not null check (vehicle_type in ('MOTO', 'TRICYCLE', 'CAR')),
  plate_number text check (length(plate_number) between 1 and 20),
  city_id uuid not null references cities (id),
  language text not null check (language in ('fr', 'en')),
  status text not null check (status in ('WAITING', 'APPROVED', 'REFUSED')),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  reason text check (length(reason) between 3 and 200),
  courier_id uuid references couriers (id),
  constraint decided_application_has_a_time check ((status = 'WAITING') = (decided_at is null)),
  constraint refused_application_has_a_reason check ((status = 'REFUSED') = (reason is not null)),
  constraint approved_application_has_a_courier check ((status = 'APPROVED') = (courier_id is not null))
);
create unique index phone_has_one_open_application on courier_applications (phone) where status = 'WAITING';
create index courier_applications_by_status on courier_applications (status, id);

-- What an applicant or a courier has shown: the file lies in the storage under a key that nobody guesses.
create table courier_documents (
  id uuid primary key,
  application_id uuid references courier_applications (id),
  courier_id uuid references couriers (id),
  kind text not null check (kind in ('PHOTO', 'IDENTITY', 'LICENCE', 'INSURANCE', 'REGISTRATION', 'OTHER')),
  file_key text constraint file_is_of_one_document unique,
  content_type text check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  size_bytes integer check (size_bytes > 0),
  expires_on date,
  added_at timestamptz not null,
  constraint document_belongs_to_somebody check (application_id is not null or courier_id is not null),
  constraint document_file_is_described
    check ((file_key is null) = (content_type is null) and (file_key is null) = (size_bytes is null))
);
create index courier_documents_of_courier on courier_documents (courier_id) where courier_id is not null;
create index courier_documents_of_application on courier_documents (application_id) where application_id is not null;
create index courier_documents_by_expiry on courier_documents (expires_on) where courier_id is not null;

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

-- What customers recognise the courier by who brings their parcel (decision 175).
create table courier_portraits (
  courier_id uuid primary key references couriers (id),
  sha256 text not null constraint portrait_is_named_by_its_hash check (sha256 ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  bytes bytea not null constraint portrait_is_small check (octet_length(bytes) between 1 and 8192),
  set_at timestamptz not null
);

alter table accounts add constraint account_is_of_a_courier foreign key (courier_id) references couriers (id);
alter table deliveries add foreign key (courier_id) references couriers (id);
alter table courier_pay_rules add foreign key (courier_id) references couriers (id);
alter table pickup_problems add foreign key (courier_id) references couriers (id);
