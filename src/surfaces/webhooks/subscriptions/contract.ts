import { type Static, Type } from '@sinclair/typebox'
import { type SubscribableType, eventDescriptions, subscribableTypes } from '../../../kernel/events/index.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  Nullable,
  closed,
  idOf,
  literals,
  pageOf,
  pageQuery,
  shownOnce,
} from '../../../kernel/schema/index.ts'

const exampleId = 'whk_01kah3zqpfx9y8w7v6t5s4r3q2'
const exampleSecret = `whsec_${btoa('an example of 32 bytes, not real')}`

const Url = Type.String({
  minLength: 1,
  maxLength: limits.webhookUrlLength,
  description:
    'URL that events are posted to. https to any public host; http and private IP addresses only if the operator ' +
    'allows them with SVC_NET_ALLOW.',
  examples: ['https://example.com/hooks/svc'],
})

// Explicit type: the compiler cannot infer literal types from a list that is not written here.
const Events = Type.Array(Type.Unsafe<SubscribableType>(literals(subscribableTypes)), {
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

export const ListWebhooks = closed(pageQuery)
export type ListWebhooks = Static<typeof ListWebhooks>

export const RegisterWebhook = closed(
  { url: Url, events: Events, description: Type.Optional(Description) },
  {
    title: 'RegisterWebhook',
    examples: [{ url: 'https://example.com/hooks/svc', events: ['template.updated', 'export.completed'] }],
  },
)
export type RegisterWebhook = Static<typeof RegisterWebhook>

export const UpdateWebhook = closed(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    enabled: Type.Optional(
      Type.Boolean({
        description: '`true` enables the webhook and clears the reason why it was disabled; `false` disables it.',
      }),
    ),
    description: Type.Optional(Nullable(Description)),
  },
  {
    title: 'UpdateWebhook',
    description: 'Omitted members stay unchanged; `description: null` removes it.',
    minProperties: 1,
    examples: [{ events: ['template.created', 'template.updated'] }, { enabled: true }],
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
