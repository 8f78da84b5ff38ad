--! without transaction
-- What deliveries are found by (decision 138): words of the customer's name and of the shop's own reference (`w:`), and
-- the digits of the phone backwards (`p:`), so that its last digits are a beginning. A consumer of events writes the
-- rows after the delivery is committed; they refer to nothing, since they are written and removed by deliveries alone.
create table if not exists delivery_search_terms (
  shop_id uuid not null,
  term text collate "C" not null check (length(term) between 3 and 42),
  delivery_id uuid not null,
  primary key (shop_id, term, delivery_id)
);
create index if not exists delivery_search_terms_by_delivery on delivery_search_terms (shop_id, delivery_id);

-- The consumer reads what is committed from now on; what was there before is read in batches, in the order of its keys,
-- from where this row says, and the row goes when nothing is left.
create table if not exists delivery_search_backlog (
  is_current boolean primary key default true check (is_current),
  after_shop_id uuid not null,
  after_delivery_id uuid not null
);
insert into event_consumers (name, position)
select 'search', event_log_head.position from event_log_head
on conflict do nothing;
insert into delivery_search_backlog (after_shop_id, after_delivery_id)
select '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'
where exists (select from deliveries)
on conflict do nothing;

-- What a shop is asked to do something about (decision 140). A delivery is in one of these indexes only for as long as
-- somebody must act, so that creating one writes into neither.
create index concurrently if not exists deliveries_with_declared_payment on deliveries (shop_id, id)
  where payment_status = 'AWAITING_MERCHANT';
create index concurrently if not exists deliveries_called_back_of_shop on deliveries (shop_id, called_back_at)
  where called_back_at is not null and brought_back_at is null;
