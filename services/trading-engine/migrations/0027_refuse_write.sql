-- A write with several commands is stored whole or not at all. Where some of them turn out to be stored already (the
-- caller sent their client_ids twice at the same moment, for different accounts), the statement ends here and tells the
-- place of that write, counted from 1: the others are then written without it.
create function refuse_write(place int) returns boolean language plpgsql as $$
begin
  raise exception using
    errcode = 'TW001',
    message = 'some of the commands of a write are stored already',
    detail = place::text;
end $$;
