--! without transaction
-- Looked for once a second, and hardly ever there.
create index concurrently if not exists messages_due_by_sms on messages (kind, due_at)
  where state = 'PENDING' and passed_to = 'SMS';

alter table messages
  validate constraint message_channel_is_known,
  validate constraint message_is_passed_to_sms;
