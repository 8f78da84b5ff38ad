-- The code with which a shop confirms to the courier that a parcel is back (decision 26).

alter table deliveries
  add column return_code text,
  add column return_code_tries integer not null default 0,
  add column return_code_locked_until timestamptz;

-- Parcels that are on their way back already need one as well.
update deliveries
set return_code = lpad(floor(random() * 10000)::integer::text, 4, '0')
where status = 'FAILED';
