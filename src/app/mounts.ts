import { type AnyElysia, Elysia } from 'elysia'
import type { Evidence } from '../platform/audit/index.ts'
import type { Blobs } from '../platform/blobs/index.ts'
import type { Chromium } from '../platform/chromium/index.ts'
import type { Config } from '../platform/config/index.ts'
import { type Http, healthRoutes, referenceRoutes } from '../platform/http/index.ts'
import type { Vault } from '../platform/identity/index.ts'
import type { JobKind, WorkerPool } from '../platform/jobs/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Sweep } from '../platform/memory/index.ts'
import type { Mailer } from '../platform/mail/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import { type DnsClient, type OutboundPolicy, type Send, refusalOf } from '../platform/net/index.ts'
import { createOidcProvider } from '../platform/oidc/index.ts'
import type { Store } from '../platform/storage/index.ts'
import { type AgentRouteDeps, agentRoutes } from '../surfaces/agent/index.ts'
import { assetRoutes, createAssets, selectBytes } from '../surfaces/assets/index.ts'
import { connectionRoutes } from '../surfaces/connections/index.ts'
import { createCountdowns, deliveryRoutes } from '../surfaces/delivery/index.ts'
import { type AmpRouteDeps, ampRoutes } from '../surfaces/amp/index.ts'
import { type DmarcRouteDeps, dmarcRoutes } from '../surfaces/dmarc/index.ts'
import { createExports, exportRoutes } from '../surfaces/exports/index.ts'
import { accountRoutes, createPlugin, initRoute, pluginRoutes, rootRoutes } from '../surfaces/plugin/index.ts'
import { administrationRoutes, apiKeyRoutes, projectRoutes } from '../surfaces/projects/index.ts'
import { jobRoutes } from '../surfaces/jobs/index.ts'
import {
  applyPublishingMode,
  createThumbnailLinks,
  createThumbnails,
  templateRoutes,
} from '../surfaces/templates/index.ts'
import {
  type BlockLists,
  type MailTlsDeps,
  type DomainSources,
  type Verifier,
  createHash,
  createMeteredVerifier,
  verificationRoutes,
} from '../surfaces/verification/index.ts'
import { portalLinkRoutes, webhookRoutes } from '../surfaces/webhooks/index.ts'
import { describeApi, readPackedApi } from './api-document.ts'
import { readStarterImage } from './assets.ts'
import {
  accountCalls,
  connectedAppRoutes,
  consoleRoutes,
  createAccountMail,
  createReferenceReader,
  demoRoutes,
  editorRoutes,
  guideRoutes,
  linkPages,
  oidcRoutes,
  pageRoutes,
  domainReportPages,
  reviewPages,
  webhookPortalPages,
} from './pages/index.ts'
import { type RequestLog, requestLogRoutes } from './request-log/index.ts'
import { type OperationsDeps, operationsRoutes } from './operations/index.ts'
import { version } from './version.ts'
import type { FileProblem } from './file-store.ts'
import type { HeldImages } from './images.ts'

