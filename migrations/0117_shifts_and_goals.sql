-- Shifts that the operator plans and couriers take (decision 352): when how many couriers are wanted in a city, or in some
-- of its zones; without any, in all of it.
create table courier_shifts (
  id uuid primary key,
  city_id uuid not null references cities (id),
  zone_ids uuid[] not null default '{}',
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  wanted smallint not null check (wanted between 1 and 200),
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint shift_ends_after_it_begins check (ends_at > begins_at)
);
create unique index shift_is_planned_once on courier_shifts (city_id, begins_at, ends_at, zone_ids)
  where removed_at is null;
create index courier_shifts_by_end on courier_shifts (ends_at);

-- Who took a shift or was put on it. Who left it keeps their row; `due_notice` is what they are still to be told of what
-- the operator did: that the shift was given to them, or taken from them.
create table courier_shift_takers (
  shift_id uuid not null references courier_shifts (id) on delete cascade,
  courier_id uuid not null references couriers (id),
  taken_at timestamptz not null,
  left_at timestamptz,
  due_notice text constraint shift_notice_is_known check (due_notice in ('GIVEN', 'TAKEN')),
  reminded_at timestamptz,
  primary key (shift_id, courier_id)
);
create index courier_shifts_taken on courier_shift_takers (courier_id) where left_at is null;
create index courier_shift_notices on courier_shift_takers (taken_at) where due_notice is not null;

-- What a courier wants to earn in a day or a week, which they alone set and see (decision 354).
create table courier_goals (
  courier_id uuid primary key references couriers (id),
  period text not null constraint goal_is_of_a_day_or_a_week check (period in ('DAY', 'WEEK')),
  amount_fcfa integer not null check (amount_fcfa between 100 and 1000000),
  set_at timestamptz not null
);
