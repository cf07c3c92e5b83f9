/** The library where files lie in a bucket: uploads past the service, and a bucket that refuses. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createId } from '../../../src/kernel/ids/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { purgeAssets } from '../../../src/surfaces/assets/index.ts'
import { bytesOf, photo } from '../../email/image/images.ts'
import { type S3Server, startS3 } from '../../support/s3-server.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects, temporaryDirectory } from '../../support/store.ts'
import { sendAsset, sendFile } from './send-file.ts'

let s3: S3Server
let service: TestService

beforeAll(async () => {
  s3 = await startS3()
  service = await startService({ dialect: 'sqlite', environment: { SVC_BLOB_URL: s3.url } })
})

type Upload = { id: string; url: string; method: string }
const begin = async (bytes: number, key = service.keys.a) =>
  (await ask(service, { call: 'POST /v1/assets/uploads', key, send: { bytes } })).body as Upload
const put = (url: string, body: Uint8Array | string) =>
  fetch(url, { method: 'PUT', body: new Blob([typeof body === 'string' ? body : body.slice()]) })
const complete = (id: string, name: string, key = service.keys.a) =>
  ask(service, { call: `POST /v1/assets/uploads/${id}/complete`, key, send: { name } })

describe('an upload straight into the bucket', () => {
  test('becomes an asset once it is completed, looked at like any other', async () => {
    const image = await bytesOf(photo(44, 22).png())
    const { id, url, method } = await begin(image.length)
    expect(method).toBe('PUT')
    expect((await put(url, image)).status).toBe(200)
    const answer = await complete(id, 'direct.png')
    expect(answer).toMatchObject({ status: 201, body: { name: 'direct.png', mime: 'image/png', width: 44 } })
    const assetId = (answer.body as { id: string }).id
    expect(assetId).not.toBe(id)
    expect(Buffer.from(image).equals(s3.objects.get(`assets/${assetId}`) ?? Buffer.alloc(0))).toBe(true)

    // What was sent is gone, and whoever still has the URL changes nothing of the asset.
    expect([...s3.objects.keys()].filter((key) => key.startsWith('incoming/'))).toEqual([])
    expect((await put(url, new Uint8Array(image.length))).status).toBe(200)
    expect(s3.objects.get(`assets/${assetId}`)?.length).toBe(image.length)
  })

  test('may be completed again, with the same answer', async () => {
    const { id, url } = await begin(5)
    await put(url, 'twice')
    const first = await complete(id, 'twice.txt')
    const second = await complete(id, 'twice.txt')
    expect([first.status, second.status]).toEqual([201, 200])
    expect((second.body as Upload).id).toBe((first.body as Upload).id)
  })

  test('is completed by its project alone, and not before something was sent', async () => {
    const { id, url } = await begin(4)
    expect(await complete(id, 'x')).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } })
    await put(url, 'mine')
    expect(await complete(id, 'x', service.keys.b)).toMatchObject({ status: 404 })
    expect((await complete('../../a', 'x')).status).toBe(404)
    expect((await complete(id, 'x')).status).toBe(201)
  })

  test('takes the number of bytes that was asked for, and no other', async () => {
    const { url } = await begin(1000)
    for (const bytes of [1001, 999, 0]) expect((await put(url, new Uint8Array(bytes))).status).toBe(403)
    expect((await put(url, new Uint8Array(1000))).status).toBe(200)
  })

  test('begins with its size, within the limit of a file', async () => {
    const refused = (send?: object) => ask(service, { call: 'POST /v1/assets/uploads', ...(send ? { send } : {}) })
    for (const send of [{}, { bytes: 0 }, { bytes: limits.fileBytes + 1 }])
      expect(await refused(send)).toMatchObject({ status: 422, body: { issues: [{ path: '/bytes' }] } })
  })

  test('is refused when a store took more than it was for, and leaves no asset', async () => {
    const { id } = await begin(4)
    const key = `incoming/${service.projects.a}/${id}`
    s3.objects.set(key, Buffer.from('larger'))
    const before = [...s3.objects.keys()].filter((each) => each.startsWith('assets/'))
    expect(await complete(id, 'large.bin')).toMatchObject({ status: 413 })
    expect([...s3.objects.keys()].filter((each) => each.startsWith('assets/'))).toEqual(before)
  })
})

describe.each([...dialects])('open uploads on %s', (dialect) => {
  let bucket: S3Server
  let target: TestService

  beforeAll(async () => {
    bucket = await startS3()
    target = await startService({ dialect, environment: { SVC_BLOB_URL: bucket.url } })
  })

  const start = (bytes: number, key = target.keys.a) =>
    ask(target, { call: 'POST /v1/assets/uploads', key, send: { bytes } })
  const setPlan = (plan: 'free' | 'enterprise') =>
    target.store.tx((db) => db.update(db.tables.companies).set({ plan }).execute())
  const uploads = () => target.store.read.select().from(target.store.read.tables.assetUploads)
  const clear = () => target.store.tx((db) => db.delete(db.tables.assetUploads).execute())
  const purge = (nowMs: number) =>
    purgeAssets(
      { store: target.store, blobs: openBlobs(temporaryDirectory(), bucket.url) },
      { nowMs, signal: new AbortController().signal },
    )

  test('count towards the plan before anything is sent, also when they are begun at once', async () => {
    await setPlan('free')
    const size = limits.fileBytes
    const begun = await Promise.all(Array.from({ length: 6 }, () => start(size)))
    // 100 MB in all, 50 MB each.
    expect(begun.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(begun.find(({ status }) => status !== 201)).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } })
    expect((await start(size, target.keys.b)).status).toBe(201)
    await setPlan('enterprise')
    expect((await start(size)).status).toBe(201)
    await clear()
  })

  test('are bounded in number for a project', async () => {
    await target.store.tx(async (db) => {
      const createdAt = Date.now()
      const rows = Array.from({ length: limits.openUploads - 1 }, () => ({
        id: createId('asset'),
        projectId: target.projects.a,
        bytes: 1,
        createdAt,
      }))
      await db.insert(db.tables.assetUploads).values(rows)
    })
    expect((await start(1)).status).toBe(201)
    expect(await start(1)).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } })
    expect((await start(1, target.keys.b)).status).toBe(201)
    await clear()
  })

  test('are forgotten once their URL has expired and nothing of them is left', async () => {
    const send = async (text: string, isCompleted: boolean) => {
      const { id, url } = (await start(text.length)).body as Upload
      await put(url, text)
      const call = `POST /v1/assets/uploads/${id}/complete`
      if (isCompleted) expect((await ask(target, { call, send: { name: 'x' } })).status).toBe(201)
      return { id, url }
    }
    const [sent, completed] = [await send('sent', false), await send('completed', true)]
    await start(7)
    // Somebody sends to the URL of one that is completed.
    expect((await put(completed.url, 'completed')).status).toBe(200)
    await purge(Date.now() + limits.uploadLinkSeconds * 1000)
    expect(await uploads()).toHaveLength(3)
    await purge(Date.now() + 2 * limits.uploadLinkSeconds * 1000 + 1000)
    expect((await uploads()).map(({ id }) => id)).toEqual([sent.id])
    const incoming = [...bucket.objects.keys()].filter((key) => key.startsWith('incoming/'))
    expect(incoming).toEqual([`incoming/${target.projects.a}/${sent.id}`])
    await purge(Date.now() + (limits.orphanHours + 1) * 3_600_000)
    expect(await uploads()).toEqual([])
  })
})

describe('a bucket that refuses', () => {
  test('is answered 503, and nothing is counted or kept', async () => {
    const kept = await sendAsset(service, { bytes: 'kept before' })
    const usage = async () => (await ask(service, { call: 'GET /v1/assets/usage' })).body
    const before = await usage()
    s3.failWith(() => 'refuse')
    expect(await sendFile(service, { bytes: 'not now' })).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE', is_recoverable: true },
    })
    s3.failWith((method) => (method === 'GET' ? 'unavailable' : undefined))
    expect((await sendFile(service, { bytes: await bytesOf(photo(5, 5).png()) })).status).toBe(503)
    s3.failWith(() => undefined)
    expect(await usage()).toEqual(before)
    expect((await sendFile(service, { bytes: 'not now' })).status).toBe(201)

    // What cannot be deleted now is deleted with the next collection.
    s3.failWith((method) => (method === 'DELETE' ? 'refuse' : undefined))
    expect((await ask(service, { call: `DELETE /v1/assets/${kept.id}` })).status).toBe(204)
    expect(s3.objects.has(`assets/${kept.id}`)).toBe(true)
    s3.failWith(() => undefined)
  })
})
