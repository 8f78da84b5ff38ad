-- A copy of a service's database to try things on (decision 397) has a row here: the service starts on it with nothing that
-- reaches people.
create table trial_copies (
  is_current boolean primary key default true check (is_current),
  copied_at timestamptz not null
);
