-- An address is called once for each event, so a shop has it once. Where it was added more than once, the
-- endpoint that fares best is kept: not disabled, not failing, not paused, the oldest. It is told every type
-- that any of them was told and is owed what the others were still owed; the others are removed.

lock table webhook_endpoints in share row exclusive mode;

create temporary table same_address on commit drop as
select *
from (
  select
    id, event_types,
    first_value(id) over (
      partition by shop_id, url
      order by disabled_at is not null, failing_since is not null, paused_at is not null, created_at, id
    ) as kept_id,
    count(*) over (partition by shop_id, url) as times
  from webhook_endpoints
  where removed_at is null
) as called
where times > 1;

update webhook_endpoints
set event_types = (
  select case when bool_or(same_address.event_types is null) then null else array_agg(distinct types.type) end
  from same_address
  left join lateral unnest(same_address.event_types) as types (type) on true
  where same_address.kept_id = webhook_endpoints.id
)
where id in (select kept_id from same_address);

insert into webhook_dispatches (shop_id, endpoint_id, event_id, due_at, created_at)
select owed.shop_id, same_address.kept_id, owed.event_id, owed.due_at, owed.created_at
from webhook_dispatches as owed
join same_address on same_address.id = owed.endpoint_id and same_address.id <> same_address.kept_id
where owed.state = 'PENDING'
on conflict do nothing;

update webhook_endpoints
set removed_at = now()
where id in (select id from same_address where id <> kept_id);

-- A hash: an address may be longer than an index takes.
create unique index webhook_url_is_unique_per_shop on webhook_endpoints (shop_id, hashtextextended(url, 0))
  where removed_at is null;

-- Which key signing secrets are sealed with: a fingerprint of the one that the service last started with.
create table sealing_keys (
  is_current boolean primary key default true check (is_current),
  fingerprint text not null,
  noted_at timestamptz not null
);
