import type { Operations } from './operations.ts'

/** Receivers on loopback, so that deliveries have real responses. They end with the command. */
export interface Receiver {
  url: string
  close(): Promise<void>
}

/** `/crm` accepts everything; `/warehouse` is as busy as a receiver whose queue is full. */
export function openReceiver(): Receiver {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) =>
      new URL(url).pathname === '/warehouse'
        ? new Response('{"error":"queue is full"}', { status: 503, headers: { 'content-type': 'application/json' } })
        : new Response(null, { status: 204 }),
  })
  return { url: `http://127.0.0.1:${server.port}`, close: () => server.stop(true) }
}

const subscriptions = [
  {
    path: '/crm',
    description: 'CRM: which emails are live',
    events: ['template.created', 'template.updated', 'template.deleted', 'verification.batch.completed'],
  },
  {
    path: '/customer',
    description: 'Shop of a customer',
    events: ['template.created', 'template.updated'],
    customer: 'northwind',
  },
  { path: '/warehouse', description: 'Data warehouse', events: ['export.completed'] },
]

/** Returns the ids of the webhooks. */
export async function seedWebhooks({ post }: Operations, receiverUrl: string): Promise<string[]> {
  const ids: string[] = []
  for (const { path, ...subscription } of subscriptions)
    ids.push((await post<{ id: string }>('/webhooks', { url: `${receiverUrl}${path}`, ...subscription })).id)
  await post('/webhook-portal-links', { customer: 'northwind', events: ['template.created', 'template.updated'] })
  return ids
}
