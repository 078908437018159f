-- Certificates of accounts that have passed: the text that is signed, byte for byte. One an account; made again where its
-- trader wants another name on it, or none.
create table certificates (
  code text primary key check (code ~ '^[A-Z2-7]{26}$'),
  account_id uuid not null unique references accounts (id),
  text text not null,
  signature text not null,
  issued_at timestamptz not null
);
