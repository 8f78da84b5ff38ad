-- What a shop changes of a delivery until its parcel is picked up (decision 121).
-- A line of history names the fields that were changed, never their values. An offer is for one version of the trip:
-- a new drop-off raises the delivery's, which ends the offers of the trip before it.
alter table delivery_history
  add column changed_fields text[] constraint changed_fields_are_named check (cardinality(changed_fields) > 0);

alter table deliveries add column trip_version integer not null default 1;

alter table courier_offers add column trip_version integer not null default 1;
