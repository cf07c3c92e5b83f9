-- The scheduled release, and the latest review while it is pending, approved or rejected.
ALTER TABLE templates ADD COLUMN scheduled_release integer;
ALTER TABLE templates ADD COLUMN review_id text;
ALTER TABLE templates ADD COLUMN review_state text;
-- 1 while the draft differs from the content of that review.
ALTER TABLE templates ADD COLUMN review_differs integer NOT NULL DEFAULT 0;
UPDATE templates SET scheduled_release =
    (SELECT max(r.number) FROM template_releases r WHERE r.template_id = templates.id AND r.state = 'scheduled')
  WHERE id IN (SELECT template_id FROM template_releases WHERE state = 'scheduled');
CREATE INDEX templates_scheduled ON templates (project_id) WHERE scheduled_release IS NOT NULL;
CREATE INDEX templates_in_review ON templates (project_id) WHERE review_state IS NOT NULL;

-- The review that approved a release; or 1 if it was published without the approval that its project requires.
ALTER TABLE template_releases ADD COLUMN review_id text;
ALTER TABLE template_releases ADD COLUMN approval_bypassed integer NOT NULL DEFAULT 0;

-- Reviews of a draft. Its content is in release_contents under content_key.
CREATE TABLE template_reviews (
  id text PRIMARY KEY,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  state text NOT NULL,
  version integer NOT NULL,
  revision integer NOT NULL,
  content_key text NOT NULL,
  note text,
  requester_kind text NOT NULL,
  requester_id text NOT NULL,
  requester_name text NOT NULL,
  created_at integer NOT NULL,
  decider_kind text,
  decider_id text,
  decider_name text,
  decision_note text,
  decided_at integer
) STRICT;
CREATE INDEX template_reviews_template ON template_reviews (template_id, content_key);

-- Links with which reviewers without an account open the latest review of a template.
CREATE TABLE review_links (
  id text PRIMARY KEY,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  company_id text NOT NULL,
  name text NOT NULL,
  email text,
  token_hash text NOT NULL,
  may_approve integer NOT NULL,
  creator_kind text NOT NULL,
  creator_id text NOT NULL,
  creator_name text NOT NULL,
  created_at integer NOT NULL,
  expires_at integer NOT NULL,
  revoked_at integer,
  opened_at integer
) STRICT;
CREATE UNIQUE INDEX review_links_token ON review_links (token_hash);
CREATE INDEX review_links_template ON review_links (template_id);
CREATE INDEX review_links_project ON review_links (project_id);

CREATE TABLE template_comments (
  id text PRIMARY KEY,
  template_id text NOT NULL REFERENCES templates (id) ON DELETE CASCADE,
  review_id text REFERENCES template_reviews (id) ON DELETE SET NULL,
  node_id text,
  text text NOT NULL,
  revision integer NOT NULL,
  author_kind text NOT NULL,
  author_id text NOT NULL,
  author_name text NOT NULL,
  created_at integer NOT NULL,
  version integer NOT NULL,
  resolved_at integer,
  resolver_kind text,
  resolver_id text,
  resolver_name text
) STRICT;
CREATE INDEX template_comments_template ON template_comments (template_id);
CREATE INDEX template_comments_review ON template_comments (review_id);
