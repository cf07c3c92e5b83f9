-- The full-text index tells hits of names and subjects by itself; on Postgres it takes an index of its own.
SELECT 1;
