-- What strangers caused to be sent on a day of the company: in all, to each calling code, by mail, and from each network.
create table stranger_messages (
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  -- ALL, MAIL, a calling code such as +229, or a network, which is not kept in clear.
  scope text not null,
  sent integer not null check (sent > 0),
  primary key (day, scope)
);
