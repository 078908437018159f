-- Where the events of all accounts go for the firm itself. Their deliveries are those of the user '', which is nobody.
create table firm_endpoints (
  id uuid primary key,
  url text not null unique check (char_length(url) between 9 and 2048),
  secret text not null,
  description text,
  created_by text not null,
  created_at timestamptz not null
);
