-- Tokens that a venue has paid to a LIVE account instead of USDC; null of nearly all. A null column and a check that
-- looks at no row: nothing is rewritten.
alter table accounts add column token_holdings jsonb,
  add constraint accounts_token_holdings check (jsonb_typeof(token_holdings) = 'array') not valid;
