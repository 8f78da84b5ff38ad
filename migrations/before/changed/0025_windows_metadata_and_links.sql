alter table deliveries alter column metadata drop not null, alter column metadata drop default;
update deliveries set metadata = null where metadata::text = '{}';
