alter table couriers add column called_off_seen_at timestamptz;
