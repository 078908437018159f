-- What a decision took beside its account, so that it can be made again (docs/LABORATORY.md); null: it was not kept.
alter table commands add column recorded text;

-- The calendars of news that decisions saw, by a digest of them: a decision keeps the digest.
create table news_calendars (
  digest text primary key,
  events text not null,
  created_at timestamptz not null default now()
);
