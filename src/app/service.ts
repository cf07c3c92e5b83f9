import { join } from 'node:path'
import { limits } from '../kernel/limits.ts'
import type { ConfigReport } from '../platform/config/index.ts'
import { createEvidence } from '../platform/audit/index.ts'
import { type S3Timeouts, openBlobs } from '../platform/blobs/index.ts'
import { createChromium, isSandboxOff } from '../platform/chromium/index.ts'
import { type Handler, createHttp, signCursorsWith } from '../platform/http/index.ts'
import { createAuthenticator } from '../platform/identity/index.ts'
import { type AnyHandler, type WorkerPool, createJobs } from '../platform/jobs/index.ts'
import type { Inlet } from '../platform/inbound/index.ts'
import type { Log } from '../platform/log/index.ts'
import { createOpenImap } from '../platform/imap/index.ts'
import { createSweep } from '../platform/memory/index.ts'
import { type Metrics, createMetrics, measureProcess } from '../platform/metrics/index.ts'
import { type ListenAddress, createNet, refusalOf } from '../platform/net/index.ts'
import { type Store, retriedStates } from '../platform/storage/index.ts'
import { type Activity, createActivity } from '../platform/watchdog/index.ts'
import { keysSignal } from '../surfaces/projects/index.ts'
import { publishStarters, selectRestricted, starters } from '../surfaces/templates/index.ts'
import { ampValidator } from './amp-validator.ts'
import type { CheckInstallation } from './doctor-process.ts'
import { loadAuditKeys } from './audit-keys.ts'
import { authorizeReplay } from './authorize-replay.ts'
import { type InstanceConfig, vaultOf } from './instance-secret.ts'
import { mountSurfaces } from './mounts.ts'
import { createSessionCallers } from './accounts/index.ts'
import { createTokenCallers, resourceMetadataUrl } from './connected-apps/index.ts'
import { failurePage, sessionCookie } from './pages/index.ts'
import { openImages } from './images.ts'
import { lookUpsOf } from './domain-lookups.ts'
import { openFileStore } from './file-store.ts'
import { openInlet } from './inlet.ts'
import { createRequestLog } from './request-log/index.ts'
import { createObserver } from './observer.ts'
import { assembleVerifier } from './verification.ts'
import { listingsOf, openBlockLists } from './block-lists.ts'
import { type CheckDatabase, watchStorage } from './storage-watch.ts'
import type { DmarcJobDeps, DmarcRouteDeps, IntakeDeps } from '../surfaces/dmarc/index.ts'
import { openMailer } from './outgoing-mail.ts'
import { createHash, createDomainSources, createMailTls } from '../surfaces/verification/index.ts'
import { mailTlsParts, openProber, urgently } from './probing.ts'
import { openNetworks } from './networks.ts'
import { reportReader } from './report-intake.ts'
import { version } from './version.ts'
import { assembleWork } from './work.ts'

export interface ServiceDeps {
  config: InstanceConfig
  /** Open and migrated. */
  store: Store
  log: Log
  /** Threads for CPU-bound work; the caller closes them. */
  workers: WorkerPool
  /** Records running requests and jobs for the watchdog. */
  activity?: Activity
  /** Validates every response against the contract; for tests. */
  checkAnswers?: boolean
  /** Checks the database for damage; no checks if undefined. */
  checkDatabase?: CheckDatabase
  /** The source of each setting, with secrets hidden, for operators; none by default. */
  settings?: readonly ConfigReport[]
  /** Checks the installation for operators; no checks if undefined. */
  checkInstallation?: CheckInstallation
  /** Timeouts of a bucket instead of the defaults; for tests. */
  s3Timeouts?: Partial<S3Timeouts>
  /** Sends for webhooks that this process paused for all others. */
  ignoresPauses?: boolean
}

/** The service without a listener: a function from request to response. */
export interface Service extends Handler {
  /** Method and path of every route, such as `GET /v1/templates/:id`. */
  readonly routes: readonly string[]
  /** Builds cached responses, such as the OpenAPI document, ahead of the first request, without blocking others. */
  prepare(): Promise<void>
  /** Receives reports by SMTP; undefined unless configured. The caller lets it listen, and drains it before `close`. */
  readonly inlet: Inlet | undefined
  /** Flushes buffered audit entries; this also happens within a minute. */
  writeNotes(): Promise<void>
  /**
   * Stops background work: no jobs are claimed, and those that run longer than `limits.drainSeconds` are returned to the
   * queue. The store stays open.
   */
  close(): Promise<void>
}

