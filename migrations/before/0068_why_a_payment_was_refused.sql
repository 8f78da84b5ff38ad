-- Why a provider refused a request to pay, where it did: what the customer can see to is no fault of the provider (decision
-- 250).
alter table payment_requests add column reason text check (reason in (
  'PAYER_REFUSED', 'FUNDS_TOO_LOW', 'EXPIRED', 'NUMBER_REFUSED', 'LIMIT_REACHED', 'FLOAT_TOO_LOW', 'PROVIDER_FAILED'));
