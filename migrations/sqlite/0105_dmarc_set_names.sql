-- Totals name their sources by these three; reading them out of JSON took a part of the time of storing a report.
ALTER TABLE dmarc_auth_sets ADD COLUMN header_from text NOT NULL DEFAULT '';
ALTER TABLE dmarc_auth_sets ADD COLUMN signer text NOT NULL DEFAULT '';
ALTER TABLE dmarc_auth_sets ADD COLUMN mailer text NOT NULL DEFAULT '';
UPDATE dmarc_auth_sets SET header_from = value ->> 'headerFrom', signer = value ->> 'signer', mailer = value ->> 'mailer';
