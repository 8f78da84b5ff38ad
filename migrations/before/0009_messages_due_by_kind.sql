-- Messages of kinds without a channel are held, perhaps for weeks: the search for due ones must not pass them by.
create index messages_due_by_kind on messages (kind, due_at) where state = 'PENDING';
drop index messages_due;
