import { Elysia } from 'elysia'
import { fail } from '../../kernel/errors/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { type Store, migrationStatus } from '../storage/index.ts'

const hidden = { detail: { hide: true } }
const fresh = { 'cache-control': 'no-store' }

export interface HealthParts {
  store: Store
  metrics: Metrics
  /** Whether this process runs jobs, or leaves them to others. */
  runsJobs: boolean
}

/**
 * What orchestrators ask: `/healthz` answers while the process lives, `/readyz` when storage answers and is of this
 * build's schema (503 otherwise, and while draining) and whether jobs run here, `/metrics` prints for Prometheus.
 */
export function healthRoutes({ store, metrics, runsJobs }: HealthParts) {
  return new Elysia()
    .get('/healthz', () => Response.json({ status: 'ok' }, { headers: fresh }), hidden)
    .get('/readyz', async () => Response.json(await readiness(store, runsJobs), { headers: fresh }), hidden)
    .get(
      '/metrics',
      () => new Response(metrics.print(), { headers: { ...fresh, 'content-type': 'text/plain; version=0.0.4' } }),
      hidden,
    )
}

async function readiness(store: Store, runsJobs: boolean) {
  try {
    await store.ping()
  } catch (cause) {
    fail('SERVICE_UNAVAILABLE', { detail: 'Storage does not answer.', cause })
  }
  const { upToDate } = await migrationStatus(store)
  if (!upToDate) fail('SERVICE_UNAVAILABLE', 'Storage is not of this build’s schema; run svc migrate.')
  return { status: 'ready', storage: store.dialect, jobs: runsJobs ? 'running' : 'off' }
}
