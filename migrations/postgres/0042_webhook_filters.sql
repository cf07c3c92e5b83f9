ALTER TABLE events ADD COLUMN template_states jsonb;
ALTER TABLE webhooks ADD COLUMN filter jsonb;
ALTER TABLE webhooks ADD COLUMN headers jsonb;
ALTER TABLE webhooks ADD COLUMN rate jsonb;
-- Without a foreign key: deliveries in flight reserve slots while their webhook is deleted.
CREATE TABLE webhook_slots (
  webhook_id text NOT NULL PRIMARY KEY,
  next_at bigint NOT NULL
);
