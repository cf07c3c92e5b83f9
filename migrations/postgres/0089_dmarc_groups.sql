-- Groups were names of domains only.
CREATE TABLE dmarc_groups (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  revision integer NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE UNIQUE INDEX dmarc_groups_name ON dmarc_groups (project_id, name);
INSERT INTO dmarc_groups (id, project_id, name, revision, created_at, updated_at)
  SELECT 'dgr_01' || substr(md5(random()::text || project_id || group_name), 1, 24), project_id, group_name, 1, min(created_at), min(created_at) FROM dmarc_domains
  WHERE group_name IS NOT NULL AND removed_at IS NULL GROUP BY project_id, group_name;

CREATE TABLE dmarc_group_members (
  group_id text NOT NULL REFERENCES dmarc_groups (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX dmarc_group_members_user ON dmarc_group_members (user_id);

CREATE TABLE dmarc_group_links (
  id text NOT NULL PRIMARY KEY,
  group_id text NOT NULL REFERENCES dmarc_groups (id) ON DELETE CASCADE,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  company_id text NOT NULL,
  name text NOT NULL,
  token_hash text NOT NULL,
  creator_kind text NOT NULL,
  creator_id text NOT NULL,
  creator_name text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  revoked_at bigint,
  opened_at bigint
);
CREATE UNIQUE INDEX dmarc_group_links_token ON dmarc_group_links (token_hash);
CREATE INDEX dmarc_group_links_group ON dmarc_group_links (group_id);
CREATE INDEX dmarc_group_links_project ON dmarc_group_links (project_id);
