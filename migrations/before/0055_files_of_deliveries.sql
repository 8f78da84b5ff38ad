-- Photos and recordings about one delivery (decision 223): the file lies in the storage under a key that nobody guesses.
-- There is no foreign key: a row outlives its delivery until its file is removed.
create table delivery_files (
  shop_id uuid not null,
  delivery_id uuid not null,
  id uuid not null,
  kind text not null constraint delivery_file_has_a_kind check (kind ~ '^[A-Z]+(_[A-Z]+)*$'),
  -- Null once the file was removed from the storage; the row still counts towards how much may be sent.
  file_key text constraint file_is_of_one_delivery unique,
  content_type text not null check (content_type ~ '^(image|audio|video)/[a-z0-9]+$'),
  size_bytes integer not null check (size_bytes > 0),
  added_at timestamptz not null,
  -- Null until the storage has the file.
  stored_at timestamptz,
  -- When it was replaced, taken back or erased; null while it counts.
  removed_at timestamptz,
  primary key (shop_id, delivery_id, id)
);
create unique index delivery_has_one_file_of_a_kind on delivery_files (shop_id, delivery_id, kind)
  where stored_at is not null and removed_at is null;
create index delivery_files_by_kind on delivery_files (kind, added_at);
create index delivery_files_not_needed on delivery_files (added_at)
  where file_key is not null and (stored_at is null or removed_at is not null);
