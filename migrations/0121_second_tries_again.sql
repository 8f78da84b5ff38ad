-- Of the second tries of a delivery one stands at a time; those that were cancelled or expired keep naming it
-- (decision 364).
drop index delivery_has_one_second_try;
create unique index delivery_has_one_open_second_try on deliveries (shop_id, second_try_of)
  where second_try_of is not null and status not in ('CANCELLED', 'EXPIRED');
-- How many were asked for.
create index second_tries_of_delivery on deliveries (shop_id, second_try_of) where second_try_of is not null;
