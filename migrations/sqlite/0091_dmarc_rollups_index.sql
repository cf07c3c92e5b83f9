-- Old totals are deleted domain by domain; each stored record no longer writes a third tree of keys.
DROP INDEX dmarc_rollups_day;
