-- Who may take a parcel for its customer with the code, as the customer names them (decision 344), and who took it: null
-- where the customer did.
alter table deliveries
  add column recipient_name text constraint recipient_name_is_short check (length(recipient_name) between 1 and 40),
  add column recipient_kind text constraint recipient_kind_is_known
    check (recipient_kind in ('NEIGHBOUR', 'GUARD', 'FAMILY', 'COLLEAGUE')),
  add column times_recipient_named smallint not null default 0,
  add column taken_by text constraint taken_by_is_short check (length(taken_by) between 1 and 80),
  add constraint recipient_is_whole check ((recipient_name is null) = (recipient_kind is null)) not valid;
alter table deliveries validate constraint recipient_is_whole;
