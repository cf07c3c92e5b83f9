import { type Static, Type } from '@sinclair/typebox'
import { type EventType, subscribableTypes } from '../../../kernel/events/index.ts'
import { limits } from '../../../kernel/limits.ts'
import {
  Instant,
  closed,
  createdFilters,
  idOf,
  literals,
  pageOf,
  pageQuery,
  repeated,
  sortBy,
} from '../../../kernel/schema/index.ts'
import { webhookParam } from '../subscriptions/index.ts'

const exampleId = 'dlv_01kah3zqpfx9y8w7v6t5s4r3q2'
const exampleWebhook = 'whk_01kah3zqpfx9y8w7v6t5s4r3q2'
const exampleEvent = 'evt_01kah3zqpfx9y8w7v6t5s4r3q2'

const statuses = ['pending', 'succeeded', 'failed', 'skipped'] as const

// Explicit type: the compiler cannot infer literal types from a list that is not written here.
const type = (options: Record<string, unknown>) =>
  Type.Unsafe<EventType>(literals([...subscribableTypes, 'webhook.test'], options))

const Status = literals(statuses, {
  description:
    '`pending` until the last attempt, `succeeded` if the receiver accepted it, `failed` after the last attempt, ' +
    '`skipped` if the webhook was disabled or an operator canceled the delivery.',
})

const Attempt = closed(
  {
    at: { ...Instant, description: 'Start of the attempt.' },
    trigger: literals(['event', 'test', 'recovery', 'retry'], { description: 'What triggered the attempt.' }),
    status_code: Type.Optional(Type.Integer({ description: 'Response of the receiver, if any.' })),
    error: Type.Optional(
      Type.String({
        description:
          'Reason for the failure: dns, blocked_address, connect, tls, timeout, protocol, too_large, http_3xx, http_4xx, ' +
          'http_5xx or internal.',
        examples: ['http_5xx'],
      }),
    ),
    detail: Type.Optional(Type.String({ description: 'Description of the failure, in one sentence.' })),
    duration_ms: Type.Number({ minimum: 0, examples: [84] }),
    response_excerpt: Type.Optional(
      Type.String({ description: `Start of the response body, at most ${limits.webhookExcerptBytes} bytes.` }),
    ),
  },
  { title: 'DeliveryAttempt' },
)

const members = {
  id: idOf('delivery', { examples: [exampleId] }),
  webhook_id: idOf('webhook', { examples: [exampleWebhook] }),
  event_id: idOf('event', { description: 'Value of `webhook-id` in every attempt.', examples: [exampleEvent] }),
  type: type({ description: 'Type of the event.', examples: ['template.updated'] }),
  status: Status,
  attempts: Type.Array(Attempt, { description: 'Oldest first.' }),
  next_attempt_at: Type.Optional({ ...Instant, description: 'Time of the next scheduled attempt.' }),
  created_at: Instant,
  finished_at: Type.Optional(Instant),
}

const example = {
  id: exampleId,
  webhook_id: exampleWebhook,
  event_id: exampleEvent,
  type: 'template.updated',
  status: 'succeeded',
  attempts: [{ at: '2026-11-21T10:00:00.120Z', trigger: 'event', status_code: 204, duration_ms: 84 }],
  created_at: '2026-11-21T10:00:00.000Z',
  finished_at: '2026-11-21T10:00:00.204Z',
}

export const Delivery = closed(members, { title: 'Delivery', examples: [example] })
export type Delivery = Static<typeof Delivery>

export const DeliveryWithPayload = closed(
  {
    ...members,
    payload: Type.Optional(
      Type.Unsafe<Record<string, unknown>>(
        Type.Object({}, { description: `The request body; stored for ${limits.eventDays} days.` }),
      ),
    ),
  },
  { title: 'DeliveryWithPayload' },
)
export type DeliveryWithPayload = Static<typeof DeliveryWithPayload>

export const DeliveryPage = pageOf(Delivery, { title: 'DeliveryPage' })
export type DeliveryPage = Static<typeof DeliveryPage>

export const ListDeliveries = closed({
  ...pageQuery,
  status: repeated(
    literals([...statuses, 'queued', 'running', 'completed', 'cancelled']),
    'Only deliveries with one of these statuses. Words of long operations are accepted: `queued` and `running` for ' +
      '`pending`, `completed` for `succeeded`, `cancelled` for `skipped`.',
  ),
  type: repeated(type({}), 'Only deliveries of one of these event types.'),
  ...createdFilters('deliveries'),
  since: Type.Optional({ ...Instant, deprecated: true, description: 'Deprecated: use `created_since`.' }),
  sort: sortBy('-created_at', 'created_at'),
})
export type ListDeliveries = Static<typeof ListDeliveries>

/** Any text is valid: an id that is not of a delivery of the webhook results in 404, not 400. */
export const DeliveryParams = closed({
  ...webhookParam,
  deliveryId: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the delivery.', examples: [exampleId] }),
})
