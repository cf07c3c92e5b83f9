/** The library where files lie in a bucket: uploads past the service, and a bucket that refuses. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { bytesOf, photo } from '../../engines/image/pictures.ts'
import { type S3Server, startS3 } from '../../support/s3-server.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { sendAsset, sendFile } from './send-file.ts'

let s3: S3Server
let service: TestService

beforeAll(async () => {
  s3 = await startS3()
  service = await startService({ dialect: 'sqlite', environment: { SVC_BLOB_URL: s3.url } })
})

type Upload = { id: string; url: string; method: string }
const begin = async (key = service.keys.a) =>
  (await ask(service, { call: 'POST /v1/assets/uploads', key })).body as Upload
const put = (url: string, body: Uint8Array | string) =>
  fetch(url, { method: 'PUT', body: new Blob([typeof body === 'string' ? body : body.slice()]) })
const complete = (id: string, name: string, key = service.keys.a) =>
  ask(service, { call: `POST /v1/assets/uploads/${id}/complete`, key, send: { name } })

describe('an upload straight into the bucket', () => {
  test('becomes an asset once it is completed, looked at like any other', async () => {
    const picture = await bytesOf(photo(44, 22).png())
    const { id, url, method } = await begin()
    expect(method).toBe('PUT')
    expect((await put(url, picture)).status).toBe(200)
    const answer = await complete(id, 'direct.png')
    expect(answer).toMatchObject({ status: 201, body: { name: 'direct.png', mime: 'image/png', width: 44 } })
    const assetId = (answer.body as { id: string }).id
    expect(assetId).not.toBe(id)
    expect(Buffer.from(picture).equals(s3.objects.get(`assets/${assetId}`) ?? Buffer.alloc(0))).toBe(true)

    // Whoever still has the address changes nothing of the asset.
    expect((await put(url, 'something else')).status).toBe(200)
    expect(s3.objects.get(`assets/${assetId}`)?.length).toBe(picture.length)
  })

  test('may be completed again, with the same answer', async () => {
    const { id, url } = await begin()
    await put(url, 'twice')
    const first = await complete(id, 'twice.txt')
    const second = await complete(id, 'twice.txt')
    expect([first.status, second.status]).toEqual([201, 200])
    expect((second.body as Upload).id).toBe((first.body as Upload).id)
  })

  test('is completed by its project alone, and not before something was sent', async () => {
    const { id, url } = await begin()
    expect(await complete(id, 'x')).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } })
    await put(url, 'mine')
    expect(await complete(id, 'x', service.keys.b)).toMatchObject({ status: 404 })
    expect((await complete('../../a', 'x')).status).toBe(404)
    expect((await complete(id, 'x')).status).toBe(201)
  })

  test('is refused when it is too large, and leaves no asset', async () => {
    const { id, url } = await begin()
    await put(url, new Uint8Array(limits.fileBytes + 1).fill(0x61))
    const before = [...s3.objects.keys()].filter((key) => key.startsWith('assets/'))
    expect(await complete(id, 'large.txt')).toMatchObject({ status: 413 })
    expect([...s3.objects.keys()].filter((key) => key.startsWith('assets/'))).toEqual(before)
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
