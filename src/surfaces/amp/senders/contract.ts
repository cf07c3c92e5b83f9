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
  publishedAddress,
  publishedMark,
  readOnlyMembers,
  repeated,
  sortBy,
} from '../../../kernel/schema/index.ts'
import { AmpCheck, Selector } from '../preflight/index.ts'
import { providerIds } from '../providers/index.ts'
import { states, userEvents } from './states.ts'

const optional = Type.Optional
const exampleSender = 'amp_01kah3zqpfx9y8w7v6t5s4r3q2'

const Address = Type.String({
  minLength: 3,
  maxLength: 320,
  description: 'Sender email address, as in From.',
  examples: ['news@example.com'],
})
const Provider = literals(providerIds)
const line = { maxLength: 300, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }

const profile = {
  company: Nullable(Type.String({ ...line, examples: ['Example Ltd.'] })),
  website: Nullable(Type.String({ ...line, examples: ['https://example.com/'] })),
  contact_name: Nullable(Type.String({ ...line, examples: ['Ada Lovelace'] })),
  contact_email: Nullable(Type.String({ ...line, examples: ['ada@example.com'] })),
  use_case: Nullable(
    Type.String({ maxLength: 2000, description: 'What the emails contain, and what recipients do in them.' }),
  ),
  monthly_volume: Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Messages per month.' })),
}
export type Profile = { [K in keyof typeof profile]?: Static<(typeof profile)[K]> }

const Answer = closed({
  id: Type.String({ examples: ['use_case'] }),
  label: Type.String({ examples: ['Use case'] }),
  answer: Nullable(Type.String({ description: 'Null if the sender has no such value yet.' })),
})

const FormAnswers = closed(
  {
    provider: Provider,
    example_to: Nullable(Type.String({ description: 'Where to send the example, directly and not forwarded.' })),
    form_url: Nullable(Type.String()),
    answers: Type.Array(Answer, { description: 'Answers for the form, in its order.' }),
    reviewed_on: Type.String({ description: 'When the questions were last compared with their source.' }),
  },
  { title: 'AmpFormAnswers' },
)
export type FormAnswers = Static<typeof FormAnswers>

const Registration = closed(
  {
    provider: Provider,
    state: literals(states),
    allowed_events: Type.Array(literals(userEvents), { description: 'Events that apply to the state.' }),
    reference: Nullable(Type.String({ description: 'Of the submitted form.' })),
    reason: Nullable(Type.String({ description: 'Why it was rejected or revoked, or what failed.' })),
    submitted_at: Nullable(Instant),
    approved_at: Nullable(Instant),
    changed_at: Instant,
    overdue: Type.Boolean({
      description: `Whether it was submitted more than ${limits.ampResponseDays} days ago, without a decision.`,
    }),
  },
  { title: 'AmpRegistration' },
)
export type Registration = Static<typeof Registration>

const members = {
  id: idOf('ampSender', { examples: [exampleSender] }),
  address: Address,
  domain: Type.String({ description: 'In A-labels (Punycode).', examples: ['example.com'] }),
  selectors: Type.Array(Selector),
  ...profile,
  registrations: Type.Array(Registration),
  checks: Type.Array(AmpCheck, { description: 'SPF, DKIM keys and DMARC of the domain, from the last check.' }),
  checked_at: Nullable(Instant),
  next_check_at: Instant,
  preflight_id: Nullable(idOf('ampPreflight', { description: 'The last preflight of a whole message of the sender.' })),
  revision: Type.Integer({ minimum: 1, description: 'Increases with every change; the ETag contains it.' }),
  created_at: Instant,
  updated_at: Instant,
}

const AmpSender = closed(members, { title: 'AmpSender' })
export type AmpSender = Static<typeof AmpSender>

const Change = closed({
  provider: Provider,
  event: Type.String({ examples: ['submitted'] }),
  from_state: Nullable(literals(states)),
  to_state: literals(states),
  note: Nullable(Type.String()),
  reference: Nullable(Type.String()),
  by: Nullable(Type.String({ description: 'Null for changes by the service.' })),
  at: Instant,
})

