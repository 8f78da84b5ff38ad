-- What is written to learn whether the database can be written (decision 284): one row, in a file that is made anew each time.
create table write_tries (tried_at timestamptz not null);
