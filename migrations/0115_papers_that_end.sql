-- Couriers are told of a paper that ends 14 and 3 days before, and on its last day (decision 350): how many days before it
-- was told last. Another date begins anew.
alter table courier_documents add column told_days_left smallint
  constraint paper_is_told_of_three_times check (told_days_left in (14, 3, 0));
