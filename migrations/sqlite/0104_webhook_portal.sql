-- Webhooks of customers, and the links with which they manage them.
ALTER TABLE webhooks ADD COLUMN customer text;

CREATE TABLE webhook_portal_links (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  company_id text NOT NULL,
  customer text NOT NULL,
  events text NOT NULL,
  filter text,
  token_hash text NOT NULL,
  creator_kind text NOT NULL,
  creator_id text NOT NULL,
  creator_name text NOT NULL,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  revoked_at integer,
  opened_at integer
) STRICT;
CREATE UNIQUE INDEX webhook_portal_links_token ON webhook_portal_links (token_hash);
CREATE INDEX webhook_portal_links_project ON webhook_portal_links (project_id, id);
CREATE INDEX webhook_portal_links_expiry ON webhook_portal_links (project_id, expires_at);
