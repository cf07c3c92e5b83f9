import { type TProperties, type TSchema, Type } from '@sinclair/typebox'
import { ExternalId, Instant, Nullable, idOf, literals } from '../schema/index.ts'

/** An object open to new members, which receivers have to ignore. */
export function open<P extends TProperties>(properties: P, options: Record<string, unknown> = {}) {
  return Type.Object(properties, options)
}

const count = (description: string) => Type.Integer({ minimum: 0, description })

const template = {
  template_id: idOf('template'),
  name: Type.String(),
  type: Type.String({ description: 'The purpose of the template, as the template states it.' }),
  revision: Type.Integer({ minimum: 1 }),
  folder_id: Nullable(idOf('folder')),
  external_id: Nullable(ExternalId),
  published_release: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        description: 'The release that is live; null before the first. Absent while every save is live.',
      }),
    ),
  ),
  scheduled_release: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, description: 'The release that is scheduled. Absent while there is none.' })),
  ),
  review: Type.Optional(
    Nullable(
      open(
        {
          id: idOf('review'),
          state: literals(['pending', 'approved', 'rejected']),
          stale: Type.Boolean({ description: 'True if the draft was changed since the review was requested.' }),
        },
        { description: 'The latest review until its content is published. Absent while there is none.' },
      ),
    ),
  ),
  changed_by: open(
    {
      kind: literals(['api_key', 'user', 'plugin_user', 'reviewer', 'system']),
      id: Type.String(),
      name: Type.String(),
    },
    { description: 'The actor; `system` when the trash was emptied, `reviewer` for the holder of a link to a review.' },
  ),
}

export const TemplateCreated = open(template)

export const TemplateUpdated = open({
  ...template,
  changed: Type.Array(Type.String(), {
    description:
      'Members that changed; `document` is the content, `published_release` the release that is live, `scheduled_release` the one that is scheduled, `review` the state of the review, `deleted_at` means that the template was restored from the trash.',
  }),
})

export const TemplateDeleted = open({
  ...template,
  permanent: Type.Boolean({ description: 'True if it was deleted permanently; false if it was moved to the trash.' }),
})

const exported = {
  export_id: idOf('export'),
  format: Type.String(),
  template_ids: Type.Array(idOf('template'), { description: 'Stored templates that it contains.' }),
}

export const AssetReplaced = open({
  asset_id: idOf('asset'),
  name: Type.String(),
  external_id: Nullable(ExternalId),
  version: Type.Integer({ minimum: 1, description: 'The version that the asset has now.' }),
  from_version: Type.Integer({ minimum: 1, description: 'The version before; its URL stays valid.' }),
  mime: Type.String(),
  bytes: count('Size of the file.'),
  sha256: Type.String(),
  changed_by: template.changed_by,
})

export const ExportCompleted = open({
  ...exported,
  files: Type.Array(
    open({
      name: Type.String(),
      mime: Type.String(),
      bytes: count('Size of the file.'),
    }),
    {
      description:
        '`GET /export/{export_id}` returns links to them; `GET /export/{export_id}/download?file={name}` returns one file.',
    },
  ),
  expires_at: { ...Instant, description: 'When the files are deleted.' },
})

export const ExportFailed = open({
  ...exported,
  error: open({ code: Type.String({ description: 'Code from the error catalog.' }), message: Type.String() }),
})

const summary = {
  safe: count('Deliverable email addresses.'),
  risky: count('Addresses that may bounce or harm the sender.'),
  invalid: count('Undeliverable email addresses.'),
  unknown: count('Email addresses without a verdict.'),
}

export const VerificationBatchCompleted = open({
  job_id: idOf('job'),
  status: literals(['completed', 'cancelled', 'failed']),
  total: count('Addresses in the batch.'),
  processed: count('Addresses with a verdict.'),
  summary: open(summary),
  credits_used: count('Credits the batch cost.'),
  download_url: Type.Optional(Type.String({ description: 'URL of the results, once there are any.' })),
  expires_at: { ...Instant, description: 'Time at which the results are deleted.' },
})

export const VerificationBatchPartial = open({
  job_id: idOf('job'),
  total: count('Addresses in the batch.'),
  processed: count('Addresses with a verdict.'),
  waiting: count('Addresses that wait for a later attempt, such as greylisted ones.'),
  next_retry_at: { ...Instant, description: 'Time of the next attempt.' },
  waiting_until: {
    ...Instant,
    description: 'Time at which the last of them is tried again; further attempts may follow.',
  },
  summary: open(summary, { description: 'Verdicts so far.' }),
  credits_used: count('Credits the batch has cost so far.'),
  download_url: Type.String({ description: 'URL of the results so far.' }),
})

export const DmarcReportReceived = open({
  report_id: idOf('report'),
  domain: Type.String(),
  kind: literals(['aggregate', 'forensic']),
  org_name: Type.String({ description: 'The sender of the report.' }),
  period: open({ begin: Instant, end: Instant }),
  messages: count('Messages the report is about.'),
  pass: count('Messages that passed DMARC.'),
  fail: count('Messages that failed DMARC.'),
})

const mailbox = {
  mailbox_id: idOf('mailbox'),
  name: Type.String(),
  host: Type.String(),
}

export const DmarcMailboxFailed = open({
  ...mailbox,
  problem: Type.String({ description: 'Such as `credentials`.' }),
  message: Type.String({ description: 'What failed, with the remedy.' }),
})
export const DmarcMailboxRecovered = open(mailbox)

const ampSender = {
  sender_id: idOf('ampSender'),
  address: Type.String({ description: 'Sender email address.' }),
  domain: Type.String(),
  providers: Type.Array(Type.String(), { description: 'Providers whose registration changed.' }),
  failed_checks: Type.Array(Type.String(), { description: 'Ids of the checks that failed.' }),
}

export const AmpSenderDrifted = open(ampSender)
export const AmpSenderRecovered = open(ampSender)

const domainFacts = {
  domain_id: idOf('domain'),
  domain: Type.String(),
}

export const DmarcAlert = open({
  alert_id: idOf('alert'),
  incident_id: idOf('incident'),
  ...domainFacts,
  trigger: Type.String({ description: 'The condition, such as `new_source` or `compliance_drop`.' }),
  state: literals(['open', 'resolved']),
  severity: literals(['info', 'warning', 'critical']),
  summary: Type.String({ description: 'One sentence in English.' }),
  facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'Figures and names of the condition.',
  }),
  opened_at: Instant,
  resolved_at: Type.Union([Instant, Type.Null()]),
})

export const DmarcDigest = open({
  alert_id: idOf('alert'),
  ...domainFacts,
  from: Type.String({ format: 'date', description: 'First UTC day.' }),
  to: Type.String({ format: 'date', description: 'Last UTC day.' }),
  messages: count('Reported messages.'),
  compliant: count('Messages with aligned DKIM or aligned SPF.'),
  previous: open({ messages: count('Of the seven days before.'), compliant: count('Of the seven days before.') }),
  reports: count('Aggregate reports about these days.'),
  new_sources: Type.Array(Type.String()),
  open_incidents: count('Incidents that are open or acknowledged.'),
})

export const WebhookTest = open({
  webhook_id: idOf('webhook'),
  message: Type.String(),
})

/** The schema of an event's body, with its own data. */
export function envelopeOf(type: string, data: TSchema, options: Record<string, unknown>) {
  return open(
    {
      id: idOf('event', { description: 'The same on every attempt, so that receivers can detect duplicates.' }),
      type: Type.Literal(type),
      timestamp: { ...Instant, description: 'When it happened.' },
      project_id: idOf('project'),
      data,
    },
    options,
  )
}
