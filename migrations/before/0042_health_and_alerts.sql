-- What those who run the service are alerted of, and what its page of health reads (decisions 190 to 194).

-- The audit over all shops is read by who acted.
create index audit_lines_by_actor on audit_lines (actor, occurred_at);

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

-- Money that came when it was not expected is to be given back: since when, and when somebody did.
alter table payment_requests
  add column refund_due_at timestamptz,
  add column refunded_at timestamptz,
  add column refund_note text constraint refund_note_is_short check (length(refund_note) between 3 and 200),
  add constraint refund_was_due check (refunded_at is null or refund_due_at is not null);
create index payment_requests_to_refund on payment_requests (refund_due_at)
  where refund_due_at is not null and refunded_at is null;
create index payment_requests_by_end on payment_requests (ended_at, state) where ended_at is not null;

create index messages_failed on messages (created_at) where state = 'FAILED';

-- Which kinds there are is for the source to say (as of events, decision 115).
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind ~ '^[A-Z]+(_[A-Z]+)*$');
