-- Where the last heartbeat of a dead-man's switch came from. Null in rows that an earlier version wrote.
alter table dead_man_switches add column origin text, add column key_id uuid,
  add constraint dead_man_switches_origin check (origin in ('API', 'DASHBOARD', 'SYSTEM', 'OPERATOR')) not valid;
