-- An import that was wrong is removed with its rows, as long as nothing follows from them (decision 209). These are the
-- rows that a settlement is about: none of them can be deleted.
create table settled_statement_rows (
  row_id uuid not null references provider_statement_rows (id),
  subject text not null,
  number integer not null,
  primary key (row_id, subject, number),
  foreign key (subject, number) references settled_differences (subject, number)
);

-- Of settlements of before, rather too many than too few: each row that names what was settled.
insert into settled_statement_rows (row_id, subject, number)
select provider_statement_rows.id, settled_differences.subject, settled_differences.number
from settled_differences
left join payment_requests on settled_differences.subject = 'payment:' || payment_requests.id
left join money_transfers on settled_differences.subject = 'transfer:' || money_transfers.id
left join deliveries on deliveries.shop_id = payment_requests.shop_id and deliveries.id = payment_requests.delivery_id
join provider_statement_rows on provider_statement_rows.provider = settled_differences.provider
  and provider_statement_rows.currency = settled_differences.currency
  and (
    settled_differences.subject = 'row:' || provider_statement_rows.id
    or array[lower(provider_statement_rows.reference), lower(provider_statement_rows.other_reference)]
      && array[split_part(settled_differences.subject, ':', 2), lower(payment_requests.provider_ref),
        lower(money_transfers.provider_ref), lower(money_transfers.reference), lower(deliveries.reference)]
  );

create trigger settled_statement_rows_stay before update or delete or truncate on settled_statement_rows
  for each statement execute function refuse_to_change_ledger();

-- A file keeps no row twice that an earlier import has: the earlier one stays as long as the later.
create table provider_statement_overlaps (
  statement_id uuid not null references provider_statements (id) on delete cascade,
  earlier_id uuid not null references provider_statements (id),
  primary key (statement_id, earlier_id)
);
create index provider_statement_overlaps_by_earlier on provider_statement_overlaps (earlier_id);

-- Of imports of before: those of the same days, where a file has more rows than were kept of it.
insert into provider_statement_overlaps (statement_id, earlier_id)
select later.id, earlier.id
from provider_statements as later
join provider_statements as earlier on earlier.provider = later.provider and earlier.currency = later.currency
  and (earlier.imported_at, earlier.id) < (later.imported_at, later.id)
  and earlier.first_at <= later.last_at and earlier.last_at >= later.first_at
where later.file_rows > (
  select count(*) from provider_statement_rows where provider_statement_rows.statement_id = later.id
);
