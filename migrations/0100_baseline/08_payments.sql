create table promo_codes (
  id uuid primary key,
  code text not null check (code = upper(code) and length(code) between 1 and 40),
  percent integer check (percent between 1 and 100),
  amount_fcfa integer check (amount_fcfa > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer check (max_uses > 0),
  uses integer not null default 0,
  city_id uuid references cities (id),
  minimum_trip_fcfa integer check (minimum_trip_fcfa > 0),
  created_at timestamptz not null,
  -- How often a shop and a customer may use it, the shops it is for (null for all), and who bears what it takes
  -- off (decisions 214 to 216). A shop bears only what it is named for.
  max_uses_per_shop integer constraint promo_code_serves_a_shop_at_least_once check (max_uses_per_shop > 0),
  max_uses_per_customer integer
    constraint promo_code_serves_a_customer_at_least_once check (max_uses_per_customer > 0),
  shop_ids uuid[] constraint promo_code_names_shops check (cardinality(shop_ids) between 1 and 200),
  bearer text not null default 'SERVICE'
    constraint promo_code_bearer_is_known check (bearer in ('SERVICE', 'SHOP')),
  constraint promo_code_gives_a_percentage_or_an_amount check ((percent is null) <> (amount_fcfa is null)),
  constraint promo_code_is_not_used_up check (max_uses is null or uses <= max_uses),
  constraint shops_that_bear_a_promo_code_are_named check (bearer <> 'SHOP' or shop_ids is not null)
);
create unique index promo_code_is_unique on promo_codes (code);

-- A use of a promo code: its delivery's, until it is given back. `customer_key` is the customer's phone under a key that
-- the database does not have, kept only of codes that are limited per customer.
create table promo_code_uses (
  shop_id uuid not null,
  delivery_id uuid not null,
  promo_code_id uuid not null references promo_codes (id),
  customer_key text constraint promo_code_customer_is_a_key check (length(customer_key) = 43),
  used_at timestamptz not null,
  released_at timestamptz constraint promo_code_use_is_released_later check (released_at >= used_at),
  primary key (shop_id, delivery_id)
);
create index promo_code_uses_by_shop on promo_code_uses (promo_code_id, shop_id, released_at);
create index promo_code_uses_by_customer on promo_code_uses (promo_code_id, customer_key)
  where customer_key is not null and released_at is null;

-- `promo_codes.uses` counts the uses that were not given back. Whoever takes or gives one back changes that row first, so
-- they go one after another, and what they count then is all that the ones before wrote. Several codes are locked in the
-- order of their ids.
create function count_promo_code_uses(used uuid[], taken integer[]) returns void language plpgsql as $$
begin
  perform from promo_codes where promo_codes.id = any(used) order by promo_codes.id for no key update;
  update promo_codes
  set uses = promo_codes.uses + counted.taken
  from (
    select each.used, sum(each.taken) as taken from unnest(used, taken) as each (used, taken) group by each.used
  ) as counted
  where promo_codes.id = counted.used;
end
$$;

create function refuse_uses_beyond_limits(code_id uuid, user_shop_id uuid, user_key text) returns void
language plpgsql as $$
declare
  code promo_codes;
begin
  select * into code from promo_codes where promo_codes.id = code_id;
  if code.max_uses_per_shop is not null and code.max_uses_per_shop < (
    select count(*) from promo_code_uses
    where promo_code_uses.promo_code_id = code_id and promo_code_uses.shop_id = user_shop_id
      and promo_code_uses.released_at is null
  ) then
    raise exception 'This shop has used this promo code as often as it may.'
      using errcode = 'check_violation', constraint = 'promo_code_limit_per_shop_holds';
  end if;
  if code.max_uses_per_customer is not null and user_key is not null and code.max_uses_per_customer < (
    select count(*) from promo_code_uses
    where promo_code_uses.promo_code_id = code_id
      and promo_code_uses.customer_key = user_key and promo_code_uses.released_at is null
  ) then
    raise exception 'This customer has used this promo code as often as they may.'
      using errcode = 'check_violation', constraint = 'promo_code_limit_per_customer_holds';
  end if;
end
$$;

create function take_promo_code_uses() returns trigger language plpgsql as $$
begin
  perform count_promo_code_uses(array_agg(made.promo_code_id), array_agg(1)) from made where made.released_at is null;
  perform refuse_uses_beyond_limits(made.promo_code_id, made.shop_id, made.customer_key) from made where made.released_at is null;
  return null;
end
$$;
create trigger promo_code_uses_are_taken after insert on promo_code_uses
  referencing new table as made
  for each statement execute function take_promo_code_uses();

-- A use is given back, or is of another customer.
create function change_promo_code_uses() returns trigger language plpgsql as $$
begin
  perform count_promo_code_uses(
      array_agg(later.promo_code_id), array_agg((later.released_at is null)::integer - (earlier.released_at is null)::integer))
    from earlier
    join later on later.shop_id = earlier.shop_id and later.delivery_id = earlier.delivery_id
    where later.released_at is distinct from earlier.released_at
      or (later.customer_key <> coalesce(earlier.customer_key, ''));
  perform refuse_uses_beyond_limits(later.promo_code_id, later.shop_id, later.customer_key)
    from earlier
    join later on later.shop_id = earlier.shop_id and later.delivery_id = earlier.delivery_id
    where later.released_at is null
      and (earlier.released_at is not null or later.customer_key <> coalesce(earlier.customer_key, ''));
  return null;
end
$$;
create trigger promo_code_uses_are_changed after update on promo_code_uses
  referencing old table as earlier new table as later
  for each statement execute function change_promo_code_uses();

create function remove_promo_code_uses() returns trigger language plpgsql as $$
begin
  perform count_promo_code_uses(array_agg(gone.promo_code_id), array_agg(-1))
    from gone
    where gone.released_at is null;
  return null;
end
$$;
create trigger promo_code_uses_are_removed after delete on promo_code_uses
  referencing old table as gone
  for each statement execute function remove_promo_code_uses();
