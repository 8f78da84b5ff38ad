-- What couriers did on their pages. The token was made with the form: the same form sent again is told the
-- same outcome, which is null while the action is under way.
create table courier_actions (
  courier_id uuid not null references couriers (id),
  token uuid not null,
  action text not null,
  outcome text,
  started_at timestamptz not null,
  primary key (courier_id, token)
);

alter table accounts add constraint account_is_of_a_courier foreign key (courier_id) references couriers (id);

-- Where a parcel may have to be brought back although nothing is carried any more.
create index deliveries_cancelled_on_courier on deliveries (courier_id) where status = 'CANCELLED';
