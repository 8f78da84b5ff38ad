-- What operators find over all shops (decision 162): deliveries by city and status, each with the newest at the end, and
-- the terms of the search without a shop in front, which their consumer writes in the background. The index of couriers
-- holds nothing of a delivery until it has one, so that a creation writes a single index more, at its end.
create index deliveries_by_city on deliveries (city_id, status, id) include (shop_id);
create index deliveries_of_courier on deliveries (courier_id, id) where courier_id is not null;
create index delivery_search_terms_of_all on delivery_search_terms (term, delivery_id) include (shop_id);

-- Deliveries whose phone was another one before: the events of that time name it (decision 164).
create index delivery_history_with_other_phones on delivery_history (shop_id, delivery_id)
  where changed_fields @> array['customer.phone'];

-- Numbers that nothing is delivered to (decision 166). They stand here in full, because they must be recognised and be
-- named to the person who asks; nothing else is kept of that person.
create table blocked_customers (
  phone text primary key check (phone ~ '^\+[1-9]\d{6,14}$'),
  reason text not null check (length(reason) between 3 and 200),
  blocked_by text not null,
  blocked_at timestamptz not null,
  until timestamptz constraint block_ends_after_it_begins check (until > blocked_at)
);

-- Every process keeps them in memory.
create function notify_blocked_customers_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('colis_changed', 'blocked-customers');
  return null;
end
$$;
create trigger blocked_customers_notify after insert or update or delete on blocked_customers
  for each statement execute function notify_blocked_customers_changed();
