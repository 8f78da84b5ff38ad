create table sealing_keys (
  is_current boolean primary key default true check (is_current),
  fingerprint text not null,
  noted_at timestamptz not null
);
