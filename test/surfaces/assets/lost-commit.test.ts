/** Uploads whose COMMIT has an answer that never arrives: whatever the database decided, its rows have their bytes. */
import { describe, expect, test } from 'bun:test'
import { startCommitProxy } from '../../support/commit-proxy.ts'
import { startService } from '../../support/service.ts'
import {
  dialects,
  createMigratedDatabase,
  openEmptyStore,
  openTestStore,
  temporaryDirectory,
} from '../../support/store.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService } from '../../support/service.ts'
import { sendAsset, sendFile } from './send-file.ts'
import { purgeAssets } from '../../../src/surfaces/assets/index.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { join } from 'node:path'

const insertion = /insert into "assets"/
const fileOf = (at: number) => ({ bytes: `file ${at}`, fileName: `${at}.txt` })

/** Status of each asset's bytes on the CDN host, by name. */
async function served(service: TestService): Promise<Record<string, number>> {
  const { body } = await ask(service, { call: 'GET /v1/assets?limit=100' })
  const { data } = body as { data: { name: string; url: string }[] }
  const found: Record<string, number> = {}
  for (const { name, url } of data) found[name] = (await service.handle(new Request(url))).status
  return found
}

describe.each(['late', 'answer'] as const)('the server commits, and the answer is lost: %s', (loss) => {
  test('every asset has its bytes, and the same file sent again is answered with it', async () => {
    const proxy = await startCommitProxy(await createMigratedDatabase())
    const store = await openEmptyStore({ url: proxy.url, dataDir: temporaryDirectory() })
    const service = await startService({ dialect: 'postgres', store, log: createLog('error', () => undefined) })
    const count = 12
    for (let at = 0; at < count; at++) {
      proxy.lose(loss, insertion, 1)
      // What is sent again blindly might be there twice, so the answer is another than that of a plain failure.
      expect(await sendFile(service, fileOf(at))).toMatchObject({
        status: 503,
        body: { code: 'WRITE_OUTCOME_UNKNOWN' },
      })
      await proxy.deliver()
    }
    expect(proxy.lost).toBe(count)
    const expected = Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.txt`, 200]))
    expect(await served(service)).toEqual(expected)
    for (let at = 0; at < count; at++) expect((await sendFile(service, fileOf(at))).status).toBe(200)
    expect(await served(service)).toEqual(expected)
  })
})

test('of many uploads at once through lost answers, every row has its bytes', async () => {
  const proxy = await startCommitProxy(await createMigratedDatabase())
  const store = await openEmptyStore({ url: proxy.url, dataDir: temporaryDirectory() })
  const service = await startService({ dialect: 'postgres', store, log: createLog('error', () => undefined) })
  proxy.lose('answer', insertion, 15)
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => (await sendFile(service, fileOf(at))).status),
  )
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([])
  expect(proxy.lost).toBe(15)
  const found = await served(service)
  expect(Object.keys(found).length).toBeGreaterThanOrEqual(40 - proxy.lost)
  expect(Object.values(found).filter((status) => status !== 200)).toEqual([])
})

for (const dialect of dialects) {
  test(`an asset whose bytes are gone or cut short gets them back from the same file, on ${dialect}`, async () => {
    const dataDir = temporaryDirectory()
    const store = await openTestStore(dialect)
    const service = await startService({ dialect, store, environment: { SVC_DATA_DIR: dataDir } })
    const blobs = openBlobs(join(dataDir, 'blobs'))
    const file = { bytes: 'the bytes of a file', fileName: 'a.txt' }
    const made = await sendAsset(service, file)
    const keys = async () => (await blobs.list('assets/')).map(({ key }) => key)
    for (const damage of [(key: string) => blobs.delete(key), (key: string) => blobs.put(key, new Uint8Array(3))]) {
      await Promise.all((await keys()).map(damage))
      const again = await sendFile(service, file)
      expect([again.status, (again.body as { id: string }).id]).toEqual([200, made.id])
      expect(await (await service.handle(new Request(made.url))).text()).toBe(file.bytes)
    }
    // The bytes that were cut short are nobody's, and collected as such.
    expect(await keys()).toHaveLength(2)
    const signal = AbortSignal.timeout(60_000)
    const round = (nowMs: number) => purgeAssets({ store, blobs }, { nowMs, signal })
    expect(await round(Date.now())).toBe(0)
    expect(await round(Date.now() + 25 * 3_600_000)).toBe(1)
    expect(await (await service.handle(new Request(made.url))).text()).toBe(file.bytes)
    expect((await ask(service, { call: `DELETE /v1/assets/${made.id}` })).status).toBe(204)
    expect(await keys()).toEqual([])
  })
}
