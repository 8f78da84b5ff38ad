-- On how many days couriers worked (decision 372): their trips in any city are counted by day, and the days with trips by
-- month. So every delivery is counted again.
alter table report_sums drop constraint report_measure_is_known;
alter table report_sums add constraint report_measure_is_known check (
  measure in (
    'ORDERED', 'SHOP', 'ENDED', 'PUNCTUAL', 'STEP', 'TRIP', 'SHOP_TRIP', 'WORKED', 'MONEY', 'EARNED', 'SALES'
  )
) not valid;
alter table report_sums validate constraint report_measure_is_known;

insert into report_backlog (after_shop_id, after_delivery_id)
select '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'
where exists (select from deliveries)
on conflict (is_current) do update
set after_shop_id = excluded.after_shop_id, after_delivery_id = excluded.after_delivery_id;
