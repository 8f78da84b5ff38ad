--! without transaction
-- The failed attempts of an endpoint are read a page at a time; most attempts succeed, and cost this index nothing.
create index concurrently if not exists webhook_attempts_failed on webhook_attempts (endpoint_id, id)
  where failure is not null or http_status < 200 or http_status >= 300;
