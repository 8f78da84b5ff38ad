-- The board of the service lists parcels that were called back and not brought back, over all shops. A delivery is in
-- this index only from when its shop called it back until its courier has said that it is back.
create index deliveries_not_brought_back on deliveries (called_back_at)
  where called_back_at is not null and brought_back_at is null;
