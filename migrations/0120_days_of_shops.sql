-- The days of a shop (decision 360): its parcels at the door and what was collected for it are counted too, and found by
-- the shop, like what it ordered. So every delivery is counted again.
alter table report_sums drop constraint report_measure_is_known;
alter table report_sums add constraint report_measure_is_known check (
  measure in ('ORDERED', 'SHOP', 'ENDED', 'PUNCTUAL', 'STEP', 'TRIP', 'SHOP_TRIP', 'MONEY', 'EARNED', 'SALES')
) not valid;
alter table report_sums validate constraint report_measure_is_known;
create index report_sums_of_shops on report_sums (part, day)
  where measure in ('SHOP', 'SHOP_TRIP', 'SALES') and not is_month;

insert into report_backlog (after_shop_id, after_delivery_id)
select '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'
where exists (select from deliveries)
on conflict (is_current) do update
set after_shop_id = excluded.after_shop_id, after_delivery_id = excluded.after_delivery_id;
