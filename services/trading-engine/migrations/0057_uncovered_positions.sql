-- How long a position has been without the stops that its plan requires; null of plans without that rule.
alter table positions add column uncovered jsonb;
