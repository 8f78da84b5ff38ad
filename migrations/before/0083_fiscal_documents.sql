-- What is to be signed by the device of the tax office, and what it answered (decision 265). The id is that of the invoice
-- or the credit note, or of the delivery whose customer has the receipt. UNCERTAIN is what the device may have signed
-- without our hearing of it: only a person sends that again.
create table fiscal_documents (
  kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE', 'RECEIPT')),
  id uuid not null,
  shop_id uuid not null,
  state text not null default 'DUE' check (state in ('DUE', 'SENDING', 'SIGNED', 'REFUSED', 'UNCERTAIN')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- What the device calls a document that it has not finished: asking it to finish that one twice signs one.
  pending_ref text,
  fault text constraint fiscal_fault_is_short check (length(fault) <= 300),
  -- The code, the content of the QR code and whatever else the device answered.
  stamp jsonb,
  primary key (kind, id),
  constraint signed_documents_have_a_stamp check ((state = 'SIGNED') = (stamp is not null))
);
create index fiscal_documents_due on fiscal_documents (due_at) where state in ('DUE', 'SENDING');
create index fiscal_documents_to_see_to on fiscal_documents (due_at) where state <> 'SIGNED';

create function refuse_to_change_stamps() returns trigger language plpgsql as $$
begin
  raise exception 'What the tax office signed is neither changed nor removed.'
    using errcode = 'restrict_violation', constraint = 'fiscal_stamps_stay';
end
$$;
create trigger fiscal_stamps_stay before update or delete on fiscal_documents
  for each row when (old.state = 'SIGNED') execute function refuse_to_change_stamps();

-- Invoices and credit notes issued before the device was set are not sent.
create table fiscal_beginning (
  is_current boolean primary key default true check (is_current),
  began_at timestamptz not null
);
