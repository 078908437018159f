-- Times are of the years 1970 to 2100 (packages/contracts, timestamp.ts); earlier versions took later ends of keys.
UPDATE api_keys SET expires_at = '2100-12-31T23:59:59.999Z' WHERE expires_at > '2100-12-31T23:59:59.999Z';
