-- The figures that payouts were decided on: at the request, and at the approval that pays. Their statements are made of
-- these rows, and say the same for ever. Payouts from before have none.
create table payout_figures (
  payout_id uuid not null,
  stage text not null check (stage in ('REQUESTED', 'PAID')),
  account_id uuid not null references accounts (id),
  account_name text not null,
  plan_id text not null,
  plan_version integer not null,
  initial_balance numeric(38, 18) not null,
  balance numeric(38, 18) not null,
  unrealized_pnl numeric(38, 18) not null,
  equity numeric(38, 18) not null,
  compensation numeric(38, 18) not null,
  buffer numeric(38, 18) not null,
  adjustments numeric(38, 18) not null,
  available numeric(38, 18) not null,
  paid_before numeric(38, 18),
  computed jsonb not null,
  created_at timestamptz not null,
  primary key (payout_id, stage),
  -- the row of the payout is written by a trigger, after this one
  constraint payout_figures_payout foreign key (payout_id) references payouts (id) deferrable initially deferred
);
