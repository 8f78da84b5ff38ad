-- What the figures say (decisions 334 to 337): sums of what was counted about deliveries, by day and by month of the
-- company's time zone, so that a page of reports reads no delivery. `measure` says what is counted, `part` by whom or why,
-- `bucket` by which hour or how many minutes, and `city_id` is empty where no city is known any more. A row of a month
-- begins on its first day and is the sum of its days.
create table report_sums (
  measure text not null constraint report_measure_is_known check (
    measure in ('ORDERED', 'SHOP', 'ENDED', 'PUNCTUAL', 'STEP', 'TRIP', 'MONEY', 'EARNED')
  ),
  is_month boolean not null,
  day date not null,
  city_id text not null,
  part text not null check (length(part) <= 60),
  bucket integer not null check (bucket >= 0),
  value bigint not null,
  primary key (measure, is_month, day, city_id, part, bucket)
) with (fillfactor = 80);

-- What each delivery was counted as, a list of [measure, day, city, part, bucket, value]: it is counted again whenever
-- something happened to it, and the difference goes into the sums. So events may come again.
create table report_deliveries (
  shop_id uuid not null,
  delivery_id uuid not null,
  counted jsonb not null,
  primary key (shop_id, delivery_id)
);

-- Deliveries that something was booked for, to be counted again. The books have no event of their own, so what is booked
-- is noted here in the transaction that books it, whichever version does.
create table report_bookings (
  shop_id uuid not null,
  delivery_id uuid not null,
  number bigint generated always as identity,
  due_at timestamptz not null,
  primary key (shop_id, delivery_id, number)
);
create index report_bookings_by_due on report_bookings (due_at);

create function note_booking_for_reports() returns trigger language plpgsql as $$
begin
  insert into report_bookings (shop_id, delivery_id, due_at)
  select distinct booked.shop_id, booked.delivery_id, now()
  from booked
  where booked.kind in ('DELIVERY_ENDED', 'COURIER_WAITED') and booked.shop_id is not null
    and booked.delivery_id is not null;
  return null;
end
$$;
create trigger ledger_postings_are_reported after insert on ledger_postings
  referencing new table as booked
  for each statement execute function note_booking_for_reports();

-- Deliveries that were there before they were counted are counted in batches, in the order of their keys, from where this
-- row says; without a row nothing is left.
create table report_backlog (
  is_current boolean primary key default true check (is_current),
  after_shop_id uuid not null,
  after_delivery_id uuid not null
);
insert into report_backlog (after_shop_id, after_delivery_id)
select '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'
where exists (select from deliveries);

insert into event_consumers (name, position) select 'reports', event_log_head.position from event_log_head;
