-- Holds are a set: what keeps an account from opening anything, each lifted by the one who may. Null: none.
alter table accounts add column holds jsonb check (jsonb_typeof(holds) = 'array');

-- A row of an earlier version says by its state which holds it is under: the latest halt, or the latest lock of a day.
update accounts a set holds = jsonb_build_array(jsonb_build_object(
  'kind', case when state = 'HALTED' then 'operator' else 'daily_lock' end,
  'reason', state_reason,
  'since', to_char(coalesce(case when state = 'HALTED'
      then (select max(at) from operator_audit where action = 'halt_account' and subject = a.id::text)
      else (select max(created_at) from breaches where account_id = a.id and action = 'LOCKED') end, clock)
    at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'until', case when state = 'REDUCE_ONLY'
    then to_char(coalesce(locked_until, day_ends_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end))
where state in ('HALTED', 'REDUCE_ONLY');
