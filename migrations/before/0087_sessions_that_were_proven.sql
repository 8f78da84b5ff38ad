-- When whoever has a session showed a code or link of their own phone or address; null of one that began with a password.
alter table sessions add column proven_at timestamptz;
