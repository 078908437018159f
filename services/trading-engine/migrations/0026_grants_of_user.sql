-- For users who list their own grants.
create index grants_of_user on grants (user_id, created_at desc);
