import { type ErrorEntry, entry } from '../entry.ts'

/** Webhooks and their deliveries. */
export const webhookErrors = {
  WEBHOOK_NOT_FOUND: entry(404, 'validation', false, 'Webhook not found', 'Check the id.'),
  WEBHOOK_DISABLED: entry(
    409,
    'validation',
    true,
    'The webhook is disabled',
    'Enable it with PUT /webhooks/{id} and "enabled": true, then retry.',
  ),
  DELIVERY_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Delivery not found',
    'Check the id; deliveries are deleted after 90 days.',
  ),
  EVENT_EXPIRED: entry(
    409,
    'validation',
    false,
    'Event expired',
    'Events are deleted after 30 days; read the resource instead.',
  ),
  PORTAL_LINK_NOT_FOUND: entry(404, 'validation', false, 'Link not found', 'List the links of the project.'),
} satisfies Record<string, ErrorEntry>
