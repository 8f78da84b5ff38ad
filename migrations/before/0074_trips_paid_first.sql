-- What the company agreed with its shops as a whole (decision 258): one row. A shop may owe `max_owed_fcfa`, which is no
-- bound where it is null, and pays its trips first beyond that, or until `new_shop_trips` of its parcels were handed
-- over; it then has `trip_minutes` to pay. No payout is made below `least_payout_fcfa`.
create table shop_terms (
  is_only boolean primary key default true check (is_only),
  max_owed_fcfa integer constraint shop_may_owe_sensibly check (max_owed_fcfa between 0 and 100000000),
  new_shop_trips integer not null default 0 constraint new_shop_is_sensible check (new_shop_trips between 0 and 1000),
  trip_minutes integer not null default 15 constraint time_to_pay_is_sensible check (trip_minutes between 5 and 1440),
  least_payout_fcfa integer not null default 1
    constraint least_payout_is_sensible check (least_payout_fcfa between 1 and 1000000),
  payout_fees_by text not null default 'COMPANY'
    constraint payout_fees_are_borne check (payout_fees_by in ('COMPANY', 'SHOP'))
);
insert into shop_terms default values;

-- What one shop may owe where that is agreed with it alone; null for what all may.
alter table shops add column max_owed_fcfa integer
  constraint this_shop_may_owe_sensibly check (max_owed_fcfa between 0 and 100000000);

-- By when the shop must have paid a trip that it pays first (decision 256); null while its price is an estimate.
alter table deliveries add column trip_due_at timestamptz;

-- Who is asked to pay: the customer of the delivery, or its shop for the trip.
alter table payment_requests
  add column payer text not null default 'CUSTOMER' constraint payer_is_known check (payer in ('CUSTOMER', 'SENDER'));

-- Who bears what the provider takes for a payout, as it was agreed when that began.
alter table money_transfers add column fee_by text not null default 'COMPANY'
  constraint transfer_fee_is_borne check (fee_by in ('COMPANY', 'SHOP'));
