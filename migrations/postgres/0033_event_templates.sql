-- Who a webhook belongs to: it receives events of templates that its owner may view.
ALTER TABLE webhooks ADD COLUMN owner_kind text;
ALTER TABLE webhooks ADD COLUMN owner_id text;
UPDATE webhooks SET owner_kind = a.actor_kind, owner_id = a.actor_id FROM audit_log a
  WHERE a.project_id = webhooks.project_id AND a.action = 'webhook.created' AND a.target = webhooks.id;
-- Which templates an event names, and whether one of them was restricted when it happened.
ALTER TABLE events ADD COLUMN template_ids jsonb;
ALTER TABLE events ADD COLUMN is_restricted boolean NOT NULL DEFAULT false;
UPDATE events SET template_ids = CASE
    WHEN type LIKE 'template.%' THEN jsonb_build_array(body::jsonb #>> '{data,template_id}')
    ELSE body::jsonb #> '{data,template_ids}' END
  WHERE type LIKE 'template.%' OR type LIKE 'export.%';
-- What is gone by now may have been restricted.
UPDATE events SET is_restricted = true WHERE template_ids IS NOT NULL AND EXISTS (
  SELECT 1 FROM jsonb_array_elements_text(events.template_ids) named (value) LEFT JOIN templates t ON t.id = named.value
  WHERE t.id IS NULL OR t.guard_id IS NOT NULL);
