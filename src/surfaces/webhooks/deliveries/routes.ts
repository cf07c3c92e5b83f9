import { limits } from '../../../kernel/limits.ts'
import { type Http, idAfter, readPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Store, underLocks } from '../../../platform/storage/index.ts'
import { WebhookParams } from '../subscriptions/index.ts'
import { Delivery, DeliveryPage, DeliveryParams, DeliveryWithPayload, ListDeliveries } from './contract.ts'
import { getDelivery, listDeliveries, retryDelivery, sendTest } from './deliveries.ts'

export function deliveryRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('webhooks')
    .post('/webhooks/:id/test', ({ caller, params, once }) => once((db) => sendTest(db, caller, params.id)), {
      id: 'webhooks.sendTest',
      summary: 'Send a test event',
      description:
        'Sends a `webhook.test` event, also to a disabled webhook. Returns its delivery; ' +
        'poll Location for the result.',
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
      description: `Deliveries to a webhook in the last ${limits.deliveryDays} days with all attempts, newest first.`,
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
        description: 'Its attempts, and the body that they send.',
        scope: 'webhooks',
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
          'Sends it once more, now, with the same `webhook-id` and the same bytes, whatever became of it so far. Every ' +
          'call is one attempt; those that the schedule still has go on.',
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
  const { status, type, since } = query
  const sinceMs = since === undefined ? undefined : Date.parse(since)
  const { items, page } = await readPage(query, {
    key: `deliveries ${caller.projectId} ${webhookId} ${status ?? ''} ${type ?? ''} ${since ?? ''}`,
    read: ({ after, limit }) =>
      listDeliveries(store.read, caller, webhookId, { limit, status, type, sinceMs, beforeId: idAfter(after) }),
    positionOf: ({ id }) => [id],
  })
  return { data: items, page }
}
