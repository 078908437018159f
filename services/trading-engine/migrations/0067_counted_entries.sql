-- How many have entered a competition, counted with each entry: lists are public, and cost the same however many there are.
alter table competitions add column entries integer not null default 0 check (entries between 0 and entry_cap);
update competitions c set entries = (select count(*) from competition_entries where competition_id = c.id);
create index competition_entries_of_user on competition_entries (user_id, entered_at desc);
