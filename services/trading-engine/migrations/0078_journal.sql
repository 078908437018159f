-- The journal of a trader: tags and a note of a position, and how far the market went while it was open.
create table position_notes (
  position_id uuid primary key references positions (id),
  account_id uuid not null,
  tags text[] not null check (cardinality(tags) <= 10),
  note text not null check (char_length(note) <= 2000),
  updated_at timestamptz not null default now()
);

-- Null marks: nobody knew the prices of that time any more.
create table position_excursions (
  position_id uuid primary key references positions (id),
  highest_mark numeric(38, 18) check (highest_mark > 0 and highest_mark < 1e20),
  lowest_mark numeric(38, 18) check (lowest_mark > 0 and lowest_mark <= highest_mark),
  check ((highest_mark is null) = (lowest_mark is null))
);

create index positions_by_closing on positions (closed_at) where closed_at is not null;
