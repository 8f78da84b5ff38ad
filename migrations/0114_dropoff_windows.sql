-- When the customer is to have a parcel (decision 347), and when it is fetched for that: the window of the drop-off, earlier
-- by the ride, within the window of the pick-up where there is one.
alter table deliveries
  add column dropoff_window_from timestamptz,
  add column dropoff_window_to timestamptz,
  add column fetch_window_from timestamptz,
  add column fetch_window_to timestamptz;
alter table deliveries add constraint dropoff_window_is_whole check (
  (dropoff_window_from is null) = (dropoff_window_to is null)
  and (dropoff_window_from is null) = (fetch_window_from is null)
  and (fetch_window_from is null) = (fetch_window_to is null)
) not valid;
alter table deliveries add constraint dropoff_window_ends_after_it_begins
  check (dropoff_window_from < dropoff_window_to) not valid;
alter table deliveries
  validate constraint dropoff_window_is_whole,
  validate constraint dropoff_window_ends_after_it_begins;
