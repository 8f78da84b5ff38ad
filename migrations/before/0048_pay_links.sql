-- The page of a provider on which a customer pays, where it asks nobody on their phone.
alter table payment_requests add column pay_link text;

-- A provider's callback names a request by its id alone.
create index payment_requests_by_id on payment_requests (id);
