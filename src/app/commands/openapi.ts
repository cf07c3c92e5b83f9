import type { Config } from '../../platform/config/index.ts'
import { createAuthenticator, createVault } from '../../platform/identity/index.ts'
import { createLog } from '../../platform/log/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { createHttp } from '../../platform/http/index.ts'
import type { WorkerPool } from '../../platform/jobs/index.ts'
import { createPolicy } from '../../platform/net/index.ts'
import type { Blobs } from '../../platform/blobs/index.ts'
import type { Db, Store } from '../../platform/storage/index.ts'
import { mountSurfaces } from '../mounts.ts'
import { openImages } from '../images.ts'
import { type Command, exit } from './command.ts'

/** Prints the OpenAPI document. Opens no store and writes nothing. */
export const openapiCommand: Command = {
  settings: true,
  details: 'The same as /openapi.json of a running service; SVC_BASE_URL becomes its server.',
  run: async ({ config, terminal }) => {
    terminal.out(JSON.stringify(await apiDocument(config()), null, 2))
    return exit.ok
  },
}

/** The document as the service returns it. */
async function apiDocument(config: Config): Promise<unknown> {
  const [log, metrics] = [createLog('error', undefined, config.logFormat), createMetrics()]
  const vault = createVault('describing signs nothing')
  const { baseUrl, apiRateLimit } = config
  const http = createHttp({
    authenticator: createAuthenticator(noStore),
    store: noStore,
    vault,
    log,
    metrics,
    config: { baseUrl, apiRateLimit },
  })
  const policy = createPolicy({ allow: config.netAllow, ownAddresses: [] })
  const app = mountSurfaces({
    handle: refuse,
    mailer: undefined,
    settings: [],
    checkInstallation: undefined,
    fileStoreName: '',
    damage: () => undefined,
    fileProblem: () => Promise.resolve(undefined),
    http,
    config,
    store: noStore,
    blobs: noBlobs,
    vault,
    log,
    evidence: { noteBounded: () => undefined },
    requests: { flush: refuse },
    metrics,
    policy,
    send: refuse,
    lookUp: refuse,
    sweep: () => undefined,
    kinds: [],
    fontFolder: '',
    workers: noWorkers,
    blockLists: { zones: [], blacklists: { check: refuse } },
    dns: { query: refuse },
    domainSources: { siteName: refuse, registration: refuse },
    mailTls: { connect: refuse, helo: '', port: 25 },
    dmarc: {
      store: noStore,
      blobs: noBlobs,
      readReports: refuse,
      hash: () => '',
      dns: { query: refuse },
      send: refuse,
      mailTls: { look: refuse },
      mayDial: () => false,
      addresses: { inboundDomain: undefined, baseUrl },
      alerts: { vault, send: refuse, mailer: undefined, sendsMail: false, refusalOf: () => undefined },
      vault,
      openImap: refuse,
      requestToken: refuse,
      refusalOf: () => undefined,
    },
    amp: {
      store: noStore,
      validateAmp: refuse,
      isFreeDomain: refuse,
      hash: () => '',
      inboundDomain: undefined,
      dns: { query: refuse },
      send: refuse,
      mailTls: { look: refuse },
      mayDial: () => false,
    },
    verifier: { verify: refuse, complete: refuse, lists: refuse, findMail: refuse, probe: refuse },
    ...openImages({
      store: noStore,
      blobs: noBlobs,
      workers: noWorkers,
      vault,
      log,
      metrics,
      imageUrls: config.imageUrls,
      cdnUrl: config.cdnUrl,
    }),
  })
  // A listener receives plain HTTP requests, whatever the public URL is.
  const answer = await http.handler(app).handle(new Request('http://localhost/openapi.json'))
  if (!answer.ok) throw new Error(`The document cannot be generated: ${await answer.text()}`)
  return answer.json()
}

/** Routes are described without queries; a query here is a bug. */
const noStore: Store = {
  dialect: 'sqlite',
  dataDir: '',
  isExclusive: false,
  get read(): Db {
    return refuse()
  },
  get health(): Db {
    return refuse()
  },
  tx: refuse,
  txWithoutDeadlines: refuse,
  statement: refuse,
  statementWithoutDeadlines: refuse,
  inBulkhead: (_, work) => work(),
  listen: refuse,
  retries: refuse,
  ping: refuse,
  sampleClock: refuse,
  poolUse: () => undefined,
  sizes: refuse,
  backup: refuse,
  close: () => Promise.resolve(),
}

const noWorkers: WorkerPool = {
  forCaller: (context) => ({ context, runInWorker: refuse, runWithin: refuse, runEmitting: refuse }),
  measure: () => undefined,
  close: () => undefined,
}

const noBlobs: Blobs = {
  put: refuse,
  putStream: refuse,
  get: refuse,
  getRange: refuse,
  stream: refuse,
  delete: refuse,
  size: refuse,
  list: refuse,
  presignPut: refuse,
}

function refuse(): never {
  throw new Error('Describing the API asks storage nothing')
}
