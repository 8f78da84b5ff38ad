-- Messages also go by SMS, where no other channel reaches a phone: passed_to says which channel takes a message over.
alter table messages
  add column passed_to text,
  drop constraint messages_channel_check,
  add constraint message_channel_is_known check (channel in ('WHATSAPP', 'SMS', 'EMAIL', 'OUTBOX')) not valid,
  add constraint message_is_passed_to_sms check (passed_to in ('SMS')) not valid;