export interface MountDeps extends HeldImages {
  http: Http
  config: Pick<
    Config,
    | 'baseUrl'
    | 'appUrl'
    | 'cdnUrl'
    | 'pluginUrl'
    | 'isPublic'
    | 'demo'
    | 'metricsToken'
    | 'runJobs'
    | 'dataDir'
    | 'sessionTtlSeconds'
    | 'apiRateLimit'
    | 'pluginRateLimit'
    | 'cdnRateLimit'
    | 'verifyGravatar'
    | 'verifyRate'
    | 'oidc'
  >
  store: Store
  blobs: Blobs
  vault: Vault
  log: Log
  evidence: Pick<Evidence, 'noteBounded'>
  requests: Pick<RequestLog, 'flush'>
  metrics: Metrics
  /** Source of each setting; empty if unknown. */
  settings: OperationsDeps['settings']
  checkInstallation: OperationsDeps['checkInstallation']
  /** Directory or bucket of the files, for operators. */
  fileStoreName: string
  /** Problem of the database; undefined if none is known. */
  damage(): string | undefined
  /** Problem of the files; undefined if they are usable. */
  fileProblem(): Promise<FileProblem | undefined>
  /** Permitted outbound destinations and the egress. */
  policy: OutboundPolicy
  send: Send
  /** All job kinds. */
  kinds: readonly JobKind<never>[]
  /** Threads for CPU-bound work. */
  workers: WorkerPool
  /** Verifies email addresses. */
  verifier: Verifier
  /** Called with the number of batch rows stored or read. */
  sweep: Sweep
  blockLists: BlockLists
  dns: Pick<DnsClient, 'query'>
  /** Home pages and registries of domains, and the HTTP client for them. */
  domainSources: DomainSources
  lookUp: Send
  mailTls: MailTlsDeps
  /** Directory of the operator's fonts. */
  fontFolder: string
  /** The configured Chromium; undefined without one. */
  chromium?: Chromium | undefined
  /** The finished request handler, for the tools of agents. */
  handle: AgentRouteDeps['handle']
  /** Undefined unless outgoing mail is configured. */
  mailer: Mailer | undefined
  /** Deps of sending domains, shared with their jobs. */
  dmarc: Omit<DmarcRouteDeps, 'http' | 'appUrl'>
  /** Deps of senders for AMP, shared with their jobs. */
  amp: Omit<AmpRouteDeps, 'http' | 'workers' | 'cdnUrl'>
}

/** Both prefixes serve the same operations; the OpenAPI document describes the first. */
const apiPrefixes = ['/v1', '/api/v1'] as const
/** Prefixes that the OpenAPI document omits, because they repeat operations. */
const repeated = [...apiPrefixes.slice(1), '/webhooks', '/plugin', '/init', '/export']

/**
 * Mounts the surfaces: REST under both prefixes; webhooks and the calls of pages with the editor also without a prefix; CDN
 * paths, pages, reference and health at the root.
 */
