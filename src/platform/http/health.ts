import { createHash, timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import { fail } from '../../kernel/errors/index.ts'
import type { Config } from '../config/index.ts'
import type { Metrics } from '../metrics/index.ts'
import { type MigrationStatus, StorageReadOnly, type Store, migrationStatus } from '../storage/index.ts'
import { isLocalRequest } from './local-request.ts'

const hidden = { detail: { hide: true } }
const fresh = { 'cache-control': 'no-store' }

export interface HealthDeps {
  store: Store
  metrics: Metrics
  /** The problem of the database and its remedy; undefined if none is known. */
  damage?: () => string | undefined
  /** The problem of the file storage, for the operator and for the public; returns the result of the last check at once. */
  fileProblem?: () => Promise<{ detail: string; publicDetail: string } | undefined>
  /** False if other processes run the jobs. */
  runsJobs: boolean
  config: Pick<Config, 'isPublic' | 'metricsToken'>
}

/**
 * Probes for orchestrators. `/healthz` succeeds while the process lives. `/readyz` succeeds if storage responds, has the
 * schema of this build, accepts writes and is not damaged, and files can be used (503 otherwise, and while draining); it
 * also reports whether jobs run here. `/metrics` prints the Prometheus format. A public service does not name its storage,
 * and requires the metrics token.
 */
export function healthRoutes({ store, metrics, damage, fileProblem, runsJobs, config }: HealthDeps) {
  async function readiness() {
    let status: MigrationStatus
    try {
      await store.ping()
      status = await migrationStatus(store, undefined, store.health)
    } catch (cause) {
      const detail = cause instanceof StorageReadOnly ? cause.message : 'The database does not respond.'
      return fail('SERVICE_UNAVAILABLE', { detail, cause })
    }
    const found = damage?.()
    if (found !== undefined)
      fail('SERVICE_UNAVAILABLE', config.isPublic ? 'The database is damaged; run svc doctor.' : found)
    if (!status.upToDate) fail('SERVICE_UNAVAILABLE', 'Storage is not of this build’s schema; run svc migrate.')
    const files = await fileProblem?.()
    if (files !== undefined) fail('SERVICE_UNAVAILABLE', config.isPublic ? files.publicDetail : files.detail)
    const storage = config.isPublic ? {} : { storage: store.dialect }
    return { status: 'ready', ...storage, jobs: runsJobs ? 'running' : 'off' }
  }

  return new Elysia()
    .get('/healthz', () => Response.json({ status: 'ok' }, { headers: fresh }), hidden)
    .get('/readyz', async () => Response.json(await readiness(), { headers: fresh }), hidden)
    .get(
      '/metrics',
      ({ request }) => {
        requireMetricsAccess(request, config)
        return new Response(metrics.print(), { headers: { ...fresh, 'content-type': 'text/plain; version=0.0.4' } })
      },
      hidden,
    )
}

function requireMetricsAccess(request: Request, { isPublic, metricsToken }: HealthDeps['config']): void {
  if (metricsToken === undefined) {
    if (isPublic || !isLocalRequest(request)) fail('ROUTE_NOT_FOUND')
    return
  }
  const [, given = ''] = /^bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '') ?? []
  if (!timingSafeEqual(digestOf(given), digestOf(metricsToken)))
    fail('METRICS_TOKEN_INVALID', { headers: { 'www-authenticate': 'Bearer realm="metrics"' } })
}

// Hashes have equal lengths, so that the comparison takes constant time.
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
