-- Ten days and quarters are summed up beside days and months (decision 386), so that any range is few rows of each key. A
-- month has three spans of ten days: from its 1st, 11th and 21st on, the last to its end. They follow from the days of
-- report_sums in the transaction that changes those, whichever version does. Of `WORKED` they count the days with trips.
create table report_spans (
  measure text not null,
  length text not null check (length in ('TEN_DAYS', 'QUARTER')),
  day date not null,
  city_id text not null,
  part text not null,
  bucket integer not null,
  value bigint not null,
  primary key (measure, length, day, city_id, part, bucket)
) with (fillfactor = 80);

-- The spans in which a day lies, by their first days.
create function report_spans_of(on_day date) returns table (length text, day date) language sql immutable as $$
  values
    ('TEN_DAYS', date_trunc('month', on_day::timestamp)::date
      + least((extract(day from on_day)::integer - 1) / 10, 2) * 10),
    ('QUARTER', date_trunc('quarter', on_day::timestamp)::date)
$$;

-- Rows in the order of their keys, so that nobody waits in a circle; those that come to 0 are removed.
create function add_to_report_spans(
  measures text[], days date[], cities text[], parts text[], buckets integer[], changes bigint[]
) returns void language plpgsql as $$
begin
  insert into report_spans (measure, length, day, city_id, part, bucket, value)
  select changed.measure, spans.length, spans.day, changed.city_id, changed.part, changed.bucket, sum(changed.change)
  from unnest(measures, days, cities, parts, buckets, changes)
    as changed (measure, on_day, city_id, part, bucket, change)
  cross join lateral report_spans_of(changed.on_day) as spans
  group by 1, 2, 3, 4, 5, 6
  having sum(changed.change) <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (measure, length, day, city_id, part, bucket)
  do update set value = report_spans.value + excluded.value;
  delete from report_spans
  using (
    select changed.measure, spans.length, spans.day, changed.city_id, changed.part, changed.bucket
    from unnest(measures, days, cities, parts, buckets, changes)
      as changed (measure, on_day, city_id, part, bucket, change)
    cross join lateral report_spans_of(changed.on_day) as spans
    where changed.change < 0
  ) as lowered
  where report_spans.measure = lowered.measure and report_spans.length = lowered.length
    and report_spans.day = lowered.day and report_spans.city_id = lowered.city_id
    and report_spans.part = lowered.part and report_spans.bucket = lowered.bucket and report_spans.value = 0;
end
$$;

create function sum_up_report_days() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_report_spans(
      array_agg(added.measure), array_agg(added.day), array_agg(added.city_id), array_agg(added.part),
      array_agg(added.bucket), array_agg(case added.measure when 'WORKED' then 1 else added.value end))
    from added
    where not added.is_month;
  elsif tg_op = 'UPDATE' then
    perform add_to_report_spans(
      array_agg(added.measure), array_agg(added.day), array_agg(added.city_id), array_agg(added.part),
      array_agg(added.bucket), array_agg(added.value - removed.value))
    from added
    join removed using (measure, is_month, day, city_id, part, bucket)
    where not added.is_month and added.measure <> 'WORKED';
  else
    perform add_to_report_spans(
      array_agg(removed.measure), array_agg(removed.day), array_agg(removed.city_id), array_agg(removed.part),
      array_agg(removed.bucket), array_agg(case removed.measure when 'WORKED' then -1 else -removed.value end))
    from removed
    where not removed.is_month;
  end if;
  return null;
end
$$;

-- The first of them keeps others from writing sums until this is done, so that none is missed.
create trigger report_days_added_are_summed_up after insert on report_sums
  referencing new table as added
  for each statement execute function sum_up_report_days();
create trigger report_days_changed_are_summed_up after update on report_sums
  referencing old table as removed new table as added
  for each statement execute function sum_up_report_days();
create trigger report_days_removed_are_summed_up after delete on report_sums
  referencing old table as removed
  for each statement execute function sum_up_report_days();

insert into report_spans (measure, length, day, city_id, part, bucket, value)
select
  report_sums.measure, spans.length, spans.day, report_sums.city_id, report_sums.part, report_sums.bucket,
  sum(case report_sums.measure when 'WORKED' then 1 else report_sums.value end)
from report_sums
cross join lateral report_spans_of(report_sums.day) as spans
where not report_sums.is_month and spans.length = 'TEN_DAYS'
group by 1, 2, 3, 4, 5, 6;
insert into report_spans (measure, length, day, city_id, part, bucket, value)
select
  tens.measure, spans.length, spans.day, tens.city_id, tens.part, tens.bucket, sum(tens.value)
from report_spans as tens
cross join lateral report_spans_of(tens.day) as spans
where spans.length = 'QUARTER'
group by 1, 2, 3, 4, 5, 6;

-- Second tries are no orders of their shop any more (decision 388), so every delivery is counted again where
-- there are some.
insert into report_backlog (after_shop_id, after_delivery_id)
select '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'
where exists (select from deliveries where second_try_of is not null)
on conflict (is_current) do update
set after_shop_id = excluded.after_shop_id, after_delivery_id = excluded.after_delivery_id;
