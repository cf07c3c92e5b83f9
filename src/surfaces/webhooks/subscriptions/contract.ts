import { type Static, Type } from '@sinclair/typebox'
import { type SubscribableType, eventDescriptions, subscribableTypes } from '../../../kernel/events/index.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  ExternalId,
  Instant,
  Nullable,
  closed,
  idOf,
  literals,
  metadataFilter,
  pageOf,
  pageQuery,
  publishedMark,
  publishedUrl,
  readOnlyMembers,
  referenceTo,
  shownOnce,
  sortBy,
} from '../../../kernel/schema/index.ts'

const exampleId = 'whk_01kah3zqpfx9y8w7v6t5s4r3q2'
const exampleFolder = 'fld_01jd7q2v5w8x3y4z6a7b9c0d1e'
const exampleSecret = `whsec_${btoa('an example of 32 bytes, not real')}`

const Url = Type.String({
  minLength: 1,
  maxLength: limits.webhookUrlLength,
  [publishedMark]: publishedUrl,
  description:
    'URL that events are posted to. https to any public host; http and private IP addresses only if the operator ' +
    'allows them with SVC_NET_ALLOW.',
  examples: ['https://example.com/hooks/svc'],
})

// Explicit type: the compiler cannot infer literal types from a list that is not written here.
export const Events = Type.Array(Type.Unsafe<SubscribableType>(literals(subscribableTypes)), {
  minItems: 1,
  maxItems: subscribableTypes.length,
  uniqueItems: true,
  description: 'Event types to subscribe to; `GET /webhooks/events` describes them.',
  examples: [['template.updated', 'export.completed']],
})

const Description = Type.String({
  maxLength: limits.webhookDescriptionLength,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'Description.',
  examples: ['Search index'],
})

/** Customer of the project to whom a webhook belongs. */
export const Customer = Type.String({
  minLength: 1,
  maxLength: limits.customerLength,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description:
    'Your own id of the customer to whom it belongs. The customer manages it on the page of a link, ' +
    '`POST /webhook-portal-links`.',
  examples: ['acme'],
})

/** What responses show in place of header values; sent back, it keeps the stored value. */
export const headerMask = '********'

const itemsOf = { minItems: 1, maxItems: limits.webhookFilterItems, uniqueItems: true }

const filterMembers = {
  external_ids: Type.Optional(
    Type.Array(ExternalId, { ...itemsOf, description: 'Templates that have one of these external ids at the time.' }),
  ),
  metadata: Type.Optional(
    metadataFilter({
      minProperties: 1,
      description: 'Templates whose metadata has all of these values at the time.',
    }),
  ),
}

const filterOptions = {
  minProperties: 1,
  description:
    'Only events of templates that match every member; within a list, one match suffices. A change matches if the template ' +
    'matches before or after it, so a move reports to both folders. An export matches if one of its templates does.',
  examples: [{ folders: [{ id: exampleFolder, subtree: true }] }],
}

/** Ids of deleted templates and folders stay; they match nothing. */
export const WebhookFilter = closed(
  {
    template_ids: Type.Optional(Type.Array(idOf('template'), { ...itemsOf, description: 'These templates.' })),
    folders: Type.Optional(
      Type.Array(closed({ id: idOf('folder'), subtree: Type.Boolean() }), {
        ...itemsOf,
        description: 'Templates in these folders at the time; with `subtree` also in the folders below.',
      }),
    ),
    ...filterMembers,
  },
  { title: 'WebhookFilter', ...filterOptions },
)
export type WebhookFilter = Static<typeof WebhookFilter>

export const GivenWebhookFilter = closed(
  {
    template_ids: Type.Optional(Type.Array(referenceTo('template'), { ...itemsOf, description: 'These templates.' })),
    folders: Type.Optional(
      Type.Array(
        closed({
          id: referenceTo('folder'),
          subtree: Type.Optional(Type.Boolean({ default: false, description: 'Also templates in the folders below.' })),
        }),
        { ...itemsOf, description: 'Templates in these folders at the time.' },
      ),
    ),
    ...filterMembers,
  },
  { title: 'GivenWebhookFilter', ...filterOptions },
)
export type GivenWebhookFilter = Static<typeof GivenWebhookFilter>

// RFC 9110 5.6.2 and 5.5; which names are reserved is written in the description.
const headerName = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
const headerValue = { pattern: '^[\\x21-\\x7e](?:[\\x20-\\x7e\\t]*[\\x21-\\x7e])?$' }

