/** What a store of blobs promises, held by each of them. */
import { describe, expect, test } from 'bun:test'
import { type Blobs, openBlobs } from '../../../src/platform/blobs/index.ts'
import { startS3 } from '../../support/s3-server.ts'
import { temporaryDirectory } from '../../support/store.ts'

const backends: Record<string, () => Promise<Blobs>> = {
  'on disk': async () => openBlobs(temporaryDirectory()),
  'in S3': async () => openBlobs('', (await startS3()).url),
  'in S3 behind a prefix': async () => openBlobs('', (await startS3()).url.replace('?', '/some/folder?')),
}

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (blob: Uint8Array | undefined) => blob && new TextDecoder().decode(blob)

async function* partsOf(...parts: (string | Uint8Array)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? bytes(part) : part
}

async function* cutAfter(part: Uint8Array, count: number): AsyncIterable<Uint8Array> {
  for (let i = 0; i < count; i++) yield part
  throw new Error('the sender went away')
}

describe.each(Object.entries(backends))('blobs %s', (_, open) => {
  test('stored bytes are read back, completely or by range', async () => {
    const blobs = await open()
    const every = Uint8Array.from({ length: 100_000 }, (__, index) => index % 256)
    await blobs.put('exports/exp_1/mail.zip', every)
    expect(Buffer.from((await blobs.get('exports/exp_1/mail.zip')) ?? []).equals(every)).toBe(true)
    expect(await blobs.size('exports/exp_1/mail.zip')).toBe(100_000)
    const range = async (start: number, end: number) => [
      ...((await blobs.getRange('exports/exp_1/mail.zip', { start, end })) ?? []),
    ]
    expect(await range(254, 258)).toEqual([254, 255, 0, 1])
    expect(await range(0, 1)).toEqual([0])
    expect(await range(99_999, 100_000)).toEqual([99_999 % 256])
    expect(await range(99_999, 200_000)).toEqual([99_999 % 256])
    expect(await range(100_000, 100_001)).toEqual([])
    expect(await range(5, 5)).toEqual([])
  })

  test('streams give the same bytes', async () => {
    const blobs = await open()
    await blobs.put('a', bytes('0123456789'))
    const read = async (range?: { start: number; end: number }) =>
      text(await new Response((await blobs.stream('a', range)) ?? null).bytes())
    expect(await read()).toBe('0123456789')
    expect(await read({ start: 3, end: 6 })).toBe('345')
    expect(await read({ start: 8, end: 99 })).toBe('89')
    expect(await read({ start: 10, end: 11 })).toBe('')
    expect(await blobs.stream('missing')).toBeUndefined()
  })

  test('an empty blob is not a missing one', async () => {
    const blobs = await open()
    await blobs.put('empty', bytes(''))
    expect((await blobs.putStream('streamed', partsOf())).sizeBytes).toBe(0)
    for (const key of ['empty', 'streamed']) {
      expect(await blobs.get(key)).toHaveLength(0)
      expect(await blobs.size(key)).toBe(0)
    }
    expect(await blobs.get('missing')).toBeUndefined()
    expect(await blobs.getRange('missing', { start: 0, end: 1 })).toBeUndefined()
    expect(await blobs.size('missing')).toBeUndefined()
    expect(await blobs.get('empty/below-a-file')).toBeUndefined()
  })

  test('a chunked upload is stored completely, small or large', async () => {
    const blobs = await open()
    expect(await blobs.putStream('small', partsOf('one ', 'two ', '', 'three'))).toEqual({
      sizeBytes: 13,
      sha256: Bun.SHA256.hash('one two three', 'hex'),
    })
    expect(text(await blobs.get('small'))).toBe('one two three')
    const part = Uint8Array.from({ length: 1_000_003 }, (__, index) => index % 251)
    const large = await blobs.putStream('large', partsOf(...Array.from({ length: 12 }, () => part)))
    expect(large.sizeBytes).toBe(12 * part.length)
    expect(await blobs.size('large')).toBe(12 * part.length)
    const seam = await blobs.getRange('large', { start: part.length - 2, end: part.length + 2 })
    expect([...(seam ?? [])]).toEqual([...part.subarray(-2), 0, 1])
    const whole = (await blobs.get('large')) ?? new Uint8Array()
    expect(Buffer.from(whole.subarray(11 * part.length)).equals(part)).toBe(true)
  })

  test('an interrupted upload leaves nothing', async () => {
    const blobs = await open()
    for (const [key, size, count] of [
      ['at-once', 1, 0],
      ['early', 10, 1],
      ['late', 1_000_000, 12],
    ] as const) {
      await expect(blobs.putStream(key, cutAfter(new Uint8Array(size), count))).rejects.toThrow('the sender went away')
      expect(await blobs.get(key)).toBeUndefined()
    }
    expect(await blobs.list()).toEqual([])
  })

  test('a second put replaces, and a delete may be repeated', async () => {
    const blobs = await open()
    await blobs.put('a', bytes('one'))
    await blobs.put('a', bytes('three'))
    expect(text(await blobs.get('a'))).toBe('three')
    await blobs.delete('a')
    await blobs.delete('a')
    expect(await blobs.get('a')).toBeUndefined()
  })

  test('concurrent readers see the old or the new value', async () => {
    const blobs = await open()
    const values = ['a'.repeat(100_000), 'b'.repeat(200_000)]
    await blobs.put('k', bytes(values[0] ?? ''))
    const writing = (async () => {
      for (let i = 0; i < 10; i++) await blobs.put('k', bytes(values[i % 2] ?? ''))
    })()
    for (let i = 0; i < 20; i++) expect(values).toContain(text(await blobs.get('k')) ?? '')
    await writing
  })

  test.each([
    '',
    '/',
    '/etc/passwd',
    'a/',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../../b',
    'a/..',
    '.incoming/x',
    'a\\b',
    'C:x',
    'a\0b',
    'a b',
    'ä',
    '%2e%2e/a',
    'a'.repeat(201),
    'a/'.repeat(300).slice(0, -1),
  ])('the key %p is refused by every operation', async (key) => {
    const blobs = await open()
    await expect(blobs.put(key, bytes('x'))).rejects.toThrow('Not a blob key')
    await expect(blobs.putStream(key, partsOf('x'))).rejects.toThrow('Not a blob key')
    await expect(blobs.get(key)).rejects.toThrow('Not a blob key')
    await expect(blobs.getRange(key, { start: 0, end: 1 })).rejects.toThrow('Not a blob key')
    await expect(blobs.stream(key)).rejects.toThrow('Not a blob key')
    await expect(blobs.delete(key)).rejects.toThrow('Not a blob key')
    await expect(blobs.size(key)).rejects.toThrow('Not a blob key')
  })

  test('blobs are listed by prefix with their sizes and times, also in pages', async () => {
    const blobs = await open()
    const before = Date.now() - 2000
    for (const key of ['b/2', 'a/1', 'a/10/x.png', 'ab']) await blobs.put(key, bytes(key))
    const keys = async (prefix?: string, page?: { after?: string; limit?: number }) =>
      (await blobs.list(prefix, page)).map((entry) => entry.key)
    expect(await keys()).toEqual(['a/1', 'a/10/x.png', 'ab', 'b/2'])
    expect(await keys('a/')).toEqual(['a/1', 'a/10/x.png'])
    expect(await keys('a')).toEqual(['a/1', 'a/10/x.png', 'ab'])
    expect(await keys('a/1')).toEqual(['a/1', 'a/10/x.png'])
    expect(await keys('none/')).toEqual([])
    expect(await keys('', { limit: 2 })).toEqual(['a/1', 'a/10/x.png'])
    expect(await keys('', { after: 'a/10/x.png', limit: 2 })).toEqual(['ab', 'b/2'])
    expect(await keys('a/', { after: 'a/1' })).toEqual(['a/10/x.png'])
    const [entry] = await blobs.list('b/')
    expect(entry).toMatchObject({ key: 'b/2', sizeBytes: 3 })
    expect(entry?.storedAtMs).toBeGreaterThan(before)
    await expect(blobs.list('../')).rejects.toThrow('Not a blob key')
  })

  test('lists longer than a page of the store are whole', async () => {
    const blobs = await open()
    const wanted = Array.from({ length: 25 }, (__, index) => `many/${String(index).padStart(2, '0')}`)
    await Promise.all(wanted.map((key) => blobs.put(key, bytes(key))))
    expect((await blobs.list('many/')).map(({ key }) => key)).toEqual(wanted)
  })

  test('puts and deletes of one key at the same time leave one of the values or none', async () => {
    const blobs = await open()
    const actions = Array.from({ length: 60 }, (__, index) =>
      index % 3 === 0 ? blobs.delete('r/k') : blobs.put('r/k', bytes('x'.repeat(index))),
    )
    await Promise.all(actions)
    expect(text(await blobs.get('r/k')) ?? '').toMatch(/^x*$/)
  })
})
