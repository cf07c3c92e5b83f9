import { limits } from '../../../kernel/limits.ts'
import { type Http, digestOf, readCreatedPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { WebhookParams } from '../subscriptions/index.ts'
import { Delivery, DeliveryPage, DeliveryParams, DeliveryWithPayload, ListDeliveries } from './contract.ts'
import { getDelivery, listDeliveries, retryDelivery, sendTest, statusNamed } from './deliveries.ts'

export function deliveryRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('webhooks')
    .post('/webhooks/:id/test', ({ caller, params, once }) => once((db) => sendTest(db, caller, params.id)), {
      id: 'webhooks.sendTest',
      summary: 'Send a test event',
      description:
        'Sends a `webhook.test` event like any other, even to a disabled webhook. Returns the delivery; poll Location ' +
        'for the result.',
      scope: 'webhooks',
      once: underLocks,
      location: '/v1/webhooks/{webhook_id}/deliveries/{id}',
      params: WebhookParams,
      response: { 202: Delivery },
      errors: ['WEBHOOK_NOT_FOUND'],
    })
    .get('/webhooks/:id/deliveries', ({ caller, params, query }) => listPage(store, caller, params.id, query), {
      id: 'webhooks.listDeliveries',
      summary: 'List deliveries',
      description: `Deliveries to a webhook in the last ${limits.deliveryDays} days, newest first by default, with every attempt.`,
      scope: 'webhooks',
      params: WebhookParams,
      query: ListDeliveries,
      response: { 200: DeliveryPage },
      errors: ['WEBHOOK_NOT_FOUND', 'INVALID_CURSOR'],
    })
    .get(
      '/webhooks/:id/deliveries/:deliveryId',
      ({ caller, params }) => getDelivery(store.read, caller, { webhookId: params.id, id: params.deliveryId }),
      {
        id: 'webhooks.getDelivery',
        summary: 'Get one delivery',
        description: 'Returns the attempts and the request body.',
        scope: 'webhooks',
        etag: digestOf,
        params: DeliveryParams,
        response: { 200: DeliveryWithPayload },
        errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND'],
      },
    )
    .post(
      '/webhooks/:id/deliveries/:deliveryId/retry',
      ({ caller, params, once }) =>
        once((db) => retryDelivery(db, caller, { webhookId: params.id, id: params.deliveryId })),
      {
        id: 'webhooks.retryDelivery',
        summary: 'Retry a delivery',
        description:
          'Makes one attempt immediately, with the same `webhook-id` and the same bytes, regardless of the status. ' +
          'Scheduled attempts are not affected.',
        scope: 'webhooks',
        once: underLocks,
        location: '/v1/webhooks/{webhook_id}/deliveries/{id}',
        params: DeliveryParams,
        response: { 202: Delivery },
        errors: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED', 'EVENT_EXPIRED'],
      },
    )
}

async function listPage(store: Store, caller: Caller, webhookId: string, query: ListDeliveries): Promise<DeliveryPage> {
  const { since, type: types, ...rest } = query
  const statuses = query.status?.map((status) => statusNamed[status])
  const created = { ...(since === undefined ? {} : { created_since: since }), ...rest }
  const { items, page } = await readCreatedPage(created, {
    key: ['deliveries', caller.projectId, webhookId, statuses, types],
    kind: 'delivery',
    sort: '-created_at',
    read: (wanted) => listDeliveries(store.read, caller, webhookId, wanted, { statuses, types }),
  })
  return { data: items, page }
}
