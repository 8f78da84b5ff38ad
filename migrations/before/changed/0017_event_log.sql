alter table unsequenced_events
  drop constraint unrelayed_events_pkey,
  add column number bigint generated always as identity primary key;