const HeaderValue = Type.String({ maxLength: limits.webhookHeaderValueLength, [publishedMark]: headerValue })

const headersOf = (description: string, example: Record<string, string>) =>
  Type.Record(Type.String(), HeaderValue, {
    maxProperties: limits.webhookHeaders,
    description,
    examples: [example],
    [publishedMark]: { propertyNames: { pattern: headerName, maxLength: limits.webhookHeaderNameLength } },
  })

const ShownHeaders = headersOf(
  `Headers that are sent with every request, with \`${headerMask}\` in place of their values.`,
  { authorization: headerMask },
)

const headersMeaning =
  'Sent with every request to the URL, such as `Authorization`. Names are case-insensitive. Reserved: `webhook-*`, `svc-*`, ' +
  '`content-*`, `Host`, `User-Agent` and others that frame or route a request. Values are encrypted at rest and never ' +
  `returned: responses show \`${headerMask}\`, which keeps the stored value when it is sent back.`

const exampleHeaders = { 'X-Tenant': 'acme' }

const Rate = closed(
  {
    requests: Type.Integer({ minimum: 1, maximum: limits.webhookRate * 60 }),
    seconds: Type.Union([Type.Literal(1), Type.Literal(60)], { description: 'Length of the window.' }),
  },
  {
    title: 'WebhookRate',
    description:
      `Max requests to the URL in the window, evenly spaced, retries included; at most ${limits.webhookRate} a second. ` +
      'Deliveries above it are delayed, never dropped.',
    examples: [{ requests: 10, seconds: 1 }],
    [publishedMark]: {
      if: { properties: { requests: {}, seconds: { const: 60 } } },
      else: { properties: { requests: { maximum: limits.webhookRate }, seconds: {} } },
    },
  },
)

const members = {
  id: idOf('webhook', { examples: [exampleId] }),
  url: Url,
  events: {
    ...Events,
    minItems: 0,
    description:
      'Subscribed event types. Empty for a webhook that was created for a `callback_url`: it receives the completion ' +
      'events of these requests, such as `verification.batch.completed`, and each delivery identifies its subject.',
  },
  description: Type.Optional(Description),
  customer: Type.Optional(Customer),
  filter: Type.Optional(WebhookFilter),
  headers: Type.Optional(ShownHeaders),
  rate: Type.Optional(Rate),
  enabled: Type.Boolean({ description: 'Whether events are sent. While false, events are recorded as skipped.' }),
  owner: Type.Optional(
    closed(
      { kind: literals(['api_key', 'user', 'plugin_user']), id: Type.String() },
      {
        description:
          'Owner: the actor that registered the webhook or last set its `url`. The webhook receives only events of ' +
          'templates that its owner may view.',
      },
    ),
  ),
  disabled_reason: Type.Optional(
    literals(['by_user', 'gone', 'failing'], {
      description:
        'Why the webhook is disabled: by a user, because the receiver responded with 410, or because every delivery ' +
        `failed for ${limits.webhookFailingDays} days.`,
    }),
  ),
  disabled_at: Type.Optional(Instant),
  failing_since: Type.Optional({ ...Instant, description: 'Start of the current series of failed attempts.' }),
  last_success_at: Type.Optional({ ...Instant, description: 'Last successful delivery.' }),
  secrets: Type.Array(
    closed({
      created_at: Instant,
      expires_at: Type.Optional({ ...Instant, description: 'When the secret expires.' }),
    }),
    { description: 'Current signing secrets, newest first. A secret is returned only when it is created.' },
  ),
  revision: Type.Integer({ minimum: 1, description: 'Increases with every change; the ETag contains it.' }),
  created_at: Instant,
  updated_at: Instant,
}

const example = {
  id: exampleId,
  url: 'https://example.com/hooks/svc',
  events: ['template.updated', 'export.completed'],
  description: 'Search index',
  enabled: true,
  secrets: [{ created_at: '2026-11-21T10:00:00.000Z' }],
  revision: 1,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
}

export const Webhook = closed(members, { title: 'Webhook', examples: [example] })
export type Webhook = Static<typeof Webhook>

export const WebhookOnce = closed(
  {
    ...members,
    secret: shownOnce({
      description:
        'The new secret; returned only in this response. Pass it to a Standard Webhooks library to verify deliveries.',
      examples: [exampleSecret],
    }),
  },
  { title: 'WebhookOnce', examples: [{ ...example, secret: exampleSecret }] },
)
export type WebhookOnce = Static<typeof WebhookOnce>

