-- The trace of the request in which an event happened, which its webhooks go on with (decision 404): a W3C traceparent,
-- and behind it whether the trace is internal. Null of most; emptied with the body.
alter table events add column trace text;
