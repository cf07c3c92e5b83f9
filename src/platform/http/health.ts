import { Elysia } from 'elysia'
import { fail } from '../../kernel/errors/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { type Store, migrationStatus } from '../storage/index.ts'

const hidden = { detail: { hide: true } }
const fresh = { 'cache-control': 'no-store' }

/**
 * What orchestrators ask: `/healthz` answers while the process lives, `/readyz` when storage answers and is of this
 * build's schema (503 otherwise, and while draining), `/metrics` prints for Prometheus.
 */
export function healthRoutes({ store, metrics }: { store: Store; metrics: Metrics }) {
  return new Elysia()
    .get('/healthz', () => Response.json({ status: 'ok' }, { headers: fresh }), hidden)
    .get('/readyz', async () => Response.json(await readiness(store), { headers: fresh }), hidden)
    .get(
      '/metrics',
      () => new Response(metrics.print(), { headers: { ...fresh, 'content-type': 'text/plain; version=0.0.4' } }),
      hidden,
    )
}

async function readiness(store: Store) {
  try {
    await store.ping()
  } catch (cause) {
    fail('SERVICE_UNAVAILABLE', { detail: 'Storage does not answer.', cause })
  }
  const { upToDate } = await migrationStatus(store)
  if (!upToDate) fail('SERVICE_UNAVAILABLE', 'Storage is not of this build’s schema; run svc migrate.')
  return { status: 'ready', storage: store.dialect }
}
