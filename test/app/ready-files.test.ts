import { expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findFileProblem, openFileStore, requireFilesOfDatabase } from '../../src/app/file-store.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { startS3 } from '../support/s3-server.ts'
import { ask } from '../support/scenario.ts'
import { startService } from '../support/service.ts'
import { dialects, openTestStore, temporaryDirectory } from '../support/store.ts'

const silent = createLog('error', () => undefined)

async function ready(options: Parameters<typeof startService>[0]) {
  const service = await startService({ log: silent, ...options })
  const { status, body } = await ask(service, { call: 'GET /readyz', key: null })
  const metrics = await (await service.handle(new Request('http://localhost/metrics'))).text()
  return { status, detail: (body as { detail?: string }).detail, gauge: /^svc_files_ready (\d)/m.exec(metrics)?.[1] }
}

test.each([...dialects])('/readyz names files of another database, on %s', async (dialect) => {
  const store = await openTestStore(dialect)
  const [own, other] = [temporaryDirectory(), temporaryDirectory()]
  await requireFilesOfDatabase(store, openFileStore({ dataDir: own, blobUrl: undefined }))
  expect(await ready({ dialect, store, environment: { SVC_DATA_DIR: own } })).toMatchObject({ status: 200, gauge: '1' })
  const wrong = await ready({ dialect, store, environment: { SVC_DATA_DIR: other } })
  expect(wrong).toMatchObject({ status: 503, gauge: '0' })
  expect(wrong.detail).toContain(`The files in ${join(other, 'blobs')} do not have the id of this database`)
})

test('/readyz names a bucket that does not answer, without its name on a public service; probing asks the bucket nothing', async () => {
  const s3 = await startS3()
  const store = await openTestStore('sqlite')
  await requireFilesOfDatabase(store, openFileStore({ dataDir: temporaryDirectory(), blobUrl: s3.url }))
  let asked = 0
  s3.failWith(() => {
    asked++
    return 'unavailable'
  })
  const environment = { SVC_BLOB_URL: s3.url }
  const service = await startService({ dialect: 'sqlite', store, environment, log: silent })
  const details = new Set<string | undefined>()
  for (let time = 0; time < 20; time++) {
    const { status, body } = await ask(service, { call: 'GET /readyz', key: null })
    expect(status).toBe(503)
    details.add((body as { detail?: string }).detail)
  }
  expect(asked).toBe(1)
  expect([...details]).toEqual([expect.stringContaining('The files cannot be reached: ')])
  expect(await ready({ dialect: 'sqlite', store, environment: { ...environment, SVC_PUBLIC: 'true' } })).toMatchObject({
    status: 503,
    detail: 'The file store does not respond.',
  })
})

test('a directory that is gone is a problem until it is back', async () => {
  const store = await openTestStore('sqlite')
  const dataDir = temporaryDirectory()
  const files = openFileStore({ dataDir, blobUrl: undefined })
  await requireFilesOfDatabase(store, files)
  expect(await findFileProblem(store, files)).toBeUndefined()
  const marker = await files.blobs.get('file-store-id')
  rmSync(join(dataDir, 'blobs'), { recursive: true })
  expect((await findFileProblem(store, files))?.detail).toBe(`${join(dataDir, 'blobs')} cannot be written: ENOENT.`)
  await openFileStore({ dataDir, blobUrl: undefined }).blobs.put('file-store-id', marker ?? new Uint8Array())
  expect(await findFileProblem(store, files)).toBeUndefined()
})
