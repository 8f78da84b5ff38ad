-- A city may let tours do less than the operator's rules (decision 377), as one where most parcels are food; null for as
-- much as these.
alter table cities
  add column tour_later_minutes smallint
    constraint city_tours_are_later_by_an_hour_at_most check (tour_later_minutes between 0 and 60),
  add column tour_ride_minutes smallint
    constraint city_tours_ride_longer_by_an_hour_at_most check (tour_ride_minutes between 0 and 60);
