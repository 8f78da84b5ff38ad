-- What a provider says of money and the service knows otherwise (decision 249): of a payment or a transfer of ours another
-- amount, currency or reference than was ordered, or of a reference that it told before another row of a statement.
create table money_disagreements (
  id uuid primary key,
  subject text not null unique check (subject ~ '^(payment|transfer|row):[0-9a-f-]{36}$'),
  provider text not null,
  -- What was ordered, or told first.
  currency text not null check (currency in ('XOF', 'XAF')),
  amount_fcfa bigint not null,
  -- What its own postings hold in the float, negative for what left, and in which currency; how many there are.
  standing_fcfa bigint not null default 0,
  standing_currency text check (standing_currency in ('XOF', 'XAF')),
  postings integer not null default 0,
  -- How many different words there are, and since when.
  words integer not null default 0,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  settlement text check (settlement in ('COUNTS', 'STAYS', 'REVERSED', 'AGREED', 'LATER', 'EARLIER', 'BOTH')),
  settled_because text,
  constraint disagreement_is_settled_whole check (
    (settled_at is null) = (settlement is null) and (settled_at is null) = (settled_by is null))
);
create index money_disagreements_open on money_disagreements (found_at, id) where settled_at is null;
create index money_disagreements_settled on money_disagreements (settled_at, id) where settled_at is not null;

-- Every such word, as it was told; one that is told again is counted.
create table provider_words (
  disagreement_id uuid not null references money_disagreements (id) on delete cascade,
  number integer not null check (number > 0),
  state text not null check (state in ('PAID', 'PENDING', 'REFUSED')),
  amount text not null,
  currency text not null,
  reference text not null,
  told_at timestamptz not null,
  last_told_at timestamptz not null,
  times integer not null default 1 check (times > 0),
  primary key (disagreement_id, number)
);

-- A row that is not compared with the books, since another one of its reference is, or may be.
alter table provider_statement_rows add column is_set_aside boolean not null default false;
create index provider_statement_rows_by_reference on provider_statement_rows (provider, reference);