/** Number of batch rows between two garbage collections: about ten megabytes. */
const sweptRows = 3000

/**
 * Assembles the service: configuration, platform, surfaces, one handler, and the jobs unless other processes run them.
 * Publishes the starter templates first.
 */
export async function buildService({
  config,
  store,
  log,
  workers,
  activity = createActivity(),
  checkAnswers = false,
  s3Timeouts,
  settings = [],
  checkInstallation,
  checkDatabase,
  ignoresPauses = false,
}: ServiceDeps): Promise<Service> {
  const vault = vaultOf(config)
  signCursorsWith(vault)
  await loadAuditKeys(store, config)
  const metrics = createMetrics()
  workers.measure(metrics)
  measureRetries(metrics, store)
  const stopMeasuring = measureProcess(metrics, { version })
  const authenticator = createAuthenticator(store)
  const stopListeningForKeys = store.listen(keysSignal, () => authenticator.forget())
  const evidence = createEvidence({ store, log, restrictedOf: (ids) => selectRestricted(store.read, ids) })
  const requests = createRequestLog({ store, log })
  const http = createHttp({
    authenticator,
    sessions: createSessionCallers(store, sessionCookie(config.appUrl)),
    tokens: createTokenCallers(store, { metadataUrl: resourceMetadataUrl(config) }),
    store,
    vault,
    log,
    metrics,
    activity,
    authorizeReplay,
    observer: createObserver(evidence),
    requests,
    config: {
      baseUrl: config.baseUrl,
      ownUrls: [config.appUrl, config.pluginUrl, config.cdnUrl],
      apiRateLimit: config.apiRateLimit,
      trustedProxies: config.trustedProxies,
      hstsSeconds: config.hstsSeconds,
      failurePage,
      checkAnswers,
    },
  })
  const blobs = openBlobs(join(config.dataDir, 'blobs'), config.blobUrl, s3Timeouts)
  await store.tx((db) => publishStarters(db, starters))

  const { dnsServers, netAllow: allow } = config
  const net = createNet({ dnsServers, allow, ownAddresses: ownAddressesOf(config), log, metrics })
  const { cdnUrl } = config
  const fontFolder = join(config.dataDir, 'fonts')
  const { chromiumPath: path, dataDir } = config
  const chromium = path === undefined ? undefined : createChromium({ path, dataDir, metrics })
  if (chromium !== undefined && isSandboxOff())
    log.warn('Chromium runs without its sandbox because the service runs as root: run the service as another user')
  const held = openImages({ store, blobs, workers, vault, log, metrics, imageUrls: config.imageUrls, cdnUrl })
  const blockLists = openBlockLists({ config, dns: net.dns, log })
  const prober = openProber({ config, net, log, metrics, store, listings: listingsOf(blockLists) })
  const lookUp = lookUpsOf(config, net.send)
  const domainSources = createDomainSources(lookUp)
  const verifying = { blockLists, config, domainSources: domainSources, net, log }
  const verifier = assembleVerifier({ ...verifying, probe: urgently(prober) })
  const batchVerifier = assembleVerifier({ ...verifying, probe: prober.probe })
  const sweep = createSweep(sweptRows)
  const mailer = openMailer(config, { openSocket: net.openSocket, metrics })
  const dmarc: DmarcJobDeps & IntakeDeps & Pick<DmarcRouteDeps, 'alerts' | 'refusalOf'> = {
    store,
    blobs,
    readReports: reportReader(workers, vault),
    networkOf: openNetworks(config.asnFile, log),
    hash: (text) => Bun.SHA256.hash(text, 'hex'),
    dns: net.dns,
    send: lookUp,
    mailTls: createMailTls(mailTlsParts(config, net)),
    mayDial: (address) => net.policy.evaluate(address) !== 'forbidden',
    addresses: { inboundDomain: config.inboundDomain, baseUrl: config.baseUrl },
    alerts: {
      vault,
      send: net.send,
      mailer,
      sendsMail: config.outgoingMail !== undefined,
      refusalOf: (url) => refusalOf(url, net.policy),
    },
    vault,
    openImap: createOpenImap({ findPermitted: net.findPermitted }),
    requestToken: net.send,
    refusalOf: (url: string) => refusalOf(url, net.policy),
  }
  const amp = {
    ...dmarc,
    inboundDomain: config.inboundDomain,
    validateAmp: ampValidator(workers),
    isFreeDomain: async (domain: string) => (await verifier.lists()).isFree(domain),
    hash: (bytes: Uint8Array) => Bun.SHA256.hash(bytes, 'hex'),
  }
  const work = assembleWork({
    store,
    ignoresPauses,
    auditDays: config.auditDays,
    blobs,
    vault,
    send: net.send,
    log,
    metrics,
    version,
    workers,
    cdnUrl,
    readImage: held.readImage,
    signImages: held.signImages,
    fontFolder,
    chromium,
    batchVerifier,
    sweep,
    hashOf: createHash(vault),
    baseUrl: config.baseUrl,
    dmarc,
    amp,
  })
  const kinds = work.handlers.map(({ kind }) => kind)
  const { policy, send } = net
  const files = openFileStore(config)
  const storage = watchStorage({ store, log, metrics, checkDatabase, files })
  const app = mountSurfaces({
    handle: (request, source) => handle(request, source),
    mailer,
    dmarc,
    amp,
    settings,
    checkInstallation,
    fileStoreName: files.name,
    damage: storage.damage,
    fileProblem: storage.fileProblem,
    verifier,
    sweep,
    blockLists,
    dns: net.dns,
    domainSources: domainSources,
    lookUp,
    mailTls: mailTlsParts(config, net),
    http,
    config,
    store,
    blobs,
    vault,
    log,
    evidence,
    requests,
    metrics,
    policy,
    send,
    kinds,
    workers,
    fontFolder,
    chromium,
    ...held,
  })
  const { handle, drain } = http.handler(app)
  const routes = app.routes.map(({ method, path }) => `${method} ${path}`)
  const jobs = createJobs({ store, log, metrics, ...work, handlers: noted(work.handlers, activity) })
  if (config.runJobs) jobs.start()
  const inlet = await openInlet({ config, log, metrics, dmarc, amp })
  return {
    handle,
    drain,
    routes,
    inlet,
    async prepare() {
      for (const coding of ['identity', 'gzip', 'br'])
        await app.fetch(new Request('http://localhost/openapi.json', { headers: { 'accept-encoding': coding } }))
    },
    writeNotes: () => evidence.flush(),
    async close() {
      stopMeasuring()
      storage.close()
      stopListeningForKeys()
      if (config.runJobs) await jobs.drain(limits.drainSeconds * 1000)
      await evidence.close()
      await requests.close()
      await prober.close()
      await chromium?.close()
      await net.close()
    },
  }
}

function ownAddressesOf({ host, inboundSmtp, port }: InstanceConfig): ListenAddress[] {
  return [{ host, port }, ...(inboundSmtp === undefined ? [] : [inboundSmtp])]
}

/** Exports the number of retried PostgreSQL transactions, and of those that failed after all retries. */
function measureRetries(metrics: Metrics, store: Store): void {
  if (store.dialect === 'sqlite') return
  for (const sqlstate of retriedStates) {
    const count = (what: 'retried' | 'gaveUp') => () => store.retries().get(sqlstate)?.[what] ?? 0
    const labels = { sqlstate }
    metrics.total('svc_transaction_retries_total', 'Retries of transactions, by SQLSTATE.', count('retried'), labels)
    metrics.total(
      'svc_transaction_failures_total',
      'Transactions that failed after all retries.',
      count('gaveUp'),
      labels,
    )
  }
}

/** Records each run as activity under the id of its job. */
function noted(handlers: readonly AnyHandler[], activity: Activity): AnyHandler[] {
  return handlers.map((handler) => ({
    ...handler,
    async run(job, context) {
      const ticket = activity.begin(job.id, handler.kind.name)
      try {
        return await handler.run(job, context)
      } finally {
        activity.end(ticket)
      }
    },
  }))
}
