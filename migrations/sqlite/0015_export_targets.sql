ALTER TABLE exports ADD COLUMN target text;
