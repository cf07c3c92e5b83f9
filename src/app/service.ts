import { join } from 'node:path'
import { openBlobs } from '../platform/blobs/index.ts'
import { type Handler, createHttp, signCursorsWith } from '../platform/http/index.ts'
import { createAuthenticator, createVault } from '../platform/identity/index.ts'
import type { Log } from '../platform/log/index.ts'
import { createMetrics, measureProcess } from '../platform/metrics/index.ts'
import type { Store } from '../platform/storage/index.ts'
import { keysSignal } from '../surfaces/projects/index.ts'
import { publishStarters, starters } from '../surfaces/templates/index.ts'
import { keepHouse } from './housekeeping.ts'
import type { InstanceConfig } from './instance-secret.ts'
import { mountSurfaces } from './mounts.ts'
import { version } from './version.ts'

export interface ServiceParts {
  config: InstanceConfig
  /** Open and migrated. */
  store: Store
  log: Log
  /** Holds every answer against the contract; for tests. */
  checkAnswers?: boolean
}

/** The whole service without a port: a function from request to answer. */
export interface Service extends Handler {
  /** Stops what runs in the background. The store stays open. */
  close(): Promise<void>
}

/** Assembles the service: configuration, platform, surfaces, one handler. Publishes the starter templates first. */
export async function buildService({ config, store, log, checkAnswers = false }: ServiceParts): Promise<Service> {
  const vault = createVault(config.secret)
  signCursorsWith(vault)
  const metrics = createMetrics()
  const stopMeasuring = measureProcess(metrics, { version })
  const authenticator = createAuthenticator(store)
  const stopHearingOfKeys = store.listen(keysSignal, () => authenticator.forget())
  const http = createHttp({
    authenticator,
    store,
    vault,
    log,
    metrics,
    config: {
      baseUrl: config.baseUrl,
      ownUrls: [config.appUrl, config.pluginUrl, config.cdnUrl],
      apiRateLimit: config.apiRateLimit,
      checkAnswers,
    },
  })
  const blobs = openBlobs(join(config.dataDir, 'blobs'))
  await store.tx((db) => publishStarters(db, starters))

  const { handle, drain } = http.handler(mountSurfaces({ http, config, store, blobs, vault, log, metrics }))
  const stopKeeping = keepHouse({ store, blobs, log })
  return {
    handle,
    drain,
    async close() {
      stopMeasuring()
      stopHearingOfKeys()
      await stopKeeping()
    },
  }
}
