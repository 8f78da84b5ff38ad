-- The rules of the business as the operator sets them, with their history: a row for each change, never altered. The newest
-- row of a rule holds; a rule without one has its default.
create table rule_changes (
  id bigint generated always as identity primary key,
  rule text not null check (rule ~ '^[A-Z][A-Z_]{1,60}$'),
  value text not null check (length(value) <= 500),
  changed_at timestamptz not null,
  changed_by text not null
);
create index rule_changes_by_rule on rule_changes (rule, id desc);

-- Every process keeps them in memory.
create function notify_rules_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('colis_changed', 'rules');
  return null;
end
$$;
create trigger rule_changes_notify after insert or update or delete on rule_changes
  for each statement execute function notify_rules_changed();

-- A rule that the environment still names is taken over by the service itself.
alter table audit_lines drop constraint audit_lines_actor_check;
alter table audit_lines add constraint audit_lines_actor_check
  check (actor ~ '^(CLI|SYSTEM|(OPERATOR|ACCOUNT|API_KEY):.+)$') not valid;
alter table audit_lines validate constraint audit_lines_actor_check;
