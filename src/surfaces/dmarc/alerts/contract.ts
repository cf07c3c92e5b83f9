import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  GivenName,
  Instant,
  Nullable,
  PageInfo,
  closed,
  idOf,
  literals,
  pageOf,
  pageQuery,
  publishedMark,
  publishedUrl,
  sortBy,
} from '../../../kernel/schema/index.ts'
import { domainParam } from '../domains/index.ts'

const optional = Type.Optional
const exampleAlertId = 'alr_01kah3zqpfx9y8w7v6t5s4r3q2'
const exampleIncidentId = 'inc_01kah3zqpfx9y8w7v6t5s4r3q2'

export const triggers = [
  'new_source',
  'compliance_drop',
  'record_changed',
  'record_weakened',
  'reporter_silent',
  'invalid_reports',
  'tls_failures',
  'volume_spike',
] as const
export type Trigger = (typeof triggers)[number]

const triggerOptions = {
  description:
    '`new_source`: a source that did not send in the 30 days before. `compliance_drop`: below the median of the week ' +
    'before. `record_changed`, `record_weakened`: DMARC, SPF, MTA-STS, TLS-RPT or BIMI. `reporter_silent`: a regular ' +
    'reporter stopped. `invalid_reports`: reports that could not be accepted. `tls_failures`: sessions that failed. ' +
    '`volume_spike`: a multiple of the median of the week before.',
}

const Thresholds = closed(
  {
    min_messages: optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        default: 100,
        description: 'Messages below which a day or a source is ignored.',
      }),
    ),
    drop_points: optional(
      Type.Number({ minimum: 0.1, maximum: 100, default: 10, description: 'Percentage points of a compliance drop.' }),
    ),
    spike_factor: optional(
      Type.Number({ minimum: 1.1, maximum: 1000, default: 3, description: 'Multiple of the median that is a spike.' }),
    ),
    silent_days: optional(
      Type.Integer({
        minimum: 2,
        maximum: 14,
        default: 3,
        description: 'Days without a report of a regular reporter.',
      }),
    ),
    tls_failure_percent: optional(
      Type.Number({ minimum: 0.1, maximum: 100, default: 5, description: 'Share of TLS sessions that fail.' }),
    ),
  },
  { title: 'DmarcThresholds' },
)
export type Thresholds = Required<Static<typeof Thresholds>>
export const defaultThresholds: Thresholds = {
  min_messages: 100,
  drop_points: 10,
  spike_factor: 3,
  silent_days: 3,
  tls_failure_percent: 5,
}

const chats = ['slack', 'teams', 'discord'] as const
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

const EmailAddress = Type.String({ format: 'email', maxLength: 254, examples: ['ops@example.com'] })
const Recipients = Type.Array(EmailAddress, { minItems: 1, maxItems: limits.dmarcAlertRecipients, uniqueItems: true })

const Channel = Type.Union(
  [
    closed({
      type: literals(chats),
      url: Type.String({
        minLength: 1,
        maxLength: 2000,
        [publishedMark]: publishedUrl,
        description: 'URL of an incoming webhook. It is encrypted and never returned.',
        examples: ['https://hooks.slack.com/services/T000/B000/XXXX'],
      }),
    }),
    closed({ type: Type.Literal('email'), to: Recipients }),
  ],
  { title: 'DmarcAlertChannel' },
)
export type Channel = Static<typeof Channel>

const Digest = closed({
  weekday: literals(weekdays),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'Local hour.' }),
  time_zone: Type.String({ maxLength: 100, description: 'IANA name.', examples: ['Europe/Zurich'] }),
})
export type Digest = Static<typeof Digest>

export const CreateAlert = closed(
  {
    name: optional({ ...GivenName, examples: ['Operations'] }),
    triggers: Type.Array(literals(triggers, triggerOptions), { maxItems: triggers.length, uniqueItems: true }),
    thresholds: optional(Thresholds),
    cooldown_minutes: optional(
      Type.Integer({
        minimum: 0,
        maximum: 43_200,
        default: 1440,
        description: 'Minutes after the end of a condition within which it opens no other incident.',
      }),
    ),
    channels: Type.Array(Channel, {
      maxItems: limits.dmarcAlertChannels,
      description: 'Besides, webhooks that subscribe to `dmarc.alert` and `dmarc.digest` receive events.',
    }),
    digest: optional(
      Nullable({ ...Digest, description: 'A weekly summary to the same channels, also for a week without reports.' }),
    ),
  },
  {
    title: 'CreateDmarcAlert',
    examples: [
      {
        triggers: ['new_source', 'compliance_drop', 'record_weakened'],
        channels: [{ type: 'email', to: ['ops@example.com'] }],
        digest: { weekday: 'monday', hour: 8, time_zone: 'Europe/Zurich' },
      },
    ],
  },
)
export type CreateAlert = Static<typeof CreateAlert>

