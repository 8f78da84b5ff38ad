-- The trips of a courier, newest first: what they earned and their statements are read by when a trip ended.
create index deliveries_of_courier_by_end on deliveries (courier_id, ended_at, id)
  where courier_id is not null and ended_at is not null;

-- How much of the courier's pay is a bonus; null for a delivery assigned before there were any.
alter table deliveries
  add column courier_bonus_fcfa integer,
  add constraint courier_bonus_is_a_part_of_the_pay
    check (courier_bonus_fcfa is null or courier_bonus_fcfa between 0 and courier_pay_fcfa);

alter table courier_offers
  add column bonus_fcfa integer not null default 0,
  add constraint offered_bonus_is_a_part_of_the_pay check (bonus_fcfa between 0 and pay_fcfa);

-- A suspended courier is offered nothing and cannot go on duty; what they carry stays theirs.
alter table couriers
  add column suspended_at timestamptz,
  add column suspension_reason text check (length(suspension_reason) between 1 and 200),
  add constraint suspension_has_a_reason check ((suspended_at is null) = (suspension_reason is null)),
  add constraint suspended_courier_is_off_duty check (suspended_at is null or on_duty_since is null);

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
insert into courier_duty_periods (courier_id, began_at)
select couriers.id, couriers.on_duty_since from couriers where couriers.on_duty_since is not null;

-- How the pay of a trip is reckoned: for one courier, or for everybody else where there is none. Without a percentage
-- the one of the settings counts.
create table courier_pay_rules (
  id uuid primary key,
  courier_id uuid references couriers (id),
  percent integer check (percent between 0 and 100),
  minimum_fcfa integer not null check (minimum_fcfa between 0 and 1000000),
  bonuses jsonb not null check (jsonb_typeof(bonuses) = 'array'),
  changed_at timestamptz not null,
  constraint courier_has_one_pay_rule unique nulls not distinct (courier_id)
);

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

-- Only the form is checked: kinds are added, and the version before must be able to keep running.
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind ~ '^[A-Z]+(_[A-Z]+)*$');
