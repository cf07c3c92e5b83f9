ALTER TABLE events ADD COLUMN template_states text;
ALTER TABLE webhooks ADD COLUMN filter text;
ALTER TABLE webhooks ADD COLUMN headers text;
ALTER TABLE webhooks ADD COLUMN rate text;
-- Without a foreign key: deliveries in flight reserve slots while their webhook is deleted.
CREATE TABLE webhook_slots (
  webhook_id text NOT NULL PRIMARY KEY,
  next_at integer NOT NULL
);
