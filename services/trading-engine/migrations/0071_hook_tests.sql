-- An alert may be tried: its log says so, and nothing is placed.
alter table hook_deliveries drop constraint hook_deliveries_outcome_check,
  add constraint hook_deliveries_outcome_check check (outcome = any
    ('{PLACED,REFUSED,NOTHING_TO_DO,REPEATED,TEST,INVALID,WRONG_ADDRESS,NOT_FOUND,LIMITED,FAILED}'::text[]));
