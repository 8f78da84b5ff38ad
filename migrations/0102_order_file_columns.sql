-- What the people of a shop said of the columns of a file of orders, by the row of headings, so that the next file with the
-- same headings is read alike. Of the headings only a hash is kept.
create table order_file_columns (
  shop_id uuid not null references shops (id),
  headings_sha256 text not null check (headings_sha256 ~ '^[0-9a-f]{64}$'),
  choices jsonb not null constraint choices_are_small check (length(choices::text) <= 8000),
  chosen_at timestamptz not null,
  primary key (shop_id, headings_sha256)
);
