import type { Static, TSchema } from '@sinclair/typebox'
import * as data from './data.ts'

/** One type of event: its meaning, and the schema of its `data`. */
export interface EventEntry<D extends TSchema = TSchema> {
  /** One sentence. */
  summary: string
  data: D
  /** Valid for `data`. */
  example: Static<D>
}

const entry = <D extends TSchema>(summary: string, schema: D, example: Static<D>): EventEntry<D> => ({
  summary,
  data: schema,
  example,
})

const template = {
  template_id: 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e',
  name: 'Spring sale',
  type: 'promotional',
  revision: 1,
  folder_id: null,
  external_id: 'spring-sale',
  changed_by: { kind: 'api_key' as const, id: 'key_01jd7q2v5w8x3y4z6a7b9c0d1g', name: 'Website' },
}
const exported = {
  export_id: 'exp_01jd7q2v5w8x3y4z6a7b9c0d1e',
  format: 'zip',
  template_ids: [template.template_id],
}

const mailbox = { mailbox_id: 'mbx_01jd7q2v5w8x3y4z6a7b9c0d1e', name: 'Reports', host: 'imap.example.com' }
const ampSender = {
  sender_id: 'amp_01jd7q2v5w8x3y4z6a7b9c0d1e',
  address: 'news@example.com',
  domain: 'example.com',
  providers: ['gmail'],
}

