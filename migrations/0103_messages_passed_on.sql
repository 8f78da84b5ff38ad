-- Why SMS took a message over from WhatsApp: the failure, as last_failure has it. Null where it did not, or before.
alter table messages add column passed_for text;

-- The provider's name of the try that it took and then reported as failed, so that the same report counts once and
-- the channel is tried once more at most.
alter table messages add column failed_message_id text;
