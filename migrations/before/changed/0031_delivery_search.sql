alter table delivery_search_backlog rename column shop_id to after_shop_id;
alter table delivery_search_backlog rename column delivery_id to after_delivery_id;