/** Every type for subscriptions. A type is never renamed, and its data only gains members. */
export const eventCatalog = {
  'template.created': entry('A template was created, duplicated or imported.', data.TemplateCreated, template),
  'template.updated': entry(
    'A template has a new revision, was moved, or was restored from the trash.',
    data.TemplateUpdated,
    { ...template, revision: 2, changed: ['subject', 'document'] },
  ),
  'template.deleted': entry('A template was moved to the trash or deleted permanently.', data.TemplateDeleted, {
    ...template,
    revision: 2,
    permanent: false,
  }),
  'export.completed': entry('The files of an export are ready.', data.ExportCompleted, {
    ...exported,
    files: [
      {
        name: 'Spring sale.zip',
        mime: 'application/zip',
        bytes: 48_213,
      },
    ],
    expires_at: '2026-11-22T10:00:00.000Z',
  }),
  'export.failed': entry(
    'A background export failed. An export that fails immediately is reported in the response instead.',
    data.ExportFailed,
    { ...exported, error: { code: 'RENDER_TOO_LARGE', message: 'The rendered email is too large' } },
  ),
  'verification.batch.completed': entry(
    'A batch of email addresses was verified or canceled.',
    data.VerificationBatchCompleted,
    {
      job_id: 'job_01jd7q2v5w8x3y4z6a7b9c0d1e',
      status: 'completed',
      total: 1000,
      processed: 1000,
      summary: { safe: 912, risky: 41, invalid: 38, unknown: 9 },
      credits_used: 953,
      download_url: 'https://api.example.com/v1/verify/batch/job_01jd7q2v5w8x3y4z6a7b9c0d1e/download',
      expires_at: '2026-12-21T10:00:00.000Z',
    },
  ),
  'dmarc.report.received': entry('A DMARC report was received and parsed.', data.DmarcReportReceived, {
    report_id: 'rpt_01jd7q2v5w8x3y4z6a7b9c0d1e',
    domain: 'example.com',
    kind: 'aggregate',
    org_name: 'google.com',
    period: { begin: '2026-11-20T00:00:00.000Z', end: '2026-11-21T00:00:00.000Z' },
    messages: 1204,
    pass: 1198,
    fail: 6,
  }),
  'verification.batch.partial': entry(
    'A batch of email addresses is verified except for those that wait for a later attempt.',
    data.VerificationBatchPartial,
    {
      job_id: 'job_01jd7q2v5w8x3y4z6a7b9c0d1e',
      total: 1000,
      processed: 988,
      waiting: 12,
      next_retry_at: '2026-11-21T10:05:30.000Z',
      waiting_until: '2026-11-21T11:00:00.000Z',
      summary: { safe: 905, risky: 41, invalid: 38, unknown: 4 },
      credits_used: 943,
      download_url: 'https://api.example.com/v1/verify/batch/job_01jd7q2v5w8x3y4z6a7b9c0d1e/download?partial=true',
    },
  ),
  'dmarc.mailbox.failed': entry('A mailbox with DMARC reports can no longer be read.', data.DmarcMailboxFailed, {
    ...mailbox,
    problem: 'credentials',
    message: 'The refresh token has expired or was revoked. Authorize the account again and update the credentials.',
  }),
  'dmarc.mailbox.recovered': entry(
    'A mailbox with DMARC reports can be read again.',
    data.DmarcMailboxRecovered,
    mailbox,
  ),
  'amp.sender.drifted': entry(
    'An approved sender for AMP no longer meets what its providers require.',
    data.AmpSenderDrifted,
    { ...ampSender, failed_checks: ['dns.dmarc'] },
  ),
  'amp.sender.recovered': entry('A sender for AMP meets again what its providers require.', data.AmpSenderRecovered, {
    ...ampSender,
    failed_checks: [],
  }),
  'dmarc.alert': entry('An incident of a sending domain was opened or resolved.', data.DmarcAlert, {
    alert_id: 'alr_01jd7q2v5w8x3y4z6a7b9c0d1e',
    incident_id: 'inc_01jd7q2v5w8x3y4z6a7b9c0d1e',
    domain_id: 'dom_01jd7q2v5w8x3y4z6a7b9c0d1e',
    domain: 'example.com',
    trigger: 'compliance_drop',
    state: 'open',
    severity: 'critical',
    summary: 'Compliance of example.com fell from 99.1 % to 71.0 %.',
    facts: { day: '2026-11-20', messages: 1204, compliance: 0.71, median: 0.991 },
    opened_at: '2026-11-21T10:00:00.000Z',
    resolved_at: null,
  }),
  'dmarc.digest': entry('The weekly digest of a sending domain, also for a week without reports.', data.DmarcDigest, {
    alert_id: 'alr_01jd7q2v5w8x3y4z6a7b9c0d1e',
    domain_id: 'dom_01jd7q2v5w8x3y4z6a7b9c0d1e',
    domain: 'example.com',
    from: '2026-11-14',
    to: '2026-11-20',
    messages: 8412,
    compliant: 8310,
    previous: { messages: 7990, compliant: 7931 },
    reports: 41,
    new_sources: ['esp.example'],
    open_incidents: 1,
  }),
  'asset.replaced': entry('The file of an asset was replaced, or an earlier one restored.', data.AssetReplaced, {
    asset_id: 'ast_01kah3zqpfx9y8w7v6t5s4r3q2',
    name: 'spring-sale.jpg',
    external_id: 'dam-1207',
    version: 2,
    from_version: 1,
    mime: 'image/jpeg',
    bytes: 183_422,
    sha256: '5f'.repeat(32),
    changed_by: template.changed_by,
  }),
} as const

/** Sent by `POST /webhooks/{id}/test`. There are no subscriptions to it. */
export const testEvent = entry('A test event that was requested.', data.WebhookTest, {
  webhook_id: 'whk_01jd7q2v5w8x3y4z6a7b9c0d1e',
  message: 'This is a test. Nothing happened.',
})

export type SubscribableType = keyof typeof eventCatalog

export type EventType = SubscribableType | 'webhook.test'

type EntryOf<T extends EventType> = T extends SubscribableType ? (typeof eventCatalog)[T] : typeof testEvent

export type EventData<T extends EventType> = Static<EntryOf<T>['data']>

/** In the order of the catalog. */
export const subscribableTypes = Object.keys(eventCatalog) as SubscribableType[]
