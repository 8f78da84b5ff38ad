-- What a shop ordered in a time is summed up in the index of statuses alone, so that no delivery is read for it.
create index deliveries_by_status_and_price on deliveries (shop_id, status, id) include (price_fcfa);
drop index deliveries_by_status;
