-- Totals name their sources by these three; reading them out of JSON took a part of the time of storing a report.
ALTER TABLE dmarc_auth_sets ADD COLUMN header_from text NOT NULL DEFAULT '';
ALTER TABLE dmarc_auth_sets ADD COLUMN signer text NOT NULL DEFAULT '';
ALTER TABLE dmarc_auth_sets ADD COLUMN mailer text NOT NULL DEFAULT '';
UPDATE dmarc_auth_sets SET header_from = coalesce(value ->> 'headerFrom', ''), signer = coalesce(value ->> 'signer', ''),
  mailer = coalesce(value ->> 'mailer', '');
-- Differs after each change of the totals of a day, so that sums of many days are kept while a report changes others.
ALTER TABLE dmarc_days ADD COLUMN revision integer NOT NULL DEFAULT 0;
