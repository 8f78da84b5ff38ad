-- Problems that customers report of their delivery (decision 235). Which reasons there are is for the source to say (as of
-- events, decision 115). The words are taken out when the person is.
create table problem_reports (
  shop_id uuid not null,
  id uuid not null,
  delivery_id uuid not null,
  number integer not null check (number > 0),
  reason text not null check (reason ~ '^[A-Z]+(_[A-Z]+)*$'),
  words text constraint problem_words_are_short check (length(words) between 1 and 500),
  delivery_status text not null,
  courier_id uuid references couriers (id),
  reported_at timestamptz not null,
  taken_at timestamptz,
  taken_by text,
  closed_at timestamptz,
  closed_by text,
  closing_note text constraint closing_note_is_short check (length(closing_note) between 1 and 200),
  primary key (shop_id, id),
  constraint problem_reports_are_numbered unique (shop_id, delivery_id, number),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id),
  constraint problem_is_taken_by_somebody check ((taken_at is null) = (taken_by is null)),
  constraint problem_is_closed_by_somebody check ((closed_at is null) = (closed_by is null)),
  constraint problem_is_taken_before_it_is_closed check (closed_at is null or taken_at is not null)
);
create index problem_reports_open on problem_reports (reported_at) where closed_at is null;
create index problem_reports_closed on problem_reports (closed_at) where closed_at is not null;

-- What a customer thought of the hand-over: one to five stars.
create table delivery_ratings (
  shop_id uuid not null,
  delivery_id uuid not null,
  courier_id uuid references couriers (id),
  stars smallint not null check (stars between 1 and 5),
  rated_at timestamptz not null,
  changes integer not null default 0,
  primary key (shop_id, delivery_id),
  foreign key (shop_id, delivery_id) references deliveries (shop_id, id)
);
create index delivery_ratings_by_courier on delivery_ratings (courier_id, rated_at);
