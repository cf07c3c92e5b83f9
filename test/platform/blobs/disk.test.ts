import { describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { temporaryDirectory } from '../../support/store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('blobs on disk', () => {
  test('bytes come back as they were put, also after opening again', async () => {
    const directory = temporaryDirectory()
    const every = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256)
    await openBlobs(directory).put('exports/exp_1/mail.zip', every)
    const again = openBlobs(directory)
    expect(Buffer.from((await again.get('exports/exp_1/mail.zip')) ?? []).equals(every)).toBe(true)
    expect(await again.size('exports/exp_1/mail.zip')).toBe(100_000)
  })

  test('an empty blob is not a missing one', async () => {
    const blobs = openBlobs(temporaryDirectory())
    await blobs.put('empty', bytes(''))
    expect(await blobs.get('empty')).toHaveLength(0)
    expect(await blobs.size('empty')).toBe(0)
    expect(await blobs.get('missing')).toBeUndefined()
    expect(await blobs.size('missing')).toBeUndefined()
    expect(await blobs.get('empty/below-a-file')).toBeUndefined()
  })

  test('a second put replaces, and a delete may be repeated', async () => {
    const blobs = openBlobs(temporaryDirectory())
    await blobs.put('a', bytes('one'))
    await blobs.put('a', bytes('three'))
    expect(await blobs.get('a')).toEqual(Buffer.from('three'))
    await blobs.delete('a')
    await blobs.delete('a')
    expect(await blobs.get('a')).toBeUndefined()
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
    const blobs = openBlobs(temporaryDirectory())
    await expect(blobs.put(key, bytes('x'))).rejects.toThrow('Not a blob key')
    await expect(blobs.get(key)).rejects.toThrow('Not a blob key')
    await expect(blobs.delete(key)).rejects.toThrow('Not a blob key')
    await expect(blobs.size(key)).rejects.toThrow('Not a blob key')
  })

  test('blobs are listed by prefix with their sizes', async () => {
    const blobs = openBlobs(temporaryDirectory())
    for (const key of ['b/2', 'a/1', 'a/10/x.png', 'ab']) await blobs.put(key, bytes(key))
    const keys = async (prefix?: string) => (await blobs.list(prefix)).map((entry) => entry.key)
    expect(await keys()).toEqual(['a/1', 'a/10/x.png', 'ab', 'b/2'])
    expect(await keys('a/')).toEqual(['a/1', 'a/10/x.png'])
    expect(await keys('a')).toEqual(['a/1', 'a/10/x.png', 'ab'])
    expect(await keys('a/1')).toEqual(['a/1', 'a/10/x.png'])
    expect(await keys('none/')).toEqual([])
    expect(await blobs.list('b/')).toEqual([{ key: 'b/2', sizeBytes: 3 }])
    await expect(blobs.list('../')).rejects.toThrow('Not a blob key')
  })

  test('the total counts what was there, replacements and deletions', async () => {
    const directory = temporaryDirectory()
    await openBlobs(directory).put('old', bytes('12345'))
    const blobs = openBlobs(directory)
    expect(await blobs.totalBytes()).toBe(5)
    await Promise.all(Array.from({ length: 20 }, (_, index) => blobs.put(`n/${index}`, bytes('1234567890'))))
    await blobs.put('old', bytes('1'))
    await blobs.delete('n/0')
    await blobs.delete('n/0')
    expect(await blobs.totalBytes()).toBe(191)
    expect(await openBlobs(directory).totalBytes()).toBe(191)
  })

  test('a put that fails leaves the old blob and no half-written file', async () => {
    const directory = temporaryDirectory()
    const blobs = openBlobs(directory)
    mkdirSync(join(directory, 'folder/inside'), { recursive: true })
    await expect(blobs.put('folder', bytes('x'))).rejects.toThrow()
    expect(readdirSync(join(directory, '.incoming'))).toEqual([])
  })

  test('folders that have become empty go with their last blob', async () => {
    const directory = temporaryDirectory()
    const blobs = openBlobs(directory)
    await Promise.all([blobs.put('x/1/a', bytes('a')), blobs.put('x/1/b', bytes('b')), blobs.put('x/2', bytes('c'))])
    await blobs.delete('x/1/a')
    expect(readdirSync(join(directory, 'x/1'))).toEqual(['b'])
    await blobs.delete('x/1/b')
    expect(readdirSync(join(directory, 'x'))).toEqual(['2'])
    await blobs.delete('x/2')
    expect(readdirSync(directory)).toEqual(['.incoming'])
  })

  test('puts and deletes of one key at the same time leave one of the values or none', async () => {
    const blobs = openBlobs(temporaryDirectory())
    await blobs.totalBytes()
    const actions = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? blobs.delete('r/k') : blobs.put('r/k', bytes('x'.repeat(index))),
    )
    await Promise.all(actions)
    const value = await blobs.get('r/k')
    expect(await blobs.totalBytes()).toBe(value?.length ?? 0)
  })

  test('what a crash left half-written is removed when the blobs are opened', () => {
    const directory = temporaryDirectory()
    mkdirSync(join(directory, '.incoming'))
    writeFileSync(join(directory, '.incoming/of-a-crash'), 'half')
    writeFileSync(join(directory, '.incoming/of-another-process'), 'half')
    const yesterday = Date.now() / 1000 - 86_400
    utimesSync(join(directory, '.incoming/of-a-crash'), yesterday, yesterday)
    openBlobs(directory)
    expect(readdirSync(join(directory, '.incoming'))).toEqual(['of-another-process'])
  })
})
