-- Who of those that run the service or a shop did what, with the values before and after. A line refers to
-- what it is about by its id alone, without a foreign key: it outlives what it tells of.
create table audit_lines (
  id uuid primary key,
  occurred_at timestamptz not null,
  actor text not null check (actor ~ '^(CLI|(OPERATOR|ACCOUNT|API_KEY):.+)$'),
  action text not null check (action ~ '^[a-z]+(-[a-z]+)*$'),
  subject_type text not null check (subject_type ~ '^[A-Z]+(_[A-Z]+)*$'),
  subject_id text not null,
  shop_id uuid,
  before jsonb,
  after jsonb,
  constraint audit_line_says_what_changed check (before is not null or after is not null)
);
create index audit_lines_by_shop on audit_lines (shop_id, occurred_at) where shop_id is not null;
create index audit_lines_by_subject on audit_lines (subject_id, occurred_at);
create index audit_lines_by_time on audit_lines (occurred_at);
create index audit_lines_by_actor on audit_lines (actor, occurred_at);

-- Lines are added and read, by nobody changed and by nobody removed: not even by the service itself.
create function refuse_to_change_audit() returns trigger language plpgsql as $$
begin
  raise exception 'The audit is append-only: its lines are neither changed nor removed.'
    using errcode = 'restrict_violation';
end
$$;
create trigger audit_lines_stay before update or delete or truncate on audit_lines
  for each statement execute function refuse_to_change_audit();
