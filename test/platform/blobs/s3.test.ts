/** What a bucket can do to us; what every store promises is in conformance.test.ts. */
import { describe, expect, test } from 'bun:test'
import { BlobError, type Blobs, openBlobs, openS3, readS3Address } from '../../../src/platform/blobs/index.ts'
import { type S3Server, startS3 } from '../../support/s3-server.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** The same bucket, asked again at once. */
function openBriefly(url: string, timeoutMs = 60_000): Blobs {
  const address = readS3Address(url)
  if ('problem' in address) throw new Error(address.problem)
  return openS3(address, { timeoutMs, attempts: 3, firstWaitMs: 1 })
}

async function start(timeoutMs?: number): Promise<{ s3: S3Server; blobs: Blobs }> {
  const s3 = await startS3()
  return { s3, blobs: openBriefly(s3.url, timeoutMs) }
}

describe('blobs in S3', () => {
  test.each([
    ['the secret', (url: string) => url.replace('secret', 'secret1'), 'SignatureDoesNotMatch'],
    ['the key', (url: string) => url.replace('TESTACCESSKEY', 'OTHER'), 'SignatureDoesNotMatch'],
    ['the region', (url: string) => url.replace('eu-test-1', 'us-test-1'), 'SignatureDoesNotMatch'],
    ['the bucket', (url: string) => url.replace('test-bucket', 'other-bucket'), 'NoSuchBucket'],
  ])('with %s wrong every operation fails', async (_, change, code) => {
    const { url, objects } = await startS3()
    const blobs = openBriefly(change(url))
    await expect(blobs.put('a', bytes('x'))).rejects.toThrow(code)
    await expect(blobs.delete('a')).rejects.toThrow(code)
    await expect(blobs.list('a')).rejects.toThrow(code)
    await expect(blobs.get('a')).rejects.toBeInstanceOf(BlobError)
    expect(objects.size).toBe(0)
  })

  test('a bucket that denies access fails at the first attempt', async () => {
    const { s3, blobs } = await start()
    await blobs.put('a', bytes('x'))
    s3.failWith(() => 'refuse')
    s3.requests.length = 0
    await expect(blobs.put('a', bytes('y'))).rejects.toThrow('S3 could not store a file: AccessDenied')
    expect(s3.requests).toHaveLength(1)
    await expect(blobs.get('a')).rejects.toThrow('AccessDenied')
    await expect(blobs.delete('a')).rejects.toThrow('AccessDenied')
    await expect(blobs.list()).rejects.toThrow('AccessDenied')
  })

  test('a busy bucket gets three attempts', async () => {
    const { s3, blobs } = await start()
    let left = 2
    s3.failWith(() => (left-- > 0 ? 'unavailable' : undefined))
    await blobs.put('a', bytes('x'))
    expect(s3.objects.has('a')).toBe(true)
    s3.requests.length = 0
    s3.failWith(() => 'unavailable')
    await expect(blobs.get('a')).rejects.toBeInstanceOf(BlobError)
    expect(s3.requests).toHaveLength(3)
  })

  test('a truncated response is not returned as the file', async () => {
    const { s3, blobs } = await start()
    await blobs.put('a', new Uint8Array(100_000))
    s3.failWith((method) => (method === 'GET' ? 'truncate' : undefined))
    await expect(blobs.get('a')).rejects.toBeInstanceOf(BlobError)
    await expect(blobs.getRange('a', { start: 10, end: 50_000 })).rejects.toBeInstanceOf(BlobError)
    // Before its first bytes or after them.
    const readStream = async () => new Response(await blobs.stream('a')).bytes()
    await expect(readStream()).rejects.toThrow()
  })

  test('a bucket that never responds times out', async () => {
    const { s3, blobs } = await start(200)
    s3.failWith(() => 'hang')
    await expect(blobs.put('a', bytes('x'))).rejects.toThrow('took too long')
    await expect(blobs.size('a')).rejects.toThrow('took too long')
  })

  test('all attempts together have a deadline, and after silence the next call makes one short attempt', async () => {
    const s3 = await startS3()
    const address = readS3Address(s3.url)
    if ('problem' in address) throw new Error(address.problem)
    const blobs = openS3(address, { timeoutMs: 1000, attempts: 100, firstWaitMs: 1, totalMs: 2500, probeMs: 1000 })
    await blobs.put('a', bytes('x'))
    s3.failWith(() => 'hang')
    const asked = () => s3.seen
    const before = asked()
    await expect(blobs.size('a')).rejects.toThrow('took too long')
    expect(asked() - before).toBeGreaterThan(1)
    expect(asked() - before).toBeLessThan(8)
    const afterwards = asked()
    await expect(blobs.size('a')).rejects.toThrow('took too long')
    expect(asked() - afterwards).toBe(1)
    s3.failWith(() => undefined)
    expect(await blobs.size('a')).toBe(1)
  })

  test('a stalled download fails instead of never ending, and one that never starts fails at once', async () => {
    const s3 = await startS3()
    const address = readS3Address(s3.url)
    if ('problem' in address) throw new Error(address.problem)
    const blobs = openS3(address, { timeoutMs: 3000, attempts: 1, silenceMs: 1500 })
    await blobs.put('a', new Uint8Array(1_000_000))
    s3.failWith((method) => (method === 'GET' ? 'stall' : undefined))
    const body = await blobs.stream('a')
    await expect(new Response(body).bytes()).rejects.toThrow('took too long')
    s3.failWith((method) => (method === 'GET' ? 'hang' : undefined))
    await expect(blobs.stream('a')).rejects.toThrow('took too long')
    s3.failWith(() => undefined)
    expect((await new Response(await blobs.stream('a')).bytes()).length).toBe(1_000_000)
  })

  test('an upload to a bucket that stops answering fails, whatever becomes of what was sent', async () => {
    const s3 = await startS3()
    const address = readS3Address(s3.url)
    if ('problem' in address) throw new Error(address.problem)
    const blobs = openS3(address, { timeoutMs: 300, attempts: 3, firstWaitMs: 1, totalMs: 600, probeMs: 300 })
    s3.failWith(() => 'hang')
    const parts = (async function* () {
      for (let i = 0; i < 12; i++) yield new Uint8Array(1_000_000)
    })()
    await expect(blobs.putStream('a', parts)).rejects.toThrow('took too long')
  })

  test('an unknown host is reported as unreachable', async () => {
    const blobs = openBriefly('s3://key:secret@bucket?endpoint=http%3A%2F%2F127.0.0.1%3A1&region=r')
    await expect(blobs.get('a')).rejects.toThrow('ConnectionRefused')
  })

  test('an upload that breaks off leaves neither an object nor an upload that was begun', async () => {
    const { s3, blobs } = await start()
    const broken = (async function* () {
      for (let i = 0; i < 12; i++) yield new Uint8Array(1_000_000)
      throw new Error('broken')
    })()
    await expect(blobs.putStream('a', broken)).rejects.toThrow('broken')
    expect(s3.objects.size).toBe(0)
    expect(s3.openUploads()).toBe(0)
  })

  test('a large upload is not buffered in memory: parts are sent as they arrive', async () => {
    const { s3, blobs } = await start()
    let sentBefore = 0
    const parts = (async function* () {
      for (let i = 0; i < 24; i++) {
        if (i === 20) sentBefore = s3.requests.filter(({ path }) => path.includes('partNumber')).length
        yield new Uint8Array(1_000_000)
      }
    })()
    expect((await blobs.putStream('a', parts)).sizeBytes).toBe(24_000_000)
    expect(sentBefore).toBeGreaterThanOrEqual(2)
    expect(s3.objects.get('a')?.length).toBe(24_000_000)
  })

  test('a presigned URL is valid for one key, method, length and time', async () => {
    const { s3, blobs } = await start()
    const url = blobs.presignPut('incoming/a', { seconds: 60, bytes: 5 }) ?? ''
    const put = (to: string) => fetch(to, { method: 'PUT', body: 'hello' })
    expect((await put(url)).status).toBe(200)
    expect(s3.objects.get('incoming/a')?.toString()).toBe('hello')
    expect((await put(url.replace('incoming/a', 'incoming/b'))).status).toBe(403)
    expect((await put(url.replace('Expires=60', 'Expires=600'))).status).toBe(403)
    expect((await fetch(url)).status).toBe(403)
    for (const body of ['hello!', 'hell', '']) expect((await fetch(url, { method: 'PUT', body })).status).toBe(403)
    const parts = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(100_000))
        controller.close()
      },
    })
    expect((await fetch(url, { method: 'PUT', body: parts })).status).toBe(403)
    expect((await put(url.replace('content-length%3Bhost', 'host'))).status).toBe(403)
    expect(s3.objects.get('incoming/a')?.toString()).toBe('hello')
    // The date of a signature has no fraction of a second: a URL signed late in a second is valid for almost one less.
    s3.setClock(30_000)
    expect((await put(url)).status).toBe(200)
    s3.setClock(61_000)
    expect((await put(url)).status).toBe(403)
  })
})