const LastMessage = closed({
  at: Instant,
  status: literals(['sent', 'failed', 'retrying']),
  reason: Nullable(Type.String()),
})
export type LastMessage = Static<typeof LastMessage>

const ShownChannel = closed({
  type: literals([...chats, 'email']),
  host: optional(Type.String({ description: 'Host of the URL.', examples: ['hooks.slack.com'] })),
  to: optional(Type.Array(EmailAddress)),
  last_message: Nullable(LastMessage),
})
export type ShownChannel = Static<typeof ShownChannel>

export const DmarcAlert = closed(
  {
    id: idOf('alert', { examples: [exampleAlertId] }),
    name: Type.String({ examples: ['Operations'] }),
    triggers: Type.Array(literals(triggers)),
    thresholds: closed({
      min_messages: Type.Integer(),
      drop_points: Type.Number(),
      spike_factor: Type.Number(),
      silent_days: Type.Integer(),
      tls_failure_percent: Type.Number(),
    }),
    cooldown_minutes: Type.Integer(),
    channels: Type.Array(ShownChannel),
    digest: Nullable(Digest),
    next_digest_at: Nullable(Instant),
    open_incidents: Type.Integer({ minimum: 0 }),
    created_by: Type.String({ examples: ['Website'] }),
    created_at: Instant,
  },
  { title: 'DmarcAlert' },
)
export type DmarcAlert = Static<typeof DmarcAlert>

export const DmarcAlerts = pageOf(DmarcAlert, { title: 'DmarcAlerts' })
export type DmarcAlerts = Static<typeof DmarcAlerts>

export const ListAlerts = closed({
  ...pageQuery,
  format: Type.Optional(literals(['json', 'csv'], { default: 'json', description: '`csv`: every alert.' })),
})
export type ListAlerts = Static<typeof ListAlerts>

export const AlertTest = closed(
  {
    results: Type.Array(
      closed({
        channel: Type.Integer({ minimum: 0, description: 'Position in `channels`.' }),
        to: Nullable(Type.String({ description: 'The recipient of mail.' })),
        status: literals(['sent', 'failed']),
        reason: Nullable(Type.String()),
      }),
    ),
  },
  { title: 'DmarcAlertTest' },
)
export type AlertTest = Static<typeof AlertTest>

export const Incident = closed(
  {
    id: idOf('incident', { examples: [exampleIncidentId] }),
    alert_id: idOf('alert', { examples: [exampleAlertId] }),
    trigger: literals(triggers),
    key: Type.String({ description: 'What it is about, such as the name of a source; empty for the whole domain.' }),
    severity: literals(['info', 'warning', 'critical']),
    state: literals(['open', 'acknowledged', 'resolved']),
    active: Type.Boolean({ description: 'Whether the condition held at the last evaluation.' }),
    summary: Type.String(),
    facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    note: Nullable(Type.String()),
    changed_by: Nullable(Type.String()),
    opened_at: Instant,
    last_seen_at: Instant,
    ended_at: Nullable(Instant),
    acknowledged_at: Nullable(Instant),
    resolved_at: Nullable(Instant),
    muted_until: Nullable(Instant),
  },
  { title: 'DmarcIncident' },
)
export type Incident = Static<typeof Incident>

export const IncidentPage = closed({ data: Type.Array(Incident), page: PageInfo }, { title: 'DmarcIncidentPage' })
export type IncidentPage = Static<typeof IncidentPage>

export const ListIncidents = closed({
  ...pageQuery,
  state: optional(literals(['open', 'acknowledged', 'resolved'])),
  trigger: optional(literals(triggers)),
  sort: sortBy('-opened_at', 'opened_at'),
  format: optional(literals(['json', 'csv'], { default: 'json', description: '`csv`: up to 10,000 incidents.' })),
})
export type ListIncidents = Static<typeof ListIncidents>

export const UpdateIncident = closed(
  {
    action: literals(['acknowledge', 'resolve', 'mute'], {
      description:
        '`resolve`: until the condition ended and returned, no other incident is opened. `mute`: no messages until ' +
        '`until`, its resolution included.',
    }),
    until: optional({ ...Instant, description: 'End of `mute`, at most a year from now.' }),
    note: optional(Nullable(Type.String({ maxLength: 1000 }))),
  },
  { title: 'UpdateDmarcIncident', examples: [{ action: 'acknowledge', note: 'The new newsletter tool.' }] },
)
export type UpdateIncident = Static<typeof UpdateIncident>

const text = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: [example] })
export const AlertParams = closed({ ...domainParam, alertId: text('Id of the alert.', exampleAlertId) })
export const IncidentParams = closed({ ...domainParam, incidentId: text('Id of the incident.', exampleIncidentId) })
export const Deleted = Type.Undefined({ description: 'Deleted.' })
