-- When the shop cancelled a delivery whose courier had set out, and when that courier said that its parcel is at
-- the shop again. The index deliveries_cancelled_on_courier serves the version before and nothing else.
alter table deliveries
  add column called_back_at timestamptz,
  add column brought_back_at timestamptz;

create index deliveries_called_back on deliveries (courier_id, called_back_at) where called_back_at is not null;

-- Parcels that couriers are being reminded of.
update deliveries set called_back_at = cancelled.occurred_at
from delivery_history as cancelled
where cancelled.shop_id = deliveries.shop_id
  and cancelled.delivery_id = deliveries.id
  and cancelled.status = 'CANCELLED'
  and cancelled.occurred_at > now() - interval '3 hours'
  and deliveries.status = 'CANCELLED'
  and deliveries.courier_id is not null;
