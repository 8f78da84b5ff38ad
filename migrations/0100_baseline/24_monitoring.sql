-- One alert for each thing that is wrong, from when it is noticed until it has been right for a while. `subject` names
-- the one of several that it is about (a city, a delivery, a consumer of events), and is empty where there is only one.
create table alerts (
  id uuid primary key,
  kind text not null check (kind ~ '^[A-Z]+(_[A-Z]+)*$'),
  subject text not null,
  facts jsonb not null,
  opened_at timestamptz not null,
  -- When it was last found to be so.
  seen_at timestamptz not null,
  last_notified_at timestamptz,
  closed_at timestamptz,
  constraint alert_is_closed_after_it_is_opened check (closed_at >= opened_at)
);
create unique index one_open_alert_of_each on alerts (kind, subject) where closed_at is null;
create index alerts_by_end on alerts (closed_at) where closed_at is not null;
create index alerts_by_subject on alerts (kind, subject, opened_at);

-- Whoever of several processes moves this on does the next round.
create table alert_rounds (
  is_current boolean primary key default true check (is_current),
  next_at timestamptz not null
);
insert into alert_rounds (next_at) values ('epoch');

-- How an operator wants to be alerted; those without a row hear of everything. Null kinds: all of them.
create table alert_preferences (
  account_id uuid primary key references accounts (id) on delete cascade,
  channel text not null check (channel in ('EMAIL', 'WHATSAPP', 'NONE')),
  kinds text[],
  changed_at timestamptz not null
);

-- How far the clock of each running process was from the database's, when it last compared them (decision 287).
create table process_clocks (
  process_id uuid primary key,
  host text not null,
  skew_ms bigint not null,
  compared_at timestamptz not null
);
