-- What those who run the service may do: an operator everything, a dispatcher what is under way.
alter table operators add column role text not null default 'OPERATOR' check (role in ('OPERATOR', 'DISPATCHER'));

alter table audit_lines drop constraint audit_lines_actor_check;
alter table audit_lines add constraint audit_lines_actor_check
  check (actor ~ '^(CLI|(OPERATOR|ACCOUNT|API_KEY):.+)$') not valid;
alter table audit_lines validate constraint audit_lines_actor_check;
