-- Where the zones of a change would lie over others (decision 177), computed when it is proposed; null where that takes too
-- long.
alter table zone_proposals add column overlapping jsonb;
