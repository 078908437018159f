-- What a decision looked at beside the account and the market; null where that was nothing.
alter table commands add column inputs jsonb;
