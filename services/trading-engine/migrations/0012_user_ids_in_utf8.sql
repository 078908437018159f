-- The wallet used to take each byte of a user id for a character of its own; from now on it reads them as the UTF-8 they
-- are, and the accounts of these users are under the name they then have. Not where somebody has that name already.
create function pg_temp.from_utf8(text) returns text language plpgsql as $$
begin
  return convert_from(convert_to($1, 'LATIN1'), 'UTF8');
exception when character_not_in_repertoire or untranslatable_character then
  return $1;
end $$;

create temporary table renamed_users on commit drop as
  select user_id, pg_temp.from_utf8(user_id) as name
    from (select user_id from accounts union select user_id from grants) as users
    where user_id ~ '[^ -~]';
delete from renamed_users where name = user_id
  or name in (select user_id from accounts union select user_id from grants);

update accounts set user_id = renamed.name from renamed_users as renamed where accounts.user_id = renamed.user_id;
alter table commands disable trigger commands_append_only;
update commands set user_id = renamed.name from renamed_users as renamed where commands.user_id = renamed.user_id;
alter table commands enable trigger commands_append_only;
update grants set user_id = renamed.name from renamed_users as renamed where grants.user_id = renamed.user_id;
update webhook_deliveries set user_id = renamed.name from renamed_users as renamed
  where webhook_deliveries.user_id = renamed.user_id;
