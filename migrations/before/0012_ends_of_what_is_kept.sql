-- What is kept for a time only is found by its age, without reading the rest.

create index messages_with_codes on messages (expires_at) where kind = 'SIGN_IN_CODE' and content is not null;

create index sessions_by_end on sessions (expires_at);
create index sign_in_codes_by_end on sign_in_codes (expires_at);

create index simulated_payments_by_age on simulated_payments (answers_at);

create index parcel_photos_unused on parcel_photos (created_at) where verified_at is null;

-- An offer that its courier accepted says what they were promised: it is kept with the delivery.
alter table courier_offers add column kept_since timestamptz;
create index courier_offers_by_age on courier_offers (expires_at) where kept_since is null;

-- The body of an event is emptied once nothing can be sent of it any more.
create index events_with_bodies on events (created_at) where body <> '';
