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
  MAILBOX_NOT_FOUND: entry(404, 'validation', false, 'Mailbox not found', 'List the mailboxes of the project.'),
  GROUP_NOT_FOUND: entry(404, 'validation', false, 'Group not found', 'List the groups of domains of the project.'),
  GROUP_LINK_NOT_FOUND: entry(404, 'validation', false, 'Link not found', 'List the links of the group.'),
  PLAN_NOT_FOUND: entry(404, 'validation', false, 'Plan not found', 'Generate the record again.'),
  SOURCE_NOT_FOUND: entry(
    404,
    'validation',
    false,
    'Source not found',
    'List the sources of the domain for the same days; a source without reported messages does not exist.',
  ),
  ALERT_NOT_FOUND: entry(404, 'validation', false, 'Alert not found', 'List the alerts of the domain.'),
  INCIDENT_NOT_FOUND: entry(404, 'validation', false, 'Incident not found', 'List the incidents of the domain.'),
  INCIDENT_RESOLVED: entry(
    409,
    'validation',
    false,
    'The incident is resolved',
    'A resolved incident is not changed; the condition opens another one if it returns.',
  ),
  MAIL_NOT_CONFIGURED: entry(
    409,
    'validation',
    false,
    'The service sends no mail',
    'The operator sets SVC_SMTP_URL and SVC_MAIL_FROM; or use a chat or a webhook.',
  ),
  REPORT_NOT_FOUND: entry(404, 'validation', false, 'Report not found', 'List the reports of the domain.'),
  REPORT_FILE_EXPIRED: entry(
    410,
    'validation',
    false,
    'The file of the report expired',
    'Its records and totals are still available; `raw_days` of the domain is the retention of files.',
  ),
  REPORT_RECORDS_EXPIRED: entry(
    409,
    'validation',
    false,
    'The records of the report expired',
    'Its totals can no longer be told apart from those of other reports; remove the domain to delete them.',
  ),
} satisfies Record<string, ErrorEntry>
