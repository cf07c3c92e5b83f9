-- DKIM keys in the DNS history: the name of the record, which distinguishes the selectors of a domain.
ALTER TABLE dmarc_dns_history ADD COLUMN name text;
