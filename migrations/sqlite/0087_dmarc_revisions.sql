ALTER TABLE dmarc_domains ADD COLUMN facts_revision integer NOT NULL DEFAULT 1;
ALTER TABLE dmarc_auth_sets ADD COLUMN until_at integer NOT NULL DEFAULT 9007199254740991;
-- Which reports use a set is unknown: it is kept for as long as the last report of its domain, and two days.
UPDATE dmarc_auth_sets SET until_at = 172800000 + coalesce(
  (SELECT max(r.records_until) FROM dmarc_reports r WHERE r.domain_no = dmarc_auth_sets.domain_no), 0);
CREATE INDEX dmarc_auth_sets_until ON dmarc_auth_sets (until_at);
