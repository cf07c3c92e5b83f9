CREATE TABLE dmarc_mailboxes (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  security text NOT NULL,
  username text NOT NULL,
  auth jsonb NOT NULL,
  credentials text NOT NULL,
  folder text NOT NULL,
  after text NOT NULL,
  processed_folder text NOT NULL,
  rejected_folder text NOT NULL,
  interval_minutes integer NOT NULL,
  is_enabled boolean NOT NULL,
  state text NOT NULL,
  problem text,
  error text,
  failures integer NOT NULL,
  uid_validity text,
  last_uid bigint NOT NULL,
  attempts integer NOT NULL,
  messages bigint NOT NULL,
  reports bigint NOT NULL,
  last_run_at bigint,
  last_success_at bigint,
  due_at bigint NOT NULL,
  revision integer NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX dmarc_mailboxes_project ON dmarc_mailboxes (project_id, id);
CREATE INDEX dmarc_mailboxes_due ON dmarc_mailboxes (due_at);

CREATE TABLE dmarc_mailbox_runs (
  no bigserial NOT NULL PRIMARY KEY,
  mailbox_id text NOT NULL REFERENCES dmarc_mailboxes (id) ON DELETE CASCADE,
  started_at bigint NOT NULL,
  ended_at bigint NOT NULL,
  messages integer NOT NULL,
  accepted integer NOT NULL,
  duplicates integer NOT NULL,
  rejected integer NOT NULL,
  problem text,
  error text
);
CREATE INDEX dmarc_mailbox_runs_mailbox ON dmarc_mailbox_runs (mailbox_id, no);
