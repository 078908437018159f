-- The plans that ship carry positions by the whole equity of the account, from their next version on. One that the
-- operator has changed since is the operator's own and stays; accounts and grants keep the version they were sold.
insert into plans (id, version, definition)
select id, 2, jsonb_set(definition, '{risk_config,exposure,margin_mode}', '"CROSS"')
  from plans as shipped
 where version = 1
   and id in ('standard-100k', 'one-step-50k', 'two-step-100k', 'instant-25k')
   and not exists (select from plans as later where later.id = shipped.id and later.version > 1);
