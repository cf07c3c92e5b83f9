-- Totals name their sources by these three; reading them out of JSON took a third of the time of storing a report. Generated,
-- so that a replica of the version before writes them, too.
ALTER TABLE dmarc_auth_sets
  ADD COLUMN header_from text NOT NULL GENERATED ALWAYS AS (coalesce(value ->> 'headerFrom', '')) STORED,
  ADD COLUMN signer text NOT NULL GENERATED ALWAYS AS (coalesce(value ->> 'signer', '')) STORED,
  ADD COLUMN mailer text NOT NULL GENERATED ALWAYS AS (coalesce(value ->> 'mailer', '')) STORED;
-- Differs after each change of the totals of a day, so that sums of many days are kept while a report changes others.
ALTER TABLE dmarc_days ADD COLUMN revision bigint NOT NULL DEFAULT 0;