export const WebhookPage = pageOf(Webhook, { title: 'WebhookPage' })
export type WebhookPage = Static<typeof WebhookPage>

export const ListWebhooks = closed({
  ...pageQuery,
  customer: Type.Optional({ ...Customer, description: 'Only webhooks of this customer.' }),
  enabled: Type.Optional(Type.Boolean({ description: 'true: only enabled webhooks; false: only disabled ones.' })),
  sort: sortBy('created_at', '-created_at'),
})
export type ListWebhooks = Static<typeof ListWebhooks>

export const RegisterWebhook = closed(
  {
    url: Url,
    events: Events,
    description: Type.Optional(Description),
    customer: Type.Optional(Customer),
    filter: Type.Optional(GivenWebhookFilter),
    headers: Type.Optional(headersOf(headersMeaning, exampleHeaders)),
    rate: Type.Optional(Rate),
  },
  {
    title: 'RegisterWebhook',
    examples: [{ url: 'https://example.com/hooks/svc', events: ['template.updated', 'export.completed'] }],
  },
)
export type RegisterWebhook = Static<typeof RegisterWebhook>

const changed = {
  url: Type.Optional(Url),
  events: Type.Optional({ ...Events, minItems: 0 }),
  enabled: Type.Optional(
    Type.Boolean({
      description: '`true` enables the webhook and clears the reason why it was disabled; `false` disables it.',
    }),
  ),
  description: Type.Optional(Nullable(Description)),
  filter: Type.Optional(Nullable(GivenWebhookFilter)),
  headers: Type.Optional(
    headersOf(
      `${headersMeaning} Replaced as a whole; required with a new \`url\` if the webhook has headers.`,
      exampleHeaders,
    ),
  ),
  rate: Type.Optional(Nullable(Rate)),
}

const health = ['failing_since', 'last_success_at', 'secrets'] as const

export const UpdateWebhook = closed(
  { ...changed, ...readOnlyMembers(Webhook, { writable: changed, volatile: health }) },
  {
    title: 'UpdateWebhook',
    description:
      'Omitted members stay unchanged; null removes the description, the filter or the rate. Read-only members are ' +
      'accepted as a read returned them; `owner` among them keeps the owner while `url` stays the same.',
    minProperties: 1,
    examples: [{ events: ['template.created', 'template.updated'] }, { enabled: true }, { filter: null }],
  },
)
export type UpdateWebhook = Static<typeof UpdateWebhook>

export const RotateSecret = closed(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: limits.webhookGraceSecondsMax,
        default: limits.webhookGraceSeconds,
        description: 'How long the previous secret remains valid; 0 revokes all older secrets immediately.',
      }),
    ),
  },
  { title: 'RotateSecret', examples: [{ grace_seconds: 3600 }] },
)
export type RotateSecret = Static<typeof RotateSecret>

/** Any text is valid: an id that is not of a webhook of the caller's project results in 404, not 400. */
export const webhookParam = {
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the webhook.', examples: [exampleId] }),
}
export const WebhookParams = closed(webhookParam)

/** `POST /webhooks/rotate` and `DELETE /webhooks`: the webhook by id or by URL, exactly one of them. */
export const WebhookSelector = closed({
  id: Type.Optional(webhookParam.id),
  url: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.webhookUrlLength,
      description: 'URL of the webhook, in place of its id. If several webhooks have it, `id` is required.',
      examples: ['https://example.com/hooks/svc'],
    }),
  ),
})
export type WebhookSelector = Static<typeof WebhookSelector>

export const Deleted = Type.Undefined({ description: 'Deleted.' })

const described = eventDescriptions[0]

export const EventTypes = closed(
  {
    data: Type.Array(
      closed({
        name: Type.String({ examples: ['template.created'] }),
        summary: Type.String(),
        schema: Type.Unsafe<object>(Type.Object({}, { description: 'JSON Schema of the request body.' })),
        example: Type.Unsafe<object>(Type.Object({}, { description: 'Example of a request body.' })),
      }),
    ),
  },
  {
    title: 'EventTypes',
    ...(described === undefined ? {} : { examples: [{ data: [JSON.parse(JSON.stringify(described)) as object] }] }),
  },
)
export type EventTypes = Static<typeof EventTypes>
