-- The job that makes it, where it is made in the background.
ALTER TABLE exports ADD COLUMN job_id text;
