-- Breaks of rules about orders that end nothing by themselves; a plan may count them.
create table strikes (
  id uuid primary key,
  account_id uuid not null references accounts (id),
  rule text not null check (rule in ('stop_required', 'max_loss_per_idea', 'flat_by')),
  position_id uuid not null,
  created_at timestamptz not null
);
create index strikes_of_account on strikes (account_id, created_at desc);
create trigger strikes_append_only before update or delete on strikes for each row execute function refuse_change();

-- The last moment by which a position should have been flat, and was not, where its plan only warns.
alter table positions add column flat_warned_at timestamptz;

alter table breaches drop constraint breaches_rule_check, add constraint breaches_rule_check check (
  rule in ('max_drawdown', 'daily_loss_limit', 'max_loss_per_idea', 'strikes')
) not valid;

-- The events that are there are of fewer types: nobody has to look through them.
alter table events drop constraint events_row, add constraint events_row check (
  sequence > 0 and type = any (
    '{order.ack,order.fill,order.cancel,exit.lost,position.close,account.breach,account.strike,account.passed,account.inactivity_warning,account.closed,account.breach_reversed,account.scaled,challenge.promoted,challenge.funded,challenge.failed,dead_man_switch.ran_out,payout.requested,payout.proposed,payout.paid,payout.rejected,payout.cancelled}'::text[])
) not valid;
