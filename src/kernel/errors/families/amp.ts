import { type ErrorEntry, entry } from '../entry.ts'

/** Senders for AMP and the preflights of their messages. */
export const ampErrors = {
  AMP_SENDER_NOT_FOUND: entry(404, 'validation', false, 'AMP sender not found', 'List the AMP senders of the project.'),
  AMP_SENDER_EXISTS: entry(
    409,
    'validation',
    false,
    'The AMP sender exists',
    'Change it with PUT /amp/{id}; `sender_id` in the response is its id.',
  ),
  AMP_PREFLIGHT_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Preflight not found',
    'List the preflights of the project; they are stored for a limited time.',
  ),
  AMP_EVENT_INVALID: entry(
    409,
    'validation',
    false,
    'The registration is not in a state for this event',
    'Send one of the events in `allowed_events` of the response.',
  ),
  AMP_INLET_DISABLED: entry(
    501,
    'server',
    false,
    'The service receives no mail',
    'The operator enables it with SVC_INBOUND_SMTP_PORT and SVC_INBOUND_DOMAIN; until then send the message as `eml`.',
  ),
} satisfies Record<string, ErrorEntry>
