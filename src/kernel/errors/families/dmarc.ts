import { type ErrorEntry, entry } from '../entry.ts'

/** Sending domains and their reports. */
export const dmarcErrors = {
  DOMAIN_NOT_FOUND: entry(404, 'validation', false, 'Domain not found', 'List the domains of the project.'),
  DOMAIN_EXISTS: entry(
    409,
    'validation',
    false,
    'The domain exists',
    'Change its settings with PUT /dmarc/domains/{id}; `domain_id` in the response is its id.',
  ),
  PLAN_NOT_FOUND: entry(404, 'validation', false, 'Plan not found', 'Generate the record again.'),
} satisfies Record<string, ErrorEntry>
