CREATE TABLE dmarc_mailboxes (
  id text NOT NULL PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  security text NOT NULL,
  username text NOT NULL,
  auth text NOT NULL,
  credentials text NOT NULL,
  folder text NOT NULL,
  after text NOT NULL,
  processed_folder text NOT NULL,
  rejected_folder text NOT NULL,
  interval_minutes integer NOT NULL,
  is_enabled integer NOT NULL,
  state text NOT NULL,
  problem text,
  error text,
  failures integer NOT NULL,
  uid_validity text,
  last_uid integer NOT NULL,
  attempts integer NOT NULL,
  messages integer NOT NULL,
  reports integer NOT NULL,
  last_run_at integer,
  last_success_at integer,
  due_at integer NOT NULL,
  revision integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
) STRICT;
CREATE INDEX dmarc_mailboxes_project ON dmarc_mailboxes (project_id, id);
CREATE INDEX dmarc_mailboxes_due ON dmarc_mailboxes (due_at);

CREATE TABLE dmarc_mailbox_runs (
  no integer NOT NULL PRIMARY KEY,
  mailbox_id text NOT NULL REFERENCES dmarc_mailboxes (id) ON DELETE CASCADE,
  started_at integer NOT NULL,
  ended_at integer NOT NULL,
  messages integer NOT NULL,
  accepted integer NOT NULL,
  duplicates integer NOT NULL,
  rejected integer NOT NULL,
  problem text,
  error text
) STRICT;
CREATE INDEX dmarc_mailbox_runs_mailbox ON dmarc_mailbox_runs (mailbox_id, no);
