-- The text of an order stands in the response to its command and in its events. From now on it may be stored in one of
-- them alone. A stored text of several lines is pieced together: odd lines are its own, each even line tells what comes
-- from an event of the same account: its sequence, the place of the first character in its data, and how many. JSON as
-- it is written here has no line breaks, so a single line is the text itself, as it always was.
create function whole_text(of_account uuid, stored text) returns text language plpgsql stable as $$
declare
  lines text[];
  reference bigint[];
  known bigint;
  source text;
  whole text;
begin
  if strpos(stored, E'\n') = 0 then
    return stored;
  end if;
  lines := string_to_array(stored, E'\n');
  whole := lines[1];
  for i in 2 .. cardinality(lines) by 2 loop
    reference := string_to_array(lines[i], ' ')::bigint[];
    if reference[1] is distinct from known then
      known := reference[1];
      -- the text of an event may itself be pieced together, from a later one
      select whole_text(of_account, data) into strict source
        from events where account_id = of_account and sequence = known;
    end if;
    whole := whole || substr(source, reference[2]::int, reference[3]::int) || lines[i + 1];
  end loop;
  return whole;
end
$$;

create view whole_events as
  select id, account_id, sequence, type, whole_text(account_id, data) as data, created_at from events;

-- The version before this one does not read such texts. Where it may still run, or be gone back to, texts are stored
-- whole until the migrations of the next version.
insert into settings (name, value)
  select 'stored_texts', case when exists (select from commands) then 'whole' else 'shared' end;
