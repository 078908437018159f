-- Links copy stops and targets as well.
alter table copy_events
  drop constraint copy_events_action_check,
  add constraint copy_events_action_check check (action in ('ENTRY', 'EXIT', 'PROTECTION', 'SYNC'));
drop trigger commands_record_copy on commands;
create trigger commands_record_copy after insert on commands for each row
  when (new.kind in ('copy_fill', 'copy_protection', 'copy_sync')) execute function copy_recorded();
