import { createSectionWords } from '../../parts/index.ts'

export const words = createSectionWords({
  intro:
    'Report what happened to your mail, and see how often the verdicts were right. Later verifications of the project use the reports.',
  add: 'Report outcomes',
  addTitle: 'Report what happened to mail',
  addAction: { one: 'Report {count} address', other: 'Report {count} addresses' },
  addNone: 'Report',
  values: 'Email addresses',
  valuesHint:
    'One per line, or CSV with the columns email, outcome, bounce_type, reply and occurred_at, as in the API. Addresses are stored as hashes only.',
  example: 'anna@example.com\notto@example.org',
  outcome: 'Outcome',
  'outcome.delivered': 'Delivered',
  'outcome.bounced': 'Bounced',
  'outcome.complained': 'Complained',
  'about.delivered': 'Accepted, and no bounce came. For 30 days, a result that is unknown or catch-all becomes safe.',
  'about.bounced': 'A permanent (hard) bounce about the mailbox. For 90 days, the address is not deliverable.',
  'about.complained': 'The recipient marked the mail as spam. For 365 days, the address is risky.',
  nothing: 'Type or paste at least one email address.',
  stored: { one: '{count} report is stored.', other: '{count} reports are stored.' },
  refused: {
    one: '{count} line was refused: {message}. Correct it here, or cancel; the others are stored.',
    other:
      '{count} lines were refused, the first because: {message}. Correct them here, or cancel; the others are stored.',
  },
  none: 'No outcome reported yet',
  noneText:
    'After a mailing, report which messages were delivered and which bounced. The comparison shows which verdicts to trust, and addresses that bounced are not charged again.',
  api: 'How to report from your mail system',
  title: 'Verdicts and what happened',
  summary: {
    one: '{count} mailbox with a report. Its latest outcome counts.',
    other: '{count} mailboxes with reports. The latest outcome of each counts.',
  },
  verdict: 'Verdict',
  'verdict.safe': 'Safe to send',
  'verdict.risky': 'Risky',
  'verdict.invalid': 'Not deliverable',
  'verdict.unknown': 'Not known',
  'verdict.none': 'Not verified',
  'right.safe': '{share} of what was safe arrived.',
  'right.invalid': '{share} of what was not deliverable bounced.',
  arrived: 'Arrived',
  shares: 'Shares',
  reasons: 'By reason',
  reason: 'Reason',
  noReasons: 'None of these addresses was verified. Verify a list before you send to it, and its reasons appear here.',
})
