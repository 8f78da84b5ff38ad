-- What couriers' phones are pushed that is of no delivery (decision 366): that a shift of theirs begins soon, and what was
-- written to all couriers of a city. What it says is read as it is sent; the row goes then, as that of an offer does.
create table notice_pushes (
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  kind text not null constraint notice_push_kind_is_known check (kind in ('SHIFT_SOON', 'ANNOUNCEMENT')),
  about_id uuid not null,
  expires_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  lease_owner uuid,
  primary key (subscription_id, kind, about_id)
);
create index notice_pushes_due on notice_pushes (due_at);

-- Phones are spoken to in each language of couriers, and a second try of a parcel that they have is a notice too.
alter table push_subscriptions
  drop constraint push_subscriptions_language_check,
  add constraint push_language_is_spoken check (language in ('fr', 'en', 'pt', 'es')) not valid;
alter table push_subscriptions validate constraint push_language_is_spoken;
alter table offer_pushes
  drop constraint offer_pushes_notice_check,
  add constraint push_notice_is_known check (notice in ('GIVEN', 'TAKEN', 'AGAIN')) not valid;
alter table offer_pushes validate constraint push_notice_is_known;
