-- When each purge last had nothing left to delete, so that the page of health shows one that fails or never catches up.
create table purge_rounds (
  name text primary key,
  done_at timestamptz not null
);
