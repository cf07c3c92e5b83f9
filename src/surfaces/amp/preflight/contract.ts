import { type Static, Type } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  Nullable,
  closed,
  createdFilters,
  idOf,
  literals,
  pageOf,
  pageQuery,
  referenceTo,
  repeated,
  sortBy,
  publishedMark,
} from '../../../kernel/schema/index.ts'
import { Locale, VersionInBody } from '../../templates/index.ts'
import { checkIds } from './checks/check.ts'

const optional = Type.Optional
const examplePreflight = 'pfl_01kah3zqpfx9y8w7v6t5s4r3q2'
const sources = ['eml', 'parts', 'template', 'received'] as const
// Groups of four characters, the last with padding or without, and white space anywhere.
const digit = '(?:[A-Za-z0-9+/]\\s*)'
const base64 = `^\\s*(?:${digit}{4})*(?:${digit}{2}(?:=\\s*=\\s*)?|${digit}{3}(?:=\\s*)?)?$`
const states = ['pass', 'warn', 'fail', 'unmeasured'] as const

export const Selector = Type.String({ pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$', examples: ['s1'] })
const Part = (description: string) => Type.String({ maxLength: limits.ampPartLength, description })

export const StartPreflight = closed(
  {
    eml: optional(
      Type.String({
        minLength: 1,
        maxLength: limits.ampMessageBytes,
        description: 'A whole message (RFC 5322) as text. Send `eml_base64` if it is not UTF-8.',
      }),
    ),
    eml_base64: optional(
      Type.String({
        minLength: 4,
        maxLength: Math.ceil(limits.ampMessageBytes / 3) * 4,
        [publishedMark]: { pattern: base64, contentEncoding: 'base64' },
        description: 'A whole message, byte for byte, so that DKIM signatures stay valid.',
      }),
    ),
    from: optional(
      Type.String({ maxLength: 320, description: 'Sender email address.', examples: ['news@example.com'] }),
    ),
    subject: optional(Type.String({ maxLength: 1000 })),
    amp: optional(Part('The text/x-amp-html part.')),
    html: optional(Part('The text/html part.')),
    text: optional(Part('The text/plain part.')),
    template_id: optional(referenceTo('template', { description: 'Stored template, rendered with `data`.' })),
    version: optional(VersionInBody),
    data: optional(
      Type.Unsafe<Record<string, unknown>>(Type.Object({}, { description: 'Values of the merge fields.' })),
    ),
    locale: optional(Locale),
    receive: optional(
      Type.Literal(true, {
        description:
          `Creates an email address that accepts one message within ${limits.ampInletHours} hours; the checks run when it ` +
          'arrives. Only this measures SPF and TLS.',
      }),
    ),
    selectors: optional(
      Type.Array(Selector, {
        maxItems: limits.ampSelectors,
        uniqueItems: true,
        description: 'DKIM selectors in use. Those of signatures in the message are added.',
      }),
    ),
    probe_forms: optional(
      Type.Boolean({
        default: false,
        description: 'Submit forms of the AMP part with an empty body, to check their CORS headers.',
      }),
    ),
  },
  {
    title: 'StartAmpPreflight',
    forms: {
      OfMessage: ['eml'],
      OfBytes: ['eml_base64'],
      OfParts: ['from', 'amp', 'html', 'subject?', 'text?'],
      OfTemplate: ['template_id', 'from', 'version?', 'data?', 'locale?'],
      OfReceived: ['receive'],
    },
    description: 'Exactly one of `eml`, `eml_base64`, `amp`, `template_id` and `receive`.',
    examples: [{ receive: true, selectors: ['s1'] }],
  },
)
export type StartPreflight = Static<typeof StartPreflight>

export const AmpCheck = closed(
  {
    id: literals(checkIds),
    state: literals(states, {
      description: '`unmeasured`: the input does not contain what the check needs, or a query failed.',
    }),
    message: Type.String({ examples: ['SPF of bounce.example.com is softfail.'] }),
    fix: optional(Type.String({ description: 'The remedy.' })),
    gmail_reason: optional(
      Type.String({
        description: 'The reason for which Gmail shows the fallback, as in its developer settings.',
        examples: ['SPF_FAILED'],
      }),
    ),
  },
  { title: 'AmpCheck' },
)

const Endpoint = closed(
  {
    url: Type.String({ examples: ['https://example.com/list.json'] }),
    method: literals(['GET', 'POST']),
    element: Type.String({ examples: ['amp-list'] }),
    state: literals(states),
    message: Type.String({ examples: ['it allows the sender by both versions.'] }),
  },
  { title: 'AmpEndpoint' },
)

export const AmpPreflight = closed(
  {
    id: idOf('ampPreflight', { examples: [examplePreflight] }),
    source: literals(sources),
    status: literals(['waiting', 'completed', 'expired'], {
      description: '`waiting`: for a message. `expired`: none arrived in time.',
    }),
    verdict: Nullable(
      literals(['ready', 'not_ready'], { description: '`ready`: no check failed. Null until it is completed.' }),
    ),
    send_to: Nullable(
      Type.String({
        description: 'The email address that accepts one message; null unless `waiting`.',
        examples: ['amp-0f3a9c5d7e1b2a4c6d8e0f1a2b3c4d5e@reports.example.com'],
      }),
    ),
    accepts_until: Nullable(Instant),
    from: Nullable(Type.String({ description: 'The sender of the checked message.' })),
    subject: Nullable(Type.String()),
    checks: Type.Array(AmpCheck),
    endpoints: Type.Array(Endpoint, { description: 'The URLs that the AMP part requests.' }),
    created_at: Instant,
    completed_at: Nullable(Instant),
    expires_at: { ...Instant, description: 'When the preflight is deleted.' },
  },
  { title: 'AmpPreflight' },
)
export type AmpPreflight = Static<typeof AmpPreflight>

export const AmpPreflightPage = pageOf(AmpPreflight, { title: 'AmpPreflightPage' })
export type AmpPreflightPage = Static<typeof AmpPreflightPage>

export const ListPreflights = closed({
  ...pageQuery,
  sort: sortBy('-created_at', 'created_at'),
  source: repeated(literals(sources), 'Only preflights of this input.'),
  verdict: optional(literals(['ready', 'not_ready'])),
  from: optional(Type.String({ maxLength: 320, description: 'Only those of this sender email address.' })),
  ...createdFilters('preflights'),
  format: optional(literals(['json', 'csv'], { default: 'json', description: '`csv`: up to 10,000 preflights.' })),
})
export type ListPreflights = Static<typeof ListPreflights>

export const PreflightParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, examples: [examplePreflight] }),
})