describe('the URL of a bucket', () => {
  test('is read whole', () => {
    expect(
      readS3Address('s3://AKIA:a%2Fb%2Bc@mail/files/one?endpoint=https%3A%2F%2Fs3.example.com&style=virtual'),
    ).toEqual({
      bucket: 'mail',
      prefix: 'files/one/',
      endpoint: 'https://s3.example.com',
      region: undefined,
      isVirtualHosted: true,
      accessKeyId: 'AKIA',
      secretAccessKey: 'a/b+c',
    })
  })

  test.each([
    ['https://bucket', 'must be written'],
    ['s3://', 'must be written'],
    ['s3://bucket?region=r', 'access key'],
    ['s3://key@bucket?region=r', 'access key'],
    ['s3://key:secret@bucket', 'region or an endpoint'],
    ['s3://key:secret@bucket?endpoint=ftp%3A%2F%2Fx', 'http:// or https://'],
    ['s3://key:secret@bucket?endpoint=s3.example.com', 'http:// or https://'],
    ['s3://key:secret@bucket?region=r&style=other', 'path or virtual'],
    ['s3://key:secret@bucket?region=r&acl=public', 'accepts only the parameters'],
    ['s3://key:secret@bucket/a%20b?region=r', 'prefix'],
    ['s3://key:%ff@bucket?region=r', 'percent-encoded'],
  ])('%s is refused', (url, says) => {
    const read = readS3Address(url)
    expect('problem' in read ? read.problem : '').toContain(says)
    expect(() => openBlobs('', url)).toThrow(says)
  })
})
