/** What the app gathers in two places must be the same in both. */
import { expect, test } from 'bun:test'
import { assembleWork, cancelableKinds } from '../../src/app/work.ts'
import { openBlobs } from '../../src/platform/blobs/index.ts'
import { createVault } from '../../src/platform/identity/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { createMetrics } from '../../src/platform/metrics/index.ts'
import { testSecret } from '../support/service.ts'
import { openTestStore, temporaryDirectory } from '../support/store.ts'
import { noWorkers } from '../support/workers.ts'

const refuse = () => Promise.reject(new Error('No thread is needed.'))

test('commands know every kind that hears of a cancellation', async () => {
  const { handlers } = assembleWork({
    store: await openTestStore('sqlite'),
    blobs: openBlobs(temporaryDirectory()),
    vault: createVault(testSecret),
    send: () => Promise.reject(new Error('Nothing is sent.')),
    log: createLog('error'),
    metrics: createMetrics(),
    version: '1.2.3',
    workers: noWorkers,
    fontFolder: '',
    cdnUrl: 'https://cdn.example.com',
    readImage: () => Promise.resolve(undefined),
    batchVerifier: { verify: refuse, complete: refuse, lists: refuse, findMail: refuse, probe: refuse },
    hashOf: Object.assign(() => '', { all: () => [] }),
    sweep: () => undefined,
    baseUrl: 'https://api.example.com',
    dmarc: {
      store: await openTestStore('sqlite'),
      blobs: openBlobs(temporaryDirectory()),
      readReports: refuse,
      hash: () => '',
      networkOf: () => Promise.resolve(undefined),
      dns: { query: refuse },
      send: refuse,
      mailTls: { look: refuse },
      mayDial: () => false,
      addresses: { inboundDomain: undefined, baseUrl: 'https://api.example.com' },
      alerts: { vault: createVault(testSecret), send: refuse, mailer: undefined },
      vault: createVault(testSecret),
      openImap: refuse,
      requestToken: refuse,
    },
    amp: {
      store: await openTestStore('sqlite'),
      validateAmp: refuse,
      isFreeDomain: refuse,
      hash: () => '',
      dns: { query: refuse },
      send: refuse,
      mailTls: { look: refuse },
      mayDial: () => false,
    },
  })
  const listening = handlers.map(({ kind }) => kind).filter((kind) => kind.cancelled !== undefined)
  expect(listening.length).toBeGreaterThan(0)
  for (const kind of listening) expect(cancelableKinds).toContain(kind)
})
