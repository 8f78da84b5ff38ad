-- What those who run the service write to all couriers of a city (decision 351). It goes out in pieces, in the order of the
-- couriers' ids, from where `after_courier_id` says; `sent_at` is when the last of them had theirs.
create table courier_announcements (
  id uuid primary key,
  city_id uuid not null references cities (id),
  text text not null check (length(text) between 3 and 300),
  created_at timestamptz not null,
  after_courier_id uuid,
  sent_at timestamptz
);
create index courier_announcements_by_city on courier_announcements (city_id, created_at);
create index courier_announcements_by_age on courier_announcements (created_at);
create index courier_announcements_unsent on courier_announcements (created_at) where sent_at is null;

-- Whom an announcement went to; it stands on their page until they have seen it.
create table courier_announcement_readers (
  courier_id uuid not null references couriers (id),
  announcement_id uuid not null references courier_announcements (id) on delete cascade,
  seen_at timestamptz,
  primary key (courier_id, announcement_id)
);
create index courier_announcements_unseen on courier_announcement_readers (courier_id) where seen_at is null;
create index courier_announcement_readers_of_one on courier_announcement_readers (announcement_id);
