-- A suspended shop orders nothing and its keys open nothing; what is under way goes on.
alter table shops add column suspended_at timestamptz;
alter table shops add column suspension_reason text;
alter table shops add constraint suspension_has_a_reason check ((suspended_at is null) = (suspension_reason is null));