export function mountSurfaces(parts: MountDeps): AnyElysia {
  const {
    http,
    config,
    store,
    blobs,
    vault,
    log,
    evidence,
    metrics,
    kinds,
    images,
    policy,
    readImage,
    signImages,
    workers,
    send,
    fontFolder,
    chromium,
  } = parts
  const { cdnUrl, baseUrl } = config
  const renderCountdown = createCountdowns(workers)
  const tooManyRenders = 'Too many different images were requested from this IP address.'
  const takeRender = http.clientQuota(config.cdnRateLimit, tooManyRenders)
  const exports = createExports({
    store,
    blobs,
    vault,
    cdnUrl,
    readImage,
    signImages,
    send,
    workers,
    fontFolder,
    chromium,
  })
  const assets = createAssets({ store, blobs, workers, send, log, metrics, cdnUrl })
  const measureImages = (ids: readonly string[]) => selectBytes(store.read, ids)
  const webhooks = webhookRoutes({ http, store, vault, refusalOf: (url) => refusalOf(url, policy) })
  const { pluginUrl, sessionTtlSeconds, pluginRateLimit } = config
  const plugin = createPlugin({
    http,
    store,
    blobs,
    vault,
    workers,
    exports,
    assets,
    cdnUrl,
    signImages,
    pluginUrl,
    sessionTtlSeconds,
    pluginRateLimit,
  })
  const canQueryGravatar = config.verifyGravatar !== undefined
  const { blockLists, dns, lookUp, mailTls, domainSources, sweep, verifier } = parts
  const hashOf = createHash(vault)
  const meteredVerifier = createMeteredVerifier({ store, verifier, hashOf, metrics })
  const { requests, seconds } = config.verifyRate
  const perMinute = (requests / seconds) * 60
  const links = createThumbnailLinks(vault, { cdnUrl, nowMs: () => store.read.nowMs() })
  const thumbnails = createThumbnails({ store, blobs, workers, readImage, send, fontFolder, metrics, cdnUrl, links })
  const rates = { api: config.apiRateLimit, plugin: pluginRateLimit }
  const api = [
    pluginRoutes(plugin),
    administrationRoutes({ http, store, vault, rates }),
    projectRoutes({ http, store, vault, rates, applyPublishing: applyPublishingMode }),
    templateRoutes({
      fontFolder,
      http,
      store,
      appUrl: config.appUrl,
      cdnUrl,
      signImages,
      workers,
      links,
      thumbnails,
      measureImages,
      storeImage: assets.storeImage,
    }),
    exportRoutes({ http, exports, store }),
    connectionRoutes({ http, store, vault, send, refusalOf: (url) => refusalOf(url, policy) }),
    assetRoutes({ http, store, assets, cdnUrl, vault }),
    apiKeyRoutes({ http, store }),
    jobRoutes({ http, store, kinds }),
    verificationRoutes({
      http,
      store,
      meteredVerifier,
      canQueryGravatar,
      dns,
      blockLists,
      verifier,
      hashOf,
      baseUrl,
      sweep,
      perMinute,
      vault,
      refusalOf: (url) => refusalOf(url, policy),
      send: lookUp,
      mailTls,
      domainSources,
      mayDial: (address) => policy.evaluate(address) !== 'forbidden',
    }),
    dmarcRoutes({ http, appUrl: config.appUrl, ...parts.dmarc }),
    ampRoutes({ http, workers, cdnUrl, ...parts.amp }),
    webhooks,
    portalLinkRoutes({ http, store, appUrl: config.appUrl }),
  ]
  const people = { store, config, log, vault, mail: createAccountMail(parts.mailer) }
  const singleSignOn = config.oidc && { ...config.oidc, provider: createOidcProvider(config.oidc, parts.send) }
  let app: AnyElysia = http.application()
  for (const prefix of apiPrefixes) for (const surface of api) app = mountAt(app, prefix, surface)
  app = app
    .use(
      deliveryRoutes({
        http,
        exports,
        previews: plugin.previews,
        images,
        thumbnails,
        blobs,
        renderCountdown,
        takeRender,
        readStarterImage,
      }),
    )
    .use(agentRoutes({ http, handle: parts.handle, baseUrl, version }))
    .use(
      pageRoutes({
        store,
        config,
        log,
        evidence,
        vault,
        sendsMail: parts.mailer !== undefined,
        oidcName: config.oidc?.name,
      }),
    )
    .use(linkPages(people))
    .use(singleSignOn === undefined ? new Elysia() : oidcRoutes({ ...people, evidence, oidc: singleSignOn }))
    .use(connectedAppRoutes({ http, store, config, log, vault, send }))
    .use(consoleRoutes({ store, config }))
    .use(accountRoutes(plugin))
    .group('/v1', (group) =>
      group
        .use(operationsRoutes(parts))
        .use(requestLogRoutes(parts))
        .use(accountCalls({ ...people, http })),
    )
    .use(reviewPages({ http, store, workers, config }))
    .use(domainReportPages({ http, store, workers, fontFolder }))
    .use(webhookPortalPages({ http, store, vault, config, refusalOf: (url) => refusalOf(url, policy) }))
    .use(guideRoutes())
    .use(
      editorRoutes({
        http,
        contexts: plugin.contexts,
        config,
      }),
    )
    .use(demoRoutes({ http, store, contexts: plugin.contexts, vault, config }))
  const described = app
  return app
    .use(webhooks)
    .use(rootRoutes(plugin))
    .group('/api/v1', (group) => group.use(initRoute(plugin)))
    .use(
      referenceRoutes(
        () => describeApi(described, { baseUrl, without: repeated }),
        () => readPackedApi(baseUrl),
        createReferenceReader({ store, config }),
      ),
    )
    .use(
      healthRoutes({
        store,
        metrics,
        damage: parts.damage,
        fileProblem: parts.fileProblem,
        runsJobs: config.runJobs,
        config,
      }),
    )
}

/**
 * Adds each route of a surface under a prefix. A group of Elysia does the same, but registers every route twice, which takes
 * 5 ms of a start.
 */
function mountAt(app: AnyElysia, prefix: string, { routes }: AnyElysia): AnyElysia {
  return routes.reduce<AnyElysia>(
    (mounted, { method, path, handler, hooks }) => mounted.route(method, `${prefix}${path}`, handler as never, hooks),
    app,
  )
}
