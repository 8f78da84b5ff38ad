-- A refused transfer may still be paid: it is asked about for a day after it ended, and so keeps its `due_at`.
-- `still_refused_at` is when its provider last said again that it is refused, or knew nothing of it; null while nobody
-- has asked since the refusal. Nothing is sent in its place before that.
alter table money_transfers add column still_refused_at timestamptz;
alter table money_transfers drop constraint transfer_is_looked_at_until_it_ends;
alter table money_transfers add constraint transfer_is_looked_at_until_it_is_over
  check (case when state in ('DUE', 'SENT') then due_at is not null else state = 'REFUSED' or due_at is null end);
update money_transfers set due_at = now() where state = 'REFUSED' and ended_at > now() - interval '1 day';
update money_transfers set still_refused_at = ended_at where state = 'REFUSED' and due_at is null;

-- A refund that was refused may be paid although another gave the payment back meanwhile; two are never begun at once.
drop index payment_is_given_back_once;
create unique index payment_is_given_back_one_at_a_time on money_transfers (payment_request_id)
  where kind = 'CUSTOMER_REFUND' and state in ('DUE', 'SENT');

-- So may a request to pay that was refused or failed.
update payment_requests
set due_at = now()
where state in ('REFUSED', 'FAILED', 'WITHDRAWN') and due_at is null and provider is not null
  and ended_at > now() - interval '1 day';
