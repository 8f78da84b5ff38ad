-- What a courier did before they said that a parcel cannot be handed over (decision 231): when they came to the customer,
-- and when they called. The photo of the place lies with the files of the delivery.
alter table deliveries
  add column arrived_at_customer_at timestamptz,
  add column customer_called_at timestamptz;