export const AmpSenderDetail = closed(
  {
    ...members,
    form_answers: Type.Array(FormAnswers, { description: 'For each provider that has a form.' }),
    history: Type.Array(Change, { description: 'The last 100 changes, newest first.' }),
  },
  { title: 'AmpSenderDetail' },
)
export type AmpSenderDetail = Static<typeof AmpSenderDetail>

export const AmpSenderPage = pageOf(AmpSender, { title: 'AmpSenderPage' })
export type AmpSenderPage = Static<typeof AmpSenderPage>

const Selectors = Type.Array(Selector, {
  maxItems: limits.ampSelectors,
  uniqueItems: true,
  description: 'DKIM selectors in use.',
})
const Providers = Type.Array(Provider, { minItems: 1, uniqueItems: true })
const given = Type.Partial(Type.Object(profile)).properties

export const RegisterSender = closed(
  {
    address: { ...Address, [publishedMark]: publishedAddress },
    providers: Providers,
    selectors: optional(Selectors),
    ...given,
  },
  {
    title: 'RegisterAmpSender',
    examples: [{ address: 'news@example.com', providers: ['gmail', 'yahoo'], selectors: ['s1'] }],
  },
)
export type RegisterSender = Static<typeof RegisterSender>

const changed = {
  selectors: optional(Selectors),
  add_providers: optional({ ...Providers, description: 'Providers to register at as well.' }),
  ...given,
}

export const UpdateSender = closed(
  { ...changed, ...readOnlyMembers(AmpSenderDetail, { writable: changed, volatile: ['registrations', 'checks'] }) },
  {
    title: 'UpdateAmpSender',
    description:
      'Omitted members stay unchanged; null removes them. Read-only members are accepted as a read returned them.',
    minProperties: 1,
    examples: [{ company: 'Example Ltd.', monthly_volume: 40_000 }],
  },
)
export type UpdateSender = Static<typeof UpdateSender>

export const RecordEvent = closed(
  {
    provider: Provider,
    event: literals(userEvents),
    note: optional(Type.String({ maxLength: 1000 })),
    reference: optional(Type.String({ maxLength: 200, description: 'Of the submitted form or of the ticket.' })),
  },
  { title: 'RecordAmpEvent', examples: [{ provider: 'gmail', event: 'submitted', reference: 'form of 2026-11-28' }] },
)
export type RecordEvent = Static<typeof RecordEvent>

export const ListSenders = closed({
  ...pageQuery,
  sort: sortBy('created_at', '-created_at'),
  q: optional(Type.String({ maxLength: 200, description: 'Part of the email address.' })),
  provider: optional(Provider),
  state: repeated(literals(states), 'Only senders with a registration in this state, at the given provider if any.'),
  ...createdFilters('senders'),
  format: optional(literals(['json', 'csv'], { default: 'json', description: '`csv`: a row per registration.' })),
})
export type ListSenders = Static<typeof ListSenders>

export const SenderParams = closed({
  id: Type.String({ minLength: 1, maxLength: 100, examples: [exampleSender] }),
})
export const SenderRemoved = Type.Undefined({ description: 'Removed.' })

export const AmpProviders = closed(
  {
    data: Type.Array(
      closed(
        {
          id: Provider,
          name: Type.String({ examples: ['Gmail'] }),
          registers: literals(['address', 'dkim_domain', 'none'], { description: 'The unit of a registration.' }),
          example_to: Nullable(Type.String()),
          form_url: Nullable(Type.String()),
          response_days: Nullable(Type.Integer({ description: 'Working days until a response, as published.' })),
          requirements: Type.Array(Type.String()),
          sources: Type.Array(Type.String()),
          reviewed_on: Type.String({ examples: ['2026-11-28'] }),
        },
        { title: 'AmpProvider' },
      ),
    ),
  },
  { title: 'AmpProviders' },
)
export type AmpProviders = Static<typeof AmpProviders>
