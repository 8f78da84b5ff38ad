-- What used up its attempts is found by endpoint and time, to be sent again in batches.
create index webhook_dispatches_exhausted on webhook_dispatches (endpoint_id, due_at) where state = 'EXHAUSTED';
