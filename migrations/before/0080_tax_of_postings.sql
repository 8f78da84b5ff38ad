-- At which rate the tax of a posting was taken out of what was earned, in hundredths of a percent; null where none was,
-- as for everything booked until now (decision 263).
alter table ledger_postings add column vat_rate integer constraint vat_rate_is_a_percentage check (vat_rate between 1 and 10000);

-- The buyer's number at the tax office (IFU, NCC, NIF), as its invoices print it.
alter table shops add column tax_id text constraint shop_tax_id_is_short check (length(tax_id) between 5 and 30);
