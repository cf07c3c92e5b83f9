import { eventDescriptions } from '../../../kernel/events/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Http, etagOf, readCreatedPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import {
  Deleted,
  EventTypes,
  ListWebhooks,
  RegisterWebhook,
  RotateSecret,
  UpdateWebhook,
  Webhook,
  WebhookOnce,
  WebhookPage,
  WebhookParams,
  WebhookSelector,
} from './contract.ts'
import { presentWebhook } from './present.ts'
import { idOfSelected } from './select-webhook.ts'
import type { WebhookRow } from './store.ts'
import {
  type SubscriptionDeps,
  type WithSecret,
  list,
  loadWebhook,
  register,
  remove,
  rotate,
  update,
} from './subscriptions.ts'
import { tagOf } from './tag.ts'

export interface SubscriptionRouteDeps extends SubscriptionDeps {
  http: Http
  store: Store
}

/** A webhook of another project is reported as missing. */
export function subscriptionRoutes({ http, store, ...parts }: SubscriptionRouteDeps) {
  return http
    .surface('webhooks')
    .get('/webhooks', ({ caller, query }) => listPage(store, caller, query), {
      id: 'webhooks.list',
      summary: 'List webhooks',
      description: 'Webhooks of the project, oldest first by default, without secrets.',
      scope: 'webhooks',
      query: ListWebhooks,
      response: { 200: WebhookPage },
      errors: ['INVALID_CURSOR'],
    })
    .post(
      '/webhooks',
      ({ caller, body, once }) => once(async (db) => showOnce(await register(db, caller, body, parts))),
      {
        id: 'webhooks.register',
        summary: 'Register a webhook',
        description:
          'Subscribes a URL to events of the project. Only this response contains the secret, which signs all requests ' +
          'according to Standard Webhooks.',
        scope: 'webhooks',
        once: underLocks,
        location: '/v1/webhooks/{id}',
        body: RegisterWebhook,
        response: { 201: WebhookOnce },
        errors: ['LIMIT_REACHED'],
      },
    )
    .delete(
      '/webhooks',
      ({ caller, query }) =>
        store.tx(async (db) => remove(db, caller, await idOfSelected(db, caller, query)), underLocks),
      {
        id: 'webhooks.deleteSelected',
        summary: 'Delete a webhook by query',
        description: 'Like `DELETE /webhooks/{id}`, for the webhook with the `id` or the `url` in the query.',
        scope: 'webhooks',
        query: WebhookSelector,
        response: { 204: Deleted },
        errors: ['WEBHOOK_NOT_FOUND'],
      },
    )
    .post(
      '/webhooks/rotate',
      ({ caller, query, body, once }) =>
        once(async (db) =>
          showOnce(await rotate(db, caller, { id: await idOfSelected(db, caller, query), body }, parts)),
        ),
      {
        id: 'webhooks.rotateSelected',
        summary: 'Rotate a secret by query',
        description: 'Like `POST /webhooks/{id}/rotate`, for the webhook with the `id` or the `url` in the query.',
        scope: 'webhooks',
        once: underLocks,
        query: WebhookSelector,
        body: RotateSecret,
        response: { 200: WebhookOnce },
        errors: ['WEBHOOK_NOT_FOUND', 'LIMIT_REACHED'],
      },
    )
    .get('/webhooks/events', () => eventTypes, {
      id: 'webhooks.listEventTypes',
      summary: 'List event types',
      description:
        'Event types, with the JSON Schema of the body and an example. All but `webhook.test` can be subscribed to.',
      scope: 'webhooks',
      response: { 200: EventTypes },
    })
    .get(
      '/webhooks/:id',
      async ({ caller, params, set }) => tagged(set, await loadWebhook(store.read, caller, params.id)),
      {
        id: 'webhooks.get',
        summary: 'Get one webhook',
        description: 'Returns the subscriptions of the webhook and the health of its receiver.',
        scope: 'webhooks',
        params: WebhookParams,
        etag: true,
        response: { 200: Webhook },
        errors: ['WEBHOOK_NOT_FOUND'],
      },
    )
    .put(
      '/webhooks/:id',
      async ({ caller, params, body, ifMatch, set }) =>
        tagged(set, await store.tx((db) => update(db, caller, { id: params.id, body, ifMatch }, parts), underLocks)),
      {
        id: 'webhooks.update',
        summary: 'Update a webhook',
        description:
          'Changes the members in the body. `enabled: true` resumes a disabled webhook from now on; resend missed events ' +
          'with `POST /webhooks/{id}/recover`. A new URL also receives pending deliveries.',
        scope: 'webhooks',
        ifMatch: true,
        params: WebhookParams,
        body: UpdateWebhook,
        response: { 200: Webhook },
        errors: ['WEBHOOK_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .delete(
      '/webhooks/:id',
      ({ caller, params, ifMatch }) => store.tx((db) => remove(db, caller, params.id, ifMatch), underLocks),
      {
        id: 'webhooks.delete',
        summary: 'Delete a webhook',
        description: 'Deletes the webhook with its pending deliveries and its delivery log.',
        scope: 'webhooks',
        ifMatch: true,
        params: WebhookParams,
        response: { 204: Deleted },
        errors: ['WEBHOOK_NOT_FOUND', 'PRECONDITION_FAILED'],
      },
    )
    .post(
      '/webhooks/:id/rotate',
      ({ caller, params, body, once }) =>
        once(async (db) => showOnce(await rotate(db, caller, { id: params.id, body }, parts))),
      {
        id: 'webhooks.rotateSecret',
        summary: 'Rotate the secret',
        description:
          'Returns a new secret. During the grace period, requests are signed with both secrets, so that the receiver can ' +
          `be updated. At most ${limits.webhookSecrets} secrets are valid at once.`,
        scope: 'webhooks',
        once: underLocks,
        params: WebhookParams,
        body: RotateSecret,
        response: { 200: WebhookOnce },
        errors: ['WEBHOOK_NOT_FOUND', 'LIMIT_REACHED'],
      },
    )
}

const eventTypes: EventTypes = {
  // Serialized as JSON, because the schemas contain symbols of TypeBox.
  data: JSON.parse(JSON.stringify(eventDescriptions)) as EventTypes['data'],
}

function tagged(set: { headers: Record<string, string | number> }, row: WebhookRow): Webhook {
  const now = Date.now()
  set.headers.etag = etagOf(tagOf(row, now))
  return presentWebhook(row, now)
}

// No ETag, so that no cache stores the secret.
function showOnce({ webhook, secret }: WithSecret): WebhookOnce {
  return { ...presentWebhook(webhook, Date.now()), secret }
}

async function listPage(store: Store, caller: Caller, query: ListWebhooks): Promise<WebhookPage> {
  const { items, page } = await readCreatedPage(query, {
    key: ['webhooks', caller.projectId, String(query.enabled ?? ''), query.customer],
    kind: 'webhook',
    sort: 'created_at',
    read: (wanted) => list(store.read, caller, { ...wanted, enabled: query.enabled, customer: query.customer }),
  })
  const now = store.read.nowMs()
  return { data: items.map((row) => presentWebhook(row, now)), page }
}
