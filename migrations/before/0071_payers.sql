-- The number that a request to pay goes to where it is not the customer's of the delivery (decision 255).
alter table payment_requests
  add column payer_phone text;
