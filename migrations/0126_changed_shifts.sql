-- The operator may change a shift that couriers have taken, who are told of it (decision 367).
alter table courier_shift_takers
  drop constraint shift_notice_is_known,
  add constraint shift_notice_may_be_a_change check (due_notice in ('GIVEN', 'TAKEN', 'CHANGED')) not valid;
alter table courier_shift_takers validate constraint shift_notice_may_be_a_change;
